package io.credence.network.dense;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.DenseKernel;
import io.credence.network.row.NetworkRows;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Network for labels of a likelihood. Its outputs are the likelihood's linear predictors, or mean and log variance of
 * normal labels.
 *
 * @param family name of the likelihood
 * @param classes number of classes, where labels are classes; where normal labels are rewards of arms, number of arms;
 *     else 0
 * @param columns number of features of a row, a leading column of ones included
 * @param hidden units of each hidden layer
 * @param activation activation of the hidden units
 */
public record NetworkModel(String family, int classes, int columns, List<Integer> hidden, Activation activation)
        implements Serializable {

    /** Name of the family whose noise the network may predict. */
    public static final String GAUSSIAN = "gaussian";

    public NetworkModel {
        hidden = List.copyOf(hidden);
        if (hidden.isEmpty() || hidden.stream().anyMatch(units -> units < 1)) {
            throw new IllegalArgumentException(
                    "a network must have hidden layers of at least one unit but its layers are " + hidden);
        }
    }

    /** Whether labels are normal. */
    public boolean isGaussian() {
        return family.equals(GAUSSIAN);
    }

    /** Likelihood of labels that are not normal, or of normal ones whose noise is known. */
    public Likelihood likelihood() {
        return Likelihoods.named(family, 1, classes);
    }

    /** Whether the moments of the hidden units are in closed form, so that training takes no draws. */
    public boolean isClosedForm() {
        return hidden.size() == 1 && activation == Activation.RELU;
    }

    /** Outputs of the last hidden layer for a standardised row, preceded by a 1. */
    public double[] hidden(List<DenseLayer> layers, double[] weights, double[] row) {
        double[] in = row;
        for (DenseLayer layer : layers.subList(0, layers.size() - 1)) {
            double[] out = new double[layer.units() + 1];
            out[0] = 1;
            for (int u = 0; u < layer.units(); u++) {
                out[1 + u] = activation.value(layer.sum(weights, u, in));
            }
            in = out;
        }
        return in;
    }

    public OutputLoss loss(MemberKind kind) {
        if (isGaussian()) {
            return kind.hasPredictedNoise() ? new PredictedNoise() : new ConstantNoiseLoss(Math.max(1, classes));
        }
        return classes > 2
                ? new SampledClassLoss(classes)
                : new LikelihoodOutputLoss(likelihood().loss(new DispersionPosterior.Known(1)));
    }

    public NetworkShape shape(MemberKind kind) {
        OutputLoss loss = loss(kind);
        return new NetworkShape(columns, hidden, loss.outputs(), loss.points());
    }

    /** Readable description of {@code networks} such networks. */
    public String text(int networks) {
        return String.format(
                Locale.ROOT,
                "%s: %d networks of %d columns and hidden layers %s, %s",
                family,
                networks,
                columns - 1,
                hidden,
                activation.configName());
    }

    /** Sizes by the keys that request them. */
    public Map<String, Object> sizesByKey() {
        Map<String, Object> sizes = new LinkedHashMap<>();
        sizes.put("layers", hidden);
        sizes.put("activation", activation.configName());
        return sizes;
    }

    /** Number of weights of a member of a given kind. */
    public int weightCount(MemberKind kind) {
        return shape(kind).weightCount();
    }

    /** Activation function of hidden units. */
    public enum Activation {
        /** Rectified linear unit, max(0, a). */
        RELU {
            @Override
            double value(double a) {
                return Math.max(0, a);
            }

            @Override
            double slope(double a, double value) {
                return a > 0 ? 1 : 0;
            }
        },
        /** Hyperbolic tangent. */
        TANH {
            @Override
            double value(double a) {
                return Math.tanh(a);
            }

            @Override
            double slope(double a, double value) {
                return 1 - value * value;
            }
        };

        abstract double value(double a);

        /**
         * Derivative at {@code a}, where the activation is {@code value}. The value may be passed for {@code a}, since
         * both have one sign.
         */
        abstract double slope(double a, double value);

        /** Name in configurations and results. */
        public String configName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Loss of normal labels whose mean and log variance are outputs of the network. With outputs (m, l) normal, variances V
     * and covariance C, the expected loss is ½[log 2π + l + (V + (m − C − y)²) e^{−l + V_l/2}] (Wu et al. 2019, eq. 8); the
     * exponent is held below 30.
     */
    record PredictedNoise() implements GaussianNoiseLoss {

        private static final double MOST_EXPONENT = 30;

        @Override
        public int outputs() {
            return 2;
        }

        @Override
        public double noise(double[] outputs, int rows, int row, double[] values, int firstPoint) {
            return Math.exp(outputs[rows + row]);
        }

        @Override
        public void expect(
                DenseKernel kernel,
                LayerSums outputs,
                NetworkRows.Batch labels,
                double[] values,
                int firstPoint,
                IntFunction<double[]> normals,
                double[] losses,
                double[] gradient) {
            int rows = labels.rows();
            int second = outputs.pairIndex(1, 1) * rows;
            int cross = outputs.pairs > 2 ? outputs.pairIndex(1, 0) * rows : -1;
            for (int i = 0; i < rows; i++) {
                double weight = labels.weight()[i];
                double covariance = cross < 0 ? 0 : outputs.covariance[cross + i];
                double logVariance = outputs.mean[rows + i];
                double exponent = -logVariance + 0.5 * outputs.covariance[second + i];
                double precision = Math.exp(Math.min(exponent, MOST_EXPONENT));
                double moving = exponent < MOST_EXPONENT ? precision : 0;
                double apart = outputs.mean[i] - covariance - labels.label()[i];
                double square = outputs.covariance[i] + apart * apart;
                losses[i] = 0.5 * (LOG_TWO_PI + logVariance + square * precision);
                outputs.meanSlope[i] = weight * apart * precision;
                outputs.meanSlope[rows + i] = weight * 0.5 * (1 - square * moving);
                outputs.covarianceSlope[i] = weight * 0.5 * precision;
                outputs.covarianceSlope[second + i] = weight * 0.25 * square * moving;
                if (cross >= 0) {
                    outputs.covarianceSlope[cross + i] = -weight * apart * precision;
                }
            }
        }
    }
}
