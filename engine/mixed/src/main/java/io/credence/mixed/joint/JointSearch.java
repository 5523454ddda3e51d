package io.credence.mixed.joint;

import io.credence.linalg.LogSums;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.mixed.component.DesignCoordinates;
import io.credence.mixed.component.EvaluatedPoints;
import io.credence.mixed.component.SkewedFrame;
import io.credence.mixed.component.VarianceRounds;
import io.credence.mixed.joint.JointState.SearchStage;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.result.ComponentDensityEvaluation;
import io.credence.mixed.result.ComponentSearch;
import io.credence.mixed.result.DesignPoints;
import io.credence.mixed.result.MixedPosterior;
import io.credence.mixed.result.MixedPosterior.VarianceDesign;
import io.credence.mixed.result.MixedPosteriorBuilder;
import io.credence.mixed.result.MomentMixture;
import io.credence.mixed.result.RecombinedPoints;
import io.credence.optimize.BfgsSearch;
import io.credence.optimize.BfgsSearch.SearchPoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Search over variance components that takes all effects together, normal given the components. It evaluates log p(y,
 * components) on the way to the mode by BFGS, around it for curvature and skewness, and over a design.
 */
public final class JointSearch implements ComponentSearch<JointState, ComponentDensityEvaluation> {

    /**
     * Smallest gain promised by a further step to the mode, nats. The mode is where the design is placed, not the
     * answer.
     */
    private static final double MODE_GAIN = 1e-3;

    /** Step of central differences of gradients, in units of the coordinates. */
    private static final double DIFFERENCE = 2e-3;

    private final Supplier<ComponentDensity> density;
    private final MixedPosteriorBuilder results;
    private final long seed;
    private @Nullable ModeDensity around;

    private record ModeDensity(double[] mode, ComponentDensity density) {}

    /**
     * Creates a search.
     *
     * @param density density, whose first use reads the rows
     * @param seed seed of the points of a design
     */
    public JointSearch(Supplier<ComponentDensity> density, MixedPosteriorBuilder results, long seed) {
        this.density = density;
        this.results = results;
        this.seed = seed;
    }

    @Override
    public String description() {
        return "variance components: integrated over a design around their mode";
    }

    @Override
    public JointState initialState() {
        return new JointState(
                SearchStage.MODE, null, List.of(), EvaluatedPoints.of(List.of()), null, results.priorApproximation());
    }

    @Override
    public ComponentDensityEvaluation evaluate(JointState at) {
        double[] x = at.stage() == SearchStage.MODE ? trial(at) : at.points().next();
        if (x == null) {
            throw new IllegalStateException("a stage of the design ended without a next one");
        }
        boolean withGradient = at.stage() == SearchStage.MODE || at.stage() == SearchStage.CURVATURE;
        return density(at).evaluate(x, withGradient, at.warmStart());
    }

    @Override
    public @Nullable JointState nextState(JointState at, ComponentDensityEvaluation found) {
        if (at.stage() == SearchStage.MODE && at.search() == null && !Double.isFinite(found.value())) {
            return null;
        }
        return atNextStage(at.stage() == SearchStage.MODE ? afterModeStep(at, found) : afterDesignPoint(at, found));
    }

    @Override
    public boolean isAroundMode(JointState at) {
        return at.stage() != SearchStage.MODE;
    }

    @Override
    public @Nullable String outcome(JointState at) {
        return at.stage() == SearchStage.DONE
                ? "the variance components were integrated over "
                        + at.points().all().size() + " points"
                : null;
    }

    /** Density that the stage evaluates; around the mode it may be a cheaper one. */
    private ComponentDensity density(JointState at) {
        BfgsSearch search = at.search();
        double[] inverse = search == null ? null : search.inverseCurvature();
        if (search == null || at.stage() == SearchStage.MODE || inverse == null) {
            return density.get();
        }
        ModeDensity known = around;
        if (known == null || !Arrays.equals(known.mode(), search.point())) {
            known = new ModeDensity(
                    search.point(), density.get().approximationAround(search.point(), inverse, at.warmStart()));
            around = known;
        }
        return known.density();
    }

    private double[] trial(JointState at) {
        BfgsSearch search = at.search();
        return search == null ? density.get().startingPoint() : search.trialPoint();
    }

    private JointState afterModeStep(JointState at, ComponentDensityEvaluation found) {
        BfgsSearch search = at.search();
        return at.withModeStep(
                search == null
                        ? searchFrom(trial(at), found)
                        : search.withEvaluation(found.value(), found.gradient(), MODE_GAIN),
                Double.isFinite(found.value()) || at.warmStart() == null ? found : at.warmStart());
    }

    /** Where the density around the mode is another one, the state keeps the evaluation from which that was made. */
    private JointState afterDesignPoint(JointState at, ComponentDensityEvaluation found) {
        boolean isWarmer = Double.isFinite(found.value()) && density(at) == density.get();
        return at.withEvaluation(found, isWarmer ? found : at.warmStart());
    }

    private BfgsSearch searchFrom(double[] x, ComponentDensityEvaluation found) {
        SearchPoint expected = density.get().expectedMode(x, found);
        return BfgsSearch.from(x, found.value(), found.gradient(), expected.inverseCurvature(), MODE_GAIN)
                .withFirstTrial(expected.point());
    }

