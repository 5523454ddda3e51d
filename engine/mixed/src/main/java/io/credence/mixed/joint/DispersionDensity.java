package io.credence.mixed.joint;

import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.result.ComponentDensityEvaluation;
import io.credence.mixed.result.EffectMoments;
import io.credence.mixed.row.ColumnProducts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Density of components and a dispersion around a mode, interpolated in the logarithm of the dispersion between densities
 * that read no rows. Of many rows that logarithm is sharply known. The log likelihood is analytic in it up to ± iπ, so
 * that n nodes over a half-width h are wrong by about (h/π)ⁿ times the number of rows that tell of it.
 *
 * @param exact density that is interpolated, for points outside of the nodes
 * @param centre log dispersion of the mode
 * @param halfWidth half-width of the nodes
 * @param nodes densities at Chebyshev nodes
 */
record DispersionDensity(BoundDensity exact, double centre, double halfWidth, List<QuadraticDensity> nodes)
        implements ComponentDensity {

    /** Places of the nodes. */
    private static final ChebyshevNodes NODES = new ChebyshevNodes(5);

    /** Half-width of the nodes, in standard deviations of the log dispersion. */
    private static final double REACH = 5;

    /** Step of central differences in the log dispersion, for its standard deviation. */
    private static final double DIFFERENCE = 4e-3;

    /** Step of central differences of the nodes' weights, as a share of the half-width. */
    private static final double SHARE = 1e-5;

    DispersionDensity {
        nodes = List.copyOf(nodes);
    }

    /** Computes the density about a mode; null where the dispersion is not sharply known, or a fit fails. */
    static @Nullable DispersionDensity around(
            BoundDensity exact, double[] mode, @Nullable ComponentDensityEvaluation warm) {
        int last = mode.length - 1;
        ComponentDensityEvaluation above = exact.evaluate(at(mode, mode[last] + DIFFERENCE), true, warm);
        ComponentDensityEvaluation below = exact.evaluate(at(mode, mode[last] - DIFFERENCE), true, above);
        double sd = Math.sqrt(2 * DIFFERENCE / (below.gradient()[last] - above.gradient()[last]));
        if (!(sd < VarianceCoordinates.SHARP)) {
            return null;
        }
        List<QuadraticDensity> nodes = new ArrayList<>();
        for (int i = 0; i < NODES.count(); i++) {
            QuadraticDensity node = exact.quadratic(at(mode, mode[last] + REACH * sd * NODES.abscissa(i)), below);
            if (node == null) {
                return null;
            }
            nodes.add(node);
        }
        return new DispersionDensity(exact, mode[last], REACH * sd, nodes);
    }

    /** Copy of a point with a dispersion of 1, which normal densities do not depend on; the point itself without one. */
    static double[] withoutDispersion(VarianceCoordinates coordinates, double[] x) {
        return coordinates.model().residualPrior() == null ? x : at(x, 0);
    }

    private static double[] at(double[] x, double logDispersion) {
        double[] other = x.clone();
        other[x.length - 1] = logDispersion;
        return other;
    }

    private double position(double[] x) {
        return (x[x.length - 1] - centre) / halfWidth;
    }

    @Override
    public VarianceCoordinates coordinates() {
        return exact.coordinates();
    }

    @Override
    public double[] startingPoint() {
        return exact.startingPoint();
    }

    @Override
    public ComponentDensityEvaluation evaluate(
            double[] x, boolean withGradient, @Nullable ComponentDensityEvaluation warm) {
        double z = position(x);
        if (!(Math.abs(z) <= 1)) {
            return exact.evaluate(x, withGradient, null);
        }
        int last = x.length - 1;
        double[] plain = at(x, 0);
        double[] gradient = new double[x.length];
        double[] prior = new double[x.length];
        double value = coordinates().logPrior(x, prior) - coordinates().logPrior(plain, new double[x.length]);
        double[] weights = NODES.weights(z);
        double[] above = NODES.weights(z + SHARE);
        double[] below = NODES.weights(z - SHARE);
        double slope = 0;
        double first = 0;
        for (int i = 0; i < weights.length; i++) {
            ComponentDensityEvaluation node = nodes.get(i).evaluate(plain, withGradient, null);
            first = i == 0 ? node.value() : first;
            value += weights[i] * node.value();
            // Weights sum to 1 and their slopes to 0, so that values less one of them lose no digits
            slope += (above[i] - below[i]) / (2 * SHARE) * (node.value() - first);
            for (int j = 0; j < last; j++) {
                gradient[j] += weights[i] * node.gradient()[j];
            }
        }
        gradient[last] = slope / halfWidth + prior[last];
        return Double.isFinite(value)
                ? new ComponentDensityEvaluation(value, gradient)
                : ComponentDensityEvaluation.withoutDensity(x.length);
    }

    @Override
    public EffectMoments moments(double[] x, @Nullable ComponentDensityEvaluation evaluation) {
        if (evaluation != null && evaluation.moments() != null) {
            return exact.moments(x, evaluation);
        }
        int nearest = 0;
        for (int i = 1; i < NODES.count(); i++) {
            boolean nearer =
                    Math.abs(position(x) - NODES.abscissa(i)) < Math.abs(position(x) - NODES.abscissa(nearest));
            nearest = nearer ? i : nearest;
        }
        return nodes.get(nearest).moments(at(x, 0), null);
    }

    @Override
    public ColumnProducts columns() {
        return exact.columns();
    }

    @Override
    public int pointsPerRound() {
        return QuadraticDensity.POINTS;
    }
}
