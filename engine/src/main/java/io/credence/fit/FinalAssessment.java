package io.credence.fit;

import io.credence.data.CoefficientSpread;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.QuadraticControlVariate;
import io.credence.objective.ExactObjective;
import io.credence.pass.ExpectationPass;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.statistics.PassStatistics;
import org.jspecify.annotations.Nullable;

/** Looks at a possible answer over all rows and with fresh draws: its bound, and whether a step from there still gains. */
final class FinalAssessment<Q extends Posterior> {

    /** Draws for an answer, as a multiple of those of a step, and at most. */
    private static final int TIMES = 4;

    private static final int MOST_DRAWS = 2000;
    /** Numbers that the draws of an answer may hold, beyond which they are fewer. */
    private static final double MOST_NUMBERS = 2e7;

    private static final int MOST_LOOKS = 4;
    /** Draws of the first look where steps read a sample of the rows; each look after it has four times as many. */
    private static final int FEW_DRAWS = 16;
    /** The look that takes importance weights. */
    private static final int WEIGHING = 7;
    /** Noise, in multiples of the gain that may be left, above which nothing is seen. */
    private static final double BLURRED = 10;
    /** The same where draws are weighed, whose noise no control variate takes off. */
    private static final double BLURRED_WEIGHTS = 50;
    /** Gain per parameter that an answer may leave, nats: a mean 0.04 standard deviations off. */
    static final double GAIN = 0.001;

    private final Problem problem;
    private final Evaluator<Q> evaluator;
    private final Geometry<Q> geometry;
    private final ExecutionBackend backend;

    FinalAssessment(FitSetup setup, Evaluator<Q> evaluator, Geometry<Q> geometry) {
        this.problem = setup.problem();
        this.evaluator = evaluator;
        this.geometry = geometry;
        this.backend = setup.backend();
    }

    /**
     * What was found.
     *
     * @param fit with the answer in it
     * @param optimal whether it was seen clearly that no step from there promises a gain
     * @param gain what a step promises beyond the noise of the look, nats
     */
    record Found(FitState fit, boolean optimal, double gain) {}

    @SuppressWarnings("unchecked") // a fit keeps to the family of its start
    private Q own(Position position) {
        return (Q) position.posterior();
    }

    /** Looks at {@code position}, over all rows, until it is seen clearly or {@link #MOST_LOOKS} are spent. */
    Found assess(FitState fit, StochasticState state, Position position, double rhat, double mcse) {
        Q q = own(position);
        int ofStep = state.plan().draws();
        int draws = !problem.isExpectation(q)
                ? Math.max(mostDraws(), ofStep)
                : state.plan().share() < 1 ? Math.min(FEW_DRAWS, ofStep) : draws(ofStep);
        Evaluation look = look(position, fit.iteration(), draws);
        Estimate estimate = look.estimate();
        Bound bound = bound(position, estimate, fit.iteration(), draws);
        double objective = estimate == null ? Double.NaN : value(position, estimate);
        StochasticState.Outcome outcome =
                new StochasticState.Outcome(position, objective, bound.elbo(), bound.error(), rhat, mcse);
        double limit = GAIN * geometry.freedom(q);
        double gain = estimate == null ? Double.POSITIVE_INFINITY : geometry.gain(q, estimate, look.known());
        double blurred = problem.isExpectation(q) ? BLURRED : BLURRED_WEIGHTS;
        boolean clear = estimate != null && noise(estimate) <= blurred * limit;
        return new Found(
                fit.visited(look.rows() + bound.rows()).with(state.with(outcome)), clear && gain <= limit, gain);
    }

    private record Evaluation(@Nullable Estimate estimate, QuadraticControlVariate known, long rows) {}

