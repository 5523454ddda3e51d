package io.credence.optimize;

import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Search for the mode of a log density of one variable, inside a range, with the standard deviation of Laplace's
 * approximation there. It fits parabolas through three points, which are at the end about a standard deviation apart,
 * so that it is exact to the same share of it whatever the unit.
 *
 * @param logDensity log density at a number inside the range, nats
 * @param low lower end of the range
 * @param high upper end of the range
 */
public record ParabolaSearch(DoubleUnaryOperator logDensity, double low, double high) {

    /** Largest number of parabolas. Each on the way to an end of the range halves the distance to it. */
    private static final int MOST = 12;

    /**
     * Largest move of the mode by a parabola, as a share of the standard deviation, that ends the search. It is not
     * worth another three values.
     */
    private static final double SMALL = 0.1;

    /**
     * Largest distance from the middle to the outer points, in standard deviations, at which a log density is taken to
     * be a parabola.
     */
    private static final double NEAR = 2;

    /**
     * Mode and standard deviation found by a search.
     *
     * @param mode number where the log density is largest
     * @param sd standard deviation from the curvature there
     */
    public record ModeEstimate(double mode, double sd) {}

    /** Searches from a starting point; null if there is no maximum inside the range. */
    public @Nullable ModeEstimate findMode(double start) {
        Map<Double, Double> known = new HashMap<>();
        double centre = start;
        double width = distanceToBounds(start) / 2;
        for (int i = 0; i < MOST; i++) {
            double left = known.computeIfAbsent(centre - width, logDensity::applyAsDouble);
            double middle = known.computeIfAbsent(centre, logDensity::applyAsDouble);
            double right = known.computeIfAbsent(centre + width, logDensity::applyAsDouble);
            double bend = left - 2 * middle + right;
            boolean bent = bend < 0;
            double sd = bent ? width / Math.sqrt(-bend) : Double.POSITIVE_INFINITY;
            double move = bent ? 0.5 * width * (left - right) / bend : Math.copySign(high - low, right - left);
            if (bent && width <= NEAR * sd && Math.abs(move) <= SMALL * sd) {
                return new ModeEstimate(centre + move, sd);
            }
            centre += Math.min(Math.max(move, 0.5 * (low - centre)), 0.5 * (high - centre));
            width = Math.min(sd, distanceToBounds(centre) / 2);
        }
        return null;
    }

    private double distanceToBounds(double centre) {
        return Math.min(centre - low, high - centre);
    }
}