    /** State at the beginning of the next stage where one has ended, else the given state. */
    private JointState atNextStage(JointState at) {
        BfgsSearch search = at.search();
        if (search == null
                || (at.stage() == SearchStage.MODE
                        ? search.isRunning()
                        : at.points().next() != null)) {
            return at;
        }
        return switch (at.stage()) {
            case MODE -> at.atStage(SearchStage.CURVATURE, List.of(), differencePoints(search.point()));
            case CURVATURE -> {
                SkewedFrame frame = frame(search.point(), at.points().evaluations());
                yield at.atStage(
                        SearchStage.SKEWNESS,
                        List.of(frame),
                        designCoordinates().fromDesign(frame.probes()));
            }
            case SKEWNESS -> {
                VarianceRounds first = VarianceRounds.first(
                        designCoordinates(),
                        skewedFrame(at, search),
                        density(at).pointsPerRound(),
                        seed);
                yield at.atStage(SearchStage.DESIGN, first.frames(), first.points());
            }
            case DESIGN -> nextRound(at);
            case DONE -> at;
        };
    }

    private List<double[]> differencePoints(double[] mode) {
        double[] units = density.get().coordinates().units(mode);
        List<double[]> points = new ArrayList<>();
        for (int j = 0; j < mode.length; j++) {
            for (double side : new double[] {DIFFERENCE, -DIFFERENCE}) {
                double[] point = mode.clone();
                point[j] += side * units[j];
                points.add(point);
            }
        }
        return points;
    }

    private SkewedFrame frame(double[] mode, List<ComponentDensityEvaluation> beside) {
        double[] units = density.get().coordinates().units(mode);
        int d = mode.length;
        double[] curvature = new double[d * d];
        for (int j = 0; j < d; j++) {
            double[] change = Vectors.difference(
                    beside.get(2 * j + 1).gradient(), beside.get(2 * j).gradient());
            for (int i = 0; i < d; i++) {
                double half = 0.5 * change[i] / (2 * DIFFERENCE * units[j]);
                curvature[i * d + j] += half;
                curvature[j * d + i] += half;
            }
        }
        Symmetric.fillUpper(curvature, d);
        DesignCoordinates design = designCoordinates();
        double[] centre = design.toDesign(mode);
        return SkewedFrame.aroundMode(
                centre,
                design.toDesignCurvature(mode, curvature),
                density.get().coordinates().units(centre));
    }

    /** Frame whose lengths come from the density in the coordinates of the design. */
    private SkewedFrame skewedFrame(JointState at, BfgsSearch search) {
        DesignCoordinates design = designCoordinates();
        double[] values = at.values();
        Arrays.setAll(
                values, s -> values[s] - design.logJacobian(at.points().all().get(s)));
        return at.frames().get(0).withProbedLengths(search.value() - design.logJacobian(search.point()), values);
    }

    private DesignCoordinates designCoordinates() {
        return density.get().design();
    }

    private JointState nextRound(JointState at) {
        VarianceRounds next = at.rounds(designCoordinates())
                .withNextRound(density.get().tailCheck(), density.get().roundCount(), at.correctedLogDensities(), seed);
        if (next == null) {
            return at.atStage(SearchStage.DONE, at.frames(), at.points());
        }
        int done = at.points().all().size();
        return at.atStage(
                SearchStage.DESIGN,
                next.frames(),
                at.points()
                        .withMorePoints(
                                next.points().subList(done, next.points().size())));
    }

    @Override
    public @Nullable MixedPosterior posterior(JointState at) {
        return at.search() == null ? null : new JointPosteriorBuilder(density(at), results).posterior(at);
    }

    @Override
    public MixedPosteriorBuilder results() {
        return results;
    }

    /** Builder of the posterior of components, coefficients and effects that are integrated over together. */
    record JointPosteriorBuilder(ComponentDensity density, MixedPosteriorBuilder results) {

        /** Posterior over the design where it is done, else at the best point of the search. */
        MixedPosterior posterior(JointState at) {
            boolean whole = at.stage() == SearchStage.DONE;
            double[] best = at.search() == null ? new double[0] : at.search().point();
            List<double[]> points = whole ? at.points().all() : List.of(best);
            double[] logs = whole ? at.rounds(density.design()).logWeights(at.correctedLogDensities()) : new double[0];
            double[] all = whole ? LogSums.softmax(logs) : new double[] {1};
            boolean small = EffectLayout.of(results.model()).isSmall();
            DesignPoints kept = DesignPoints.of(
                    points,
                    all,
                    density.coordinates(),
                    small ? density.tailCheck().importances(points, all) : all);
            double[] shares = small ? kept.weights() : RecombinedPoints.weights(kept.points(), kept.weights());
            MomentMixture mixture = MomentMixture.of(results.model(), shares, i -> {
                ComponentDensityEvaluation found =
                        whole ? at.points().evaluations().get(kept.numbers()[i]) : at.warmStart();
                return density.moments(kept.points().get(i), found);
            });
            VarianceDesign design = kept.toVarianceDesign(results.model(), logs)
                    .withUnderCovered(whole ? density.tailCheck().underCoveredNames(points, all) : List.of());
            return results.posterior(
                    design,
                    mixture,
                    density.columns().rootMeanSquares(),
                    whole ? LogSums.logSumExp(logs) : Double.NaN,
                    whole ? density.logDensityError(at.points().evaluations(), all) : Double.NaN);
        }
    }
}
