package io.credence.mixed.site;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.quadrature.QuadratureRule;
import java.util.Arrays;

/**
 * Log integral, mean and variance of a few hundred rows' likelihoods times a normal density each. They come from 21
 * Gauss–Hermite nodes around each product's mode. Not thread-safe.
 */
public final class TiltedMoments {

    private static final QuadratureRule RULE = QuadratureRule.gaussHermite(21);
    /**
     * Largest number of Newton steps to a mode. On an exponential a step is of about 1, and logarithms of numbers are
     * between −745 and 710.
     */
    private static final int MOST_STEPS = 1_000;
    /** Longest step to a mode, in units of a linear predictor. */
    private static final double LONGEST_STEP = 2;

    private static final double CLOSE = 1e-4;

    private final DenseKernel kernel;
    private final RowLoss loss;
    private final double longestStep;
    private final PredictorChunk chunk = new PredictorChunk(1, new double[8]);
    private final double[] offset = new double[PredictorChunk.CAPACITY];
    private final double[] centre = new double[PredictorChunk.CAPACITY];
    private final double[] precision = new double[PredictorChunk.CAPACITY];
    private final double[] mode = new double[PredictorChunk.CAPACITY];
    private final double[] sd = new double[PredictorChunk.CAPACITY];
    private final double[] below = new double[PredictorChunk.CAPACITY];
    private final double[] above = new double[PredictorChunk.CAPACITY];
    private final PredictorDraws points = new PredictorDraws(RULE.nodes().length, 1);
    private final double[] losses = new double[RULE.nodes().length * PredictorChunk.CAPACITY];
    private final double[][] logs = new double[RULE.nodes().length][PredictorChunk.CAPACITY];
    private final double[] logIntegral = new double[PredictorChunk.CAPACITY];
    private final double[] mean = new double[PredictorChunk.CAPACITY];
    private final double[] variance = new double[PredictorChunk.CAPACITY];
    private final double[] shifted = new double[PredictorChunk.CAPACITY];
    private final double[] most = new double[PredictorChunk.CAPACITY];
    private final double[] sum = new double[PredictorChunk.CAPACITY];
    private final double[] first = new double[PredictorChunk.CAPACITY];
    private final double[] second = new double[PredictorChunk.CAPACITY];

    /** Allocates rows whose linear predictors have unit 1. */
    public TiltedMoments(RowLoss loss, DenseKernel kernel) {
        this(loss, kernel, 1);
    }

    /**
     * @param unit change of a linear predictor that changes the expectation of a row
     */
    public TiltedMoments(RowLoss loss, DenseKernel kernel, double unit) {
        this.longestStep = LONGEST_STEP * unit;
        this.loss = loss;
        this.kernel = kernel;
    }

    /** Sets row {@code i}: its response, weight and offset, and the normal density N(m, v) of the rest of its linear predictor. */
    public void set(int i, double label, double weight, double known, double m, double v) {
        chunk.label()[i] = label;
        chunk.weight()[i] = weight;
        offset[i] = known;
        centre[i] = m;
        precision[i] = 1 / v;
    }

    /** Precision of the normal density of row {@code i}. */
    public double cavityPrecision(int i) {
        return precision[i];
    }

    /** Mean of the normal density of row {@code i}. */
    public double cavityMean(int i) {
        return centre[i];
    }

    /** Log integral ∫ p(y | η) N(η; m, v) dη of row {@code i}. */
    public double logIntegral(int i) {
        return logIntegral[i];
    }

    public double mean(int i) {
        return mean[i];
    }

    public double variance(int i) {
        return variance[i];
    }

    /**
     * Ratio of the likelihood of row {@code i} to its site. Under all sites the row's linear predictor is N(ofAll,
     * ofAllSd²).
     */
    SiteRatio ratio(int i, double ofAll, double ofAllSd) {
        return new SiteRatio(
                new SiteRatio.Response(chunk.label()[i], chunk.weight()[i], offset[i]),
                ofAll,
                ofAllSd,
                new SiteRatio.Cavity(centre[i], precision[i]),
                logIntegral[i] - Math.log(ofAllSd * Math.sqrt(precision[i])),
                standardized(i, 3),
                standardized(i, 4) - 3);
    }

    /** Computes the first {@code rows} rows of another object under the loss of this one. */
    void computeForRowsOf(TiltedMoments other, int rows) {
        System.arraycopy(other.chunk.label(), 0, chunk.label(), 0, rows);
        System.arraycopy(other.chunk.weight(), 0, chunk.weight(), 0, rows);
        System.arraycopy(other.offset, 0, offset, 0, rows);
        System.arraycopy(other.centre, 0, centre, 0, rows);
        System.arraycopy(other.precision, 0, precision, 0, rows);
        compute(rows);
    }