    /** A gradient over all rows: looks sharpen the control variate where there is one, and are averaged where there is none. */
    private Evaluation look(Position position, int iteration, int draws) {
        Q q = own(position);
        boolean sharpens = problem.isExpectation(q);
        QuadraticControlVariate known = geometry.atOptimum(q);
        NoisyGradient seen = evaluator.evaluateAll(position, iteration, 0, draws, known);
        Estimate estimate = seen.estimate();
        long rows = seen.rows();
        int ofLook = draws;
        for (int look = 1; look < MOST_LOOKS && estimate != null && isBlurred(q, estimate); look++) {
            known = sharpens ? geometry.sharpened(known, estimate, ofLook) : known;
            ofLook = draws <= FEW_DRAWS ? TIMES * ofLook : draws;
            seen = evaluator.evaluateAll(position, iteration, look, ofLook, known);
            rows += seen.rows();
            Estimate more = seen.estimate();
            estimate = sharpens || more == null ? more : estimate.averaged(look, more);
        }
        return new Evaluation(estimate, known, rows);
    }

    private static double noise(Estimate estimate) {
        return estimate.gradientNoise() + estimate.curvatureNoise();
    }

    private boolean isBlurred(Q q, Estimate estimate) {
        return noise(estimate) > GAIN * geometry.freedom(q);
    }

    /** The minimised objective. */
    private double value(Position position, Estimate estimate) {
        return problem.closedValue(position) - estimate.value();
    }

    /**
     * The evidence lower bound over all rows.
     *
     * @param error its Monte-Carlo standard error; 0 where it is exact
     * @param rows rows visited for it
     */
    record Bound(double elbo, double error, long rows) {}

    /** The bound at {@code position} from fresh draws, or exact where the loss allows. */
    Bound bound(Position position, int iteration, int draws) {
        int many = draws(draws);
        if (!problem.isExpectation(position.posterior()) || problem.exact() != null) {
            return bound(position, null, iteration, many);
        }
        NoisyGradient seen = evaluator.evaluateAll(position, iteration, 0, many, geometry.atOptimum(own(position)));
        Bound bound = bound(position, seen.estimate(), iteration, many);
        return new Bound(bound.elbo(), bound.error(), bound.rows() + seen.rows());
    }

    private Bound bound(Position position, @Nullable Estimate estimate, int iteration, int draws) {
        if (!problem.isExpectation(position.posterior())) {
            return weighed(position, iteration, Math.max(mostDraws(), draws));
        }
        ExactProblem exact = problem.exact();
        if (exact != null) {
            return new Bound(exactBound(exact, position), 0, backend.summary().rows());
        }
        return estimate == null
                ? new Bound(Double.NaN, Double.NaN, 0)
                : new Bound(estimate.value() - divergence(position), Math.sqrt(estimate.valueVariance()), 0);
    }

    private Bound weighed(Position position, int iteration, int draws) {
        WeightedEvaluation seen = evaluator.weigh(position, iteration, WEIGHING, draws);
        long rows = backend.summary().rows();
        if (seen == null) {
            return new Bound(Double.NaN, Double.NaN, rows);
        }
        WeightedEvaluation whole = seen.whole();
        double[] elbo = whole.elbo();
        return new Bound(elbo[0], elbo[1], rows);
    }

    /** What the ELBO takes off, whatever the posterior was fitted with. */
    private double divergence(Position position) {
        return KullbackLeibler.PLAIN.between(
                        position.gaussian(), problem.prior().normal())
                + position.scale().divergence(problem.scalePrior());
    }

    private int draws(int ofStep) {
        return Math.max(ofStep, Math.min(mostDraws(), TIMES * ofStep));
    }

    private int mostDraws() {
        return (int) Math.min(MOST_DRAWS, MOST_NUMBERS / problem.loss().dimension());
    }

    private double exactBound(ExactProblem exact, Position position) {
        GaussianPosterior q = position.gaussian();
        CoefficientSpread spread = q.spread(backend.summary().sparse());
        PassStatistics sums = backend.run(new ExpectationPass(
                exact.likelihood().loss(position.scale()), q.mean(), spread, CurvatureForm.NONE, RowSample.ALL));
        return -ExactObjective.elbo(exact.prior(), exact.scalePrior()).variational(sums, q, position.scale());
    }
}
