package io.credence.diagnostic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.divergence.Divergence.EvidenceBound;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Evidence of a loss as fits report it: of normal responses it is known. */
class ObjectiveChecksTest {

    private static final Rows ROWS = Rows.of(
            new double[][] {{1, -1}, {1, 0}, {1, 0.5}, {1, 1}, {1, 2}, {1, 2.5}},
            new double[] {0.1, 0.8, 1.4, 1.2, 2.6, 2.7});

    private static Inference normal() {
        return Inference.of("gaussian").kernel("java").with("model.dispersion", 0.25);
    }

    private static EvidenceBound evidence(Fit fit) {
        return Objects.requireNonNull(fit.findings().objectiveFindings().evidenceBound());
    }

    @Test
    void aWeightedDivergence_reachesTheEvidenceOfThePoweredLoss() {
        Fit powered = normal().objective("gvi", Map.of("loss.kind", "power", "loss.weight", 2))
                .fit(ROWS);
        Fit weighted = normal().objective("gvi", Map.of("divergence.kind", "weighted-kl", "divergence.weight", 2))
                .fit(ROWS);
        assertEquals(1, evidence(powered).lossPower());
        assertEquals(2, evidence(weighted).lossPower());
        assertEquals(evidence(powered).value() / 2, evidence(weighted).value(), 1e-6);
    }

    @Test
    void otherDivergences_areBelowIt() {
        double best = evidence(
                        normal().objective("gvi", Map.of("divergence.kind", "weighted-kl", "divergence.weight", 2))
                                .fit(ROWS))
                .value();
        for (String kind : new String[] {"renyi", "beta", "gamma"}) {
            String order = kind.equals("renyi") ? "alpha" : kind;
            Fit fit = normal().objective("gvi", Map.of("divergence.kind", kind, "divergence." + order, 2))
                    .fit(ROWS);
            assertEquals(2, evidence(fit).lossPower());
            assertTrue(evidence(fit).value() < best, kind + ": " + evidence(fit) + " and " + best);
        }
    }

    @Test
    void theEvidenceOfALikelihood_isTheBoundItself() {
        assertNull(normal().fit(ROWS).findings().objectiveFindings().evidenceBound());
    }

    @Test
    void aDispersionOfItsOwnFactor_leavesItUnknown() {
        Fit fit = Inference.of("gaussian")
                .kernel("java")
                .objective("gvi", Map.of("divergence.kind", "renyi", "divergence.alpha", 2))
                .fit(ROWS);
        assertNull(fit.findings().objectiveFindings().evidenceBound());
    }
}