    /** Computes integrals and moments of the first {@code rows} rows. */
    public void compute(int rows) {
        chunk.resize(rows);
        Arrays.fill(chunk.predictorCovariances(), 0, rows, 0.0);
        searchModes(rows);
        points.moveTo(chunk.label(), 0, rows, losses);
        for (int k = 0; k < logs.length; k++) {
            double z = RULE.nodes()[k];
            int at = points.predictorOffset(k, 0);
            for (int i = 0; i < rows; i++) {
                points.predictors()[at + i] = offset[i] + mode[i] + sd[i] * z;
            }
        }
        loss.evaluateAtDraws(kernel, points, 0, logs.length);
        for (int k = 0; k < logs.length; k++) {
            double z = RULE.nodes()[k];
            int at = points.predictorOffset(k, 0);
            double[] log = logs[k];
            for (int i = 0; i < rows; i++) {
                double away = mode[i] - centre[i] + sd[i] * z;
                log[i] = -chunk.weight()[i] * losses[at + i] - 0.5 * away * away * precision[i] + 0.5 * z * z;
            }
        }
        integrate(rows);
    }

    /**
     * Finds the modes by Newton steps of at most {@link #LONGEST_STEP} units, within bounds on either side of each
     * mode.
     */
    private void searchModes(int rows) {
        System.arraycopy(centre, 0, mode, 0, rows);
        Arrays.fill(below, 0, rows, Double.NEGATIVE_INFINITY);
        Arrays.fill(above, 0, rows, Double.POSITIVE_INFINITY);
        double largest = Double.POSITIVE_INFINITY;
        for (int step = 0; step < MOST_STEPS && largest >= CLOSE; step++) {
            for (int i = 0; i < rows; i++) {
                chunk.predictorMeans()[i] = offset[i] + mode[i];
            }
            loss.writeExpectedMoments(kernel, chunk);
            largest = 0;
            for (int i = 0; i < rows; i++) {
                double before = mode[i];
                moveMode(i);
                largest = Math.max(largest, Math.abs(mode[i] - before) / sd[i]);
            }
        }
    }

    private void moveMode(int i) {
        double curvature = Math.max(chunk.weight()[i] * chunk.moments().curvature()[i], 0) + precision[i];
        double slope = chunk.weight()[i] * chunk.moments().slope()[i] + (mode[i] - centre[i]) * precision[i];
        sd[i] = 1 / Math.sqrt(curvature);
        if (slope > 0) {
            above[i] = mode[i];
        } else {
            below[i] = mode[i];
        }
        double next = mode[i] + Math.max(-longestStep, Math.min(longestStep, -slope / curvature));
        mode[i] = below[i] <= next && next <= above[i] ? next : 0.5 * (below[i] + above[i]);
    }

    /** Integrates over the nodes, whose masses replace their logarithms. */
    private void integrate(int rows) {
        Arrays.fill(most, 0, rows, Double.NEGATIVE_INFINITY);
        for (double[] log : logs) {
            for (int i = 0; i < rows; i++) {
                most[i] = Math.max(most[i], log[i]);
            }
        }
        Arrays.fill(sum, 0, rows, 0.0);
        Arrays.fill(first, 0, rows, 0.0);
        Arrays.fill(second, 0, rows, 0.0);
        for (int k = 0; k < logs.length; k++) {
            double[] mass = logs[k];
            for (int i = 0; i < rows; i++) {
                shifted[i] = mass[i] - most[i];
            }
            kernel.exp(shifted, 0, rows, mass);
            addNode(k, rows);
        }
        for (int i = 0; i < rows; i++) {
            first[i] /= sum[i];
            double spread = second[i] / sum[i] - first[i] * first[i];
            logIntegral[i] = most[i] + Math.log(sum[i] * sd[i]) + 0.5 * Math.log(precision[i]);
            mean[i] = mode[i] + sd[i] * first[i];
            variance[i] = sd[i] * sd[i] * spread;
        }
    }

    private void addNode(int k, int rows) {
        double z = RULE.nodes()[k];
        double weight = RULE.weights()[k];
        double[] mass = logs[k];
        for (int i = 0; i < rows; i++) {
            double own = weight * mass[i];
            mass[i] = own;
            sum[i] += own;
            first[i] += own * z;
            second[i] += own * z * z;
        }
    }

    /** Standardised central moment of row {@code i}, once it is computed. */
    private double standardized(int i, int power) {
        double moment = 0;
        double square = 0;
        for (int k = 0; k < logs.length; k++) {
            double away = RULE.nodes()[k] - first[i];
            double raised = away * away;
            square += logs[k][i] * raised;
            moment += logs[k][i] * (power == 3 ? raised * away : raised * raised);
        }
        return moment / sum[i] / Math.pow(square / sum[i], 0.5 * power);
    }
}
