package io.credence.config;

import io.credence.config.InferenceConfig.Check;
import io.credence.config.InferenceConfig.Check.LeftOutRows;
import java.util.List;

/** Reads the section check, and notes its keys that have no effect on the kind of model. */
record CheckReader(Settings settings, IdleKeyNotes notes) {

    /**
     * Reads the requested checks of the posterior.
     *
     * @param mixed whether the model has effects that vary between levels
     * @throws ConfigurationException if a requested check is not possible
     */
    Check read(ObjectiveConfig objective, boolean mixed) {
        boolean khat = settings.flag("check.khat");
        LeftOutRows rows = switch (settings.choice("check.loo", List.of("auto", "true", "false"))) {
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
        boolean predictive =
                settings.choice("check.predictive", List.of("auto", "false")).equals("auto");
        noteIdleKeys(objective, mixed, khat);
        return new Check(khat, rows, predictive);
    }

    private void noteIdleKeys(ObjectiveConfig objective, boolean mixed, boolean khat) {
        List<String> ofDraws = List.of("loo", "predictive");
        if (mixed) {
            notes.noteUnless(
                    false, "check.khat", "the fit of a mixed model weighs its points itself, and cannot do without");
            notes.noteUnless(false, "check.predictive", "responses of a mixed model are not drawn anew");
        } else if (!settings.texts("data.by").isEmpty()) {
            notes.noteUnless(false, "check", ofDraws, "one fit per segment has neither");
        } else {
            notes.noteUnless(khat, "check", ofDraws, "check.khat = false takes no draws that they could be of");
            notes.noteUnless(
                    !khat || objective.isLogLikelihoodLoss(),
                    "check",
                    ofDraws,
                    "they are of log likelihoods, which the loss is not");
        }
    }
}
