package io.credence.update;

import io.credence.linalg.Vectors;
import io.credence.random.AddressedRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.hipparchus.linear.EigenDecompositionSymmetric;

/**
 * Range of the eigenvalues of a symmetric matrix.
 *
 * @param least lower end
 * @param greatest upper end
 */
record Spectrum(double least, double greatest) {
    // Lanczos iteration with full orthogonalisation from a fixed start. Extreme eigenvalues converge first, from
    // inside; each end is moved out by its own residual, within which an eigenvalue lies (Zhou and Li 2011, Bounding
    // the spectrum of large Hermitian matrices). Up to STEPS coefficients the range is exact.

    private static final int STEPS = 20;
    private static final double ROUNDING = 1e-14;

    /** Estimates the range for the matrix of order d by which {@code times} multiplies. */
    static Spectrum estimate(int d, UnaryOperator<double[]> times) {
        int most = Math.min(STEPS, d);
        double[] diagonal = new double[most];
        double[] beside = new double[most];
        List<double[]> basis = new ArrayList<>();
        double[] v = start(d);
        int k = 0;
        double size = 0;
        while (true) {
            basis.add(v);
            double[] w = times.apply(v);
            diagonal[k] = Vectors.dot(v, w);
            for (int repetition = 0; repetition < 2; repetition++) {
                for (double[] earlier : basis) {
                    w = Vectors.plusScaled(w, -Vectors.dot(earlier, w), earlier);
                }
            }
            beside[k] = Math.sqrt(Vectors.dot(w, w));
            size = Math.max(size, Math.max(Math.abs(diagonal[k]), beside[k]));
            boolean more = beside[k] > ROUNDING * size && k + 1 < most;
            if (!more) {
                return eigenvalueRange(Arrays.copyOf(diagonal, k + 1), Arrays.copyOf(beside, k + 1), d);
            }
            v = Vectors.plusScaled(new double[d], 1 / beside[k], w);
            k++;
        }
    }

    private static Spectrum eigenvalueRange(double[] diagonal, double[] beside, int d) {
        int m = diagonal.length;
        if (!Vectors.isFinite(diagonal) || !Vectors.isFinite(beside)) {
            return new Spectrum(Double.NaN, Double.NaN);
        }
        EigenDecompositionSymmetric ritz = new EigenDecompositionSymmetric(diagonal, Arrays.copyOf(beside, m - 1));
        double left = m == d ? 0 : beside[m - 1];
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < m; i++) {
            double value = ritz.getEigenvalue(i);
            double residual = left * Math.abs(ritz.getEigenvector(i).getEntry(m - 1));
            least = Math.min(least, value - residual);
            greatest = Math.max(greatest, value + residual);
        }
        return new Spectrum(least, greatest);
    }

    private static double[] start(int d) {
        double[] v = new double[d];
        for (int j = 0; j < d; j++) {
            v[j] = AddressedRandom.normal(0, j);
        }
        return Vectors.plusScaled(new double[d], 1 / Math.sqrt(Vectors.dot(v, v)), v);
    }

    boolean isFinite() {
        return Double.isFinite(least) && Double.isFinite(greatest);
    }

    /** Largest β, at most the given one, for which every β e lies between the given bounds. */
    double boundedStepSize(double stepSize, double lower, double upper) {
        double size = stepSize;
        if (size * least < lower) {
            size = lower / least;
        }
        if (size * greatest > upper) {
            size = upper / greatest;
        }
        return size;
    }
}
