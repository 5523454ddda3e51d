package io.credence.benchmark;

import java.util.Arrays;

/**
 * GARCH(1,1) of zero-mean returns in the unconstrained ψ of QBVI Table 7: h_t = ω + α r²_{t−1} + β h_{t−1} with ω = f(ψ_ω),
 * α = f(ψ_α)(1 − f(ψ_β)), β = f(ψ_α) f(ψ_β), f the logistic function, under a prior N(0, v I).
 *
 * @param returns r_t
 * @param firstVariance h_1
 * @param priorVariance v; infinite for the likelihood alone
 */
record GarchModel(double[] returns, double firstVariance, double priorVariance) implements Model {

    /** As {@code returns} begins with their mean square. */
    static GarchModel of(double[] returns, double priorVariance) {
        double sum = Arrays.stream(returns).map(r -> r * r).sum();
        return new GarchModel(returns, sum / returns.length, priorVariance);
    }

    /** (ω, α, β) of ψ. */
    static double[] transformed(double[] psi) {
        double persistence = logistic(psi[1]);
        double share = logistic(psi[2]);
        return new double[] {logistic(psi[0]), persistence * (1 - share), persistence * share};
    }

    @Override
    public int dimension() {
        return 3;
    }

    /** With derivatives of h_t in (ω, α, β) by the same recursion. */
    @Override
    public double evaluate(double[] psi, double[] gradient) {
        double[] natural = transformed(psi);
        double[] slope = new double[3];
        double[] sum = new double[3];
        double h = firstVariance;
        double value = 0;
        for (int t = 0; t < returns.length; t++) {
            if (t > 0) {
                double square = returns[t - 1] * returns[t - 1];
                slope[0] = 1 + natural[2] * slope[0];
                slope[1] = square + natural[2] * slope[1];
                slope[2] = h + natural[2] * slope[2];
                h = natural[0] + natural[1] * square + natural[2] * h;
            }
            double ratio = returns[t] * returns[t] / h;
            value -= 0.5 * (Math.log(2 * Math.PI * h) + ratio);
            double weight = 0.5 * (ratio - 1) / h;
            for (int k = 0; k < 3; k++) {
                sum[k] += weight * slope[k];
            }
        }
        double persistence = logistic(psi[1]);
        double share = logistic(psi[2]);
        gradient[0] = sum[0] * natural[0] * (1 - natural[0]);
        gradient[1] = persistence * (1 - persistence) * (sum[1] * (1 - share) + sum[2] * share);
        gradient[2] = persistence * share * (1 - share) * (sum[2] - sum[1]);
        return value + Model.logPrior(priorVariance, psi, gradient);
    }

    /** By a tensor product of Gauss–Hermite rules. */
    @Override
    public double elbo(Gaussian q) {
        return GaussianOptimum.elbo(this, q, 25);
    }

    /** h_t at ψ, where h_1 is the mean square of these returns. */
    double[] variances(double[] psi) {
        double[] natural = transformed(psi);
        double[] h = new double[returns.length];
        h[0] = firstVariance;
        for (int t = 1; t < h.length; t++) {
            h[t] = natural[0] + natural[1] * returns[t - 1] * returns[t - 1] + natural[2] * h[t - 1];
        }
        return h;
    }

    private static double logistic(double x) {
        return 1 / (1 + Math.exp(-x));
    }
}
