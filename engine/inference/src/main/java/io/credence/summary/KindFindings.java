package io.credence.summary;

import io.credence.diagnostic.Reliability;
import io.credence.fit.FitResult;
import io.credence.kind.Section;
import java.util.List;

/** Findings that only fits of one kind of model have, beside the posterior of their numbers. */
public interface KindFindings {

    /** Findings of a kind that has none of its own. */
    KindFindings NONE = new KindFindings() {};

    /**
     * Verdict on whether the numbers of a fit are reliable.
     *
     * @param proper whether every mean is finite, and every standard deviation finite and above 0
     */
    default Reliability reliability(FitResult result, boolean proper) {
        return Reliability.of(result, proper, null, "this kind of model has no check of its posterior");
    }

    /** Sections of its report, in the order in which they are shown. */
    default List<Section> sections() {
        return List.of();
    }

    /** Posteriors of the effects of levels, by grouping factor; none without such factors. */
    default List<FactorEffects> levelEffects() {
        return List.of();
    }

    /** Whether the log evidence is computed as an integral, instead of bounded from below. */
    default boolean hasIntegratedEvidence() {
        return false;
    }

    /** Notes for the user, one sentence each. */
    default List<String> notes() {
        return List.of();
    }
}
