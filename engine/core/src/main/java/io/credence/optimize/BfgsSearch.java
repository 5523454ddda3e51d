package io.credence.optimize;

import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Search for a maximum of a function such as log p by BFGS, with a line search that bisects until Wolfe's conditions
 * hold, one evaluation at a time; a trial that is not finite is too long. With many unknowns only the newest moves
 * represent the curvature. Immutable.
 *
 * @param start first point
 * @param point last point that was accepted
 * @param value value there; −∞ at a start that has none
 * @param gradient its gradient
 * @param first inverse of minus the Hessian at the start, d × d; null where it is not known
 * @param inverse estimate of the inverse of minus the Hessian at {@code point}, d × d; null before the first
 * @param line line search that is going on; null where the search has ended
 * @param moves moves accepted so far, from which any earlier point follows with what was known there
 * @param pairs newest moves, where they represent the curvature; null where {@code inverse} does
 */
public record BfgsSearch(
        double[] start,
        double[] point,
        double value,
        double[] gradient,
        double @Nullable [] first,
        double @Nullable [] inverse,
        @Nullable LineSearch line,
        List<Move> moves,
        @Nullable CurvaturePairs pairs)
        implements Serializable {

    /** Largest number of steps of a search that needs no pass over the rows. */
    private static final int MOST_STEPS = 500;

    private static final double RISE = 1e-4;
    private static final double SLOPE = 0.9;
    private static final double SHORTEST = 1e-10;
    private static final double LONGEST = 1e10;

    /**
     * Line search.
     *
     * @param direction direction from the accepted point
     * @param slope slope of the function along it
     * @param low a length that is too short
     * @param high a length that is too long
     * @param length length that is tried next
     * @param longest longest length that may be tried, which is accepted even if the function rises further on
     */
    public record LineSearch(double[] direction, double slope, double low, double high, double length, double longest)
            implements Serializable {}

    /**
     * Accepted move.
     *
     * @param step step from the point before
     * @param change decrease of the gradient
     * @param value function value after it
     */
    public record Move(double[] step, double[] change, double value) implements Serializable {}

    /**
     * Point of the search.
     *
     * @param inverse inverse of minus the Hessian as it was known there
     */
    public record SearchPoint(double[] point, double[] inverse) {}

    /** A search from an evaluated point, with unknown curvature. */
    public static BfgsSearch from(double[] start, double value, double[] gradient, double tolerance) {
        return from(start, value, gradient, null, tolerance);
    }

    /**
     * A search from an evaluated point.
     *
     * @param inverse inverse of minus the Hessian there; null where it is not known
     */
    public static BfgsSearch from(
            double[] start, double value, double[] gradient, double @Nullable [] inverse, double tolerance) {
        return from(new BfgsSearch(start, start, value, gradient, inverse, inverse, null, List.of(), null), tolerance);
    }

    /** A search with limited memory from an evaluated point, which keeps only its newest moves. */
    public static BfgsSearch limited(double[] start, double value, double[] gradient, double tolerance) {
        return from(
                new BfgsSearch(start, start, value, gradient, null, null, null, List.of(), CurvaturePairs.NONE),
                tolerance);
    }

    /**
     * A search with limited memory, in coordinates of curvature about I, from a point that is still to be evaluated.
     */
    public static BfgsSearch unseenAmongUnits(int unknowns) {
        double[] start = new double[unknowns];
        CurvaturePairs none = new CurvaturePairs(List.of(), List.of(), true);
        return new BfgsSearch(start, start, Double.NEGATIVE_INFINITY, start, null, null, null, List.of(), none);
    }

    /** A search that has ended where it began. */
    public static BfgsSearch ended(double[] at, double value, double @Nullable [] inverse) {
        return new BfgsSearch(at, at, value, new double[at.length], inverse, inverse, null, List.of(), null);
    }

    /**
     * A search from a point that is still to be evaluated.
     *
     * @param dense whether a matrix of the order of the unknowns is kept, I at first, else only the newest moves
     */
    public static BfgsSearch unseen(double[] start, boolean dense) {
        double[] inverse = dense ? diagonal(start.length, 1) : null;
        CurvaturePairs pairs = dense ? null : CurvaturePairs.NONE;
        return new BfgsSearch(start, start, Double.NEGATIVE_INFINITY, start, inverse, inverse, null, List.of(), pairs);
    }

    /** A search of another function from the present point with the present curvature; still to be evaluated. */
    public BfgsSearch unseen() {
        return new BfgsSearch(
                point, point, Double.NEGATIVE_INFINITY, gradient, inverse, inverse, null, List.of(), pairs);
    }

    /** Whether its first point is still to be evaluated, or had no finite value. */
    public boolean isUnseen() {
        return line == null && value == Double.NEGATIVE_INFINITY;
    }

    private static BfgsSearch from(BfgsSearch begin, double tolerance) {
        return Double.isFinite(begin.value) ? begin.towards(tolerance) : begin;
    }

    public boolean isClimbing() {
        return line != null;
    }

    /**
     * Continues until the search ends, for at most 500 steps.
     *
     * @param step the search after an evaluation at its trial point
     */
    public BfgsSearch onBy(UnaryOperator<BfgsSearch> step) {
        BfgsSearch climb = this;
        for (int k = 0; k < MOST_STEPS && climb.isClimbing(); k++) {
            climb = step.apply(climb);
        }
        return climb;
    }

    /** Whether a search with limited memory has moved since it began. */
    public boolean hasMoved() {
        return pairs != null && !pairs.moves().isEmpty();
    }

    /** Point at which the function is to be evaluated next. */
    public double[] trial() {
        return line == null ? point : along(line);
    }

    private double[] along(LineSearch search) {
        return Vectors.plus(point, search.length(), search.direction());
    }

    /** A copy in which a new line search goes no further than {@code longest} times the move. */
    public BfgsSearch within(double longest) {
        return line == null
                ? this
                : on(new LineSearch(line.direction(), line.slope(), 0, line.high(), Math.min(1, longest), longest));
    }

    /** The search after an evaluation of value and gradient at the trial point. */
    public BfgsSearch with(double found, double[] slope, double tolerance) {
        return with(found, slope, tolerance, 0);
    }

    /**
     * The search after an evaluation whose value is rounded.
     *
     * @param error largest error of a value
     */
    public BfgsSearch with(double found, double[] slope, double tolerance, double error) {
        LineSearch search = line;
        if (search == null) {
            return isUnseen()
                    ? from(new BfgsSearch(start, point, found, slope, first, inverse, null, moves, pairs), tolerance)
                    : this;
        }
        double length = search.length();
        if (!Double.isFinite(found)
                || !Vectors.finite(slope)
                || found < value - error + RISE * length * search.slope()) {
            return searching(search, search.low(), length);
        }
        if (length < search.longest() && Vectors.dot(slope, search.direction()) > SLOPE * search.slope()) {
            return searching(search, length, search.high());
        }
        double[] next = along(search);
        Move move = new Move(Vectors.difference(next, point), Vectors.difference(gradient, slope), found);
        if (pairs != null) {
            CurvaturePairs known = pairs.with(move.step(), move.change());
            return new BfgsSearch(start, next, found, slope, null, null, null, List.of(), known).towards(tolerance);
        }
        List<Move> more = new ArrayList<>(moves);
        more.add(move);
        return new BfgsSearch(start, next, found, slope, first, updated(inverse, move), null, List.copyOf(more), null)
                .towards(tolerance);
    }

    private BfgsSearch searching(LineSearch search, double low, double high) {
        double length = Math.min(search.longest(), Double.isFinite(high) ? 0.5 * (low + high) : 2 * low);
        boolean goesOn = length >= SHORTEST && length <= LONGEST;
        return on(
                goesOn
                        ? new LineSearch(search.direction(), search.slope(), low, high, length, search.longest())
                        : null);
    }

    private BfgsSearch on(@Nullable LineSearch next) {
        return new BfgsSearch(start, point, value, gradient, first, inverse, next, moves, pairs);
    }

    /**
     * Starts a line search towards the maximum by the known curvature, or uphill by one unit; ends where little is left
     * to gain.
     */
    private BfgsSearch towards(double tolerance) {
        double[] known = newton(gradient);
        double[] direction = known == null ? unit(gradient) : known;
        double slope = Vectors.dot(direction, gradient);
        boolean ends = !(slope > 0) || (known != null && 0.5 * slope < tolerance);
        return on(
                ends
                        ? null
                        : new LineSearch(direction, slope, 0, Double.POSITIVE_INFINITY, 1, Double.POSITIVE_INFINITY));
    }

    /** The Newton move for the given gradient by the known curvature; null where none is known. */
    public double @Nullable [] newton(double[] slope) {
        if (inverse != null) {
            return Symmetric.multiply(inverse, slope);
        }
        if (pairs == null || pairs.moves().isEmpty()) {
            return pairs != null && pairs.isUnit() ? slope.clone() : null;
        }
        int newest = pairs.moves().size() - 1;
        double[] change = pairs.changes().get(newest);
        double scale = Vectors.dot(pairs.moves().get(newest), change) / Vectors.dot(change, change);
        return pairs.direction(slope, v -> Vectors.scaled(scale, v));
    }

    private static double[] unit(double[] gradient) {
        double[] bounded = Vectors.scaled(1 / Math.max(1, Vectors.largest(gradient)), gradient);
        return Vectors.scaled(1 / Math.max(1, Vectors.norm(bounded)), bounded);
    }

    /** The inverse after a BFGS update; a move without positive curvature leaves it unchanged. */
    private static double @Nullable [] updated(double @Nullable [] inverse, Move move) {
        double[] s = move.step();
        double[] y = move.change();
        int d = s.length;
        double inner = Vectors.dot(s, y);
        if (!(inner > 1e-12 * Vectors.norm(s) * Vectors.norm(y))) {
            return inverse;
        }
        double[] next = inverse == null ? diagonal(d, inner / Vectors.dot(y, y)) : inverse.clone();
        double[] hy = Symmetric.multiply(next, y);
        double own = (1 + Vectors.dot(y, hy) / inner) / inner;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j <= i; j++) {
                next[i * d + j] += own * s[i] * s[j] - (s[i] * hy[j] + hy[i] * s[j]) / inner;
                next[j * d + i] = next[i * d + j];
            }
        }
        return next;
    }

    /** Diagonal matrix scale · I, of order d. */
    public static double[] diagonal(int d, double scale) {
        double[] matrix = new double[d * d];
        for (int j = 0; j < d; j++) {
            matrix[j * d + j] = scale;
        }
        return matrix;
    }

    /**
     * Points after the given numbers of moves, ascending, each with the curvature known there; points without are left
     * out.
     */
    public List<SearchPoint> stops(List<Integer> after) {
        List<SearchPoint> stops = new ArrayList<>();
        double[] at = start.clone();
        double[] known = first;
        for (int k = 0; k <= moves.size(); k++) {
            if (known != null && after.contains(k)) {
                stops.add(new SearchPoint(at.clone(), known));
            }
            if (k < moves.size()) {
                known = updated(known, moves.get(k));
                for (int j = 0; j < at.length; j++) {
                    at[j] += moves.get(k).step()[j];
                }
            }
        }
        return stops;
    }
}
