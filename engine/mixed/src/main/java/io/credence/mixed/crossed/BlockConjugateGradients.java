package io.credence.mixed.crossed;

import io.credence.fit.StopRequest;

/**
 * Solutions of S X = C for a block of right-hand sides, by conjugate gradients for each, preconditioned by the diagonal
 * blocks of S. One pass over the cells serves all. The error in the norm of S falls by (√κ − 1)/(√κ + 1) an iteration,
 * with κ of the preconditioned S: five to ten iterations for levels that are paired at random, more for communities
 * that hardly share levels.
 *
 * @param solution X, in the shape of {@code right}
 * @param iterations number of iterations that were taken
 * @param isSolved whether each residual is small enough
 */
record BlockConjugateGradients(double[] solution, int iterations, boolean isSolved) {

    /**
     * Residual at which a solution ends, relative to the right-hand side. Both are measured in the preconditioner's
     * norm.
     */
    static final double TOLERANCE = 1e-7;

    private static final int MOST_ITERATIONS = 1000;

    /** @param right C, R numbers for each unknown of the second factor */
    static BlockConjugateGradients solve(CrossedSystem system, double[] right, int r) {
        double[] x = new double[right.length];
        double[] residual = right.clone();
        double[] z = system.precondition(residual, r);
        double[] direction = z.clone();
        double[] square = dots(residual, z, r);
        double[] enough = square.clone();
        for (int c = 0; c < r; c++) {
            enough[c] *= TOLERANCE * TOLERANCE;
        }
        int iterations = 0;
        while (!areBelow(square, enough) && iterations < MOST_ITERATIONS) {
            StopRequest.throwIfRequested();
            double[] product = system.multiplySchur(direction, r);
            double[] step = quotients(square, dots(direction, product, r));
            for (int i = 0; i < x.length; i += r) {
                for (int c = 0; c < r; c++) {
                    x[i + c] += step[c] * direction[i + c];
                    residual[i + c] -= step[c] * product[i + c];
                }
            }
            z = system.precondition(residual, r);
            double[] next = dots(residual, z, r);
            double[] turn = quotients(next, square);
            for (int i = 0; i < x.length; i += r) {
                for (int c = 0; c < r; c++) {
                    direction[i + c] = z[i + c] + turn[c] * direction[i + c];
                }
            }
            square = next;
            iterations++;
        }
        return new BlockConjugateGradients(x, iterations, areBelow(square, enough));
    }

    private static boolean areBelow(double[] square, double[] enough) {
        for (int c = 0; c < square.length; c++) {
            if (!(square[c] <= enough[c])) {
                return false;
            }
        }
        return true;
    }

    private static double[] dots(double[] x, double[] y, int r) {
        double[] sums = new double[r];
        for (int i = 0; i < x.length; i += r) {
            for (int c = 0; c < r; c++) {
                sums[c] += x[i + c] * y[i + c];
            }
        }
        return sums;
    }

    /** Quotients, 0 where the divisor is not positive. */
    private static double[] quotients(double[] above, double[] below) {
        double[] quotients = new double[above.length];
        for (int c = 0; c < above.length; c++) {
            quotients[c] = below[c] > 0 ? above[c] / below[c] : 0;
        }
        return quotients;
    }
}
