package io.credence.mixed.crossed;

import io.credence.fit.Approximation;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.linalg.Vectors;
import io.credence.mixed.component.EvaluatedPoints;
import io.credence.mixed.component.SkewedFrame;
import io.credence.mixed.component.VarianceDesigns;
import io.credence.mixed.crossed.CrossedNormalRowsDensity.CrossedEvaluation;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.result.ComponentSearch;
import io.credence.mixed.result.DesignPoints;
import io.credence.mixed.result.EffectMoments;
import io.credence.mixed.result.MixedPosterior;
import io.credence.mixed.result.MixedPosterior.VarianceDesign;
import io.credence.mixed.result.MixedPosteriorBuilder;
import io.credence.mixed.result.MomentMixture;
import io.credence.mixed.result.RecombinedPoints;
import io.credence.optimize.NewtonSearch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Search over variance components given rows in two large crossed factors, whose density has a known gradient but no
 * known value. A step evaluates the gradient and the average information at one point. It moves by Newton's rule,
 * shortened where the last step went too far. Around the mode the components are taken as normal in their coordinates,
 * and effects as they are at the mode, where every standard deviation is sharply known; else they have a
 * {@link CrossedDesign}.
 *
 * @param density density, whose first use reads the rows
 * @param seed seed of the points of a design
 */
