package io.credence.config;

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

    private static final List<String> DRAWING =
            List.of("draws", "controlVariate", "raoBlackwell", "antithetic", "quasiMonteCarlo", "adaptive", "maxDraws");
    private static final List<String> STEPPING = List.of("stepSize", "decayFrom");
    private static final List<String> STEPPED = List.of("rule", "rhat", "window", "patience");
    private static final List<String> OF_PARTITIONS = List.of("controlVariate", "anchorEvery", "biased");
    private static final List<String> START = List.of("search", "mean", "restarts");
    private static final List<String> SAMPLING = List.of("rows", "controlVariate", "anchorEvery");
    private static final String ALL_ROWS = "every step reads all rows";
    private static final String UNBIASED = "part of the rows does not bias this objective";
    private static final List<String> STOPPING = List.of("rule", "mcse", "rhat", "window", "patience");

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
        return isSet("estimator", DRAWING)
                || isSet("update", STEPPING)
                || !notes.changedKeys("update").isEmpty()
                || !notes.changedKeys("minibatch").isEmpty()
                || isSet("stop", STEPPED);
    }

    private boolean isSet(String section, List<String> keys) {
        return keys.stream().anyMatch(key -> notes.isSet(section + "." + key));
    }

    /** Notes the keys without effect on a Gaussian fit, given its kind of estimator. */
    void noteGaussian(EstimatorKind kind) {
        notes.noteUnless(!kind.isExact(), "start", START, "an exact fit has a start of its own");
        switch (kind) {
            case EXACT, PARTITIONED -> noteExact("an exact fit stops by stop.tolerance");
            case REGRESSION, CURVATURE -> noteRegression();
            case FIXED_DRAWS -> noteFixedDraws();
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

    /** Notes the keys without effect on a mixed model. */
    void noteMixed() {
        notes.noteUnless(false, "start", START, "a mixed model has a start of its own");
        noteExact("a mixed model searches up to a precision of its own");
        notes.noteUnless(false, "stop.tolerance", "a mixed model searches up to a precision of its own");
    }

    /**
     * Notes the keys without effect on a fit by objective: with weighted draws, another family or a divergence by
     * draws.
     *
     * @param update rule of the steps, which may be another than was requested
     */
    void noteByDraws(Choices chosen, UpdatePart update) {
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
        notes.noteUnless(
                !chosen.hasLinearPredictors()
                        || chosen.model().isDispersionEstimated()
                        || !chosen.prior().isNormal(),
                "start",
                START,
                "the fit begins at an exact one of the ELBO");
    }

    private void noteExact(String stops) {
        notes.noteUnless(false, "estimator", DRAWING, "the exact estimator takes no draws");
        noteSteps("an exact fit chooses its steps by line search");
        notes.noteUnless(false, "minibatch.rows", ALL_ROWS);
        notes.noteUnless(false, "minibatch", OF_PARTITIONS, ALL_ROWS);
        notes.noteUnless(false, "stop", STOPPING, stops);
    }

    private void noteRegression() {
        notes.noteUnless(false, "estimator", DRAWING, "a regression takes as many antithetic draws as it needs");
        notes.noteUnless(false, "update.kind", "a regression has steps of its own");
        noteSteps("a regression has steps of its own");
        notes.noteUnless(
                false,
                "minibatch",
                List.of("partitions", "rows"),
                "a regression takes ever more of the rows by itself");
        notes.noteUnless(false, "minibatch", OF_PARTITIONS, "every step reads all partitions");
        notes.noteUnless(false, "stop", STEPPED, "a regression stops by stop.mcse and an assessment over all rows");
        notes.noteUnless(false, "stop.tolerance", "a fit by draws stops by stop.mcse");
    }

    private void noteFixedDraws() {
        String stays = "the draws stay the same";
        notes.noteUnless(false, "estimator", List.of("controlVariate", "raoBlackwell"), stays);
        notes.noteUnless(requested.estimator().adaptive(), "estimator.maxDraws", "estimator.adaptive is false");
        notes.noteUnless(false, "update.kind", "fixed-draws has a deterministic optimiser of its own");
        noteSteps("fixed-draws has a deterministic optimiser of its own");
        notes.noteUnless(false, "minibatch.rows", ALL_ROWS);
        notes.noteUnless(false, "minibatch", OF_PARTITIONS, ALL_ROWS);
        notes.noteUnless(false, "stop", STEPPED, "a fit with fixed draws stops by stop.tolerance and stop.mcse");
    }

    private void noteDraws(UpdatePart update) {
        boolean patience = requested.stop().rule() == StopRule.PATIENCE;
        notes.noteUnless(false, "stop.tolerance", "a fit by draws stops by stop.rule");
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

    /** Notes all keys about steps. */
    private void noteSteps(String why) {
        reader.noteIdleOptions("update.kind", updates, List.of(), why);
        notes.noteUnless(false, "update", STEPPING, why);
    }
}
