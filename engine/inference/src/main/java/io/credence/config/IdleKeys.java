package io.credence.config;

import io.credence.config.key.FitKind;
import io.credence.config.key.KeyTable;
import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.SamplingSettings.StopRule;
import io.credence.part.Catalogue;
import io.credence.part.Option;
import io.credence.update.UpdatePart;
import io.credence.update.Updates;
import java.util.ArrayList;
import java.util.List;

/** Notes keys that have no effect on the kind of fit, of the sections start, estimator, update, minibatch and stop. */
final class IdleKeys {

    private static final String START = "start";
    private static final List<String> SAMPLING = List.of("rows", "controlVariate", "anchorEvery");
    private static final String UNBIASED = "part of the rows does not bias this objective";

    private final IdleKeyNotes notes;
    private final SamplingSettings requested;
    private final Catalogue<UpdatePart> updates;
    private final PartReader reader;

    IdleKeys(Settings settings, IdleKeyNotes notes, SamplingSettings requested, Catalogue<UpdatePart> updates) {
        this.notes = notes;
        this.requested = requested;
        this.updates = updates;
        this.reader = new PartReader(settings, notes);
    }

    /** Whether a key was set that has an effect only on fits with fresh draws in each step. */
    boolean hasFreshDrawKeys() {
        return KeyTable.ALL.stream()
                .filter(key -> isIdle(key.name(), FitKind.EXACT) && isIdle(key.name(), FitKind.REGRESSION))
                .anyMatch(key -> notes.isSet(key.name()));
    }

    private static boolean isIdle(String name, FitKind kind) {
        return KeyTable.withSections(name).stream().anyMatch(key -> key.idleReason(kind) != null);
    }

    /** Notes the keys without effect on a Gaussian fit, given its kind of estimator. */
    void noteGaussian(EstimatorKind kind) {
        switch (kind) {
            case EXACT, PARTITIONED -> note(FitKind.EXACT);
            case REGRESSION, CURVATURE -> note(FitKind.REGRESSION);
            case FIXED_DRAWS -> {
                note(FitKind.FIXED_DRAWS);
                notes.noteUnless(requested.estimator().adaptive(), "estimator.maxDraws", "estimator.adaptive is false");
            }
            default -> {
                noteDraws(requested.update().kind());
                notes.noteUnless(false, "minibatch.biased", UNBIASED);
                notes.noteUnless(
                        kind != EstimatorKind.REPARAMETERIZED,
                        "estimator.raoBlackwell",
                        "only score gradients are computed factor by factor");
            }
        }
    }

    /** Notes the keys without effect on a mixed model, which is exact. */
    void noteMixed() {
        note(FitKind.LEVELS);
        note(FitKind.EXACT);
    }

    private void note(FitKind kind) {
        notes.noteIdle(kind);
    }

    /**
     * Notes the keys without effect on a fit by objective: with weighted draws, another family or a divergence by
     * draws.
     *
     * @param update rule of the steps, which may be another than was requested
     */
    void noteByDraws(UncheckedChoices chosen, UpdatePart update) {
        boolean weighted = chosen.objective().isImportanceWeighted();
        boolean reads = requested.minibatch().partitions() > 0;
        noteDraws(update);
        notes.noteUnless(
                weighted && reads, "minibatch.biased", weighted ? "every step reads all partitions" : UNBIASED);
        notes.noteUnless(!weighted || reads, "minibatch", SAMPLING, "importance weights are those of all rows");
        notes.noteUnless(
                !chosen.objective().isRisk(), "minibatch", SAMPLING, "sums over all rows do not correct a risk");
        String own = "this objective or posterior has its own gradients";
        notes.noteUnless(chosen.posterior().isExponential(), "estimator.controlVariate", own);
        notes.noteUnless(false, "estimator.raoBlackwell", own);
        boolean exactStart = chosen.hasLinearPredictors()
                && !chosen.model().isDispersionEstimated()
                && chosen.prior().isNormal();
        notes.changedKeys(START)
                .forEach(key -> notes.noteUnless(!exactStart, key, "the fit begins at an exact one of the ELBO"));
    }

    private void noteDraws(UpdatePart update) {
        boolean patience = requested.stop().rule() == StopRule.PATIENCE;
        note(FitKind.DRAWS);
        notes.noteUnless(patience, "stop", List.of("window", "patience"), "stop.rule is not patience");
        notes.noteUnless(!patience, "stop", List.of("mcse", "rhat"), "stop.rule is patience");
        notes.noteUnless(requested.estimator().adaptive(), "estimator.maxDraws", "estimator.adaptive is false");
        if (!update.has("constraint")) {
            notes.noteUnless(
                    false, "update", List.of("constraint", "meanFactor"), "only natural-gradient moves a precision");
            notes.noteUnless(false, "update.clip", update.name() + " has a step length of its own");
        }
        notes.noteUnless(update.has("momentum"), "update.momentum", update.name() + " has averages of its own");
        List<Option> options = new ArrayList<>(update.options());
        options.addAll(Updates.NATURAL_GRADIENT.options());
        reader.noteIdleOptions("update.kind", updates, options, "the update " + update.name() + " does not have it");
        notes.noteUnless(
                requested.minibatch().partitions() == 0, "minibatch.rows", "steps read some of the partitions");
        notes.noteUnless(
                requested.minibatch().partitions() > 0 || requested.minibatch().sampled(),
                "minibatch",
                List.of("controlVariate", "anchorEvery"),
                "every step reads all partitions");
    }
}
