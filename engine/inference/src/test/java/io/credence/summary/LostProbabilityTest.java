package io.credence.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.diagnostic.Reliability;
import io.credence.family.GaussianStructure;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.InProcessBackend;
import io.credence.mixed.MixedAlgorithmChoice;
import io.credence.mixed.model.MixedRows;
import io.credence.mixed.model.Ratings;
import io.credence.mixed.result.MixedPosterior;
import io.credence.testkit.RandomArrays;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Points of variance components that lost their weight, of little probability and of much. */
class LostProbabilityTest {

    private final Ratings rows = Ratings.of(RandomArrays.of("lost probability").random(), 900, 60, 30);
    private final FitResult result = fit();

    private FitResult fit() {
        try (InProcessBackend backend = rows.backend()) {
            return MixedAlgorithmChoice.chooseAlgorithm(
                            rows.model(),
                            Ratings.UNITS,
                            FitSettings.of(GaussianStructure.FULL),
                            backend,
                            MixedRows.KERNEL)
                    .fit();
        }
    }

    private MixedSummary summaryWithout(double probability) {
        MixedPosterior found = assertInstanceOf(MixedPosterior.class, result.detail());
        MixedPosterior without = new MixedPosterior(
                found.fixedEffectsPosterior(),
                found.componentDesign().withLostProbability(probability),
                found.effects(),
                found.residualSd(),
                found.logMarginalLikelihood(),
                found.logDensityError(),
                found.smooths(),
                found.surrogate());
        return new MixedSummary(rows.model(), without, List.of(), List.of());
    }

    @Test
    void someProbability_isNoted() {
        List<String> notes = new ArrayList<>(summaryWithout(0.001).notes());
        notes.removeAll(summaryWithout(0).notes());
        assertEquals(
                List.of(
                        "points of the variance components of probability 0.0010 have no weight: conjugate gradients did not"
                                + " end there, or a matrix was not positive definite"),
                notes);
        assertEquals(
                Reliability.Status.PASSED,
                summaryWithout(0.001).reliability(result, true).status());
    }

    @Test
    void muchProbability_isNotReliable() {
        Reliability found = summaryWithout(0.05).reliability(result, true);
        assertEquals(Reliability.Status.FAILED, found.status());
        assertTrue(found.reason().endsWith("but points of probability 0.050 lost their weight"), found.reason());
    }
}
