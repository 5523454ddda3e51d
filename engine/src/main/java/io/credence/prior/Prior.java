package io.credence.prior;

import io.credence.family.Blocks;
import io.credence.linalg.Symmetric;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The prior of all parameters: a normal one times another density.
 *
 * @param normal normal prior; precision 0 where {@code term} is the prior
 * @param term what more the log density has; null for nothing
 */
public record Prior(GaussianPrior normal, @Nullable DensityTerm term) implements Serializable {

    /** Step of differences of the term's gradient, relative to the parameter. */
    private static final double STEP = 1e-4;

    /** A normal prior. */
    public Prior(GaussianPrior normal) {
        this(normal, null);
    }

    /** Number of parameters. */
    public int dimension() {
        return normal.dimension();
    }

    /** log π(θ), nats. */
    public double logDensity(double[] theta) {
        return normal.logDensity(theta) + termDensity(theta);
    }

    /** What the term says of θ, nats. */
    public double termDensity(double[] theta) {
        return term == null ? 0 : term.logDensity(theta);
    }

    /** ∇ log π(θ). */
    public double[] gradient(double[] theta) {
        double[] gradient = normal.gradient(theta);
        addTermGradient(theta, gradient);
        return gradient;
    }

    /** Whether {@link #hessian} says all of the curvature. */
    public boolean isSmooth() {
        return term == null || term.isSmooth();
    }

    /** ∇² log π(θ), d × d; of the term by central differences, good to about 1e-8 of its size. */
    public double[] hessian(double[] theta) {
        int d = dimension();
        double[] hessian = new double[d * d];
        double[] moved = theta.clone();
        for (int i = 0; term != null && i < d; i++) {
            double step = STEP * Math.max(1, Math.abs(theta[i]));
            double[] above = new double[d];
            double[] below = new double[d];
            moved[i] = theta[i] + step;
            addTermGradient(moved, above);
            moved[i] = theta[i] - step;
            addTermGradient(moved, below);
            moved[i] = theta[i];
            for (int j = 0; j < d; j++) {
                double slope = (above[j] - below[j]) / (4 * step);
                hessian[i * d + j] += slope;
                hessian[j * d + i] += slope;
            }
        }
        double[] precision = Symmetric.unpack(normal.within(Blocks.full(d)), d);
        for (int e = 0; e < hessian.length; e++) {
            hessian[e] -= precision[e];
        }
        return hessian;
    }

    /** Adds the gradient of what the term says. */
    public void addTermGradient(double[] theta, double[] gradient) {
        if (term != null) {
            term.addGradient(theta, gradient);
        }
    }
}
