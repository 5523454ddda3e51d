package io.credence.family;

import io.credence.linalg.Symmetric;
import java.util.Arrays;

/**
 * Location μ and lower triangular scale L, as the first numbers of a posterior's λ. They are μ, then L by rows with
 * logarithms on its diagonal: d + d(d+1)/2 numbers. Draws are μ + s Lε with a stretch s.
 *
 * @param parameters λ
 * @param d length of μ
 */
public record LocationScale(double[] parameters, int d) {

    /** Number of parameters, d + d(d+1)/2. */
    public static int parameterCount(int d) {
        return Math.addExact(d, Symmetric.packedLength(d));
    }

    /** Parameters with the given location and a diagonal L, followed by {@code more} zeros. */
    public static LocationScale around(double[] location, double[] scale, int more) {
        int d = location.length;
        LocationScale root = new LocationScale(Arrays.copyOf(location, parameterCount(d) + more), d);
        for (int i = 0; i < d; i++) {
            root.parameters[root.offset(i) + i] = Math.log(scale[i]);
        }
        return root;
    }

    /** Location μ. */
    public double[] location() {
        return Arrays.copyOf(parameters, d);
    }

    /** Index in λ of a row of L. */
    private int offset(int row) {
        return d + Symmetric.packedLength(row);
    }

    private double diagonal(int row) {
        return Math.exp(parameters[offset(row) + row]);
    }

    private double[] row(int i) {
        double[] row = Arrays.copyOfRange(parameters, offset(i), offset(i) + i + 1);
        row[i] = diagonal(i);
        return row;
    }

    /** Euclidean lengths of the rows of L. */
    public double[] rowNorms() {
        double[] scales = new double[d];
        for (int i = 0; i < d; i++) {
            double[] row = row(i);
            scales[i] = Math.sqrt(FreeParameterAlgebra.dot(row, 0, row, 0, i + 1));
        }
        return scales;
    }

    /**
     * Matrix {@code factor} LLᵀ as the first rows and columns of a matrix of the given order, which is zero elsewhere.
     */
    public double[] paddedCovariance(double factor, int order) {
        double[] matrix = new double[Math.multiplyExact(order, order)];
        double[][] rows = new double[d][];
        for (int i = 0; i < d; i++) {
            rows[i] = row(i);
            for (int j = 0; j <= i; j++) {
                matrix[i * order + j] = factor * FreeParameterAlgebra.dot(rows[i], 0, rows[j], 0, j + 1);
            }
        }
        Symmetric.fillUpper(matrix, order);
        return matrix;
    }

    /** Log determinant log |L|. */
    public double logDeterminant() {
        double sum = 0;
        for (int i = 0; i < d; i++) {
            sum += parameters[offset(i) + i];
        }
        return sum;
    }

    /** Standardised vector z = L⁻¹(θ − μ) of the first d numbers of θ. */
    public double[] standardised(double[] theta) {
        double[] z = new double[d];
        for (int i = 0; i < d; i++) {
            double rest = theta[i] - parameters[i] - FreeParameterAlgebra.dot(parameters, offset(i), z, 0, i);
            z[i] = rest / diagonal(i);
        }
        return z;
    }

    /** Product c L⁻ᵀz. */
    public double[] inverseTransposeTimes(double c, double[] z) {
        double[] v = z.clone();
        for (int i = d - 1; i >= 0; i--) {
            v[i] /= diagonal(i);
            FreeParameterAlgebra.add(v, 0, -v[i], parameters, offset(i), i);
        }
        for (int i = 0; i < d; i++) {
            v[i] *= c;
        }
        return v;
    }

    /**
     * Adds {@code weight} times ∇ log q in λ.
     *
     * @param z standardised vector of θ
     * @param v negative gradient −∇_θ log q
     */
    public void addScore(double[] z, double[] v, double weight, double[] into) {
        FreeParameterAlgebra.add(into, 0, weight, v, 0, d);
        for (int i = 0; i < d; i++) {
            FreeParameterAlgebra.add(into, offset(i), weight * v[i], z, 0, i);
            into[offset(i) + i] += weight * (v[i] * z[i] * diagonal(i) - 1);
        }
    }

