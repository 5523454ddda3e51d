package io.credence.mixed.crossed;

import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.mixed.component.DispersionSlope;
import io.credence.mixed.component.ScoredPoint;
import io.credence.mixed.model.VarianceComponents;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.result.EffectMoments;
import io.credence.mixed.row.StartingComponents;
import io.credence.mixed.site.RowSites;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Posterior density of variance components given rows with a normal response in two large crossed factors. Only sums of
 * the rows are read. The density has a gradient and a curvature, but no value, which would need a determinant.
 *
 * @param statistics sums of the rows, weighted by their weights
 */
public record CrossedNormalRowsDensity(
        CrossedStatistics statistics, CrossedProbes probes, VarianceCoordinates coordinates, DenseKernel kernel)
        implements CrossedDensity {

    public CrossedNormalRowsDensity(CrossedStatistics statistics, int probes, long seed, DenseKernel kernel) {
        this(
                statistics,
                CrossedProbes.of(statistics.table(), probes, seed),
                new VarianceCoordinates(statistics.layout().model()),
                kernel);
    }

    /**
     * Gradient and curvature of the log density at a point of the variance components.
     *
     * @param gradient gradient of log p(components | y)
     * @param information minus the Hessian, or an information matrix in its place, d × d; empty where there is no
     *     density
     * @param gradientCovariance covariance of the gradient over other probes, d × d
     * @param iterations number of iterations of conjugate gradients
     * @param sites normal factors that approximate the rows' likelihoods; null where these are normal themselves
     * @param rows number of rows that were visited for the evaluation
     */
    record CrossedEvaluation(
            double[] gradient,
            double[] information,
            double[] gradientCovariance,
            int iterations,
            @Nullable RowSites sites,
            long rows)
            implements ScoredPoint {

        /** Evaluation of a point without a density. */
        static CrossedEvaluation withoutDensity(int dimension) {
            return new CrossedEvaluation(new double[dimension], new double[0], new double[0], 0, null, 0);
        }

        boolean hasNoDensity() {
            return information.length == 0;
        }

        /**
         * Minus the gain in log density that a Newton step promises, nats, since the log density itself is not known.
         * It is −∞ where there is no density.
         */
        @Override
        public double value() {
            return hasNoDensity() ? Double.NEGATIVE_INFINITY : -0.5 * Vectors.dot(gradient, step());
        }

        /** Copy with the sites of the rows and the number of rows that were visited. */
        CrossedEvaluation withSites(RowSites found, long visited) {
            return new CrossedEvaluation(gradient, information, gradientCovariance, iterations, found, visited);
        }

        /** Newton step of the components. */
        double[] step() {
            return informationCholesky().solve(gradient);
        }

        /** Covariance of the components from the curvature alone, d × d. */
        double[] covariance() {
            return informationCholesky().inverse();
        }

        /**
         * Average amount by which the log density at the mode falls short, nats, since the mode moves with the random
         * probes.
         */
        double logDensityError() {
            double[] covariance = covariance();
            double sum = 0;
            for (int i = 0; i < gradientCovariance.length; i++) {
                sum += 0.5 * covariance[i] * gradientCovariance[i];
            }
            return sum;
        }

        private Cholesky informationCholesky() {
            Cholesky root = Cholesky.of(JavaDenseKernel.INSTANCE, information, gradient.length);
            if (root == null) {
                throw new IllegalStateException("an information is positive definite");
            }
            return root;
        }
    }

    @Override
    public double[] startingPoint() {
        return StartingComponents.startingValues(
                statistics.fixed(), statistics.weight(), statistics.columns(), coordinates);
    }

    @Override
    public CrossedEvaluation evaluate(double[] x, @Nullable CrossedEvaluation near) {
        CrossedGaussian gaussian = gaussian(x);
        return gaussian == null
                ? CrossedEvaluation.withoutDensity(x.length)
                : evaluate(gaussian, CrossedMoments.of(gaussian), coordinates, x, null);
    }

    @Override
    public CrossedNormalRowsDensity normalApproximation(CrossedEvaluation slope) {
        return this;
    }

    /**
     * Computes gradient and curvature by the Gaussian at a point.
     *
     * @param moments moments of that Gaussian
     * @param dispersion slope and curvature that a dispersion adds; null where there is none
     */
    static CrossedEvaluation evaluate(
            CrossedGaussian gaussian,
            CrossedMoments moments,
            VarianceCoordinates coordinates,
            double[] x,
            @Nullable DispersionSlope dispersion) {
        double[] gradient = new double[x.length];
        coordinates.logPrior(x, gradient);
        moments.addGradient(coordinates, x, gradient);
        double[] information = CrossedInformation.of(gaussian, coordinates, x);
        if (information != null && dispersion != null) {
            dispersion.addTo(gradient, information);
        }
        if (information == null || !Vectors.isFinite(gradient)) {
            return CrossedEvaluation.withoutDensity(x.length);
        }
        double[] curved = information.clone();
        coordinates.addPriorCurvature(x, curved, 0);
        Symmetric.fillUpper(curved, x.length);
        boolean isDefinite = Cholesky.of(JavaDenseKernel.INSTANCE, curved, x.length) != null;
        if (!isDefinite && Cholesky.of(JavaDenseKernel.INSTANCE, information, x.length) == null) {
            return CrossedEvaluation.withoutDensity(x.length);
        }
        double[] noise = noise(moments.probeGradients(coordinates, x), x.length);
        return new CrossedEvaluation(
                gradient, isDefinite ? curved : information, noise, gaussian.iterations(), null, 0);
    }

    @Nullable
    CrossedGaussian gaussian(double[] x) {
        VarianceComponents components = coordinates.toComponents(x);
        return components == null ? null : gaussian(components);
    }

    @Nullable
    CrossedGaussian gaussian(VarianceComponents components) {
        boolean isNormal = coordinates.model().estimatesResidual();
        return CrossedGaussian.of(statistics, isNormal ? components : components.withUnitResidual(), probes, kernel);
    }

    /** Moments of coefficients and effects at a point; null where it has no density. */
    @Nullable
    EffectMoments moments(double[] x) {
        CrossedGaussian gaussian = gaussian(x);
        return gaussian == null ? null : CrossedMoments.of(gaussian).effectMoments(kernel);
    }

    /** Covariance of the mean of the probes' gradients. */
    private static double[] noise(List<double[]> gradients, int d) {
        int count = gradients.size();
        double[] mean = new double[d];
        for (double[] each : gradients) {
            for (int i = 0; i < d; i++) {
                mean[i] += each[i] / count;
            }
        }
        double[] noise = new double[d * d];
        for (double[] each : gradients) {
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    noise[i * d + j] += (each[i] - mean[i]) * (each[j] - mean[j]) / ((count - 1.0) * count);
                }
            }
        }
        return noise;
    }
}
