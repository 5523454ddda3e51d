package io.credence.fit;

import io.credence.family.FullGaussian;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.prior.GaussianPrior;
import io.credence.statistics.PassStatistics;
import java.io.Serializable;

/**
 * Coordinates of full Gaussians in the frame of one of them, N(m0, (L0 L0ᵀ)⁻¹), in which that one is N(0, I): m = m0 + L0⁻ᵀ u and
 * S = L0⁻ᵀ C Cᵀ L0⁻¹ with C upper triangular, so that the precision has the Cholesky factor L0 C⁻ᵀ. The vector is u, then C by rows
 * of its upper triangle, its diagonal by logarithms: d + d(d+1)/2 numbers, all 0 at the origin. In (m, C) the bound of a log-concave
 * likelihood is concave (Challis and Barber 2013).
 *
 * @param origin Gaussian of the frame
 */
record FactorCoordinates(FullGaussian origin) implements Serializable {

    int length() {
        return origin.dimension() + Symmetric.packedLength(origin.dimension());
    }

    /** The Gaussian at those coordinates. */
    FullGaussian at(double[] x) {
        int d = origin.dimension();
        double[] mean = origin.cholesky().solveTransposed(java.util.Arrays.copyOf(x, d));
        for (int j = 0; j < d; j++) {
            mean[j] += origin.mean()[j];
        }
        return FullGaussian.ofFactor(
                origin.kernel(), mean, product(origin.cholesky().factor(), relative(x), d));
    }

    /** K = C⁻ᵀ, lower triangular: the precision's factor is L0 K. */
    private double[] relative(double[] x) {
        int d = origin.dimension();
        double[] transposed = new double[d * d];
        for (int i = 0, at = d; i < d; i++) {
            for (int j = i; j < d; j++, at++) {
                transposed[j * d + i] = i == j ? Math.exp(x[at]) : x[at];
            }
        }
        double[] inverse = new double[d * d];
        origin.kernel().invertTriangular(transposed, d, inverse);
        return inverse;
    }

    /** A B for lower triangular matrices. */
    private static double[] product(double[] a, double[] b, int d) {
        double[] product = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int k = 0; k <= i; k++) {
                addRow(product, i * d, a[i * d + k], b, k * d, k + 1);
            }
        }
        return product;
    }

    private static void addRow(double[] y, int yAt, double factor, double[] x, int xAt, int length) {
        for (int j = 0; j < length; j++) {
            y[yAt + j] += factor * x[xAt + j];
        }
    }

    /**
     * What a pass said, in the frame of the Gaussian it was taken at: there that Gaussian is N(0, I), and the objective's gradient
     * in the mean is {@code gradient} and half of {@code curvature} − I in the covariance.
     *
     * @param gradient L⁻¹ g
     * @param curvature M = L⁻¹ T L⁻ᵀ, both triangles
     */
    record Local(double[] gradient, double[] curvature) {

        /**
         * From sums of the rows and a normal prior.
         *
         * @param whitened whether the sums are in this frame already
         */
        static Local of(FullGaussian here, PassStatistics sums, GaussianPrior prior, boolean whitened) {
            int d = here.dimension();
            DenseKernel kernel = here.kernel();
            double[] inverse = here.cholesky().inverseFactor();
            double[] pull = new double[d];
            for (int j = 0; j < d; j++) {
                pull[j] = prior.precision()[j] * (here.mean()[j] - prior.mean()[j]);
            }
            double[] gradient;
            double[] curvature;
            if (whitened) {
                gradient = here.cholesky().solveFactor(pull);
                addRow(gradient, 0, 1, sums.gradient(), 0, d);
                curvature = Symmetric.unpack(sums.curvature(), d);
            } else {
                addRow(pull, 0, 1, sums.gradient(), 0, d);
                gradient = here.cholesky().solveFactor(pull);
                curvature = congruent(inverse, Symmetric.unpack(sums.curvature(), d), d);
            }
            // Σ_j p_j f_j f_jᵀ over the columns f_j of L⁻¹ is the prior's part.
            double[] columns = new double[d * d];
            for (int i = 0; i < d; i++) {
                for (int j = 0; j <= i; j++) {
                    columns[j * d + i] = inverse[i * d + j];
                }
            }
            kernel.addWeightedGram(columns, 0, d, d, prior.precision(), curvature);
            Symmetric.fillUpper(curvature, d);
            return new Local(gradient, curvature);
        }

        /** F T Fᵀ for lower triangular F and symmetric T. */
        private static double[] congruent(double[] f, double[] t, int d) {
            double[] right = new double[d * d];
            for (int i = 0; i < d; i++) {
                for (int k = 0; k <= i; k++) {
                    addRow(right, i * d, f[i * d + k], t, k * d, d);
                }
            }
            double[] both = new double[d * d];
            for (int i = 0; i < d; i++) {
                for (int j = 0; j <= i; j++) {
                    double sum = 0;
                    for (int k = 0; k <= j; k++) {
                        sum += right[i * d + k] * f[j * d + k];
                    }
                    both[i * d + j] = sum;
                }
            }
            Symmetric.fillUpper(both, d);
            return both;
        }
    }

    /** The objective's gradient in these coordinates: K (L⁻¹ g) in u and the upper triangle of K (M − I) in C. */
    double[] gradient(double[] x, Local local) {
        int d = origin.dimension();
        double[] relative = relative(x);
        double[] gradient = new double[length()];
        double[] row = new double[d];
        for (int i = 0, at = d; i < d; i++) {
            java.util.Arrays.fill(row, 0);
            for (int k = 0; k <= i; k++) {
                double factor = relative[i * d + k];
                gradient[i] += factor * local.gradient()[k];
                addRow(row, 0, factor, local.curvature(), k * d, d);
                row[k] -= factor;
            }
            for (int j = i; j < d; j++, at++) {
                gradient[at] = i == j ? row[j] * Math.exp(x[at]) : row[j];
            }
        }
        return gradient;
    }

    /** The inverse curvature at the origin of a bound whose optimum lies there: 1, and ½ for logarithms. */
    double[] metric(double[] v) {
        int d = origin.dimension();
        double[] scaled = v.clone();
        for (int i = 0, at = d; i < d; at += d - i, i++) {
            scaled[at] *= 0.5;
        }
        return scaled;
    }

    /** The largest change of a logarithm in a move. */
    double largestLogChange(double[] move) {
        int d = origin.dimension();
        double largest = 0;
        for (int i = 0, at = d; i < d; at += d - i, i++) {
            largest = Math.max(largest, Math.abs(move[at]));
        }
        return largest;
    }
}
