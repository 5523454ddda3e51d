package io.credence.family.law;

import io.credence.autodiff.Polygamma;
import io.credence.linalg.NormalTail;
import java.io.Serializable;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import org.hipparchus.special.Gamma;
import org.jspecify.annotations.Nullable;

/** Posterior of a dispersion φ, independent of the coefficients, or a known value of φ. */
public sealed interface DispersionPosterior extends Serializable
        permits DispersionPosterior.Known, DispersionPosterior.InverseGamma, LogNormalDispersion {

    /** Kullback–Leibler divergence KL(this ‖ prior), nats; 0 for a known value. */
    double divergence(InverseGamma prior);

    /** Kullback–Leibler divergence KL(this ‖ other) of a factor of the same kind, nats; 0 between known values. */
    double divergenceFrom(DispersionPosterior other);

    /**
     * Natural-gradient step of size {@code stepSize} towards a factor of the same kind: affine in the natural
     * parameters.
     */
    DispersionPosterior stepTowards(DispersionPosterior target, double stepSize);

    /** Whether the dispersion is known. */
    default boolean isKnown() {
        return asKnown() != null;
    }

    /** Known value; null where the dispersion has a factor. */
    default @Nullable Known asKnown() {
        return null;
    }

    /** Log-normal factor; null where the posterior is of another kind. */
    default @Nullable LogNormalDispersion asLogNormal() {
        return null;
    }

    /** Whether the posterior is inverse gamma, the conjugate factor of normal responses. */
    default boolean isInverseGamma() {
        return false;
    }

    /**
     * Log-normal factor of the given mean and standard deviation of log φ; a known value where the latter is not above
     * 0.
     */
    static DispersionPosterior ofLogMoments(double mean, double sd) {
        return sd > 0 ? new LogNormalDispersion(mean, sd) : new Known(Math.exp(mean));
    }

    /** Expected logarithm E log φ. */
    double meanLog();

    /** Standard deviation of log φ. */
    double sdLog();

    /** Expected inverse E 1/φ. */
    double meanInverse();

    /** Mean E φ; infinite where it does not exist. */
    double mean();

    /** Standard deviation of φ; infinite where it does not exist. */
    double sd();

    /** Coordinates to average over the iterates of a fit by draws; empty for a known value and a log-normal factor. */
    default double[] coordinates() {
        return new double[0];
    }

    /** Factor of the same kind with the given coordinates. */
    default DispersionPosterior withCoordinates(double[] coordinates) {
        return this;
    }

    /**
     * Quantiles of φ at the probabilities {@code p.applyAsDouble(s)}, s = 0, …, count − 1; empty for a known value.
     */
    default double[] quantiles(int count, IntToDoubleFunction p) {
        return new double[0];
    }

    /** Log density of {@code log φ}, nats, as a function whose constants are computed once; 0 for a known value. */
    default DoubleUnaryOperator logDensityOfLog() {
        return logarithm -> 0;
    }

    /** Location and log width of log φ, unbounded coordinates of a factor; empty for a known value. */
    default double[] unboundedCoordinates() {
        return new double[0];
    }

    /** Factor of the same kind with the given location and log width. */
    default DispersionPosterior withUnboundedCoordinates(double[] unbounded) {
        return this;
    }

    /**
     * Gradient in {@link #unboundedCoordinates}, nats, of an objective whose full natural-gradient step ends at
     * {@code target}. The target is of the same kind.
     */
    default double[] gradientTowards(DispersionPosterior target) {
        return new double[0];
    }

    /**
     * Inverse gamma p with the least KL(this ‖ p), which has the same E log φ and E 1/φ. There is none for a known
     * value.
     */
    default InverseGamma nearestInverseGamma() {
        return InverseGammaMatching.ofMoments(meanLog(), meanInverse());
    }

    /**
     * Known dispersion.
     *
     * @param value φ, positive
     */
    record Known(double value) implements DispersionPosterior {
        public Known {
            requirePositive("dispersion", value);
        }

        @Override
        public double divergence(InverseGamma prior) {
            return 0;
        }

        @Override
        public double divergenceFrom(DispersionPosterior other) {
            return 0;
        }

        @Override
        public DispersionPosterior stepTowards(DispersionPosterior target, double stepSize) {
            return this;
        }

        @Override
        public Known asKnown() {
            return this;
        }

        @Override
        public double meanLog() {
            return Math.log(value);
        }

        @Override
        public double sdLog() {
            return 0;
        }

        @Override
        public double meanInverse() {
            return 1 / value;
        }

        @Override
        public double mean() {
            return value;
        }

        @Override
        public double sd() {
            return 0;
        }
    }

    /**
     * Inverse-gamma factor φ ~ IG(a, b): log q = a log b − log Γ(a) − (a + 1) log φ − b/φ.
     *
     * @param shape a, positive
     * @param scale b, positive
     */
    record InverseGamma(double shape, double scale) implements DispersionPosterior {

        /** Shape above which log φ is normal to a hundred-millionth of its standard deviation. */
        private static final double NORMAL_SHAPE = 1e16;

        public InverseGamma {
            requirePositive("shape of an inverse gamma", shape);
            requirePositive("scale of an inverse gamma", scale);
        }

        @Override
        public boolean isInverseGamma() {
            return true;
        }

        @Override
        public double meanLog() {
            return Math.log(scale) - Polygamma.of(0, shape);
        }

        @Override
        public double sdLog() {
            return Math.sqrt(varianceOfLog());
        }

        @Override
        public InverseGamma nearestInverseGamma() {
            return this;
        }

        /** Variance of log φ, ψ′(a). */
        public double varianceOfLog() {
            return Polygamma.of(1, shape);
        }

        @Override
        public double[] coordinates() {
            return new double[] {shape, scale};
        }

        @Override
        public InverseGamma withCoordinates(double[] coordinates) {
            return new InverseGamma(coordinates[0], coordinates[1]);
        }

        @Override
        public double[] unboundedCoordinates() {
            return new double[] {Math.log(scale / shape), -0.5 * Math.log(shape)};
        }

        @Override
        public InverseGamma withUnboundedCoordinates(double[] unbounded) {
            double newShape = Math.exp(-2 * unbounded[1]);
            return new InverseGamma(newShape, newShape * Math.exp(unbounded[0]));
        }

        /** Gradient by the Fisher information of (a, b), [ψ′(a), −1/b; −1/b, a/b²]. */
        @Override
        public double[] gradientTowards(DispersionPosterior target) {
            InverseGamma other = (InverseGamma) target;
            return new double[] {
                other.shape - shape * other.scale / scale, -2 * (shape - other.shape) * (shape * varianceOfLog() - 1)
            };
        }

        @Override
        public double[] quantiles(int count, IntToDoubleFunction p) {
            double[] quantiles = new double[count];
            Arrays.setAll(quantiles, s -> quantile(p.applyAsDouble(s)));
            return quantiles;
        }

        @Override
        public DoubleUnaryOperator logDensityOfLog() {
            double logScale = Math.log(scale);
            double logGamma = Gamma.logGamma(shape);
            return logarithm -> shape * (logScale - logarithm) - logGamma - Math.exp(logScale - logarithm);
        }

        /** Quantile of φ at the probability {@code p}. */
        public double quantile(double p) {
            double normal = NormalTail.quantile(p);
            return shape < NORMAL_SHAPE
                    ? Math.exp(-ScalarQuantile.of(new LogGammaLaw(shape, scale)).at(-normal))
                    : scale / shape * Math.exp(normal / Math.sqrt(shape));
        }

        @Override
        public double meanInverse() {
            return shape / scale;
        }

        @Override
        public DispersionPosterior stepTowards(DispersionPosterior target, double stepSize) {
            InverseGamma other = (InverseGamma) target;
            return new InverseGamma(shape + stepSize * (other.shape - shape), scale + stepSize * (other.scale - scale));
        }

        @Override
        public double mean() {
            return shape > 1 ? scale / (shape - 1) : Double.POSITIVE_INFINITY;
        }

        @Override
        public double sd() {
            return shape > 2 ? mean() / Math.sqrt(shape - 2) : Double.POSITIVE_INFINITY;
        }

        @Override
        public double divergence(InverseGamma prior) {
            return (shape - prior.shape) * Polygamma.of(0, shape)
                    - Gamma.logGamma(shape)
                    + Gamma.logGamma(prior.shape)
                    + prior.shape * Math.log(scale / prior.scale)
                    + shape * (prior.scale - scale) / scale;
        }

        @Override
        public double divergenceFrom(DispersionPosterior other) {
            return divergence((InverseGamma) other);
        }
    }

    private static void requirePositive(String what, double value) {
        if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("the " + what + " must be positive and finite but was " + value);
        }
    }
}
