package io.credence.gradient;

import io.credence.family.GaussianPosterior;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.linalg.Vectors;
import io.credence.random.NormalDraws;

/**
 * Reparameterised estimator, from the gradients ∇log p(θ_s) at draws. It is ĝ = b + mean y_s and, by Stein's identity,
 * Ĥ = C + mean ½(v_s y_sᵀ + y_s v_sᵀ), where y_s is the gradient less that of the surrogate, for Ĥ less the mean of the
 * other draws too.
 */
public record ReparameterizedEstimator() implements GradientEstimator<GaussianPosterior> {

    @Override
    public GradientForm form() {
        return GradientForm.PER_DRAW;
    }

    @Override
    public Estimate estimate(EvaluatedDraws drawn, GaussianPosterior q, QuadraticControlVariate before) {
        int d = q.dimension();
        int count = drawn.count();
        double[][] standard = new double[count][d];
        double[][] left = new double[count][];
        double[] rest = new double[count];
        for (int s = 0; s < count; s++) {
            drawn.standardDraws().fill(s, standard[s]);
            double[] deviation = q.deviation(standard[s]);
            rest[s] = drawn.values()[s] - before.value(deviation);
            left[s] = before.gradient(deviation);
            for (int j = 0; j < d; j++) {
                left[s][j] = drawn.gradients()[s * d + j] - left[s][j];
            }
        }
        double[] gradient = before.slope().clone();
        double[][] centred = new double[count][d];
        for (int j = 0; j < d; j++) {
            double[] column = new double[count];
            for (int s = 0; s < count; s++) {
                column[s] = left[s][j];
                gradient[j] += column[s] / count;
            }
            double[] centredColumn = drawn.centredOnOtherUnits(column);
            for (int s = 0; s < count; s++) {
                centred[s][j] = centredColumn[s];
            }
        }
        double[] curvature = before.curvature().clone();
        for (int s = 0; s < count; s++) {
            SymmetricBlocks.addProduct(before.blocks(), 1.0 / count, q.score(standard[s]), centred[s], curvature);
        }
        double value = before.expectation(q);
        for (double x : rest) {
            value += x / count;
        }
        return new Estimate(
                value,
                drawn.varianceOfMean(rest),
                gradient,
                before.inPosteriorBlocks(q.blocks(), curvature),
                curvature,
                0.5 * gradientNoise(drawn, q, centred),
                0.25 * curvatureNoise(drawn, q, standard, centred));
    }

    /**
     * Variance of the mean gradient in the norm of S. It is the mean square of the units' means over the number of
     * units.
     */
    private static double gradientNoise(EvaluatedDraws drawn, GaussianPosterior q, double[][] centred) {
        int unit = drawn.standardDraws().drawsPerUnit();
        int units = drawn.standardDraws().unitCount();
        double sum = 0;
        for (int u = 0; u < units; u++) {
            double[] mean = new double[q.dimension()];
            for (int s = u * unit; s < (u + 1) * unit; s++) {
                for (int j = 0; j < mean.length; j++) {
                    mean[j] += centred[s][j] / unit;
                }
            }
            sum += Vectors.dot(mean, q.covarianceTimes(mean));
        }
        // Centring on the other units makes each deviation larger by U/(U − 1).
        double shrink = (units - 1.0) / units;
        return sum * shrink * shrink / (units - 1) / units;
    }

    private static double curvatureNoise(
            EvaluatedDraws drawn, GaussianPosterior q, double[][] standard, double[][] centred) {
        boolean pairs = drawn.standardDraws().dependence() == NormalDraws.Dependence.ANTITHETIC;
        int step = pairs ? 2 : 1;
        double sum = 0;
        for (int s = 0; s < centred.length; s += step) {
            double[] y = centred[s].clone();
            for (int j = 0; pairs && j < y.length; j++) {
                y[j] = 0.5 * (y[j] - centred[s + 1][j]);
            }
            sum += SymmetricBlocks.squaredProduct(
                    q.blocks(), standard[s], q.deviation(standard[s]), y, q.covarianceTimes(y));
        }
        double units = centred.length / (double) step;
        return sum / units / units;
    }

    /**
     * Reparameterised estimator of a mean-field posterior from folded gradients. It serves dimensions at which a
     * gradient per draw would be too large to send. The control variate's share is subtracted on the driver, which
     * makes the draws again.
     */
    public record FoldedEstimator() implements GradientEstimator<GaussianPosterior> {

        @Override
        public GradientForm form() {
            return GradientForm.FOLDED;
        }

        @Override
        public Estimate estimate(EvaluatedDraws drawn, GaussianPosterior q, QuadraticControlVariate before) {
            if (!q.isMeanField()) {
                throw new IllegalArgumentException("folded gradients are enough for a diagonal covariance only");
            }
            int d = q.dimension();
            double[] left = drawn.gradients().clone();
            double[] values = drawn.values().clone();
            double[] standard = new double[d];
            for (int s = 0; s < values.length; s++) {
                drawn.standardDraws().fill(s, standard);
                double[] deviation = q.deviation(standard);
                values[s] -= before.value(deviation);
                double[] known = before.gradient(deviation);
                for (int j = 0; j < d; j++) {
                    known[j] = -known[j];
                }
                GradientForm.addToReplicate(known, standard, s, values.length, left);
            }
            return combineGroups(drawn, q, before, left, values);
        }

        private static Estimate combineGroups(
                EvaluatedDraws drawn,
                GaussianPosterior q,
                QuadraticControlVariate before,
                double[] left,
                double[] values) {
            int d = q.dimension();
            int replicates = GradientForm.REPLICATES;
            double[] gradient = before.slope().clone();
            double[] curvature = before.curvature().clone();
            double gradientNoise = 0;
            double curvatureNoise = 0;
            double[] means = new double[replicates];
            double[] products = new double[replicates];
            for (int j = 0; j < d; j++) {
                double precision = q.precision()[j];
                for (int g = 0; g < replicates; g++) {
                    means[g] = left[2 * g * d + j] * replicates / values.length;
                    products[g] = left[(2 * g + 1) * d + j] * replicates / values.length * Math.sqrt(precision);
                }
                gradient[j] += mean(means);
                curvature[j] += mean(products);
                gradientNoise += 0.5 * varianceOfMean(means) / precision;
                curvatureNoise += 0.25 * varianceOfMean(products) / (precision * precision);
            }
            double value = before.expectation(q) + mean(values);
            return new Estimate(
                    value, drawn.varianceOfMean(values), gradient, curvature, curvature, gradientNoise, curvatureNoise);
        }

        private static double mean(double[] values) {
            double sum = 0;
            for (double value : values) {
                sum += value;
            }
            return sum / values.length;
        }

        private static double varianceOfMean(double[] values) {
            double mean = mean(values);
            double squares = 0;
            for (double value : values) {
                squares += (value - mean) * (value - mean);
            }
            return squares / (values.length - 1) / values.length;
        }
    }
}
