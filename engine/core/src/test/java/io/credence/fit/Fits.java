package io.credence.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.RowBlock;
import io.credence.family.FullGaussian;
import io.credence.family.Posterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.exact.NewtonAlgorithm;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.JavaDenseKernel;
import io.credence.prior.GaussianPrior;
import java.util.List;

/** Runs fits for tests, and checks what must hold after every one. */
public final class Fits {

    public static final DenseKernel KERNEL = JavaDenseKernel.INSTANCE;

    private Fits() {}

    public static Likelihood likelihood(String name) {
        return Likelihoods.named(name, 4, 3);
    }

    public static ExactProblem problem(String family, int columns, double priorSd) {
        Likelihood likelihood = likelihood(family);
        return ExactProblem.withKnownDispersion(
                likelihood, GaussianPrior.of(columns * likelihood.predictorCount(), 0, priorSd), 1);
    }

    /** The same with a dispersion to be estimated, under IG(3, 2). */
    public static ExactProblem estimated(String family, int columns, double priorSd) {
        ExactProblem known = problem(family, columns, priorSd);
        return ExactProblem.withEstimatedDispersion(
                known.likelihood(), known.prior(), new DispersionPosterior.InverseGamma(3, 2));
    }

    static FitResult fit(ExactProblem problem, FitSettings settings, List<List<RowBlock>> blocks) {
        try (InProcessBackend backend = new InProcessBackend(blocks, KERNEL, 2)) {
            FitResult result = new NewtonAlgorithm(problem, settings, backend, KERNEL).fit();
            assertSound(result);
            return result;
        }
    }

    public static FitResult converged(ExactProblem problem, FitSettings settings, List<List<RowBlock>> blocks) {
        FitResult result = fit(problem, settings, blocks);
        assertEquals(FitStatus.CONVERGED, result.status(), result.stopReason());
        return result;
    }

    /** Finite mean, finite positive standard deviations, positive definite precision. */
    public static void assertSound(FitResult result) {
        Posterior q = result.posterior();
        for (int j = 0; j < q.dimension(); j++) {
            assertTrue(Double.isFinite(q.mean()[j]), "mean " + j + " was " + q.mean()[j]);
            assertTrue(q.sd()[j] > 0 && Double.isFinite(q.sd()[j]), "sd " + j + " was " + q.sd()[j]);
        }
        assertTrue(Double.isFinite(q.logDensity(q.mean())));
    }

    /** Largest difference of the means in units of the first posterior's standard deviations. */
    public static double meanShift(Posterior a, Posterior b) {
        double largest = 0;
        for (int j = 0; j < a.dimension(); j++) {
            largest = Math.max(largest, Math.abs(a.mean()[j] - b.mean()[j]) / a.sd()[j]);
        }
        return largest;
    }

    /** Largest relative difference of the standard deviations. */
    public static double sdShift(Posterior a, Posterior b) {
        double largest = 0;
        for (int j = 0; j < a.dimension(); j++) {
            largest = Math.max(largest, Math.abs(a.sd()[j] / b.sd()[j] - 1));
        }
        return largest;
    }

    /** Largest difference of the covariances relative to the product of standard deviations. */
    public static double covarianceShift(FullGaussian a, FullGaussian b) {
        int d = a.dimension();
        double largest = 0;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                double difference = a.covariance()[i * d + j] - b.covariance()[i * d + j];
                largest = Math.max(largest, Math.abs(difference) / (a.sd()[i] * a.sd()[j]));
            }
        }
        return largest;
    }
}
