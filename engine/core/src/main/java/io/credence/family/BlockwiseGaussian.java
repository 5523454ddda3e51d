package io.credence.family;

import io.credence.data.CoefficientCovariance;
import io.credence.linalg.DenseKernel;
import java.util.List;
import java.util.function.BiFunction;

/** Gaussian posterior that is held by the full Gaussians of its blocks, whose results it joins. */
public interface BlockwiseGaussian extends GaussianPosterior {

    @Override
    default DenseKernel kernel() {
        return parts().get(0).kernel();
    }

    @Override
    default double[] sd() {
        return joined(mean(), (part, none) -> part.sd());
    }

    @Override
    default double[] covarianceTimes(double[] v) {
        return joined(v, FullGaussian::covarianceTimes);
    }

    @Override
    default double[] precisionTimes(double[] v) {
        return joined(v, FullGaussian::precisionTimes);
    }

    @Override
    default double[] deviation(double[] standard) {
        return joined(standard, FullGaussian::deviation);
    }

    @Override
    default double[] score(double[] standard) {
        return joined(standard, FullGaussian::score);
    }

    private double[] joined(double[] v, BiFunction<FullGaussian, double[], double[]> each) {
        Blocks blocks = blocks();
        List<FullGaussian> parts = parts();
        double[] result = new double[v.length];
        for (int b = 0; b < parts.size(); b++) {
            double[] own = each.apply(parts.get(b), blocks.part(b, v));
            System.arraycopy(own, 0, result, blocks.first(b), own.length);
        }
        return result;
    }

    @Override
    default double logDeterminantPrecision() {
        return parts().stream()
                .mapToDouble(FullGaussian::logDeterminantPrecision)
                .sum();
    }

    @Override
    default CovarianceChange shapeChange(GaussianPosterior target) {
        List<FullGaussian> parts = parts();
        List<FullGaussian> others = target.parts();
        double divergence = 0;
        double ratios = 0;
        for (int b = 0; b < parts.size(); b++) {
            CovarianceChange own = parts.get(b).shapeChange(others.get(b));
            divergence += own.divergence();
            ratios += own.meanRatio() * blocks().size(b);
        }
        return new CovarianceChange(divergence, ratios / dimension());
    }

    /** Covariance as a matrix of order d: the rows' variances are computed as for a full Gaussian. */
    @Override
    default CoefficientCovariance spread(boolean sparse) {
        return sparse
                ? new CoefficientCovariance.Covariance(covariance())
                : new CoefficientCovariance.CovarianceFactor(inverseRoot());
    }

    /** Covariance, d × d row-major, zero outside the blocks. */
    @Override
    default double[] covariance() {
        return blocks().widenedRoots(parts(), FullGaussian::covariance);
    }
}
