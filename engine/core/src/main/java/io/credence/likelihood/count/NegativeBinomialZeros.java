package io.credence.likelihood.count;

import io.credence.quadrature.DispersionNodes;
import java.util.OptionalDouble;

/**
 * Probability (1 + φμ)^{−1/φ} of a zero of a negative binomial law.
 *
 * @param dispersion φ
 */
public record NegativeBinomialZeros(DispersionNodes dispersion) implements ZeroProbability {

    @Override
    public double[] dispersionWeights() {
        return dispersion.weights();
    }

    @Override
    public double dispersion(int k) {
        return dispersion.value(k);
    }

    @Override
    public OptionalDouble singularity(int k) {
        return OptionalDouble.of(-Math.log(dispersion.value(k)));
    }

    @Override
    public void writeLogProbability(int k, double eta, double[] out, int at) {
        double size = 1 / dispersion.value(k);
        double t = eta - Math.log(size);
        double share = 1 / (1 + Math.exp(-t));
        out[at] = -size * (Math.max(t, 0) + Math.log1p(Math.exp(-Math.abs(t))));
        out[at + 1] = -size * share;
        out[at + 2] = out[at + 1] * (1 - share);
    }
}
