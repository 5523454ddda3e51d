package io.credence.likelihood;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.Moments;
import io.credence.quadrature.DispersionNodes;
import java.util.Arrays;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Counts of which some are 0 whatever their rate. A row has two linear predictors: η_1 of the counts, and η_2, the logit of the
 * probability π of such a zero. The loss of a count y > 0 is log(1 + e^{η_2}) − log p(y | η_1), that of a zero log(1 + e^{η_2}) −
 * log(e^{η_2} + p(0 | η_1)) (Lambert 1992, eq. 2). All but the last logarithm is known from one predictor; the expectation of
 * that one, and of its derivatives, is taken over η_2 as a softplus's and over η_1 by as many nodes as the row needs.
 *
 * @param counts loss of the counts, −log p(y | η_1)
 * @param dispersion that of the counts; null for a Poisson law
 */
record ZeroInflatedLoss(RowLoss counts, @Nullable DispersionNodes dispersion) implements RowLoss {

    private static final double[] CERTAIN = {1};

    @Override
    public int predictors() {
        return 2;
    }

    @Override
    public int offsets() {
        return 1;
    }

    @Override
    public int scaleTotals() {
        return counts.scaleTotals();
    }

    @Override
    public void expect(DenseKernel kernel, Chunk chunk) {
        int rows = chunk.rows();
        Arrays.fill(chunk.moments().value(), 0, rows, 0.0);
        Arrays.fill(chunk.moments().slope(), 0, 2 * rows, 0.0);
        Arrays.fill(chunk.moments().curvature(), 0, 4 * rows, 0.0);
        expectCounts(kernel, chunk);
        ZeroRow zero = new ZeroRow(this, kernel, chunk);
        for (int i = 0; i < rows; i++) {
            if (chunk.label()[i] == 0) {
                zero.add(i);
            }
        }
        expectInflation(kernel, chunk);
    }

    /** Loss of the counts above 0. */
    private void expectCounts(DenseKernel kernel, Chunk chunk) {
        Chunk above = new Chunk(1, chunk.scaleTotals());
        int[] from = new int[chunk.rows()];
        int count = 0;
        for (int i = 0; i < chunk.rows(); i++) {
            if (chunk.label()[i] != 0) {
                above.label()[count] = chunk.label()[i];
                above.weight()[count] = chunk.weight()[i];
                above.mean()[count] = chunk.mean()[2 * i];
                above.variance()[count] = chunk.variance()[4 * i];
                from[count++] = i;
            }
        }
        above.resize(count);
        counts.expect(kernel, above);
        for (int a = 0; a < count; a++) {
            chunk.moments().value()[from[a]] = above.moments().value()[a];
            chunk.moments().slope()[2 * from[a]] = above.moments().slope()[a];
            chunk.moments().curvature()[4 * from[a]] = above.moments().curvature()[a];
        }
    }

    /** log(1 + e^{η_2}) of every row. */
    private void expectInflation(DenseKernel kernel, Chunk chunk) {
        int rows = chunk.rows();
        double[] mean = new double[rows];
        double[] variance = new double[rows];
        for (int i = 0; i < rows; i++) {
            mean[i] = chunk.mean()[2 * i + 1];
            variance[i] = chunk.variance()[4 * i + 3];
        }
        Moments inflation = Moments.ofCapacity(rows);
        chunk.softplus().expect(kernel, mean, variance, 0, rows, inflation);
        for (int i = 0; i < rows; i++) {
            chunk.moments().value()[i] += inflation.value()[i];
            chunk.moments().slope()[2 * i + 1] += inflation.slope()[i];
            chunk.moments().curvature()[4 * i + 3] += inflation.curvature()[i];
            for (int k = 0; k < scaleTotals(); k++) {
                chunk.scaleTotals()[k] += chunk.weight()[i] * inflation.value()[i];
            }
        }
    }

    @Override
    public void evaluate(DenseKernel kernel, DrawPoints points, int from, int to) {
        if (weights().length > 1) {
            points.expect(this, kernel, from, to);
            return;
        }
        int rows = points.rows();
        DrawPoints ofCounts = new DrawPoints(1, 1);
        ofCounts.moveTo(points.label(), 0, rows, new double[Chunk.CAPACITY]);
        double[] inflation = new double[Chunk.CAPACITY];
        double[] value = new double[Chunk.CAPACITY];
        double[] slope = new double[Chunk.CAPACITY];
        for (int s = from; s < to; s++) {
            System.arraycopy(points.eta(), points.at(s, 0), ofCounts.eta(), 0, rows);
            counts.evaluate(kernel, ofCounts, 0, 1);
            System.arraycopy(points.eta(), points.at(s, 1), inflation, 0, rows);
            kernel.softplus(inflation, 0, rows, value, slope);
            for (int i = 0; i < rows; i++) {
                points.value()[s * Chunk.CAPACITY + i] = ofCounts.value()[i] + value[i];
                points.slope()[points.at(s, 0) + i] = ofCounts.slope()[i];
                points.slope()[points.at(s, 1) + i] = slope[i];
            }
            evaluateZeros(kernel, points, s, ofCounts, inflation, value);
        }
    }

    /**
     * Zeros: log(1 + e^{η_2}) − max(η_2, g) − log(1 + e^{−|u|}) with g = log p(0 | η_1) and u = η_2 − g.
     *
     * @param inflation η_2
     * @param ofNone log(1 + e^{η_2})
     */
    private static void evaluateZeros(
            DenseKernel kernel, DrawPoints points, int s, DrawPoints ofCounts, double[] inflation, double[] ofNone) {
        int rows = points.rows();
        double[] away = new double[rows];
        for (int i = 0; i < rows; i++) {
            away[i] = Math.max(-ZeroRow.LARGEST, -Math.abs(inflation[i] + ofCounts.value()[i]));
        }
        double[] both = new double[rows];
        double[] lesser = new double[rows];
        kernel.softplus(away, 0, rows, both, lesser);
        for (int i = 0; i < rows; i++) {
            if (points.label()[i] == 0) {
                double count = ofCounts.value()[i];
                boolean inflated = inflation[i] > -count;
                double share = inflated ? 1 - lesser[i] : lesser[i];
                double slope = away[i] > -ZeroRow.LARGEST || !inflated ? ofCounts.slope()[i] * (1 - share) : 0;
                points.value()[s * Chunk.CAPACITY + i] = ofNone[i] - (inflated ? inflation[i] : -count) - both[i];
                points.slope()[points.at(s, 0) + i] = slope;
                points.slope()[points.at(s, 1) + i] -= share;
            }
        }
    }

    /** Weights of the values that the dispersion may have. */
    double[] weights() {
        return dispersion == null ? CERTAIN : dispersion.weights();
    }

    /** Where log p(0 | η) bends: it is singular π above; a Poisson law's is nowhere. */
    OptionalDouble bend(int k) {
        return dispersion == null ? OptionalDouble.empty() : OptionalDouble.of(-Math.log(dispersion.value(k)));
    }

    /**
     * log p(0 | η) and its first two derivatives.
     *
     * @param k number of the dispersion's value
     */
    void zero(int k, double eta, double[] out, int at) {
        if (dispersion == null) {
            Arrays.fill(out, at, at + 3, -Math.exp(eta));
            return;
        }
        double size = 1 / dispersion.value(k);
        double t = eta - Math.log(size);
        double share = 1 / (1 + Math.exp(-t));
        out[at] = -size * (Math.max(t, 0) + Math.log1p(Math.exp(-Math.abs(t))));
        out[at + 1] = -size * share;
        out[at + 2] = out[at + 1] * (1 - share);
    }
}
