package io.credence.fit;

import io.credence.data.CoefficientSpread;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.GaussianPosterior;
import io.credence.gradient.CurvatureForm;
import io.credence.gradient.Estimate;
import io.credence.gradient.ExpectationPass;
import io.credence.gradient.RowSample;
import io.credence.objective.Elbo;
import io.credence.statistics.PassStatistics;
import io.credence.update.Direction;

/** Looks at a possible answer over all rows and with more draws: its bound, and whether it is the optimum. */
final class Answering {

    /** Draws for an answer, as a multiple of those of a step, and at most. */
    private static final int TIMES = 4;

    private static final int MOST_DRAWS = 2000;
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

    /**
     * A possible answer.
     *
     * @param state with the answer in it
     * @param optimal whether no step from there promises more than its own noise
     */
    record Answer(FitState state, boolean optimal) {}

    /** Looks at {@code position}, over all rows. */
    Answer answer(FitState state, Chain chain, Position position, double rhat, double mcse) {
        Observation seen = looking.lookAtAll(
                position, state.iteration(), draws(chain), walking.atOptimum(position.coefficients()));
        Estimate estimate = seen.estimate();
        double elbo = Double.NaN;
        double error = Double.NaN;
        if (estimate != null) {
            elbo = estimate.value()
                    - KullbackLeibler.between(position.coefficients(), problem.prior())
                    - position.scale().divergence(problem.scalePrior());
            error = Math.sqrt(estimate.valueVariance());
        }
        long rows = seen.rows();
        FitProblem exact = problem.exact();
        if (exact != null) {
            elbo = exactBound(exact, position);
            error = 0;
            rows += backend.summary().rows();
        }
        Chain.Outcome outcome = new Chain.Outcome(position, elbo, error, rhat, mcse);
        return new Answer(
                state.visited(rows).with(chain.with(outcome)), estimate != null && isOptimal(position, estimate));
    }

    private boolean isOptimal(Position position, Estimate estimate) {
        GaussianPosterior q = position.coefficients();
        Direction direction = walking.direction(position, estimate);
        double[] step = q.covarianceTimes(direction.ascent());
        double gain = -estimate.gradientNoise();
        for (int j = 0; j < step.length; j++) {
            gain += 0.5 * step[j] * direction.ascent()[j];
        }
        GaussianPosterior shaped = PosteriorFamily.move(q, direction.targetPrecision(), 1);
        if (shaped == null) {
            return false;
        }
        double shape = q.shapeChange(shaped).divergence() - estimate.curvatureNoise();
        double noise = (estimate.gradientNoise() + estimate.curvatureNoise()) * 4 / Math.sqrt(q.dimension());
        return gain + Math.max(0, shape) <= GAIN * q.dimension() + noise;
    }

    private static int draws(Chain chain) {
        return Math.max(chain.reading().draws(), Math.min(MOST_DRAWS, TIMES * chain.reading().draws()));
    }

    private double exactBound(FitProblem exact, Position position) {
        GaussianPosterior q = position.coefficients();
        CoefficientSpread spread = q.spread(backend.summary().sparse());
        PassStatistics sums = backend.run(new ExpectationPass(
                exact.likelihood().loss(position.scale()), q.mean(), spread, CurvatureForm.NONE, RowSample.ALL));
        return -new Elbo(exact.prior(), exact.scalePrior()).variational(sums, q, position.scale());
    }
}
