package io.credence.fit;

import io.credence.gradient.DrawPass;
import io.credence.gradient.ExpectationPass.RowSample;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.gradient.SampledDrawPass;
import io.credence.prior.LogInverseGamma;
import io.credence.random.NormalDraws;
import io.credence.statistics.DrawSums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Weighs the draws of a finished posterior by the exact one, whatever the family and however it was fitted. Where the rows are
 * many, a quadratic of all rows around the posterior's mean is corrected by what a random part of the rows loses beyond its own;
 * the part grows until the weights are known well enough.
 */
public final class PosteriorWeights {

    private static final int DRAWS = 2000;
    /** Draws where each is long, and the most numbers that draws may hold. */
    private static final int FEW_DRAWS = 500;

    private static final double MANY_NUMBERS = 1e6;
    private static final double MOST_NUMBERS = 2e7;
    /** Rows times draws that are summed without asking whether fewer would do, and at most. */
    private static final double WORK = 2e7;

    private static final double MOST_WORK = 1e9;
    /** Error of a log weight that leaves k̂ as it is, nats. */
    private static final double ERROR = 0.05;

    private static final int TIMES = 4;
    /** Address of the draws: no step has this number. */
    private static final long ADDRESS = Long.MIN_VALUE + 5;

    private final Problem problem;
    private final ExecutionBackend backend;
    private final long seed;
    private final double ample;

    PosteriorWeights(Problem problem, ExecutionBackend backend, long seed) {
        this(problem, backend, seed, WORK);
    }

    /** With rows times draws below which all rows are summed. */
    PosteriorWeights(Problem problem, ExecutionBackend backend, long seed, double ample) {
        this.problem = problem;
        this.backend = backend;
        this.seed = seed;
        this.ample = ample;
    }

    /** Why there is no exact posterior to compare with, or none that can be had at draws; null if there is one. */
    public @Nullable String refusal() {
        if (problem.loss().isRandom()) {
            return "the rows' losses are random, given the parameters";
        }
        if (!problem.objective().isBayesian()) {
            return "the objective " + problem.objective().name()
                    + " does not aim at a posterior that is known at draws";
        }
        int d = problem.loss().dimension();
        double held = (double) FEW_DRAWS * d;
        return held > MOST_NUMBERS ? "draws of " + d + " parameters would fill the driver" : null;
    }

    /** The result with its weights, or without them where they are refused or the posterior has no finite moments. */
    public FitResult weighed(FitResult result) {
        boolean finite = Arrays.stream(result.posterior().mean()).allMatch(Double::isFinite)
                && Arrays.stream(result.posterior().sd()).allMatch(Double::isFinite);
        return finite && refusal() == null ? result.with(of(new Position(result.posterior(), result.scale()))) : result;
    }

    private ImportanceWeights of(Position position) {
        int d = problem.loss().dimension();
        int count = (double) DRAWS * d > MANY_NUMBERS ? FEW_DRAWS : DRAWS;
        ParameterDraws draws =
                ParameterDraws.of(position, NormalDraws.Kind.INDEPENDENT, seed, ADDRESS, count, GradientForm.NONE);
        double[][] theta = draws.matrix(d);
        Losses losses = losses(draws, position);
        double[] logWeights = new double[theta.length];
        for (int s = 0; s < logWeights.length; s++) {
            logWeights[s] = logPrior(theta[s])
                    - losses.values()[s]
                    - logDensity(position, theta[s])
                    + Math.log(draws.base()[s] * draws.count());
        }
        return new ImportanceWeights(theta, draws.base(), logWeights, losses.share(), losses.error());
    }

    private double logPrior(double[] theta) {
        int own = problem.prior().dimension();
        if (own == theta.length) {
            return problem.prior().logDensity(theta);
        }
        LogInverseGamma ofScale = new LogInverseGamma(
                own, problem.scalePrior().shape(), problem.scalePrior().scale());
        return problem.prior().logDensity(Arrays.copyOf(theta, own)) + ofScale.logDensity(theta);
    }

    private static double logDensity(Position position, double[] theta) {
        int d = position.posterior().dimension();
        return d == theta.length
                ? position.posterior().logDensity(theta)
                : position.posterior().logDensity(Arrays.copyOf(theta, d))
                        + position.scale().logDensityOfLog(theta[d]);
    }

    /**
     * Losses of all rows.
     *
     * @param values one per draw
     * @param share of the rows that were summed
     * @param error root mean square of the values' standard errors
     */
    private record Losses(double[] values, double share, double error) {}

    private Losses losses(ParameterDraws draws, Position position) {
        double work = (double) backend.summary().rows() * draws.count();
        double share = ample / work;
        TaylorControlVariate anchor = share < 0.5 ? anchor(position) : null;
        Losses best = null;
        for (; anchor != null && share < 0.5; share *= TIMES) {
            best = sampled(draws, anchor, share);
            if (best.error() <= ERROR || share * TIMES * work > MOST_WORK) {
                return best;
            }
        }
        DrawSums sums = backend.run(pass(draws, null));
        return new Losses(sums.losses(), 1, 0);
    }

    private @Nullable TaylorControlVariate anchor(Position position) {
        if (TaylorControlVariate.order(problem.loss()) == 0) {
            return null;
        }
        double[] mean = position.posterior().mean();
        int d = problem.loss().dimension();
        double[] point = Arrays.copyOf(mean, d);
        if (d > mean.length) {
            point[mean.length] = position.scale().meanLog();
        }
        return TaylorControlVariate.at(point, problem.loss(), backend, 0);
    }

    /** From two random parts, so that rows in one partition tell their error too. */
    private Losses sampled(ParameterDraws draws, TaylorControlVariate anchor, double share) {
        int[] all = IntStream.range(0, backend.summary().partitions()).toArray();
        List<DrawSums> parts = new ArrayList<>();
        for (int half = 0; half < 2; half++) {
            parts.addAll(backend.collect(
                    new SampledDrawPass(pass(draws, anchor), new RowSample(share / 2, seed + half)), all));
        }
        DrawSums sums = new DrawSums(draws.count(), 0);
        parts.forEach(sums::merge);
        double factor = backend.summary().weight() / sums.weight();
        TotalsAtDraws totals = new TotalsAtDraws(problem, draws, sums, factor, anchor);
        double[] values = new double[draws.count()];
        double[] theta = new double[problem.loss().dimension()];
        for (int s = 0; s < values.length; s++) {
            draws.theta().fill(s, theta);
            values[s] = totals.loss(s, theta);
        }
        return new Losses(values, share, factor * Math.sqrt(1 - share) * spread(parts, sums));
    }

    /** Root mean square over draws of the error that parts of a sum tell of it, as a ratio to their weight. */
    private static double spread(List<DrawSums> parts, DrawSums sums) {
        double squares = 0;
        for (DrawSums part : parts) {
            double expected = part.weight() / sums.weight();
            for (int s = 0; s < sums.losses().length; s++) {
                double deviation = part.losses()[s] - expected * sums.losses()[s];
                squares += deviation * deviation;
            }
        }
        return Math.sqrt(squares / sums.losses().length * parts.size() / (parts.size() - 1.0));
    }

    private DrawPass pass(ParameterDraws draws, @Nullable TaylorControlVariate anchor) {
        return new DrawPass(problem.loss(), draws.theta(), anchor == null ? null : anchor.anchor(), GradientForm.NONE);
    }
}
