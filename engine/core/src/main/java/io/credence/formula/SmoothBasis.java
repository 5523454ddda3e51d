package io.credence.formula;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Smooth function of a number: the number itself, then k penalised functions whose coefficients share one standard
 * deviation. They are O'Sullivan splines (Wand and Ormerod 2008): cubic B-splines turned and scaled so that a normal
 * prior of independent coefficients with one variance penalises ∫ f″². All functions are centred over the rows of the
 * fit; the sum of the variances of the penalised ones is 1. Beyond the outermost knots they are linear.
 */
final class SmoothBasis implements Basis, SmoothFunctions {

    private static final long serialVersionUID = 1;

    private final double[] knots;
    private final double[] centres;
    private final double[] turns;
    private final LocalSplines splines;
    private final double[][] ends;

    /**
     * Restores functions from their parameters.
     *
     * @param knots outermost and interior knots, in ascending order
     * @param centres mean of the number, then of each penalised function before it is centred
     * @param turns coefficients of the B-splines in the penalised functions, k × (number of knots + 2)
     */
    SmoothBasis(List<Double> knots, List<Double> centres, List<Double> turns) {
        DeBoorRecurrence all = new DeBoorRecurrence(knots, LocalSplines.DEGREE);
        this.knots = Basis.unboxed(knots);
        this.centres = Basis.unboxed(centres);
        this.turns = Basis.unboxed(turns);
        int count = knots.size() + LocalSplines.DEGREE - 1;
        if (turns.size() != (centres.size() - 1) * count) {
            throw new IllegalArgumentException("a smooth of " + (centres.size() - 1) + " penalised functions must have "
                    + (centres.size() - 1) * count + " coefficients of B-splines but had " + turns.size());
        }
        double[] repeated = new double[knots.size() + 2 * LocalSplines.DEGREE];
        for (int i = 0; i < repeated.length; i++) {
            repeated[i] = this.knots[Math.min(Math.max(i - LocalSplines.DEGREE, 0), knots.size() - 1)];
        }
        this.splines = new LocalSplines(repeated);
        this.ends = new double[][] {
            allSplines(all, lowestKnot(), 1), allSplines(all, highestKnot(), 1),
        };
    }

    /**
     * Creates functions for the rows of a fit.
     *
     * @param knots outermost and interior knots, in ascending order
     * @throws IllegalArgumentException if they do not ascend
     */
    static SmoothBasis of(List<Double> knots, ColumnStatistics statistics) {
        DeBoorRecurrence splines = new DeBoorRecurrence(knots, LocalSplines.DEGREE);
        int count = knots.size() + LocalSplines.DEGREE - 1;
        int[] all = IntStream.range(0, count).toArray();
        return SmoothPenalty.onKnots(knots, count, (x, interval) -> allSplines(splines, x, 2), interval -> all)
                .basis(2, 1, statistics, (centres, turns) -> new SmoothBasis(knots, centres, turns));
    }

    /** Values of all B-splines, the first included, or their derivatives. Together they are 1 everywhere. */
    private static double[] allSplines(DeBoorRecurrence splines, double x, int derivative) {
        double[] others = splines.valuesAt(x, derivative);
        double[] all = new double[others.length + 1];
        System.arraycopy(others, 0, all, 1, others.length);
        all[0] = (derivative == 0 ? 1 : 0) - Arrays.stream(others).sum();
        return all;
    }

    @Override
    public Map<String, Object> parameters() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("knots", Basis.boxed(knots));
        all.put("centres", Basis.boxed(centres));
        all.put("turns", Basis.boxed(turns));
        return all;
    }

    @Override
    public String toString() {
        return "smooth with knots " + Basis.boxed(knots);
    }

    @Override
    public List<PenalisedPart> penalisedParts() {
        return List.of(new PenalisedPart("", IntStream.range(1, size()).toArray()));
    }

    @Override
    public List<double[]> ranges() {
        return List.of(new double[] {lowestKnot(), highestKnot()});
    }

    @Override
    public double[] valuesAt(double... numbers) {
        double[] values = new double[size()];
        writeValues(numbers[0], values, 0);
        return values;
    }

    private double lowestKnot() {
        return knots[0];
    }

    private double highestKnot() {
        return knots[knots.length - 1];
    }

    /** Number of functions: the number itself and the penalised ones. */
    @Override
    public int size() {
        return centres.length;
    }

    @Override
    public List<ColumnFactor.Polynomial> polynomialPieces(int function) {
        List<ColumnFactor.Polynomial> pieces = new ArrayList<>();
        double width = highestKnot() - lowestKnot();
        pieces.add(ColumnFactor.Polynomial.interpolating(
                x -> valueAt(x, function), lowestKnot(), lowestKnot() - width, width, 1));
        for (int k = 0; k + 1 < knots.length; k++) {
            double half = 0.5 * (knots[k + 1] - knots[k]);
            pieces.add(ColumnFactor.Polynomial.interpolating(
                    x -> valueAt(x, function), knots[k + 1], knots[k] + half, half, LocalSplines.DEGREE));
        }
        pieces.add(ColumnFactor.Polynomial.interpolating(
                x -> valueAt(x, function), Double.POSITIVE_INFINITY, highestKnot() + width, width, 1));
        return pieces;
    }

    @Override
    public void writeValues(double x, double[] into, int from) {
        int count = knots.length + LocalSplines.DEGREE - 1;
        double pivot = Math.min(highestKnot(), Math.max(lowestKnot(), x));
        int span = span(pivot);
        double[] local = splines.values(pivot, span);
        double[] slopes = ends[x < lowestKnot() ? 0 : 1];
        into[from] = x - centres[0];
        for (int j = 1; j < centres.length; j++) {
            int row = (j - 1) * count;
            double value = -centres[j];
            for (int i = 0; i <= LocalSplines.DEGREE; i++) {
                value += turns[row + span - LocalSplines.DEGREE + i] * local[i];
            }
            for (int i = 0; pivot != x && i < count; i++) {
                value += (x - pivot) * turns[row + i] * slopes[i];
            }
            into[from + j] = value;
        }
    }

    /** Index among the repeated knots of the interval that holds {@code x}. */
    private int span(double x) {
        int found = Arrays.binarySearch(knots, x);
        int interval = found >= 0 ? found : -found - 2;
        return LocalSplines.DEGREE + Math.min(Math.max(0, interval), knots.length - 2);
    }
}
