package io.credence.prior;

import io.credence.model.Parameter;
import io.credence.model.Transform;
import org.apache.commons.math3.special.Gamma;

/**
 * A Dirichlet density of K positive numbers that sum to 1, as a density of the K − 1 consecutive parameters behind them
 * ({@link Parameter#simplex}): Γ(Σa)/ΠΓ(a_k) Π x_k^{a_k − 1}, times the Jacobian of the transform.
 *
 * @param first first of the parameters
 * @param concentration a, K ≥ 2 positive numbers
 */
public record DirichletTerm(int first, double[] concentration) implements DensityTerm {
    public DirichletTerm {
        if (concentration.length < 2) {
            throw new IllegalArgumentException(
                    "a Dirichlet density must have at least 2 concentrations but has " + concentration.length);
        }
        for (double a : concentration) {
            Positive.require("a concentration of a Dirichlet density", a);
        }
    }

    private Transform transform() {
        return Parameter.simplex("shares", concentration.length).transform();
    }

    /** x(θ), where it is not so small that it is no number any more. */
    private double[] shares(Transform transform, double[] theta) {
        double[] shares = new double[concentration.length];
        transform.constrain(theta, first, shares, 0);
        for (int k = 0; k < shares.length; k++) {
            shares[k] = Math.max(Double.MIN_NORMAL, shares[k]);
        }
        return shares;
    }

    @Override
    public double logDensity(double[] theta) {
        Transform transform = transform();
        double[] shares = shares(transform, theta);
        double total = 0;
        double sum = transform.logJacobian(theta, first);
        for (int k = 0; k < shares.length; k++) {
            total += concentration[k];
            sum += (concentration[k] - 1) * Math.log(shares[k]) - Gamma.logGamma(concentration[k]);
        }
        return sum + Gamma.logGamma(total);
    }

    @Override
    public void addGradient(double[] theta, double[] gradient) {
        Transform transform = transform();
        double[] slopes = shares(transform, theta);
        for (int k = 0; k < slopes.length; k++) {
            slopes[k] = (concentration[k] - 1) / slopes[k];
        }
        transform.addPullback(theta, first, slopes, 0, gradient, first);
        transform.addLogJacobianGradient(theta, first, gradient, first);
    }
}
