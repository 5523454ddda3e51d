package io.credence.fit.exact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.family.GaussianStructure;
import io.credence.fit.Algorithm;
import io.credence.fit.ExactProblem;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.Fits;
import io.credence.fit.InProcessBackend;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * An intercept beside the levels of a factor under a wide prior: a sum of both hardly changes the bound, and mean-field steps crawl
 * along it. Many levels have one response only.
 */
class SlowDirectionTest {

    private static final int LEVELS = 600;

    private static List<List<RowBlock>> rows() {
        Random random = new Random(5);
        BlockBuilder builder = BlockBuilder.sparse(LEVELS + 2, Precision.FLOAT64, BlockBuilder.DEFAULT_BLOCK_BYTES);
        double[] effects = random.doubles(LEVELS, -3, 3).toArray();
        for (int i = 0; i < 10 * LEVELS; i++) {
            int level = random.nextInt(LEVELS);
            double x = random.nextGaussian();
            double response = random.nextDouble() < 1 / (1 + Math.exp(-0.5 * x - effects[level])) ? 1 : 0;
            builder.add(response, 1, 0, new int[] {0, 1, 2 + level}, new double[] {1, x, 1}, 3);
        }
        return List.of(List.of(builder.build()));
    }

    private static FitResult fitted(boolean persistent, double tolerance) {
        ExactProblem problem = Fits.problem("bernoulli", LEVELS + 2, 100);
        FitSettings settings = new FitSettings(GaussianStructure.DIAGONAL, 2000, tolerance, 1);
        try (InProcessBackend backend = new InProcessBackend(rows(), Fits.KERNEL, 2)) {
            Algorithm algorithm = persistent
                    ? NewtonAlgorithm.withFallback(problem, settings, backend, Fits.KERNEL)
                    : new NewtonAlgorithm(problem, settings, backend, Fits.KERNEL);
            FitResult found = algorithm.fit();
            assertTrue(found.isConverged(), found.stopReason());
            return found;
        }
    }

    /** Natural-gradient steps alone ended at an intercept 22 of its standard deviations off; theirs is 0.02 of a posterior one. */
    @Test
    void convergedFits_areAtTheOptimum() {
        FitResult exact = fitted(true, 1e-11);
        for (boolean persistent : new boolean[] {false, true}) {
            FitResult found = fitted(persistent, 1e-8);
            assertEquals(exact.elbo(), found.elbo(), 3e-4);
            assertTrue(Fits.meanShift(exact.posterior(), found.posterior()) < 0.2);
        }
    }

    /** Natural-gradient steps needed 561 passes. */
    @Test
    void levelsBeyondAFewHundred_convergeInFewPasses() {
        int passes = fitted(true, 1e-8).iterations();
        assertTrue(passes <= 100, "passes: " + passes);
    }
}
