package io.credence.family;

import io.credence.linalg.NormalTail;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gaussian posterior whose precision is P = LLᵀ with L lower triangular and sparse: parameters with a zero in P are
 * independent given all others. The unconstrained parameters λ are μ, log diag L, and L at the pattern's places. A draw
 * is θ = μ + L⁻ᵀε, by one sparse solve; everything is linear in the number of places, but standard deviations, which
 * take the square of a column's.
 *
 * @param pattern places where L may differ from zero
 * @param parameters λ
 */
public record SparsePrecisionGaussian(SparsePattern pattern, double[] parameters) implements Posterior {

    /** Name in configuration and results. */
    public static final String NAME = "gaussian-sparse-precision";

    public SparsePrecisionGaussian {
        FreeParameters.check(NAME, parameters, 2L * pattern.dimension() + pattern.count());
    }

    /**
     * Gaussian of independent parameters with the given means and standard deviations.
     *
     * @throws IllegalArgumentException if the pattern is of another order, or a standard deviation not positive
     */
    public static SparsePrecisionGaussian around(SparsePattern pattern, double[] mean, double[] sd) {
        FreeParameters.checkStart(mean, sd);
        int d = mean.length;
        if (pattern.dimension() != d) {
            throw new IllegalArgumentException("a pattern of order " + d + " is required, as many as there are means,"
                    + " but found order " + pattern.dimension());
        }
        double[] parameters = Arrays.copyOf(mean, 2 * d + pattern.count());
        for (int j = 0; j < d; j++) {
            parameters[d + j] = -Math.log(sd[j]);
        }
        return new SparsePrecisionGaussian(pattern, parameters);
    }

    @Override
    public String family() {
        return NAME;
    }

    @Override
    public int dimension() {
        return pattern.dimension();
    }

    @Override
    public double[] mean() {
        return Arrays.copyOf(parameters, dimension());
    }

    private double diagonal(int j) {
        return Math.exp(parameters[dimension() + j]);
    }

    /** Entry of L at a place. */
    private double below(int position) {
        return parameters[2 * dimension() + position];
    }

    /**
     * Standard deviations from the inverse of P at the pattern's places, the last column first (Takahashi's recursion).
     */
    @Override
    public double[] sd() {
        int d = dimension();
        int[][] byColumn = pattern.placesByColumn();
        int[] rows = pattern.rows();
        double[] diagonal = new double[d];
        double[] inverse = new double[pattern.count()];
        for (int j = d - 1; j >= 0; j--) {
            double pivot = diagonal(j);
            for (int to : byColumn[j]) {
                double sum = 0;
                for (int from : byColumn[j]) {
                    sum += below(from) * at(inverse, diagonal, rows[from], rows[to]);
                }
                inverse[to] = -sum / pivot;
            }
            double sum = 0;
            for (int from : byColumn[j]) {
                sum += below(from) * inverse[from];
            }
            diagonal[j] = (1 / pivot - sum) / pivot;
        }
        for (int j = 0; j < d; j++) {
            diagonal[j] = Math.sqrt(diagonal[j]);
        }
        return diagonal;
    }