    /** Writes the draw μ + s Lε, where s is the stretch. */
    public void draw(double stretch, double[] standard, double[] into) {
        for (int i = 0; i < d; i++) {
            double sum = FreeParameterAlgebra.dot(parameters, offset(i), standard, 0, i) + diagonal(i) * standard[i];
            into[i] = parameters[i] + stretch * sum;
        }
    }

    /** Adds the gradient at a draw, pulled back to λ. */
    public void addPullback(double stretch, double[] standard, double[] gradient, double[] into) {
        for (int i = 0; i < d; i++) {
            double g = stretch * gradient[i];
            into[i] += gradient[i];
            FreeParameterAlgebra.add(into, offset(i), g, standard, 0, i);
            into[offset(i) + i] += g * standard[i] * diagonal(i);
        }
    }

    /** Parameters λ of the rescaled θ. */
    public double[] rescaled(double[] factors) {
        double[] moved = parameters.clone();
        for (int i = 0; i < d; i++) {
            moved[i] *= factors[i];
            for (int j = 0; j < i; j++) {
                moved[offset(i) + j] *= factors[i];
            }
            moved[offset(i) + i] += Math.log(factors[i]);
        }
        return moved;
    }

    /** Conditional scale of each θ given the others, (P_ii)^−½ of P = (LLᵀ)⁻¹. */
    private double[] conditionalScales() {
        double[] squares = new double[d];
        for (int j = 0; j < d; j++) {
            double[] unit = Arrays.copyOf(parameters, d);
            unit[j] += 1;
            double[] z = standardised(unit);
            squares[j] = FreeParameterAlgebra.dot(z, j, z, j, d - j);
        }
        double[] scales = new double[d];
        Arrays.setAll(scales, j -> 1 / Math.sqrt(squares[j]));
        return scales;
    }

    /**
     * Scale on which each entry of λ varies while the others stay: those of μ, at a typical stretch s, and those of L.
     * It is 1 for the numbers behind them.
     */
    public double[] parameterScales(double stretch) {
        double[] scales = conditionalScales();
        double[] units = new double[parameters.length];
        Arrays.fill(units, 1);
        for (int i = 0; i < d; i++) {
            units[i] = stretch * scales[i];
            Arrays.fill(units, offset(i), offset(i) + i, scales[i]);
            units[offset(i) + i] = scales[i] / diagonal(i);
        }
        return units;
    }

    public FamilyParameters toFamilyParameters() {
        double[] logs = new double[d];
        double[] below = new double[Symmetric.packedLength(d - 1)];
        for (int i = 0; i < d; i++) {
            logs[i] = parameters[offset(i) + i];
            System.arraycopy(parameters, offset(i), below, i * (i - 1) / 2, i);
        }
        return FamilyParameters.NONE
                .with("location", location())
                .with("logDiagonal", logs)
                .with("belowDiagonal", below);
    }

    /** Location and scale rebuilt from their written parameters, followed by {@code more} zeros. */
    public static LocationScale fromFamilyParameters(FamilyParameters own, int more) {
        double[] logs = own.numbers("logDiagonal");
        double[] below = own.numbers("belowDiagonal");
        int d = logs.length;
        FreeParameterAlgebra.checkLength("part below the diagonal", Symmetric.packedLength(d - 1), below.length);
        LocationScale root = new LocationScale(Arrays.copyOf(own.numbers("location"), parameterCount(d) + more), d);
        for (int i = 0; i < d; i++) {
            System.arraycopy(below, i * (i - 1) / 2, root.parameters, root.offset(i), i);
            root.parameters[root.offset(i) + i] = logs[i];
        }
        return root;
    }
}
