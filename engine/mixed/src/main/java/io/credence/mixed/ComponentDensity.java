package io.credence.mixed;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The posterior density of variance components in their coordinates, up to a constant that is log p(y). */
interface ComponentDensity {

    VarianceCoordinates coordinates();

    /** Those in which a design over the components is made. */
    default DesignCoordinates design() {
        return OrthogonalColumns.of(coordinates(), columns());
    }

    /** How far a design over the components has to reach. */
    default DesignReach reach() {
        return DesignReach.of(coordinates());
    }

    /** Where a search for its mode starts. */
    double[] start();

    /** Covariance of the components, d × d, as far as it is known beforehand where a search starts; null where nothing is. */
    default double @Nullable [] covariance(double[] x) {
        return null;
    }

    /**
     * The same density for many points around its mode, to an error that changes nothing.
     *
     * @param covariance of the components, d × d, as far as it is known
     */
    default ComponentDensity around(double[] mode, double[] covariance) {
        return this;
    }

    /**
     * log p(y, components), with its gradient where that is requested.
     *
     * @param warm evaluation of a point nearby; null for none
     */
    Evaluation evaluate(double[] x, boolean withGradient, @Nullable Evaluation warm);

    /** Moments of coefficients and effects at a point that was evaluated. */
    EffectMoments moments(double[] x, @Nullable Evaluation evaluation);

    /** Root mean squares of the columns that each entry of the model's effects multiplies. */
    ColumnProducts columns();

    /**
     * By how much its values may be off, nats.
     *
     * @param evaluations of the points of a design
     * @param probabilities of them
     */
    default double error(List<Evaluation> evaluations, double[] probabilities) {
        return 0;
    }

    /** Number of points of a round of a design: a power of 2. */
    int points();

    /** Rounds of a design, each by what the ones before it found. */
    default int rounds() {
        return VarianceDesigns.ROUNDS;
    }
}
