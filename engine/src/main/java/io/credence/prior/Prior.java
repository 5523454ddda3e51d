package io.credence.prior;

import io.credence.family.Blocks;
import io.credence.linalg.Symmetric;
import java.io.Serializable;
import java.util.Objects;
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
    /** Parameters whose differences are taken at a time. */
    private static final int TOGETHER = 64;

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

    /** Whether {@link #hessian} says all of the curvature, at no great cost. */
    public boolean hasCurvature() {
        return term == null || term.hasCurvature();
    }

    /** ∇² log π(θ), d × d; of the term by central differences, good to about 1e-8 of its size. */
    public double[] hessian(double[] theta) {
        int d = dimension();
        double[] hessian = new double[d * d];
        for (int first = 0; term != null && first < d; first += TOGETHER) {
            addTermCurvature(theta, first, Math.min(TOGETHER, d - first), hessian);
        }
        double[] precision = Symmetric.unpack(normal.within(Blocks.full(d)), d);
        for (int e = 0; e < hessian.length; e++) {
            hessian[e] -= precision[e];
        }
        return hessian;
    }

    /** The halves of rows and columns from {@code first} on. */
    private void addTermCurvature(double[] theta, int first, int count, double[] hessian) {
        int d = dimension();
        double[][] moved = new double[2 * count][];
        double[] steps = new double[count];
        for (int i = 0; i < count; i++) {
            steps[i] = STEP * Math.max(1, Math.abs(theta[first + i]));
            for (int side = 0; side < 2; side++) {
                moved[2 * i + side] = theta.clone();
                moved[2 * i + side][first + i] += side == 0 ? steps[i] : -steps[i];
            }
        }
        double[][] gradients = new double[2 * count][d];
        Objects.requireNonNull(term).addGradients(moved, gradients);
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < d; j++) {
                double slope = (gradients[2 * i][j] - gradients[2 * i + 1][j]) / (4 * steps[i]);
                hessian[(first + i) * d + j] += slope;
                hessian[j * d + first + i] += slope;
            }
        }
    }

    /** Adds the gradient of what the term says. */
    public void addTermGradient(double[] theta, double[] gradient) {
        if (term != null) {
            term.addGradient(theta, gradient);
        }
    }
}
