package io.credence.effect;

import io.credence.summary.SummaryRow;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Averages over many rows at the draws of a posterior, from few passes over the rows. An average is linearised in the
 * parameters around their mean: over all rows it is computed at the mean and a step away from it in each parameter. A
 * sample of the rows is averaged at each draw, too, and corrects the linear approximation draw by draw:
 *
 * <p>A(β) ≈ L(β) + [a(β) − l(β)]
 *
 * <p>with the average A and its linear approximation L over all rows, and a and l over the sample. The expectation of
 * the right side over samples is A, so that the sample adds noise of the curvature alone. Two halves of the sample
 * measure this noise.
 */
public final class LinearisedEffects {

    /** Values of the last group column of a sample, which tells its halves apart. */
    private static final String FIRST_HALF = "0";

    private static final String SECOND_HALF = "1";

    /**
     * Largest noise of the sample, in standard deviations of an estimate. Noise of a tenth widens an interval by half a
     * per cent.
     */
    private static final double MOST_NOISE = 0.1;

    /** Step from the mean, in standard deviations; the sample corrects what the step adds to the derivative. */
    private static final double STEP = 1e-3;

    private final EffectDraws draws;
    private final double[][] points;
    private final double[][] steps;

    private LinearisedEffects(EffectDraws draws, double[][] points, double[][] steps) {
        this.draws = draws;
        this.points = points;
        this.steps = steps;
    }

    /**
     * Creates the linear approximation for draws without effects of levels.
     *
     * @throws IllegalArgumentException if the draws have effects of levels, which are not functions of the parameters
     */
    public static LinearisedEffects of(EffectDraws draws) {
        if (draws.levelDraws() != null) {
            throw new IllegalArgumentException("averages with draws of levels' effects have no linear approximation");
        }
        double[][] values = draws.draws();
        int parameters = values[0].length;
        double[] mean = new double[parameters];
        double[] sd = new double[parameters];
        for (int j = 0; j < parameters; j++) {
            int column = j;
            SummaryRow summary = SummaryRow.of(
                    "",
                    Arrays.stream(values).mapToDouble(value -> value[column]).toArray(),
                    0.9);
            mean[j] = summary.mean();
            sd[j] = summary.sd();
        }
        int[] varying = varyingParameters(values);
        double[][] points = new double[varying.length + 1][];
        points[0] = mean;
        double[][] steps = new double[values.length][varying.length];
        for (int k = 0; k < varying.length; k++) {
            int j = varying[k];
            points[k + 1] = mean.clone();
            points[k + 1][j] += STEP * sd[j];
            double step = points[k + 1][j] - mean[j];
            for (int s = 0; s < values.length; s++) {
                steps[s][k] = (values[s][j] - mean[j]) / step;
            }
        }
        return new LinearisedEffects(draws, points, steps);
    }

    /**
     * Number of parameter values at which the average over all rows is taken: few, from which those at draws follow
     * linearly.
     */
    public static int pointCount(EffectDraws draws) {
        return varyingParameters(draws.draws()).length + 1;
    }

    private static int[] varyingParameters(double[][] values) {
        return IntStream.range(0, values[0].length)
                .filter(j -> Arrays.stream(values).anyMatch(value -> value[j] != values[0][j]))
                .toArray();
    }

    /** Points at which all rows are averaged. */
    public EffectDraws points() {
        return draws.at(points);
    }

    /** Draws at which a sample of the rows is averaged, followed by the points. */
    public EffectDraws drawsAndPoints() {
        double[][] both = Arrays.copyOf(draws.draws(), draws.drawCount() + points.length);
        System.arraycopy(points, 0, both, draws.drawCount(), points.length);
        return draws.at(both);
    }

    /**
     * Table of a request, or null where the sample is too small for it: a cell has no sampled rows, or the noise of the
     * sample is not small beside the standard deviation of an estimate.
     *
     * @param everywhere sums over all rows at the {@link #points()}
     * @param sample sums over sampled rows at the {@link #drawsAndPoints()}; the last group column is the half, 0 or 1
     * @param table maker of the table from sums at the draws
     */
    public @Nullable EffectTable tableOrNull(
            EffectSums everywhere, EffectSums sample, Function<EffectSums, EffectTable> table) {
        EffectSums one = sample.withLastGroupCell(FIRST_HALF);
        EffectSums other = sample.withLastGroupCell(SECOND_HALF);
        if (!everywhere.isCoveredBy(one) || !everywhere.isCoveredBy(other)) {
            return null;
        }
        EffectTable ofOne = table.apply(corrected(everywhere, one));
        EffectTable ofOther = table.apply(corrected(everywhere, other));
        one.merge(other);
        EffectTable whole = table.apply(corrected(everywhere, one));
        for (int i = 0; i < whole.estimates().size(); i++) {
            double noise = noise(
                    ofOne.estimates().get(i).draws(), ofOther.estimates().get(i).draws());
            SummaryRow summary = whole.estimates().get(i).summary(0.9);
            double rounding = Math.ulp(summary.mean()) / STEP;
            if (!(noise <= MOST_NOISE * summary.sd() + rounding)) {
                return null;
            }
        }
        return whole;
    }

    /**
     * Table of a request by the linear approximation alone.
     *
     * @param everywhere sums over all rows at the {@link #points()}
     * @param table maker of the table from sums at the draws
     */
    public EffectTable uncorrectedTable(EffectSums everywhere, Function<EffectSums, EffectTable> table) {
        return table.apply(corrected(everywhere, null));
    }

    /** Standard deviation of the mean of two estimates by halves of the sample, over the draws. */
    private static double noise(double[] one, double[] other) {
        double sum = 0;
        for (int s = 0; s < one.length; s++) {
            double half = (one[s] - other[s]) / 2;
            sum += half * half;
        }
        return Math.sqrt(sum / one.length);
    }

    /**
     * Sums over all rows at the draws.
     *
     * @param sample sums over the sampled rows that correct them; null for no correction
     */
    EffectSums corrected(EffectSums everywhere, @Nullable EffectSums sample) {
        int count = draws.drawCount();
        EffectSums at = new EffectSums(count, everywhere.outcomeCount());
        for (EffectSums.AveragedCell cell : everywhere.cells()) {
            double weight = everywhere.weight(cell);
            if (weight == 0) {
                continue;
            }
            EffectSums.CellSums into = at.cellSums(cell);
            into.weightAndRowCount()[0] = weight;
            into.weightAndRowCount()[1] = everywhere.rowCount(cell);
            for (int k = 0; k < everywhere.outcomeCount(); k++) {
                double[] all = everywhere.meanDraws(cell, k);
                double[] some = sample == null ? new double[count + points.length] : sample.meanDraws(cell, k);
                double[] rises = new double[points.length - 1];
                for (int j = 0; j < rises.length; j++) {
                    rises[j] = all[j + 1] - all[0] - (some[count + j + 1] - some[count]);
                }
                for (int s = 0; s < count; s++) {
                    double sum = all[0] + some[s] - some[count];
                    for (int j = 0; j < rises.length; j++) {
                        sum += steps[s][j] * rises[j];
                    }
                    into.sums()[k * count + s] = weight * sum;
                }
            }
        }
        return at;
    }
}
