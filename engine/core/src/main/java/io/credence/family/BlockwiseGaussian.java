package io.credence.family;

import io.credence.data.CoefficientCovariance;
import io.credence.linalg.DenseKernel;
import java.util.List;
import java.util.function.BiFunction;

/** Gaussian posterior that consists of one full Gaussian per block and joins their results. */
public interface BlockwiseGaussian extends GaussianPosterior {

    @Override
    default DenseKernel kernel() {
        return blockGaussians().get(0).kernel();
    }

    @Override
    default double[] sd() {
        return mapBlocks(mean(), (part, none) -> part.sd());
    }

    @Override
    default double[] covarianceTimes(double[] v) {
        return mapBlocks(v, FullGaussian::covarianceTimes);
    }

    @Override
    default double[] precisionTimes(double[] v) {
        return mapBlocks(v, FullGaussian::precisionTimes);
    }

    @Override
    default double[] deviation(double[] standard) {
        return mapBlocks(standard, FullGaussian::deviation);
    }

    @Override
    default double[] score(double[] standard) {
        return mapBlocks(standard, FullGaussian::score);
    }

    private double[] mapBlocks(double[] v, BiFunction<FullGaussian, double[], double[]> each) {
        Blocks blocks = blocks();
        List<FullGaussian> parts = blockGaussians();
        double[] result = new double[v.length];
        for (int b = 0; b < parts.size(); b++) {
            double[] own = each.apply(parts.get(b), blocks.blockEntries(b, v));
            System.arraycopy(own, 0, result, blocks.firstCoefficient(b), own.length);
        }
        return result;
    }

    @Override
    default double logDeterminantPrecision() {
        return blockGaussians().stream()
                .mapToDouble(FullGaussian::logDeterminantPrecision)
                .sum();
    }

    @Override
    default CovarianceChange covarianceChange(GaussianPosterior target) {
        List<FullGaussian> parts = blockGaussians();
        List<FullGaussian> others = target.blockGaussians();
        double divergence = 0;
        double ratios = 0;
        for (int b = 0; b < parts.size(); b++) {
            CovarianceChange own = parts.get(b).covarianceChange(others.get(b));
            divergence += own.divergence();
            ratios += own.meanRatio() * blocks().size(b);
        }
        return new CovarianceChange(divergence, ratios / dimension());
    }

    /** Covariance as a matrix of order d, so that the rows' variances are computed as for a full Gaussian. */
    @Override
    default CoefficientCovariance coefficientCovariance(boolean sparse) {
        return sparse
                ? new CoefficientCovariance.Covariance(covariance())
                : new CoefficientCovariance.CovarianceFactor(inversePrecisionRoot());
    }

    /** Covariance, d × d row-major, zero outside the blocks. */
    @Override
    default double[] covariance() {
        return blocks().blockDiagonal(blockGaussians(), FullGaussian::covariance);
    }
}
