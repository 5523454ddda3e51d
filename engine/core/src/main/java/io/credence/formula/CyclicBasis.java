package io.credence.formula;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Smooth function of a number that comes round, such as an hour: k penalised functions whose coefficients share one
 * standard deviation. They are cubic B-splines on a circle, turned and scaled as those of {@link SmoothBasis}; value,
 * slope and bend are the same at both outermost knots, beyond which all repeats. All are centred over the rows of the
 * fit, and the sum of their variances is 1.
 */
final class CyclicBasis implements Basis, SmoothFunctions {

    private static final long serialVersionUID = 1;

    private final double[] knots;
    private final double[] centres;
    private final double[] turns;
    private final LocalSplines splines;

    /**
     * Restores functions from their parameters.
     *
     * @param knots outermost and interior knots, in ascending order; the outermost are the same point of the circle
     * @param centres mean of each function before it is centred
     * @param turns coefficients of the B-splines in the functions, k × (number of knots − 1)
     */
    CyclicBasis(List<Double> knots, List<Double> centres, List<Double> turns) {
        this.knots = Basis.unboxed(knots);
        this.centres = Basis.unboxed(centres);
        this.turns = Basis.unboxed(turns);
        this.splines = new LocalSplines(repeated(knots));
        if (turns.size() != centres.size() * (knots.size() - 1)) {
            throw new IllegalArgumentException("a cyclic smooth of " + centres.size() + " functions must have "
                    + centres.size() * (knots.size() - 1) + " coefficients of B-splines but had " + turns.size());
        }
    }

    /** Knots with three more at each end, as if the circle were unrolled. */
    private static double[] repeated(List<Double> knots) {
        int intervals = knots.size() - 1;
        for (int k = 1; k <= intervals; k++) {
            if (!(knots.get(k - 1) < knots.get(k))) {
                throw new IllegalArgumentException("knots of a spline must ascend but were " + knots);
            }
        }
        if (intervals < 3) {
            throw new IllegalArgumentException("a cyclic smooth must have four knots at least but had " + knots);
        }
        double period = knots.get(intervals) - knots.get(0);
        double[] repeated = new double[knots.size() + 2 * LocalSplines.DEGREE];
        Arrays.setAll(repeated, i -> {
            int at = i - LocalSplines.DEGREE;
            return knots.get(Math.floorMod(at, intervals)) + period * Math.floorDiv(at, intervals);
        });
        return repeated;
    }

    /**
     * Creates functions for the rows of a fit.
     *
     * @param knots outermost and interior knots, in ascending order
     * @throws IllegalArgumentException if they do not ascend, or are fewer than four
     */
    static CyclicBasis of(List<Double> knots, ColumnStatistics statistics) {
        LocalSplines splines = new LocalSplines(repeated(knots));
        int count = knots.size() - 1;
        return SmoothPenalty.onKnots(
                        knots,
                        count,
                        (x, interval) -> splines.bends(x, interval + LocalSplines.DEGREE),
                        interval -> splineIndices(interval, count))
                .basis(1, 0, statistics, (centres, turns) -> new CyclicBasis(knots, centres, turns));
    }

    private static int[] splineIndices(int interval, int count) {
        return IntStream.rangeClosed(0, LocalSplines.DEGREE)
                .map(r -> Math.floorMod(interval - LocalSplines.DEGREE + r, count))
                .toArray();
    }

    @Override
    public Map<String, Object> parameters() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("knots", Basis.boxed(knots));
        all.put("centres", Basis.boxed(centres));
        all.put("turns", Basis.boxed(turns));
        all.put("cyclic", true);
        return all;
    }

    @Override
    public String toString() {
        return "cyclic smooth with knots " + Basis.boxed(knots);
    }

    @Override
    public int size() {
        return centres.length;
    }

    @Override
    public List<PenalisedPart> penalisedParts() {
        return List.of(new PenalisedPart("", IntStream.range(0, size()).toArray()));
    }

    @Override
    public List<double[]> ranges() {
        return List.of(new double[] {knots[0], knots[knots.length - 1]});
    }

    @Override
    public double[] valuesAt(double... numbers) {
        double[] values = new double[size()];
        writeValues(numbers[0], values, 0);
        return values;
    }

    @Override
    public List<ColumnFactor.Polynomial> polynomialPieces(int function) {
        throw new FormulaException(
                "has a cyclic smooth, which repeats without end", "s(x) without bs = \"cc\"", toString());
    }

    @Override
    public void writeValues(double x, double[] into, int from) {
        int count = knots.length - 1;
        double period = knots[count] - knots[0];
        double within = knots[0] + (x - knots[0] - period * Math.floor((x - knots[0]) / period));
        int found = Arrays.binarySearch(knots, within);
        int interval = Math.min(Math.max(found >= 0 ? found : -found - 2, 0), count - 1);
        double[] local = splines.values(within, interval + LocalSplines.DEGREE);
        int[] indices = splineIndices(interval, count);
        for (int j = 0; j < centres.length; j++) {
            double value = -centres[j];
            for (int r = 0; r <= LocalSplines.DEGREE; r++) {
                value += turns[j * count + indices[r]] * local[r];
            }
            into[from + j] = value;
        }
    }
}
