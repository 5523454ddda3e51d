package io.credence.family;

import io.credence.linalg.Symmetric;
import java.util.Arrays;

/**
 * Location μ and lower triangular scale L, as the first numbers of a posterior's λ. They are μ, then L by rows with
 * logarithms on its diagonal: d + d(d+1)/2 numbers, or 2d where L is diagonal. Draws are μ + s Lε with a stretch s.
 *
 * @param parameters λ
 * @param d length of μ
 * @param isDiagonal whether L is diagonal
 */
public record LocationScale(double[] parameters, int d, boolean isDiagonal) {

    /** Location and full lower triangular scale. */
    public LocationScale(double[] parameters, int d) {
        this(parameters, d, false);
    }

    /** Number of parameters with a full L, d + d(d+1)/2. */
    public static int parameterCount(int d) {
        return parameterCount(d, false);
    }

    /** Number of parameters, d + d(d+1)/2, or 2d with a diagonal L. */
    static int parameterCount(int d, boolean diagonal) {
        return Math.addExact(d, diagonal ? d : Symmetric.packedLength(d));
    }

    /** Parameters with the given location and a diagonal L that may become full, followed by {@code more} zeros. */
    public static LocationScale around(double[] location, double[] scale, int more) {
        return around(location, scale, false, more);
    }

    /** Parameters with the given location and scales, followed by {@code more} zeros. */
    static LocationScale around(double[] location, double[] scale, boolean diagonal, int more) {
        int d = location.length;
        LocationScale root =
                new LocationScale(Arrays.copyOf(location, parameterCount(d, diagonal) + more), d, diagonal);
        for (int i = 0; i < d; i++) {
            root.parameters[root.diagonalIndex(i)] = Math.log(scale[i]);
        }
        return root;
    }

    /**
     * Parameters with the given location and scale matrix, followed by {@code more} zeros.
     *
     * @param factor L, d × d by rows, of which the diagonal alone is read where L is diagonal
     */
    static LocationScale of(double[] location, double[] factor, boolean diagonal, int more) {
        int d = location.length;
        double[] scales = new double[d];
        Arrays.setAll(scales, i -> factor[i * d + i]);
        LocationScale root = around(location, scales, diagonal, more);
        for (int i = 0; i < d; i++) {
            System.arraycopy(factor, i * d, root.parameters, root.offset(i), root.belowCount(i));
        }
        return root;
    }

    /** Location μ. */
    public double[] location() {
        return Arrays.copyOf(parameters, d);
    }

    /** Index in λ of a row of L. */
    private int offset(int row) {
        return d + (isDiagonal ? row : Symmetric.packedLength(row));
    }

    /** Number of free entries of a row of L below the diagonal. */
    private int belowCount(int row) {
        return isDiagonal ? 0 : row;
    }

    /** Index in λ of the logarithm of an entry of L on the diagonal. */
    private int diagonalIndex(int row) {
        return offset(row) + belowCount(row);
    }

    private double diagonal(int row) {
        return Math.exp(parameters[diagonalIndex(row)]);
    }

