package io.credence.config;

import io.credence.config.InferenceConfig.RequestedChecks;
import io.credence.config.InferenceConfig.RequestedChecks.LeftOutRows;
import io.credence.config.key.FitKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the section check, and notes its keys that have no effect on the kind of model. */
record CheckReader(Settings settings, IdleKeyNotes notes) {

    /**
     * Reads the requested checks of the posterior.
     *
     * @param kind kind of fit that has checks of its own; null for others
     * @throws ConfigurationException if a requested check is not possible
     */
    RequestedChecks read(ObjectiveConfig objective, @Nullable FitKind kind) {
        boolean khat = settings.flag("check.khat");
        LeftOutRows rows = switch (settings.word("check.loo")) {
            case "true" -> LeftOutRows.ALL;
            case "false" -> LeftOutRows.NONE;
            default -> LeftOutRows.AUTO;
        };
        if (rows == LeftOutRows.ALL && !khat) {
            throw settings.refusal(
                    "check.loo", "uses importance weights", "check.khat = true, or check.loo = auto or false");
        } else if (rows == LeftOutRows.ALL && !objective.isLogLikelihoodLoss()) {
            throw settings.refusal(
                    "check.loo",
                    "is of log likelihoods",
                    "objective.loss.kind = log-likelihood, or check.loo = auto or false");
        }
        boolean predictive = settings.word("check.predictive").equals("auto");
        if (kind == null) {
            noteIdleKeys(objective, khat);
        } else {
            notes.noteIdle(kind);
        }
        return new RequestedChecks(khat, rows, predictive);
    }

    private void noteIdleKeys(ObjectiveConfig objective, boolean khat) {
        List<String> ofDraws = List.of("loo", "predictive");
        notes.noteUnless(khat, "check", ofDraws, "check.khat = false takes no draws that they could be of");
        notes.noteUnless(
                !khat || objective.isLogLikelihoodLoss(),
                "check",
                ofDraws,
                "they are of log likelihoods, which the loss is not");
    }
}
