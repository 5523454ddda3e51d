package io.credence.mixed;

import io.credence.likelihood.Chunk;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.quadrature.QuadratureRule;
import java.util.Arrays;

/**
 * A few hundred rows' likelihoods times a normal density each: log integral, mean and variance, by 21 Gauss–Hermite nodes around each
 * product's mode. Not thread-safe.
 */
final class TiltedRows {

    private static final QuadratureRule RULE = QuadratureRule.gaussHermite(21);
    private static final int MODE_STEPS = 12;
    private static final double LONGEST_STEP = 2;
    private static final double CLOSE = 1e-4;

    private final DenseKernel kernel;
    private final RowLoss loss;
    private final Chunk chunk = new Chunk(1, new double[8]);
    private final double[] offset = new double[Chunk.CAPACITY];
    private final double[] centre = new double[Chunk.CAPACITY];
    private final double[] precision = new double[Chunk.CAPACITY];
    private final double[] mode = new double[Chunk.CAPACITY];
    private final double[] sd = new double[Chunk.CAPACITY];
    private final double[][] logs = new double[RULE.nodes().length][Chunk.CAPACITY];
    private final double[] logIntegral = new double[Chunk.CAPACITY];
    private final double[] mean = new double[Chunk.CAPACITY];
    private final double[] variance = new double[Chunk.CAPACITY];
    private final double[] skewness = new double[Chunk.CAPACITY];
    private final double[] kurtosis = new double[Chunk.CAPACITY];

    TiltedRows(RowLoss loss, DenseKernel kernel) {
        this.loss = loss;
        this.kernel = kernel;
    }

    /** Sets row {@code i}: its response, weight and offset, and the normal density N(m, v) of the rest of its linear predictor. */
    void set(int i, double label, double weight, double known, double m, double v) {
        chunk.label()[i] = label;
        chunk.weight()[i] = weight;
        offset[i] = known;
        centre[i] = m;
        precision[i] = 1 / v;
    }

    /** Precision of the normal density. */
    double precision(int i) {
        return precision[i];
    }

    /** Its mean. */
    double centre(int i) {
        return centre[i];
    }

    /** log ∫ p(y | η) N(η; m, v) dη. */
    double logIntegral(int i) {
        return logIntegral[i];
    }

    double mean(int i) {
        return mean[i];
    }

    double variance(int i) {
        return variance[i];
    }

    /** Skewness, E (η − m)³ over the cube of the standard deviation. */
    double skewness(int i) {
        return skewness[i];
    }

    /** Excess kurtosis, the fourth cumulant over the square of the variance. */
    double kurtosis(int i) {
        return kurtosis[i];
    }

    /** Computes all of the first {@code rows} rows. */
    void compute(int rows) {
        chunk.resize(rows);
        Arrays.fill(chunk.variance(), 0, rows, 0.0);
        searchModes(rows);
        for (int k = 0; k < logs.length; k++) {
            double z = RULE.nodes()[k];
            for (int i = 0; i < rows; i++) {
                chunk.mean()[i] = offset[i] + mode[i] + sd[i] * z;
            }
            loss.expect(kernel, chunk);
            for (int i = 0; i < rows; i++) {
                double away = mode[i] + sd[i] * z - centre[i];
                logs[k][i] = -chunk.weight()[i] * chunk.moments().value()[i]
                        - 0.5 * away * away * precision[i]
                        + 0.5 * z * z;
            }
        }
        for (int i = 0; i < rows; i++) {
            integrate(i);
        }
    }

    private void searchModes(int rows) {
        System.arraycopy(centre, 0, mode, 0, rows);
        for (int step = 0; step <= MODE_STEPS; step++) {
            for (int i = 0; i < rows; i++) {
                chunk.mean()[i] = offset[i] + mode[i];
            }
            loss.expect(kernel, chunk);
            double largest = 0;
            for (int i = 0; i < rows; i++) {
                double curvature = Math.max(chunk.weight()[i] * chunk.moments().curvature()[i], 0) + precision[i];
                sd[i] = 1 / Math.sqrt(curvature);
                double slope = chunk.weight()[i] * chunk.moments().slope()[i] + (mode[i] - centre[i]) * precision[i];
                double move = Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, -slope / curvature));
                largest = Math.max(largest, Math.abs(move) / sd[i]);
                mode[i] += step < MODE_STEPS ? move : 0;
            }
            if (largest < CLOSE) {
                return;
            }
        }
    }

    private void integrate(int i) {
        double most = Double.NEGATIVE_INFINITY;
        for (double[] log : logs) {
            most = Math.max(most, log[i]);
        }
        double sum = 0;
        double first = 0;
        double second = 0;
        for (int k = 0; k < logs.length; k++) {
            double mass = RULE.weights()[k] * Math.exp(logs[k][i] - most);
            double z = RULE.nodes()[k];
            sum += mass;
            first += mass * z;
            second += mass * z * z;
        }
        first /= sum;
        logIntegral[i] = most + Math.log(sum) + Math.log(sd[i]) + 0.5 * Math.log(precision[i]);
        mean[i] = mode[i] + sd[i] * first;
        double spread = second / sum - first * first;
        variance[i] = sd[i] * sd[i] * spread;
        double third = 0;
        double fourth = 0;
        for (int k = 0; k < logs.length; k++) {
            double mass = RULE.weights()[k] * Math.exp(logs[k][i] - most) / sum;
            double away = RULE.nodes()[k] - first;
            third += mass * away * away * away;
            fourth += mass * away * away * away * away;
        }
        skewness[i] = third / (spread * Math.sqrt(spread));
        kurtosis[i] = fourth / (spread * spread) - 3;
    }
}
