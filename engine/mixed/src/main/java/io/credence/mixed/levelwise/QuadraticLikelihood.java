package io.credence.mixed.levelwise;

import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Vectors;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Log likelihood that is quadratic around a centre c. It differs from its value there by sᵀ(x − c) − ½(x − c)ᵀI(x − c).
 *
 * @param centre c
 * @param slope s, the gradient at the centre
 * @param information I, d × d, both triangles
 */
record QuadraticLikelihood(double[] centre, double[] slope, double[] information) {

    /** Difference of the log likelihood at {@code x} from that at the centre, nats. */
    double logLikelihoodChange(double[] x) {
        double[] away = Vectors.difference(x, centre);
        return 0.5 * (Vectors.dot(slope, away) + Vectors.dot(gradient(x), away));
    }

    double[] gradient(double[] x) {
        double[] away = Vectors.difference(x, centre);
        double[] gradient = slope.clone();
        int d = gradient.length;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                gradient[i] -= information[i * d + j] * away[j];
            }
        }
        return gradient;
    }

    /**
     * Fits the quadratic whose gradients are nearest to a likelihood's over some draws of its posterior. A Taylor
     * series at the mode is nearest at one point alone. It is a ridge regression of the residual gradients on the
     * draws, both in standardised coordinates.
     *
     * @param draws points x, about as many as d or more
     * @param left gradient of the likelihood less {@link #gradient} at each point
     * @param more diagonal that the precision of the posterior has beside the information
     * @return null where it would not be concave
     */
    @Nullable
    QuadraticLikelihood fitToGradients(List<double[]> draws, List<double[]> left, double[] more) {
        int d = slope.length;
        double[] precise = information.clone();
        for (int j = 0; j < d; j++) {
            precise[j * (d + 1)] += more[j];
        }
        Cholesky root = Cholesky.of(JavaDenseKernel.INSTANCE, precise, d);
        if (root == null) {
            return null;
        }
        double[] middle = mean(draws);
        double[][] z = draws.stream()
                .map(x -> root.multiplyByTransposedFactor(Vectors.difference(x, middle)))
                .toArray(double[][]::new);
        double[][] turned = left.stream().map(root::solveFactor).toArray(double[][]::new);
        double[] level = root.multiplyByFactor(mean(Arrays.asList(turned)));
        double[][] rows = slopes(z, turned);
        // LDLᵀ, once for its rows and once for its columns
        double[] half = new double[d * d];
        for (int t = 0; t < d; t++) {
            double[] column = root.multiplyByFactor(rows[t]);
            for (int i = 0; i < d; i++) {
                half[i * d + t] = column[i];
            }
        }
        double[] gained = information.clone();
        double[] moved = Vectors.plusScaled(slope, 1, level);
        double[] off = Vectors.difference(centre, middle);
        for (int i = 0; i < d; i++) {
            double[] row = root.multiplyByFactor(Arrays.copyOfRange(half, i * d, (i + 1) * d));
            moved[i] += Vectors.dot(row, off);
            for (int j = 0; j < d; j++) {
                gained[i * d + j] -= row[j];
                precise[i * d + j] -= row[j];
            }
        }
        boolean isConcave = Cholesky.of(JavaDenseKernel.INSTANCE, precise, d) != null;
        return isConcave ? new QuadraticLikelihood(centre, moved, gained) : null;
    }

    private static double[] mean(List<double[]> vectors) {
        double[] mean = new double[vectors.get(0).length];
        for (double[] each : vectors) {
            for (int j = 0; j < mean.length; j++) {
                mean[j] += each[j] / vectors.size();
            }
        }
        return mean;
    }

    /** Symmetric D of the least squares of y on Dz, with a ridge that weighs as much as d draws. */
    private static double[][] slopes(double[][] z, double[][] y) {
        int d = z[0].length;
        double[] gram = new double[d * d];
        double[][] products = new double[d][d];
        for (int s = 0; s < z.length; s++) {
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    gram[i * d + j] += z[s][i] * z[s][j];
                    products[i][j] += y[s][i] * z[s][j];
                }
            }
        }
        for (int j = 0; j < d; j++) {
            gram[j * (d + 1)] += d;
        }
        Cholesky normal = Cholesky.of(JavaDenseKernel.INSTANCE, gram, d);
        if (normal == null) {
            throw new IllegalStateException("draws of " + d + " unknowns were no numbers");
        }
        double[][] slopes = new double[d][];
        Arrays.setAll(slopes, i -> normal.solve(products[i]));
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < i; j++) {
                slopes[i][j] = 0.5 * (slopes[i][j] + slopes[j][i]);
                slopes[j][i] = slopes[i][j];
            }
        }
        return slopes;
    }
}