    /** Covariance, the inverse of P, by two sparse solves for each column. */
    @Override
    public double[] covariance() {
        int d = dimension();
        double[] covariance = new double[Math.multiplyExact(d, d)];
        for (int j = 0; j < d; j++) {
            double[] unit = new double[d];
            unit[j] = 1;
            System.arraycopy(deviation(forward(unit)), 0, covariance, j * d, d);
        }
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < i; j++) {
                covariance[i * d + j] = 0.5 * (covariance[i * d + j] + covariance[j * d + i]);
            }
        }
        Symmetric.fillUpper(covariance, d);
        return covariance;
    }

    private double at(double[] inverse, double[] diagonal, int one, int other) {
        return one == other ? diagonal[one] : inverse[pattern.position(Math.max(one, other), Math.min(one, other))];
    }

    /** Standardised vector w = Lᵀ(θ − μ). */
    private double[] standardised(double[] theta) {
        double[] w = new double[dimension()];
        for (int i = 0; i < w.length; i++) {
            double deviation = theta[i] - parameters[i];
            w[i] += diagonal(i) * deviation;
            for (int at = pattern.starts()[i]; at < pattern.starts()[i + 1]; at++) {
                w[pattern.columns()[at]] += below(at) * deviation;
            }
        }
        return w;
    }

    @Override
    public double logDensity(double[] theta) {
        int d = dimension();
        double[] w = standardised(theta);
        double sum = -d * NormalTail.HALF_LOG_2_PI;
        for (int j = 0; j < d; j++) {
            sum += parameters[d + j] - 0.5 * w[j] * w[j];
        }
        return sum;
    }

    /** Adds {@code weight} times the product L w. */
    private void addTimes(double[] w, double weight, double[] into) {
        for (int i = 0; i < w.length; i++) {
            double sum = diagonal(i) * w[i];
            for (int at = pattern.starts()[i]; at < pattern.starts()[i + 1]; at++) {
                sum += below(at) * w[pattern.columns()[at]];
            }
            into[i] += weight * sum;
        }
    }

    @Override
    public void addLogDensityGradient(double[] theta, double weight, double[] into) {
        addTimes(standardised(theta), -weight, into);
    }

    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        int d = dimension();
        double[] w = standardised(theta);
        addTimes(w, weight, into);
        for (int i = 0; i < d; i++) {
            double deviation = theta[i] - parameters[i];
            into[d + i] += weight * (1 - w[i] * deviation * diagonal(i));
            addOuter(i, -weight * deviation, w, into);
        }
    }

    /** Adds {@code factor} times a vector, at the places of row {@code i} of the pattern, to the gradient in L. */
    private void addOuter(int i, double factor, double[] vector, double[] into) {
        for (int at = pattern.starts()[i]; at < pattern.starts()[i + 1]; at++) {
            into[2 * dimension() + at] += factor * vector[pattern.columns()[at]];
        }
    }

    @Override
    public SparsePrecisionGaussian with(double[] other) {
        return new SparsePrecisionGaussian(pattern, other);
    }

    @Override
    public SparsePrecisionGaussian rescaled(double[] factors) {
        int d = dimension();
        FreeParameters.checkFactors(factors, d);
        double[] moved = parameters.clone();
        for (int i = 0; i < d; i++) {
            moved[i] *= factors[i];
            moved[d + i] -= Math.log(factors[i]);
            for (int at = pattern.starts()[i]; at < pattern.starts()[i + 1]; at++) {
                moved[2 * d + at] /= factors[i];
            }
        }
        return with(moved);
    }

    @Override
    public boolean isNormal() {
        return true;
    }

    /** Single normal with a dense covariance; null where there are too many parameters for a matrix. */
    @Override
    public @Nullable NormalMixture normals() {
        return dimension() > NormalMixture.MOST_DENSE ? null : NormalMixture.of(mean(), covariance());
    }

    @Override
    public FamilyParameters described() {
        int d = dimension();
        return FamilyParameters.NONE
                .with("mean", mean())
                .with("starts", pattern.starts())
                .with("columns", pattern.columns())
                .with("logDiagonal", Arrays.copyOfRange(parameters, d, 2 * d))
                .with("entries", Arrays.copyOfRange(parameters, 2 * d, parameters.length));
    }

    /** Gaussian rebuilt from its written parameters. */
    public static SparsePrecisionGaussian rebuilt(FamilyParameters own) {
        double[] mean = own.numbers("mean");
        SparsePattern pattern = new SparsePattern(mean.length, own.counts("starts"), own.counts("columns"));
        return new SparsePrecisionGaussian(
                pattern, Vectors.joined(mean, List.of(own.numbers("logDiagonal"), own.numbers("entries"))));
    }

    @Override
    public double[] units() {
        int d = dimension();
        double[] units = Arrays.copyOf(sd(), parameters.length);
        Arrays.fill(units, d, 2 * d, 1);
        for (int i = 0; i < d; i++) {
            Arrays.fill(units, 2 * d + pattern.starts()[i], 2 * d + pattern.starts()[i + 1], 1 / units[i]);
        }
        return units;
    }

    /** Solution of L h = g. */
    private double[] forward(double[] gradient) {
        double[] h = new double[gradient.length];
        for (int i = 0; i < h.length; i++) {
            double rest = gradient[i];
            for (int at = pattern.starts()[i]; at < pattern.starts()[i + 1]; at++) {
                rest -= below(at) * h[pattern.columns()[at]];
            }
            h[i] = rest / diagonal(i);
        }
        return h;
    }

    /** Deviation L⁻ᵀε of a draw from the mean. */
    private double[] deviation(double[] standard) {
        double[] x = standard.clone();
        for (int i = x.length - 1; i >= 0; i--) {
            x[i] /= diagonal(i);
            for (int at = pattern.starts()[i]; at < pattern.starts()[i + 1]; at++) {
                x[pattern.columns()[at]] -= below(at) * x[i];
            }
        }
        return x;
    }

    @Override
    public double[] draw(int stratum, double[] standard) {
        double[] theta = deviation(standard);
        FreeParameters.add(theta, 0, 1, parameters, 0, theta.length);
        return theta;
    }

    /**
     * Adds the gradient at a draw, pulled back to λ: with x = L⁻ᵀε and h = L⁻¹g, ∇_L = −x hᵀ at the pattern's places.
     */
    @Override
    public void addPullback(int stratum, double[] standard, double[] gradient, double[] into) {
        int d = dimension();
        double[] x = deviation(standard);
        double[] h = forward(gradient);
        for (int i = 0; i < d; i++) {
            into[i] += gradient[i];
            into[d + i] -= h[i] * x[i] * diagonal(i);
            addOuter(i, -x[i], h, into);
        }
    }
}
