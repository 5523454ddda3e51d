package io.credence.mixed.joint;

import io.credence.mixed.component.DesignCoordinates;
import io.credence.mixed.component.TailCheck;
import io.credence.mixed.component.VarianceDesigns;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.result.ComponentDensityEvaluation;
import io.credence.mixed.result.EffectMoments;
import io.credence.mixed.row.ColumnProducts;
import io.credence.optimize.BfgsSearch.SearchPoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Posterior density of variance components in their coordinates, up to a constant that is log p(y). */
public interface ComponentDensity {

    VarianceCoordinates coordinates();

    /** Coordinates in which a design over the components is made. */
    default DesignCoordinates design() {
        return OrthogonalColumnCoordinates.of(coordinates(), columns());
    }

    /** Check of how far into the tails a design over the components has to reach. */
    default TailCheck tailCheck() {
        return TailCheck.ofComponents(coordinates());
    }

    /** Point at which a search for the mode starts. */
    double[] startingPoint();

    /**
     * Where the mode is expected after the evaluation of a first point, with a rough covariance of the components; that
     * point itself, with null, where nothing is known.
     */
    default SearchPoint expectedMode(double[] x, ComponentDensityEvaluation evaluation) {
        return new SearchPoint(x, null);
    }

    /**
     * Density that is cheaper at many points around its mode, with a negligible error; by default this one.
     *
     * @param covariance covariance of the components, d × d, as far as it is known
     * @param warm evaluation of a point nearby; null for none
     */
    default ComponentDensity approximationAround(
            double[] mode, double[] covariance, @Nullable ComponentDensityEvaluation warm) {
        return this;
    }

    /**
     * Evaluates log p(y, components), with its gradient where that is requested.
     *
     * @param warm evaluation of a point nearby; null for none
     */
    ComponentDensityEvaluation evaluate(double[] x, boolean withGradient, @Nullable ComponentDensityEvaluation warm);

    /** Moments of coefficients and effects at a point that was evaluated. */
    EffectMoments moments(double[] x, @Nullable ComponentDensityEvaluation evaluation);

    /** Mean products of the columns that each entry of the model's effects multiplies. */
    ColumnProducts columns();

    /**
     * Standard error of the log densities at the points of a design, nats; 0 where they are exact.
     *
     * @param evaluations evaluations of the points of a design
     * @param probabilities probabilities of the points
     */
    default double logDensityError(List<ComponentDensityEvaluation> evaluations, double[] probabilities) {
        return 0;
    }

    /** Number of points of a round of a design: a power of 2. */
    int pointsPerRound();

    /** Number of rounds of a design, each fitted to the points of those before. */
    default int roundCount() {
        return VarianceDesigns.ROUNDS;
    }
}
