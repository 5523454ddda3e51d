package io.credence.benchmark;

import io.credence.testkit.FiniteDifference;
import io.credence.testkit.LogDensity;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.RealMatrix;

/**
 * The maximum of a log likelihood by Newton's method, with the covariance of the asymptotic normal.
 *
 * @param estimate the maximum and the inverse of minus the Hessian there
 * @param logLikelihood value there
 */
record MaximumLikelihood(Gaussian estimate, double logLikelihood) {

    private static final int MOST_STEPS = 200;

    /** Climbs from {@code start}, halving steps that descend, until a step gains nothing. */
    static MaximumLikelihood of(LogDensity likelihood, double[] start) {
        double[] at = start.clone();
        double value = likelihood.value(at);
        double gain = Double.POSITIVE_INFINITY;
        for (int step = 0; step < MOST_STEPS && gain > 1e-12; step++) {
            double[] gradient = likelihood.gradient(at);
            double[] ascent = new LUDecomposition(new Array2DRowRealMatrix(information(likelihood, at)))
                    .getSolver()
                    .solve(new ArrayRealVector(gradient))
                    .toArray();
            gain = 0;
            for (double share = 1; share > 1e-9; share /= 2) {
                double[] trial = at.clone();
                for (int j = 0; j < trial.length; j++) {
                    trial[j] += share * ascent[j];
                }
                double reached = likelihood.value(trial);
                if (reached > value) {
                    gain = reached - value;
                    value = reached;
                    at = trial;
                    break;
                }
            }
        }
        return new MaximumLikelihood(Gaussian.ofPrecision(at, information(likelihood, at)), value);
    }

    private static double[][] information(LogDensity likelihood, double[] at) {
        double[][] hessian = FiniteDifference.jacobian(likelihood::gradient, at);
        RealMatrix matrix = new Array2DRowRealMatrix(hessian);
        return matrix.add(matrix.transpose()).scalarMultiply(-0.5).getData();
    }
}
