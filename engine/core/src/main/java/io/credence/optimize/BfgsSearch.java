package io.credence.optimize;

import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Search for a maximum of a function such as log p by BFGS, one evaluation at a time. Its line search bisects until
 * Wolfe's conditions hold; a trial that is not finite is too long. With many unknowns only the newest moves represent
 * the curvature. Immutable.
 *
 * @param start first point
 * @param current last point that was accepted
 * @param value value there; −∞ at a start that has none
 * @param gradient its gradient
 * @param lineSearch current line search; null where the search has ended
 * @param moves moves accepted so far, from which any earlier point and the curvature estimated there follow
 * @param curvaturePairs newest moves, where they represent the curvature; null where the points' inverse does
 */
public record BfgsSearch(
        SearchPoint start,
        SearchPoint current,
        double value,
        double[] gradient,
        @Nullable LineSearch lineSearch,
        List<Move> moves,
        @Nullable CurvaturePairs curvaturePairs)
        implements Serializable {

    /** Largest number of steps of a search that needs no pass over the rows. */
    private static final int MOST_STEPS = 500;

    private static final double RISE = 1e-4;
    private static final double SLOPE = 0.9;
    private static final double SHORTEST = 1e-10;
    private static final double LONGEST = 1e10;

    /**
     * State of a line search along a direction.
     *
     * @param direction direction from the accepted point
     * @param slope slope of the function along it
     * @param tooShort a length that is too short
     * @param tooLong a length that is too long
     * @param trialLength length that is tried next
     * @param maxLength longest length that may be tried, which is accepted even if the function still rises there
     */
    public record LineSearch(
            double[] direction, double slope, double tooShort, double tooLong, double trialLength, double maxLength)
            implements Serializable {

        private static LineSearch along(double[] direction, double slope) {
            return new LineSearch(direction, slope, 0, Double.POSITIVE_INFINITY, 1, Double.POSITIVE_INFINITY);
        }
    }

    /**
     * Accepted move of a search.
     *
     * @param step step from the point before
     * @param gradientDecrease decrease of the gradient
     * @param value function value after it
     */
    public record Move(double[] step, double[] gradientDecrease, double value) implements Serializable {}

    /**
     * Point of the search.
     *
     * @param inverseCurvature inverse of minus the Hessian as estimated there, d × d; null where there is no estimate
     */
    public record SearchPoint(double[] point, double @Nullable [] inverseCurvature) implements Serializable {}

    /** A search that is at its start. */
    private static BfgsSearch at(
            SearchPoint start, double value, double[] gradient, @Nullable CurvaturePairs curvaturePairs) {
        return new BfgsSearch(start, start, value, gradient, null, List.of(), curvaturePairs);
    }

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
        return from(at(new SearchPoint(start, inverse), value, gradient, null), tolerance);
    }

    /** A search with limited memory from an evaluated point, which keeps only its newest moves. */
    public static BfgsSearch fromWithLimitedMemory(double[] start, double value, double[] gradient, double tolerance) {
        return from(at(new SearchPoint(start, null), value, gradient, CurvaturePairs.NONE), tolerance);
    }

    /**
     * A search with limited memory, from a point that is still to be evaluated. Its coordinates have a curvature of
     * about I.
     */
    public static BfgsSearch unevaluatedWithUnitCurvature(int unknowns) {
        double[] start = new double[unknowns];
        CurvaturePairs none = new CurvaturePairs(List.of(), List.of(), true);
        return at(new SearchPoint(start, null), Double.NEGATIVE_INFINITY, start, none);
    }

    /** A search that has ended where it began. */
    public static BfgsSearch endedAt(double[] point, double value, double @Nullable [] inverse) {
        return at(new SearchPoint(point, inverse), value, new double[point.length], null);
    }

    /**
     * A search from a point that is still to be evaluated.
     *
     * @param dense whether a matrix of the order of the unknowns is kept, I at first, else only the newest moves
     */
    public static BfgsSearch unevaluated(double[] start, boolean dense) {
        double[] inverse = dense ? Symmetric.scaledIdentity(start.length, 1) : null;
        CurvaturePairs pairs = dense ? null : CurvaturePairs.NONE;
        return at(new SearchPoint(start, inverse), Double.NEGATIVE_INFINITY, start, pairs);
    }

    /** A search of another function from the present point with the present curvature; still to be evaluated. */
    public BfgsSearch unevaluated() {
        return at(current, Double.NEGATIVE_INFINITY, gradient, curvaturePairs);
    }

    /** Last point that was accepted. */
    public double[] point() {
        return current.point;
    }

    /**
     * Estimate of the inverse of minus the Hessian at {@link #point}, d × d; null before the first, and where pairs of
     * moves represent the curvature.
     */
    public double @Nullable [] inverseCurvature() {
        return current.inverseCurvature;
    }

    /** Whether the first point of the search is still to be evaluated, or had no finite value. */
    public boolean isUnevaluated() {
        return lineSearch == null && value == Double.NEGATIVE_INFINITY;
    }

    private static BfgsSearch from(BfgsSearch begin, double tolerance) {
        return Double.isFinite(begin.value) ? begin.startLineSearch(tolerance) : begin;
    }

    public boolean isRunning() {
        return lineSearch != null;
    }

    /**
     * Continues until the search ends, for at most 500 steps.
     *
     * @param step the search after an evaluation at its trial point
     */
    public BfgsSearch runWith(UnaryOperator<BfgsSearch> step) {
        BfgsSearch climb = this;
        for (int k = 0; k < MOST_STEPS && climb.isRunning(); k++) {
            climb = step.apply(climb);
        }
        return climb;
    }

    /** Whether a search with limited memory has moved since it began. */
    public boolean hasMoved() {
        return curvaturePairs != null && !curvaturePairs.moves().isEmpty();
    }

    /** Point at which the function is to be evaluated next. */
    public double[] trialPoint() {
        return lineSearch == null ? current.point : pointAlong(lineSearch);
    }

    private double[] pointAlong(LineSearch search) {
        return Vectors.plusScaled(current.point, search.trialLength(), search.direction());
    }

    /** A copy in which a new line search goes no further than {@code longest} times the move. */
    public BfgsSearch withMaxMove(double longest) {
        return lineSearch == null
                ? this
                : withLineSearch(new LineSearch(
                        lineSearch.direction(),
                        lineSearch.slope(),
                        0,
                        lineSearch.tooLong(),
                        Math.min(1, longest),
                        longest));
    }

    /** A copy in which a new line search tries the given point first, if the function rises on the way to it. */
    public BfgsSearch withFirstTrial(double[] point) {
        double[] direction = Vectors.difference(point, current.point);
        double slope = Vectors.dot(direction, gradient);
        return lineSearch == null || !(slope > 0) ? this : withLineSearch(LineSearch.along(direction, slope));
    }

    /** The search after an evaluation of value and gradient at the trial point. */
    public BfgsSearch withEvaluation(double found, double[] slope, double tolerance) {
        return withEvaluation(found, slope, tolerance, 0);
    }

    /**
     * The search after an evaluation whose value is rounded.
     *
     * @param error largest error of a value
     */
    public BfgsSearch withEvaluation(double found, double[] slope, double tolerance, double error) {
        LineSearch search = lineSearch;
        if (search == null) {
            return isUnevaluated()
                    ? from(new BfgsSearch(start, current, found, slope, null, moves, curvaturePairs), tolerance)
                    : this;
        }
        double length = search.trialLength();
        if (!Double.isFinite(found)
                || !Vectors.isFinite(slope)
                || found < value - error + RISE * length * search.slope()) {
            return withBracket(search, search.tooShort(), length);
        }
        if (length < search.maxLength() && Vectors.dot(slope, search.direction()) > SLOPE * search.slope()) {
            return withBracket(search, length, search.tooLong());
        }
        double[] next = pointAlong(search);
        Move move = new Move(Vectors.difference(next, current.point), Vectors.difference(gradient, slope), found);
        if (curvaturePairs != null) {
            CurvaturePairs known = curvaturePairs.with(move.step(), move.gradientDecrease());
            return new BfgsSearch(start, new SearchPoint(next, null), found, slope, null, List.of(), known)
                    .startLineSearch(tolerance);
        }
        List<Move> more = new ArrayList<>(moves);
        more.add(move);
        return new BfgsSearch(
                        start,
                        new SearchPoint(next, updatedInverse(current.inverseCurvature, move)),
                        found,
                        slope,
                        null,
                        List.copyOf(more),
                        null)
                .startLineSearch(tolerance);
    }

    private BfgsSearch withBracket(LineSearch search, double low, double high) {
        double length = Math.min(search.maxLength(), Double.isFinite(high) ? 0.5 * (low + high) : 2 * low);
        boolean goesOn = length >= SHORTEST && length <= LONGEST;
        return withLineSearch(
                goesOn
                        ? new LineSearch(search.direction(), search.slope(), low, high, length, search.maxLength())
                        : null);
    }

    private BfgsSearch withLineSearch(@Nullable LineSearch next) {
        return new BfgsSearch(start, current, value, gradient, next, moves, curvaturePairs);
    }

    /**
     * Starts a line search towards the maximum by the estimated curvature, or uphill by one unit. Ends the search where
     * little is left to gain.
     */
    private BfgsSearch startLineSearch(double tolerance) {
        double[] known = newtonMove(gradient);
        double[] direction = known == null ? boundedToUnit(gradient) : known;
        double slope = Vectors.dot(direction, gradient);
        boolean ends = !(slope > 0) || (known != null && 0.5 * slope < tolerance);
        return withLineSearch(ends ? null : LineSearch.along(direction, slope));
    }

    /** The Newton move for the given gradient by the estimated curvature; null where there is no estimate. */
    public double @Nullable [] newtonMove(double[] slope) {
        if (current.inverseCurvature != null) {
            return Symmetric.multiply(current.inverseCurvature, slope);
        }
        if (curvaturePairs == null || curvaturePairs.moves().isEmpty()) {
            return curvaturePairs != null && curvaturePairs.startsAtIdentity() ? slope.clone() : null;
        }
        int newest = curvaturePairs.moves().size() - 1;
        double[] change = curvaturePairs.gradientChanges().get(newest);
        double scale = Vectors.dot(curvaturePairs.moves().get(newest), change) / Vectors.dot(change, change);
        return curvaturePairs.quasiNewtonDirection(slope, v -> Vectors.scaled(scale, v));
    }

    private static double[] boundedToUnit(double[] gradient) {
        double[] bounded = Vectors.scaled(1 / Math.max(1, Vectors.maxAbsolute(gradient)), gradient);
        return Vectors.scaled(1 / Math.max(1, Vectors.norm(bounded)), bounded);
    }

    /** The inverse after a BFGS update; a move without positive curvature leaves it unchanged. */
    private static double @Nullable [] updatedInverse(double @Nullable [] inverse, Move move) {
        double[] s = move.step();
        double[] y = move.gradientDecrease();
        int d = s.length;
        double inner = Vectors.dot(s, y);
        if (!(inner > 1e-12 * Vectors.norm(s) * Vectors.norm(y))) {
            return inverse;
        }
        double[] next = inverse == null ? Symmetric.scaledIdentity(d, inner / Vectors.dot(y, y)) : inverse.clone();
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

    /**
     * Points after the given numbers of moves, ascending, each with the curvature estimated there. Points without one
     * are left out.
     */
    public List<SearchPoint> pointsAfterMoves(List<Integer> after) {
        List<SearchPoint> stops = new ArrayList<>();
        double[] at = start.point.clone();
        double[] known = start.inverseCurvature;
        for (int k = 0; k <= moves.size(); k++) {
            if (known != null && after.contains(k)) {
                stops.add(new SearchPoint(at.clone(), known));
            }
            if (k < moves.size()) {
                known = updatedInverse(known, moves.get(k));
                for (int j = 0; j < at.length; j++) {
                    at[j] += moves.get(k).step()[j];
                }
            }
        }
        return stops;
    }
}
