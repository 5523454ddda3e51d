package io.credence.fit;

import io.credence.data.CoefficientSpread;
import io.credence.divergence.Divergence;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.GaussianPosterior;
import io.credence.gradient.CurvatureForm;
import io.credence.gradient.Estimate;
import io.credence.gradient.ExpectationPass;
import io.credence.gradient.RowSample;
import io.credence.gradient.Surrogate;
import io.credence.objective.VariationalObjective;
import io.credence.statistics.PassStatistics;
import io.credence.update.Direction;
import org.jspecify.annotations.Nullable;

/** Looks at a possible answer over all rows and with more draws: its bound, and whether it is the optimum. */
final class Answering {

    /** Draws for an answer, as a multiple of those of a step, and at most. */
    private static final int TIMES = 4;

    private static final int MOST_DRAWS = 2000;
    private static final int MOST_LOOKS = 4;
    /** Noise, in multiples of the gain that may be left, above which nothing is seen. */
    private static final double BLURRED = 10;
    /** Gain per parameter that an answer may leave, nats: a mean 0.04 standard deviations off. */
    private static final double GAIN = 0.001;

    private final DrawProblem problem;
    private final Looking looking;
    private final Walking walking;
    private final ExecutionBackend backend;

    Answering(DrawProblem problem, Looking looking, Walking walking, ExecutionBackend backend) {
        this.problem = problem;
        this.walking = walking;
        this.looking = looking;
        this.backend = backend;
    }

    static Answering ofFixedDraws(
            DrawProblem problem, FitSettings settings, MonteCarloSettings how, ExecutionBackend backend) {
        MonteCarloSettings.Estimator fixed = how.estimator();
        MonteCarloSettings fresh = how.with(new MonteCarloSettings.Estimator(
                MonteCarloSettings.EstimatorKind.REPARAMETERIZED,
                fixed.draws(),
                fixed.variate(),
                fixed.drawn(),
                false,
                fixed.mostDraws()));
        Looking looking = new Looking(problem, settings, fresh, backend);
        Walking walking = new Walking(problem, fixed.variate(), looking, new UpdatePlan(how.update()));
        return new Answering(problem, looking, walking, backend);
    }

    /**
     * A possible answer.
     *
     * @param state with the answer in it
     * @param optimal whether it was seen clearly that no step from there promises a gain
     * @param gain what a step promises beyond the noise of the look, nats
     */
    record Answer(FitState state, boolean optimal, double gain) {}

    /** Looks at {@code position}, over all rows, until it is seen clearly or {@link #MOST_LOOKS} are spent. */
    Answer answer(FitState state, Chain chain, Position position, double rhat, double mcse) {
        int draws = draws(chain);
        Surrogate known = walking.atOptimum(
                position.coefficients(), chain.walk().surrogate().blocks());
        Observation seen = looking.lookAtAll(position, state.iteration(), 0, draws, known);
        long rows = seen.rows();
        for (int look = 1; look < MOST_LOOKS && isBlurred(position, seen); look++) {
            known = walking.sharpened(known, seen, draws);
            seen = looking.lookAtAll(position, state.iteration(), look, draws, known);
            rows += seen.rows();
        }
        Estimate estimate = seen.estimate();
        Bound bound = bound(position, estimate, rows);
        Chain.Outcome outcome = new Chain.Outcome(position, bound.elbo(), bound.error(), rhat, mcse);
        double limit = GAIN * position.coefficients().dimension();
        double gain = estimate == null ? Double.POSITIVE_INFINITY : gain(position, estimate, known);
        boolean clear = estimate != null && estimate.gradientNoise() + estimate.curvatureNoise() <= BLURRED * limit;
        return new Answer(state.visited(bound.rows()).with(chain.with(outcome)), clear && gain <= limit, gain);
    }

    /**
     * The bound over all rows.
     *
     * @param error its Monte-Carlo standard error; 0 where it is exact
     * @param rows rows visited for it
     */
    record Bound(double elbo, double error, long rows) {}

    /** The bound at {@code position} from fresh draws, or exact where the loss allows. */
    Bound bound(Position position, int iteration, int draws) {
        Surrogate known = walking.atOptimum(
                position.coefficients(),
                looking.surrogateBlocks(position.coefficients().blocks()));
        int many = Math.min(MOST_DRAWS, Math.max(draws, TIMES * draws));
        Observation seen = looking.lookAtAll(position, iteration, 0, many, known);
        return bound(position, seen.estimate(), seen.rows());
    }

    private Bound bound(Position position, @Nullable Estimate estimate, long rows) {
        FitProblem exact = problem.exact();
        if (exact != null) {
            return new Bound(
                    exactBound(exact, position), 0, rows + backend.summary().rows());
        }
        return estimate == null
                ? new Bound(Double.NaN, Double.NaN, rows)
                : new Bound(estimate.value() - divergence(position), Math.sqrt(estimate.valueVariance()), rows);
    }

    /** What the ELBO takes off, whatever the posterior was fitted with. */
    private double divergence(Position position) {
        return KullbackLeibler.PLAIN.between(position.coefficients(), problem.prior())
                + position.scale().divergence(problem.scalePrior());
    }

    private static boolean isBlurred(Position position, Observation seen) {
        Estimate estimate = seen.estimate();
        double limit = GAIN * position.coefficients().dimension();
        return estimate != null && estimate.gradientNoise() + estimate.curvatureNoise() > limit;
    }

    /** What a step from there promises beyond the noise of this look, nats; infinite where no step can be told. */
    private double gain(Position position, Estimate estimate, Surrogate known) {
        GaussianPosterior q = position.coefficients();
        Divergence.Slope slope = walking.slope(q);
        double rate = NaturalTarget.rate(slope);
        Direction direction = walking.direction(position, slope, estimate);
        Metric metric = Metric.of(q, known, slope);
        double[] step = metric.times(direction.ascent());
        double noise = estimate.gradientNoise() * metric.meanRatio() / rate;
        double gain = -noise;
        for (int j = 0; j < step.length; j++) {
            gain += 0.5 * rate * step[j] * direction.ascent()[j];
        }
        GaussianPosterior shaped = PosteriorFamily.move(q, direction.targetPrecision(), 1);
        if (shaped == null) {
            return Double.POSITIVE_INFINITY;
        }
        double ofShape = estimate.curvatureNoise() / rate;
        double shape = rate * q.shapeChange(shaped).divergence() - ofShape;
        return gain + Math.max(0, shape) - (noise + ofShape) * 4 / Math.sqrt(q.dimension());
    }

    private static int draws(Chain chain) {
        return Math.max(
                chain.reading().draws(),
                Math.min(MOST_DRAWS, TIMES * chain.reading().draws()));
    }

    private double exactBound(FitProblem exact, Position position) {
        GaussianPosterior q = position.coefficients();
        CoefficientSpread spread = q.spread(backend.summary().sparse());
        PassStatistics sums = backend.run(new ExpectationPass(
                exact.likelihood().loss(position.scale()), q.mean(), spread, CurvatureForm.NONE, RowSample.ALL));
        return -VariationalObjective.elbo(exact.prior(), exact.scalePrior()).variational(sums, q, position.scale());
    }
}
