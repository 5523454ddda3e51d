package io.credence.benchmark;

import io.credence.family.law.DispersionPosterior.InverseGamma;
import io.credence.prior.GaussianPrior;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;

/**
 * The exact posterior of a linear regression with independent priors θ ~ N(μ0, P0⁻¹) and σ² ~ IG(a, b), written apart from the
 * engine: normal given σ², and a sum over a fine grid of log σ².
 *
 * @param weights of the grid's nodes, which sum to 1
 * @param means of θ at each
 * @param sds standard deviations of θ at each
 */
record RegressionPosterior(double[] weights, double[][] means, double[][] sds) {

    private static final int NODES = 2001;
    private static final double LOWEST = Math.log(1e-3);
    private static final double HIGHEST = Math.log(1e6);

    static RegressionPosterior of(RegressionRows rows, GaussianPrior prior, InverseGamma scalePrior) {
        RealMatrix x = new Array2DRowRealMatrix(rows.features());
        RealVector y = new ArrayRealVector(rows.labels());
        RealMatrix gram = x.transpose().multiply(x);
        RealVector cross = x.transpose().operate(y);
        RealMatrix priorPrecision = MatrixUtils.createRealDiagonalMatrix(prior.precision());
        RealVector pull = priorPrecision.operate(new ArrayRealVector(prior.mean()));
        double[] logs = new double[NODES];
        double[][] means = new double[NODES][];
        double[][] sds = new double[NODES][];
        for (int k = 0; k < NODES; k++) {
            double log = LOWEST + (HIGHEST - LOWEST) * k / (NODES - 1);
            double variance = Math.exp(log);
            RealMatrix precision = gram.scalarMultiply(1 / variance).add(priorPrecision);
            RealMatrix covariance = new LUDecomposition(precision).getSolver().getInverse();
            RealVector mean = covariance.operate(cross.mapDivide(variance).add(pull));
            double squares = y.dotProduct(y) / variance - mean.dotProduct(precision.operate(mean));
            logs[k] = -0.5
                            * (rows.count() * log
                                    + Math.log(new CholeskyDecomposition(precision).getDeterminant())
                                    + squares)
                    - scalePrior.shape() * log
                    - scalePrior.scale() / variance;
            means[k] = mean.toArray();
            sds[k] = new double[means[k].length];
            for (int j = 0; j < sds[k].length; j++) {
                sds[k][j] = Math.sqrt(covariance.getEntry(j, j));
            }
        }
        return new RegressionPosterior(normalised(logs), means, sds);
    }

    private static double[] normalised(double[] logs) {
        double most = Double.NEGATIVE_INFINITY;
        for (double log : logs) {
            most = Math.max(most, log);
        }
        double[] weights = new double[logs.length];
        double sum = 0;
        for (int k = 0; k < logs.length; k++) {
            weights[k] = Math.exp(logs[k] - most);
            sum += weights[k];
        }
        for (int k = 0; k < logs.length; k++) {
            weights[k] /= sum;
        }
        return weights;
    }

    /** E θ_j. */
    double mean(int j) {
        double mean = 0;
        for (int k = 0; k < weights.length; k++) {
            mean += weights[k] * means[k][j];
        }
        return mean;
    }

    /** Standard deviation of θ_j. */
    double sd(int j) {
        double mean = mean(j);
        double variance = 0;
        for (int k = 0; k < weights.length; k++) {
            double shift = means[k][j] - mean;
            variance += weights[k] * (sds[k][j] * sds[k][j] + shift * shift);
        }
        return Math.sqrt(variance);
    }

    /** Density of θ_j. */
    double density(int j, double at) {
        double density = 0;
        for (int k = 0; k < weights.length; k++) {
            density += weights[k] > 0 ? weights[k] * new NormalDistribution(means[k][j], sds[k][j]).density(at) : 0;
        }
        return density;
    }
}
