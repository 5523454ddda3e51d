package io.credence.prior;

import io.credence.family.Blocks;
import io.credence.linalg.Symmetric;

/**
 * Second derivatives of a prior. Those of its term are central differences of the gradient, good to about 1e-8 of its
 * size.
 */
public final class PriorCurvature {

    /** Step of differences, relative to the parameter. */
    private static final double STEP = 1e-4;
    /** Number of differences that are taken at a time. */
    private static final int TOGETHER = 64;

    private PriorCurvature() {}

    /** Hessian ∇² log π(θ), d × d. */
    public static double[] hessianAt(Prior prior, double[] theta) {
        int d = theta.length;
        double[] hessian = new double[d * d];
        if (prior.term() != null) {
            addTerm(prior.term(), theta, hessian);
        }
        double[] precision = Symmetric.unpack(prior.normalPrior().precisionInBlocks(Blocks.full(d)), d);
        for (int e = 0; e < hessian.length; e++) {
            hessian[e] -= precision[e];
        }
        return hessian;
    }

    /** Adds the Hessian of the term. Each entry is the mean of two differences, one along each of its parameters. */
    private static void addTerm(DensityTerm term, double[] theta, double[] hessian) {
        int d = theta.length;
        for (int first = 0; first < d; first += TOGETHER) {
            double[][] moved = new double[2 * Math.min(TOGETHER, d - first)][];
            for (int at = 0; at < moved.length; at++) {
                int j = first + at / 2;
                moved[at] = theta.clone();
                moved[at][j] += at % 2 == 0 ? step(theta[j]) : -step(theta[j]);
            }
            double[][] gradients = new double[moved.length][d];
            term.addGradients(moved, gradients);
            for (int at = 0; at < moved.length; at += 2) {
                int j = first + at / 2;
                for (int i = 0; i < d; i++) {
                    double half = 0.5 * (gradients[at][i] - gradients[at + 1][i]) / (2 * step(theta[j]));
                    hessian[i * d + j] += half;
                    hessian[j * d + i] += half;
                }
            }
        }
    }

    private static double step(double coordinate) {
        return STEP * Math.max(1, Math.abs(coordinate));
    }
}
