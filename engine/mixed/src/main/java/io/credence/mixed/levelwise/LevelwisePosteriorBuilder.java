package io.credence.mixed.levelwise;

import io.credence.data.BlockBuilder;
import io.credence.family.FullGaussian;
import io.credence.family.MixturePosterior;
import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.mixed.result.JointParameterPosterior;
import io.credence.mixed.result.MixedPosterior;
import io.credence.mixed.result.MixedPosterior.VarianceDesign;
import io.credence.mixed.result.MixedPosteriorBuilder;
import java.util.Arrays;
import java.util.List;

/** Builder of the posterior of coefficients, variance components and effects from that of ψ. */
public record LevelwisePosteriorBuilder(LevelwiseDensity density, MixedPosteriorBuilder results) {

    /** Largest number of unknowns of a design. Over more, points of a Student density have uneven weights. */
    private static final int MOST_DESIGNED = 10;

    /**
     * Posterior near the mode of the state. It comes from a quadratic likelihood where all variance components are
     * known well, or are too many for a design; else from a design.
     */
    PosteriorNearMode posteriorNearMode(LevelwiseState at) {
        boolean isNormal = density.dimension() > MOST_DESIGNED
                || density.hasSharpSds(at.psi(), at.precision().inverse());
        return isNormal ? new QuadraticPosteriorNearMode(density) : new DesignPosteriorNearMode(density);
    }

    MixedPosterior posterior(LevelwiseState at) {
        JointParameterPosterior found = posteriorNearMode(at).posterior(at);
        List<double[]> natural = found.componentPoints().stream()
                .map(density.coordinates()::toNaturalScale)
                .toList();
        VarianceDesign design = new VarianceDesign(
                        results.model().componentNames(), natural, found.weights(), found.logWeights())
                .withUnderCovered(found.underCoveredNames());
        return new MixedPosterior(
                new MixturePosterior(List.of(fixedEffectsPosterior(found)), new double[1]),
                design,
                results.effects(
                        design,
                        LevelwiseEffects.levelMoments(density, found, BlockBuilder.DEFAULT_BLOCK_BYTES),
                        density.survey().columns().rootMeanSquares()),
                null,
                found.logEvidence(),
                at.maxMeanError(),
                List.of(),
                found.surrogate());
    }

    private FullGaussian fixedEffectsPosterior(JointParameterPosterior found) {
        int p = density.layout().fixedEffectCount();
        int d = density.dimension();
        double[] covariance = new double[p * p];
        for (int i = 0; i < p; i++) {
            System.arraycopy(found.covariance(), i * d, covariance, i * p, p);
        }
        Cholesky own = Cholesky.of(JavaDenseKernel.INSTANCE, covariance, p);
        FullGaussian fixed = own == null
                ? null
                : FullGaussian.of(results.kernel(), Arrays.copyOf(found.mean(), p), Symmetric.pack(own.inverse(), p));
        if (fixed == null) {
            throw new IllegalStateException("the covariance of " + p + " coefficients was not positive definite");
        }
        return fixed;
    }
}
