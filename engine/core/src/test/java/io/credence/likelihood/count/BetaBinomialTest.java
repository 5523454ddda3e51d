package io.credence.likelihood.count;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.RowLoss;
import io.credence.loss.ExpectedRow;
import io.credence.testkit.TestSeed;
import org.hipparchus.analysis.integration.gauss.GaussIntegratorFactory;
import org.hipparchus.distribution.continuous.BetaDistribution;
import org.hipparchus.distribution.discrete.BinomialDistribution;
import org.hipparchus.random.Well19937c;
import org.junit.jupiter.api.Test;

class BetaBinomialTest {

    private static final double PHI = 0.2;
    private static final double ETA = 0.4;
    private static final int TRIALS = 9;

    private final BetaBinomialLikelihood likelihood = new BetaBinomialLikelihood();

    /** Those of binomials over the beta of their probability; together they are 1. */
    @Test
    void probabilities_areBinomialsOverABeta() {
        double mean = 1 / (1 + Math.exp(-ETA));
        BetaDistribution beta = new BetaDistribution(mean / PHI, (1 - mean) / PHI);
        RowLoss loss = likelihood.loss(new DispersionPosterior.Known(PHI));
        double sum = 0;
        for (int y = 0; y <= TRIALS; y++) {
            int successes = y;
            double expected = new GaussIntegratorFactory()
                    .legendre(200, 0, 1)
                    .integrate(p -> beta.density(p) * new BinomialDistribution(TRIALS, p).probability(successes));
            double found = Math.exp(-ExpectedRow.of(loss, SuccessesAndTrials.COUNTS.encodeLabel(y, TRIALS), ETA, 0)
                    .value());
            assertClose("probability of " + y, expected, found, 1e-6);
            sum += found;
        }
        assertEquals(1, sum, 1e-12);
    }

    @Test
    void drawnCounts_haveTheirMoments() {
        int draws = 40_000;
        Well19937c random = new Well19937c(TestSeed.of("beta binomial"));
        double mean = 1 / (1 + Math.exp(-ETA));
        double variance = TRIALS * mean * (1 - mean) * (1 + TRIALS * PHI) / (1 + PHI);
        double sum = 0;
        double squares = 0;
        for (int s = 0; s < draws; s++) {
            double label = likelihood
                    .responseSampler()
                    .drawLabel(new double[] {ETA}, PHI, SuccessesAndTrials.COUNTS.encodeLabel(0, TRIALS), random);
            assertEquals(TRIALS, SuccessesAndTrials.COUNTS.trials(label));
            double apart = SuccessesAndTrials.COUNTS.decodeResponse(label) - TRIALS * mean;
            sum += apart;
            squares += apart * apart;
        }
        assertWithin("mean", 0, sum / draws, 4 * Math.sqrt(variance / draws));
        // The fourth moment of a number within 9 is at most 81 times the second.
        assertWithin("variance", variance, squares / draws, 4 * Math.sqrt(81 * variance / draws));
    }

    @Test
    void labels_areCountsOfTrials() {
        double largest = (1 << 26) - 1;
        for (double[] taken : new double[][] {{0, 0}, {3, 3}, {0, 12}, {largest, largest}}) {
            double label = SuccessesAndTrials.COUNTS.encodeLabel(taken[0], taken[1]);
            assertNull(likelihood.refusal(label));
            assertEquals(taken[0], SuccessesAndTrials.COUNTS.decodeResponse(label));
            assertEquals(taken[1], SuccessesAndTrials.COUNTS.trials(label));
        }
        assertNotNull(likelihood.refusal(0.5));
        assertNotNull(likelihood.refusal(-1));
        assertNotNull(likelihood.refusal(3), "three successes of no trial");
        assertNotNull(SuccessesAndTrials.COUNTS.refusal(largest + 1));
        assertNotNull(SuccessesAndTrials.COUNTS.refusal(Double.NaN));
        assertNotNull(SuccessesAndTrials.COUNTS.refusal(2.5));
    }
}
