package io.credence.likelihood.zero;

import io.credence.quadrature.DispersionNodes;
import java.util.Arrays;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Probability p(0 | η) of a zero among counts with log link. It is e^{−μ} for a Poisson law, and (1 + φμ)^{−1/φ} for a
 * negative binomial one.
 *
 * @param dispersion φ; null for a Poisson law
 */
record ZeroProbability(@Nullable DispersionNodes dispersion) {

    private static final double[] CERTAIN = {1};

    /** Weights of the values that the dispersion may have. */
    double[] dispersionWeights() {
        return dispersion == null ? CERTAIN : dispersion.weights();
    }

    /** Value number {@code k} of the dispersion; 0 of a Poisson law. */
    double dispersion(int k) {
        return dispersion == null ? 0 : dispersion.value(k);
    }

    /** Point η at which log p(0 | η) bends; none for a Poisson law. The function is singular π above it. */
    OptionalDouble singularity(int k) {
        return dispersion == null ? OptionalDouble.empty() : OptionalDouble.of(-Math.log(dispersion.value(k)));
    }

    /**
     * Writes log p(0 | η) and its first two derivatives into {@code out}, from {@code at} on.
     *
     * @param k number of the dispersion's value
     */
    void writeLogProbability(int k, double eta, double[] out, int at) {
        if (dispersion == null) {
            Arrays.fill(out, at, at + 3, -Math.exp(eta));
            return;
        }
        double size = 1 / dispersion.value(k);
        double t = eta - Math.log(size);
        double share = 1 / (1 + Math.exp(-t));
        out[at] = -size * (Math.max(t, 0) + Math.log1p(Math.exp(-Math.abs(t))));
        out[at + 1] = -size * share;
        out[at + 2] = out[at + 1] * (1 - share);
    }
}
