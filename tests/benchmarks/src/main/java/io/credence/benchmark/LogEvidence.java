package io.credence.benchmark;

import io.credence.family.Posterior;
import io.credence.random.AddressedRandom;
import java.util.Arrays;
import org.hipparchus.special.Gamma;

/**
 * The log evidence of a logistic regression and expectations under its exact posterior, by importance sampling from a
 * multivariate Student's t, whose tails are heavier than the posterior's, so that all weights are bounded. The t is fitted to
 * the posterior's mode and curvature, and then twice to the weighted moments of a pilot.
 *
 * @param value log p(D), nats
 * @param error Monte Carlo standard error of the value
 * @param effectiveShare effective size over number of draws
 * @param draws θ_s
 * @param logJoint log p(D, θ_s)
 * @param shares normalised weights of the draws
 */
record LogEvidence(
        double value, double error, double effectiveShare, double[][] draws, double[] logJoint, double[] shares) {

    private static final double DEGREES_OF_FREEDOM = 10;
    private static final int PILOT = 10_000;
    private static final long SEED = 20_260_101;
    /** So many factors between 1 and 2 are multiplied before their logarithm is taken. */
    private static final int FACTORS = 512;

    /** From that many draws. */
    static LogEvidence of(LogisticModel model, int draws) {
        int d = model.dimension();
        Gaussian shape = MaximumLikelihood.of(model, new double[d]).estimate();
        for (int round = 0; round < 2; round++) {
            shape = draw(model, shape, PILOT, round).moments();
        }
        return draw(model, shape, draws, 2);
    }

    private static LogEvidence draw(LogisticModel model, Gaussian shape, int count, int round) {
        int d = model.dimension();
        double[][] root = shape.root();
        double constant = logConstant(root);
        double[][] draws = new double[count][];
        double[] logJoint = new double[count];
        double[] logs = new double[count];
        for (int s = 0; s < count; s++) {
            double[] z = new double[d];
            double squares = 0;
            for (int j = 0; j < d; j++) {
                z[j] = AddressedRandom.normal(SEED + round, s, j);
                squares += z[j] * z[j];
            }
            double chiSquare = 0;
            for (int k = 0; k < DEGREES_OF_FREEDOM; k++) {
                double normal = AddressedRandom.normal(SEED + round, s, d + k);
                chiSquare += normal * normal;
            }
            double stretch = DEGREES_OF_FREEDOM / chiSquare;
            draws[s] = at(shape.mean(), root, z, Math.sqrt(stretch));
            logJoint[s] = logJoint(model, draws[s]);
            double density = -0.5 * (DEGREES_OF_FREEDOM + d) * Math.log1p(squares * stretch / DEGREES_OF_FREEDOM);
            logs[s] = logJoint[s] - constant - density;
        }
        return weighed(draws, logJoint, logs);
    }

    /** The model's value again, with one exponential for each row. */
    private static double logJoint(LogisticModel model, double[] theta) {
        RegressionRows rows = model.rows();
        double value = 0;
        for (double t : theta) {
            value -= 0.5 * (t * t / model.priorVariance() + Math.log(2 * Math.PI * model.priorVariance()));
        }
        double product = 1;
        for (int i = 0; i < rows.count(); i++) {
            double[] x = rows.features()[i];
            double eta = 0;
            for (int j = 0; j < x.length; j++) {
                eta += x[j] * theta[j];
            }
            value += rows.labels()[i] * eta - Math.max(eta, 0);
            product *= 1 + Math.exp(-Math.abs(eta));
            if (i % FACTORS == FACTORS - 1) {
                value -= Math.log(product);
                product = 1;
            }
        }
        return value - Math.log(product);
    }

    private static double[] at(double[] mean, double[][] root, double[] z, double stretch) {
        double[] theta = mean.clone();
        for (int i = 0; i < theta.length; i++) {
            for (int j = 0; j <= i; j++) {
                theta[i] += stretch * root[i][j] * z[j];
            }
        }
        return theta;
    }

    /** Logarithm of the t's density at its centre. */
    private static double logConstant(double[][] root) {
        int d = root.length;
        double half = 0.5 * DEGREES_OF_FREEDOM;
        double sum = Gamma.logGamma(half + 0.5 * d) - Gamma.logGamma(half);
        sum -= 0.5 * d * Math.log(DEGREES_OF_FREEDOM * Math.PI);
        for (int i = 0; i < d; i++) {
            sum -= Math.log(root[i][i]);
        }
        return sum;
    }

    private static LogEvidence weighed(double[][] draws, double[] logJoint, double[] logs) {
        double most = Arrays.stream(logs).max().orElseThrow();
        double[] shares = Arrays.stream(logs).map(x -> Math.exp(x - most)).toArray();
        double sum = Arrays.stream(shares).sum();
        double squares = 0;
        for (int s = 0; s < shares.length; s++) {
            shares[s] /= sum;
            squares += shares[s] * shares[s];
        }
        double error = Math.sqrt(Math.max(0, squares - 1.0 / shares.length));
        double value = most + Math.log(sum / shares.length);
        return new LogEvidence(value, error, 1 / (squares * shares.length), draws, logJoint, shares);
    }

    /** The posterior's mean, and its covariance scaled to a t. */
    private Gaussian moments() {
        int d = draws[0].length;
        double[] mean = new double[d];
        double[][] covariance = new double[d][d];
        for (int s = 0; s < draws.length; s++) {
            for (int i = 0; i < d; i++) {
                mean[i] += shares[s] * draws[s][i];
            }
        }
        double scale = (DEGREES_OF_FREEDOM - 2) / DEGREES_OF_FREEDOM;
        for (int s = 0; s < draws.length; s++) {
            for (int i = 0; i < d; i++) {
                double part = scale * shares[s] * (draws[s][i] - mean[i]);
                for (int j = 0; j < d; j++) {
                    covariance[i][j] += part * (draws[s][j] - mean[j]);
                }
            }
        }
        return new Gaussian(mean, covariance);
    }

    /** The EUBO of a posterior, E_p[log p(D, θ) − log q(θ)] under the exact posterior p, and its standard error. */
    double[] eubo(Posterior q) {
        double mean = 0;
        double[] logs = new double[draws.length];
        for (int s = 0; s < logs.length; s++) {
            logs[s] = logJoint[s] - q.logDensity(draws[s]);
            mean += shares[s] * logs[s];
        }
        double squares = 0;
        for (int s = 0; s < logs.length; s++) {
            double deviation = shares[s] * (logs[s] - mean);
            squares += deviation * deviation;
        }
        return new double[] {mean, Math.sqrt(squares)};
    }
}
