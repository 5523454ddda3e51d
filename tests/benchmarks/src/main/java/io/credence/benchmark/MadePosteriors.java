package io.credence.benchmark;

import io.credence.Inference;
import io.credence.Rows;
import io.credence.random.AddressedRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Posteriors of paper HDVI that PosteriorDB has not, with references by quadrature. */
final class MadePosteriors {

    private static final long SEED = 20_260_101;
    private static final int ROWS = 25;
    private static final double DEGREES_OF_FREEDOM = 40;
    private static final double CORRELATION = 0.75;
    private static final double PRIOR_SD = 10;
    private static final int NODES = 2001;

    private MadePosteriors() {}

    /**
     * Robust regression in two dimensions (Figures C.2 and C.8), as viabel's examples make it: correlated features, coefficients −2
     * and 1, noise of Student's t with 40 degrees of freedom.
     */
    static PosteriorDbProblem robustRegression() {
        double[][] features = new double[ROWS][2];
        double[] labels = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            features[i][0] = AddressedRandom.normal(SEED, i, 0);
            features[i][1] = CORRELATION * features[i][0]
                    + Math.sqrt(1 - CORRELATION * CORRELATION) * AddressedRandom.normal(SEED, i, 1);
            double squares = 0;
            for (int k = 0; k < DEGREES_OF_FREEDOM; k++) {
                double normal = AddressedRandom.normal(SEED, i, 3 + k);
                squares += normal * normal;
            }
            labels[i] = features[i][1]
                    - 2 * features[i][0]
                    + AddressedRandom.normal(SEED, i, 2) / Math.sqrt(squares / DEGREES_OF_FREEDOM);
        }
        Moments moments = new Moments(2);
        for (int a = 0; a < NODES; a++) {
            for (int b = 0; b < NODES; b++) {
                double[] theta = {-5 + 6.0 * a / (NODES - 1), -2 + 6.0 * b / (NODES - 1)};
                double log = -(theta[0] * theta[0] + theta[1] * theta[1]) / (2 * PRIOR_SD * PRIOR_SD);
                for (int i = 0; i < ROWS; i++) {
                    double residual = labels[i] - features[i][0] * theta[0] - features[i][1] * theta[1];
                    log -= (DEGREES_OF_FREEDOM + 1) / 2 * Math.log1p(residual * residual / DEGREES_OF_FREEDOM);
                }
                moments.add(log, theta, new double[2]);
            }
        }
        Inference inference = Inference.of("student-t")
                .with("model.degreesOfFreedom", DEGREES_OF_FREEDOM)
                .with("model.dispersion", 1)
                .prior("normal", Map.of("sd", PRIOR_SD));
        return new PosteriorDbProblem(
                "made-robust_regression",
                inference,
                PackedRegression.of(new RegressionRows(List.of("x1", "x2"), features, labels), 1, 1),
                moments.mean(),
                moments.sd());
    }

    /** Eight schools (Figure C.1) whose standard errors are a tenth: the rows outweigh the prior. */
    static PosteriorDbProblem schools(double[] y, double[] errors, boolean centred) {
        double[] sd = Arrays.stream(errors).map(error -> error / 10).toArray();
        int n = y.length;
        Moments moments = new Moments(n + 2);
        for (int a = 0; a < NODES; a++) {
            double logTau = -6 + 12.0 * a / (NODES - 1);
            double tau = Math.exp(logTau);
            double precision = 1 / 25.0;
            double sum = 0;
            double log = logTau - Math.log1p(tau * tau / 25);
            for (int j = 0; j < n; j++) {
                double variance = sd[j] * sd[j] + tau * tau;
                precision += 1 / variance;
                sum += y[j] / variance;
                log -= 0.5 * (Math.log(variance) + y[j] * y[j] / variance);
            }
            double mu = sum / precision;
            log += 0.5 * (sum * mu - Math.log(precision));
            double[] mean = new double[n + 2];
            double[] variance = new double[n + 2];
            for (int j = 0; j < n; j++) {
                double all = sd[j] * sd[j] + tau * tau;
                double slope = centred ? sd[j] * sd[j] / all : -tau / all;
                double level = centred ? tau * tau / all * y[j] : tau / all * y[j];
                double own = sd[j] * sd[j] / all;
                mean[j] = level + slope * mu;
                variance[j] = (centred ? tau * tau * own : own) + slope * slope / precision;
            }
            mean[n] = mu;
            variance[n] = 1 / precision;
            mean[n + 1] = logTau;
            moments.add(log, mean, variance);
        }
        return new PosteriorDbProblem(
                "made-eight_schools_informative_" + (centred ? "centered" : "noncentered"),
                Inference.of(new PosteriorDbDensities.Schools(y, sd, centred)),
                Rows.of(new double[][] {{0}}, new double[1]),
                moments.mean(),
                moments.sd());
    }

    /** Moments of a mixture of unequal weights. */
    private static final class Moments {
        private final double[] sums;
        private final double[] squares;
        private double total;
        private double most = Double.NEGATIVE_INFINITY;

        Moments(int dimension) {
            sums = new double[dimension];
            squares = new double[dimension];
        }

        void add(double logWeight, double[] mean, double[] variance) {
            double kept = Math.exp(Math.min(0, most - logWeight));
            most = Math.max(most, logWeight);
            double weight = Math.exp(logWeight - most);
            total = total * kept + weight;
            for (int j = 0; j < sums.length; j++) {
                sums[j] = sums[j] * kept + weight * mean[j];
                squares[j] = squares[j] * kept + weight * (variance[j] + mean[j] * mean[j]);
            }
        }

        double[] mean() {
            return Arrays.stream(sums).map(sum -> sum / total).toArray();
        }

        double[] sd() {
            double[] sd = mean();
            for (int j = 0; j < sd.length; j++) {
                sd[j] = Math.sqrt(squares[j] / total - sd[j] * sd[j]);
            }
            return sd;
        }
    }
}