public record CrossedSearch(Supplier<? extends CrossedDensity> density, MixedPosteriorBuilder results, long seed)
        implements ComponentSearch<CrossedSearch.CrossedState, CrossedEvaluation> {

    /** Largest step in units of the coordinates, which about halves or doubles a standard deviation. */
    private static final double LONGEST = 0.25;

    /** Largest length of the last step of a search, in posterior standard deviations. */
    private static final double SHORT = 0.02;

    /** Number of points that represent components with a normal posterior. */
    private static final int POINTS = 1024;

    @Override
    public String description() {
        return "variance components: their mode by gradients over " + CrossedProbes.COUNT
                + " probes of two crossed factors";
    }

    @Override
    public CrossedState initialState() {
        return new CrossedState(null, null, EvaluatedPoints.of(List.of()), results.priorApproximation());
    }

    @Override
    public CrossedEvaluation evaluate(CrossedState at) {
        return density.get().evaluate(pointToEvaluate(at), at.acceptedEvaluation());
    }

    private double[] pointToEvaluate(CrossedState at) {
        NewtonSearch<double[], CrossedEvaluation> search = at.search();
        double[] climbed = search == null ? density.get().startingPoint() : search.trial();
        double[] probed = at.probeGradients().next();
        return at.frame() == null || probed == null ? climbed : probed;
    }

    @Override
    public @Nullable CrossedState nextState(CrossedState at, CrossedEvaluation found) {
        double[] x = pointToEvaluate(at);
        if (at.frame() != null) {
            return at.withProbeGradients(
                    at.probeGradients().withEvaluation(found.hasNoDensity() ? new double[0] : found.gradient()));
        }
        if (found.hasNoDensity()) {
            NewtonSearch<double[], CrossedEvaluation> half =
                    at.search() == null ? null : NewtonSearch.halfwayBack(at.search());
            return half == null ? null : at.with(half);
        }
        double[] covariance = found.covariance();
        double[] step = Vectors.scaled(stepShare(at, x, found), found.step());
        CrossedState next = at.with(new NewtonSearch<>(boundedStep(x, step), 1, x, found));
        if (VarianceCoordinates.maxStandardisedStep(found.step(), covariance) >= SHORT) {
            return next;
        }
        VarianceCoordinates coordinates = density.get().coordinates();
        SkewedFrame frame = SkewedFrame.aroundMode(x, found.information(), coordinates.units(x));
        boolean isNormal = coordinates.hasSharpSds(x, covariance, 0);
        return next.withFrame(frame, isNormal ? List.of() : frame.probes());
    }

    @Override
    public boolean isAroundMode(CrossedState at) {
        return at.frame() != null;
    }

    @Override
    public @Nullable String outcome(CrossedState at) {
        CrossedEvaluation slope = at.acceptedEvaluation();
        if (slope == null || at.frame() == null || at.probeGradients().next() != null) {
            return null;
        }
        return String.format(
                Locale.ROOT,
                "the variance components %s; with other probes they would move by some %.3f of their standard deviations",
                at.probeGradients().all().isEmpty()
                        ? "are normal around their mode"
                        : "were integrated over weighted points",
                Math.sqrt(2 * slope.logDensityError() / slope.gradient().length));
    }

    private static double stepShare(CrossedState at, double[] x, CrossedEvaluation found) {
        double[] before = at.acceptedPoint();
        CrossedEvaluation slope = at.acceptedEvaluation();
        return before == null || slope == null
                ? 1
                : NewtonSearch.shareBySlopes(Vectors.difference(x, before), slope.gradient(), found.gradient());
    }

    private double[] boundedStep(double[] x, double[] step) {
        double[] units = density.get().coordinates().units(x);
        double[] next = x.clone();
        for (int j = 0; j < x.length; j++) {
            double most = LONGEST * units[j];
            next[j] += Math.max(-most, Math.min(most, step[j]));
        }
        return next;
    }

    @Override
    public @Nullable MixedPosterior posterior(CrossedState at) {
        double[] mode = at.acceptedPoint();
        CrossedEvaluation slope = at.acceptedEvaluation();
        SkewedFrame frame = at.frame();
        if (mode == null || slope == null) {
            return null;
        }
        CrossedPosteriorBuilder around =
                new CrossedPosteriorBuilder(density.get().normalApproximation(slope), results);
        if (frame == null || outcome(at) == null) {
            return around.equallyWeightedPosterior(List.of(mode), mode, Double.NaN);
        }
        if (!at.probeGradients().all().isEmpty()) {
            CrossedDesign design = CrossedDesign.of(
                    around.density(),
                    frame,
                    slope.gradient(),
                    at.probeGradients().evaluations(),
                    seed);
            MixedPosterior found = around.posteriorOverDesign(design, slope.logDensityError());
            return found == null ? around.equallyWeightedPosterior(List.of(mode), mode, Double.NaN) : found;
        }
        List<double[]> points = VarianceDesigns.drawNormalPoints(frame, POINTS, seed).stream()
                .filter(x -> density.get().coordinates().toComponents(x) != null)
                .toList();
        return around.equallyWeightedPosterior(points, mode, slope.logDensityError());
    }

    /** Builder of the posterior of components, coefficients and effects of rows in two large crossed factors. */
    record CrossedPosteriorBuilder(CrossedNormalRowsDensity density, MixedPosteriorBuilder results) {

        /**
         * Posterior in which the components are equally probable at each of the given points.
         *
         * @param mode point of the components at which moments of effects are computed
         * @param error nats by which the density of the components may be off
         */
        MixedPosterior equallyWeightedPosterior(List<double[]> points, double[] mode, double error) {
            double[] weights = new double[points.size()];
            Arrays.fill(weights, 1.0 / weights.length);
            VarianceDesign design = DesignPoints.of(points, weights, density.coordinates(), weights)
                    .toVarianceDesign(results.model(), new double[0]);
            MomentMixture mixture = new MomentMixture(results.model());
            mixture.add(Objects.requireNonNull(density.moments(mode), "moments at the mode"), 1);
            return results.posterior(
                    design, mixture, density.statistics().columns().rootMeanSquares(), Double.NaN, error);
        }

        /**
         * Posterior as a mixture over the points of a design for the variance components; null where no point has
         * moments of effects. These are computed at few of its points. A point that turns out to have none, far from
         * the mode, loses its weight.
         *
         * @param error nats by which the density of the components may be off
         */
        @Nullable
        MixedPosterior posteriorOverDesign(CrossedDesign whole, double error) {
            double lost = 0;
            for (CrossedDesign design = whole; design != null; ) {
                DesignPoints important = design.importantPoints();
                double[] shares = RecombinedPoints.weights(important.points(), important.weights());
                MomentMixture mixture = new MomentMixture(results.model());
                List<Integer> withoutMoments = new ArrayList<>();
                for (int s = 0; s < shares.length; s++) {
                    EffectMoments moments =
                            shares[s] > 0 ? density.moments(important.points().get(s)) : null;
                    if (moments != null) {
                        mixture.add(moments, shares[s]);
                    } else if (shares[s] > 0) {
                        withoutMoments.add(important.numbers()[s]);
                        lost += whole.probabilities()[important.numbers()[s]];
                    }
                }
                if (withoutMoments.isEmpty()) {
                    return posterior(design, important, lost, mixture, error);
                }
                design = design.without(withoutMoments);
            }
            return null;
        }

        private MixedPosterior posterior(
                CrossedDesign design, DesignPoints important, double lost, MomentMixture mixture, double error) {
            return results.posterior(
                    important
                            .toVarianceDesign(results.model(), design.logWeights())
                            .withUnderCovered(
                                    design.tailCheck().underCoveredNames(design.points(), design.probabilities()))
                            .withLostProbability(lost),
                    mixture,
                    density.statistics().columns().rootMeanSquares(),
                    Double.NaN,
                    error);
        }
    }

    /**
     * State of the search for the mode of variance components.
     *
     * @param search point that is evaluated next, with the step from the last one that has a density, in the end the
     *     mode; null before the first evaluation
     * @param frame frame of normal axes around the mode; null before the mode is found
     * @param probeGradients probes of the frame with their gradients, which are empty where there is no density; none
     *     where all components are normal
     * @param best coefficients as estimated so far
     */
    record CrossedState(
            @Nullable NewtonSearch<double[], CrossedEvaluation> search,
            @Nullable SkewedFrame frame,
            EvaluatedPoints<double[]> probeGradients,
            Approximation best)
            implements AlgorithmState {

        /** Last point that has a density; null before the first. */
        double @Nullable [] acceptedPoint() {
            return search == null ? null : search.start();
        }

        /** Slope at the last point that has a density; null before the first. */
        @Nullable
        CrossedEvaluation acceptedEvaluation() {
            return search == null ? null : search.evaluation();
        }

        CrossedState with(NewtonSearch<double[], CrossedEvaluation> next) {
            return new CrossedState(next, null, EvaluatedPoints.of(List.of()), best);
        }

        CrossedState withFrame(SkewedFrame mode, List<double[]> probes) {
            return new CrossedState(search, mode, EvaluatedPoints.of(probes), best);
        }

        CrossedState withProbeGradients(EvaluatedPoints<double[]> probed) {
            return new CrossedState(search, frame, probed, best);
        }
    }
}