    private double[] row(int i) {
        double[] row = new double[i + 1];
        System.arraycopy(parameters, offset(i), row, 0, belowCount(i));
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
            sum += parameters[diagonalIndex(i)];
        }
        return sum;
    }

    /** Standardised vector z = L⁻¹(θ − μ) of the first d numbers of θ. */
    public double[] standardised(double[] theta) {
        double[] z = new double[d];
        for (int i = 0; i < d; i++) {
            double rest =
                    theta[i] - parameters[i] - FreeParameterAlgebra.dot(parameters, offset(i), z, 0, belowCount(i));
            z[i] = rest / diagonal(i);
        }
        return z;
    }

    /** Product c L⁻ᵀz. */
    public double[] inverseTransposeTimes(double c, double[] z) {
        double[] v = z.clone();
        for (int i = d - 1; i >= 0; i--) {
            v[i] /= diagonal(i);
            FreeParameterAlgebra.add(v, 0, -v[i], parameters, offset(i), belowCount(i));
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
            FreeParameterAlgebra.add(into, offset(i), weight * v[i], z, 0, belowCount(i));
            into[diagonalIndex(i)] += weight * (v[i] * z[i] * diagonal(i) - 1);
        }
    }

    /** Writes the draw μ + s Lε, where s is the stretch. */
    public void draw(double stretch, double[] standard, double[] into) {
        for (int i = 0; i < d; i++) {
            double sum = FreeParameterAlgebra.dot(parameters, offset(i), standard, 0, belowCount(i))
                    + diagonal(i) * standard[i];
            into[i] = parameters[i] + stretch * sum;
        }
    }

    /** Adds the gradient of a function of LLᵀ, a symmetric matrix G in which dF = tr(G d(LLᵀ)), pulled back to λ. */
    void addMatrixGradient(double[] gradient, double[] into) {
        double[][] rows = new double[d][];
        Arrays.setAll(rows, this::row);
        for (int i = 0; i < d; i++) {
            for (int j = i - belowCount(i); j <= i; j++) {
                double sum = 0;
                for (int k = j; k < d; k++) {
                    sum += isDiagonal && k > j ? 0 : gradient[i * d + k] * rows[k][j];
                }
                into[offset(i) + (isDiagonal ? 0 : j)] += 2 * sum * (j == i ? rows[i][i] : 1);
            }
        }
    }

    /** Adds the gradient at a draw, pulled back to λ. */
    public void addPullback(double stretch, double[] standard, double[] gradient, double[] into) {
        for (int i = 0; i < d; i++) {
            double g = stretch * gradient[i];
            into[i] += gradient[i];
            FreeParameterAlgebra.add(into, offset(i), g, standard, 0, belowCount(i));
            into[diagonalIndex(i)] += g * standard[i] * diagonal(i);
        }
    }

    /** Parameters λ of the rescaled θ. */
    public double[] rescaled(double[] factors) {
        double[] moved = parameters.clone();
        for (int i = 0; i < d; i++) {
            moved[i] *= factors[i];
            for (int j = 0; j < belowCount(i); j++) {
                moved[offset(i) + j] *= factors[i];
            }
            moved[diagonalIndex(i)] += Math.log(factors[i]);
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
            Arrays.fill(units, offset(i), diagonalIndex(i), scales[i]);
            units[diagonalIndex(i)] = scales[i] / diagonal(i);
        }
        return units;
    }

    public FamilyParameters toFamilyParameters() {
        double[] logs = new double[d];
        double[] below = new double[isDiagonal ? 0 : Symmetric.packedLength(d - 1)];
        for (int i = 0; i < d; i++) {
            logs[i] = parameters[diagonalIndex(i)];
            if (!isDiagonal) {
                System.arraycopy(parameters, offset(i), below, i * (i - 1) / 2, i);
            }
        }
        return FamilyParameters.NONE
                .with("location", location())
                .with("logDiagonal", logs)
                .with("belowDiagonal", below);
    }

    /** Location and full scale rebuilt from their written parameters, followed by {@code more} zeros. */
    public static LocationScale fromFamilyParameters(FamilyParameters own, int more) {
        return fromFamilyParameters(own, false, more);
    }

    /** Location and scale rebuilt from their written parameters, followed by {@code more} zeros. */
    static LocationScale fromFamilyParameters(FamilyParameters own, boolean diagonal, int more) {
        double[] logs = own.numbers("logDiagonal");
        double[] below = own.numbers("belowDiagonal");
        int d = logs.length;
        FreeParameterAlgebra.checkLength(
                "part below the diagonal", diagonal ? 0 : Symmetric.packedLength(d - 1), below.length);
        double[] location = own.numbers("location");
        LocationScale root =
                new LocationScale(Arrays.copyOf(location, parameterCount(d, diagonal) + more), d, diagonal);
        for (int i = 0; i < d; i++) {
            if (!diagonal) {
                System.arraycopy(below, i * (i - 1) / 2, root.parameters, root.offset(i), i);
            }
            root.parameters[root.diagonalIndex(i)] = logs[i];
        }
        return root;
    }
}
