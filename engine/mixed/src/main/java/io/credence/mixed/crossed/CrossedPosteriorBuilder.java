package io.credence.mixed.crossed;

import io.credence.mixed.component.TailCheck;
import io.credence.mixed.result.DesignPoints;
import io.credence.mixed.result.MixedPosterior;
import io.credence.mixed.result.MixedPosterior.VarianceDesign;
import io.credence.mixed.result.MixedPosteriorBuilder;
import io.credence.mixed.result.MomentMixture;
import io.credence.mixed.result.RecombinedPoints;
import java.util.Arrays;
import java.util.List;

/** Builder of the posterior of components, coefficients and effects of rows in two large crossed factors. */
record CrossedPosteriorBuilder(CrossedNormalDensity density, MixedPosteriorBuilder results) {

    /**
     * Posterior where components are as probable at each of some points.
     *
     * @param mode point of the components at which moments of effects are computed
     * @param error nats by which the density of the components may be off
     */
    MixedPosterior equallyWeightedPosterior(List<double[]> points, double[] mode, double error) {
        double[] weights = new double[points.size()];
        Arrays.fill(weights, 1.0 / weights.length);
        VarianceDesign design =
                DesignPoints.of(points, weights, density.coordinates(), weights).toVarianceDesign(results.model(), new double[0]);
        MomentMixture mixture = MomentMixture.of(results.model(), new double[] {1}, s -> density.moments(mode));
        return results.posterior(design, mixture, density.statistics().columns().rootMeanSquares(), Double.NaN, error);
    }

    /** Posterior over a design, with moments of effects at few of its points. */
    MixedPosterior posteriorOverDesign(CrossedDesign crossed, double error) {
        TailCheck reach = crossed.tailCheck();
        double[] counts = reach.importances(crossed.points(), crossed.probabilities());
        DesignPoints kept = DesignPoints.of(crossed.points(), crossed.probabilities(), density.coordinates(), counts);
        double[] shares = RecombinedPoints.weights(kept.points(), kept.weights());
        MomentMixture mixture = MomentMixture.of(
                results.model(), shares, s -> density.moments(kept.points().get(s)));
        return results.posterior(
                kept.toVarianceDesign(results.model(), crossed.logWeights())
                        .withUnderCovered(reach.underCoveredNames(crossed.points(), crossed.probabilities())),
                mixture,
                density.statistics().columns().rootMeanSquares(),
                Double.NaN,
                error);
    }
}
