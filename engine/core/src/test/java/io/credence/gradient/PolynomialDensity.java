package io.credence.gradient;

import io.credence.family.GaussianPosterior;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.random.NormalDraws;
import io.credence.testkit.Naive;

/**
 * A log density Σ_k p_k(u_kᵀθ) of quartic polynomials, whose Gaussian expectations and those of its derivatives are closed
 * forms.
 *
 * @param directions u_k
 * @param coefficients those of p_k, lowest power first, five each
 */
record PolynomialDensity(double[][] directions, double[][] coefficients) {

    private static final double[][] DIRECTIONS = {
        {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, -0.4, 0.2}, {-0.3, 0.5, 0.8}, {0.7, 0.7, 0}
    };

    /** Of three parameters, with maxima near 0 and curvatures near −1, neither quadratic nor symmetric. */
    static PolynomialDensity quartic() {
        return new PolynomialDensity(DIRECTIONS, new double[][] {
            {-3, 0.2, -0.6, 0.02, -0.010},
            {1, -0.1, -0.5, -0.01, -0.015},
            {0, 0.3, -0.7, 0.03, -0.005},
            {0, 0, -0.2, 0.05, -0.030},
            {0, 0.1, -0.1, -0.04, -0.020},
            {0, 0, 0.1, 0, -0.010}
        });
    }

    /** The same up to second order. */
    static PolynomialDensity quadratic() {
        double[][] all = quartic().coefficients;
        double[][] cut = new double[all.length][5];
        for (int k = 0; k < all.length; k++) {
            System.arraycopy(all[k], 0, cut[k], 0, 3);
        }
        return new PolynomialDensity(DIRECTIONS, cut);
    }

    private static double derivative(double[] p, int order, double t) {
        return switch (order) {
            case 0 -> p[0] + t * (p[1] + t * (p[2] + t * (p[3] + t * p[4])));
            case 1 -> p[1] + t * (2 * p[2] + t * (3 * p[3] + t * 4 * p[4]));
            default -> 2 * p[2] + t * (6 * p[3] + t * 12 * p[4]);
        };
    }

    /** E p⁽ᵒʳᵈᵉʳ⁾(t) for t ~ N(m, v), from E t² = m² + v, E t³ = m³ + 3mv and E t⁴ = m⁴ + 6m²v + 3v². */
    private static double expected(double[] p, int order, double m, double v) {
        double at = derivative(p, order, m);
        return switch (order) {
            case 0 -> at + p[2] * v + p[3] * 3 * m * v + p[4] * (6 * m * m * v + 3 * v * v);
            case 1 -> at + 3 * p[3] * v + 12 * p[4] * m * v;
            default -> at + 12 * p[4] * v;
        };
    }

    double value(double[] theta) {
        double sum = 0;
        for (int k = 0; k < directions.length; k++) {
            sum += derivative(coefficients[k], 0, Naive.dot(directions[k], theta));
        }
        return sum;
    }

    double[] gradient(double[] theta) {
        double[] gradient = new double[theta.length];
        for (int k = 0; k < directions.length; k++) {
            double slope = derivative(coefficients[k], 1, Naive.dot(directions[k], theta));
            for (int j = 0; j < gradient.length; j++) {
                gradient[j] += slope * directions[k][j];
            }
        }
        return gradient;
    }

    private double variance(GaussianPosterior q, int k) {
        return Naive.dot(directions[k], q.covarianceTimes(directions[k]));
    }

    /** E log p. */
    double expectation(GaussianPosterior q) {
        double sum = 0;
        for (int k = 0; k < directions.length; k++) {
            sum += expected(coefficients[k], 0, Naive.dot(directions[k], q.mean()), variance(q, k));
        }
        return sum;
    }

    /** g = E ∇log p. */
    double[] expectedGradient(GaussianPosterior q) {
        double[] gradient = new double[q.dimension()];
        for (int k = 0; k < directions.length; k++) {
            double slope = expected(coefficients[k], 1, Naive.dot(directions[k], q.mean()), variance(q, k));
            for (int j = 0; j < gradient.length; j++) {
                gradient[j] += slope * directions[k][j];
            }
        }
        return gradient;
    }

    /** H = E ∇²log p, its packed lower triangle. */
    double[] expectedCurvature(GaussianPosterior q) {
        int d = q.dimension();
        double[] packed = new double[d * (d + 1) / 2];
        for (int k = 0; k < directions.length; k++) {
            double bend = expected(coefficients[k], 2, Naive.dot(directions[k], q.mean()), variance(q, k));
            for (int i = 0, at = 0; i < d; i++) {
                for (int j = 0; j <= i; j++, at++) {
                    packed[at] += bend * directions[k][i] * directions[k][j];
                }
            }
        }
        return packed;
    }

    /** What a pass would bring home of this density at draws of {@code q}. */
    EvaluatedDraws at(NormalDraws standard, GaussianPosterior q, GradientForm form) {
        int d = q.dimension();
        int count = standard.count();
        double[] values = new double[count];
        double[] gradients = switch (form) {
            case NONE, BLANKETS -> new double[0];
            case PER_DRAW, CURVED -> new double[count * d];
            case FOLDED -> new double[2 * GradientForm.REPLICATES * d];
        };
        double[] epsilon = new double[d];
        for (int s = 0; s < count; s++) {
            standard.fill(s, epsilon);
            double[] theta = q.deviation(epsilon);
            for (int j = 0; j < d; j++) {
                theta[j] += q.mean()[j];
            }
            values[s] = value(theta);
            double[] gradient = gradient(theta);
            if (form == GradientForm.PER_DRAW) {
                System.arraycopy(gradient, 0, gradients, s * d, d);
            } else if (form == GradientForm.FOLDED) {
                GradientForm.addToReplicate(gradient, epsilon, s, count, gradients);
            }
        }
        return new EvaluatedDraws(standard, values, gradients);
    }

    /** The same with the terms that involve each factor of {@code q} distinguished. */
    EvaluatedDraws ofFactors(NormalDraws standard, GaussianPosterior q) {
        EvaluatedDraws drawn = at(standard, q, GradientForm.NONE);
        int[] owners = q.blocks().blockIndices();
        int factors = q.blocks().count();
        double[] blankets = new double[standard.count() * factors];
        double[] epsilon = new double[q.dimension()];
        for (int s = 0; s < standard.count(); s++) {
            standard.fill(s, epsilon);
            double[] theta = q.deviation(epsilon);
            for (int j = 0; j < theta.length; j++) {
                theta[j] += q.mean()[j];
            }
            for (int k = 0; k < directions.length; k++) {
                double term = derivative(coefficients[k], 0, Naive.dot(directions[k], theta));
                boolean[] involved = new boolean[factors];
                for (int j = 0; j < theta.length; j++) {
                    involved[owners[j]] |= directions[k][j] != 0;
                }
                for (int f = 0; f < factors; f++) {
                    blankets[s * factors + f] += involved[f] ? term : 0;
                }
            }
        }
        return new EvaluatedDraws(standard, drawn.values(), drawn.gradients(), blankets);
    }
}
