package io.credence.fit;

import io.credence.data.Draws;
import io.credence.divergence.Divergence;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.gradient.DrawPass;
import io.credence.gradient.GradientForm;
import io.credence.objective.Densities;
import io.credence.objective.Judgement;
import io.credence.random.NormalDraws;
import io.credence.statistics.DrawSums;
import io.credence.statistics.NonFinite;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Looks at a posterior through draws for an objective: makes them, sends them through the rows, and judges the sums. */
final class ObjectiveLook<Q extends Posterior> {

    private final ObjectiveProblem problem;
    private final ExecutionBackend backend;
    private final Movement<Q> movement;
    private final boolean byValues;
    private final NormalDraws.Kind kind;
    private final long seed;

    /**
     * A look by draws.
     *
     * @param byValues whether gradients are taken from values of the loss alone
     */
    ObjectiveLook(
            ObjectiveProblem problem,
            ExecutionBackend backend,
            Movement<Q> movement,
            boolean byValues,
            NormalDraws.Kind asked,
            long seed) {
        this.problem = problem;
        this.backend = backend;
        this.movement = movement;
        this.byValues = byValues;
        // What is not linear in the mean over draws has its own theory for independent draws only.
        boolean any = problem.weighted() == null && problem.risk() == null;
        this.kind = any ? asked : NormalDraws.Kind.INDEPENDENT;
        this.seed = seed;
    }

    /**
     * What was seen.
     *
     * @param value the objective, nats; NaN if a number was not finite
     * @param gradient its gradient; null if none was asked for, or a number was not finite
     * @param logWeights log p(D, θ_s) − log q(θ_s)
     * @param base weights of the draws, which sum to 1
     * @param rows rows visited
     * @param wrong the number that was not finite
     */
    record Seen(
            double value,
            @Nullable DrawnGradient gradient,
            double[] logWeights,
            double[] base,
            long rows,
            @Nullable NonFinite wrong) {}

    /** The draws of a look. */
    private record Made(double[][] standard, int[] stratum, double[][] theta, double[] base, int unit, long address) {
        Draws given(int dimension) {
            double[] all = new double[Math.multiplyExact(theta.length, dimension)];
            for (int s = 0; s < theta.length; s++) {
                System.arraycopy(theta[s], 0, all, s * dimension, dimension);
            }
            return new Draws.Given(all, theta.length, dimension, address);
        }
    }

    /** Looks at {@code q} at {@code count} draws, the rows of those partitions scaled to all. */
    Seen look(Q q, long iteration, int count, int[] partitions) {
        return look(q, iteration, count, partitions, !byValues);
    }

    /** The same over all rows for values alone: gradients at many draws would travel for nothing. */
    Seen weigh(Q q, long iteration, int count) {
        int[] all = IntStream.range(0, backend.summary().partitions()).toArray();
        return look(q, iteration, count, all, false);
    }

    private Seen look(Q q, long iteration, int count, int[] partitions, boolean paths) {
        Made made = draws(q, iteration, count);
        int d = problem.loss().dimension();
        DrawPass pass = new DrawPass(
                problem.loss(), made.given(d), null, paths ? GradientForm.PER_DRAW : GradientForm.NONE, problem.risk());
        DrawSums sums = new DrawSums(made.theta.length, paths ? made.theta.length * d : 0);
        backend.collect(pass, partitions).forEach(sums::merge);
        NonFinite wrong = sums.nonFinite();
        if (sums.weight() == 0 || (wrong != null && !isBearable(wrong))) {
            NonFinite found = wrong == null ? new NonFinite("weight of the minibatch", -1, 0, 0) : wrong;
            return new Seen(Double.NaN, null, new double[0], new double[0], sums.rows(), found);
        }
        double factor = backend.summary().weight() / sums.weight();
        return judged(q, made, sums, factor, paths);
    }

    /** An infinite loss of a draw is a weight of zero. */
    private boolean isBearable(NonFinite wrong) {
        return problem.weighted() != null && wrong.value() == Double.POSITIVE_INFINITY;
    }

    private Made draws(Q q, long iteration, int count) {
        int strata = movement.strata(q);
        int per = NormalDraws.whole(kind, (count + strata - 1) / strata);
        NormalDraws normal = new NormalDraws(seed, iteration, per * strata, movement.noise(q), kind);
        int total = normal.count();
        Made made = new Made(
                new double[total][movement.noise(q)],
                new int[total],
                new double[total][],
                new double[total],
                normal.unit(),
                normal.address());
        for (int s = 0; s < total; s++) {
            normal.fill(s, made.standard[s]);
            made.stratum[s] = s % strata;
            if (kind == NormalDraws.Kind.ANTITHETIC) {
                made.stratum[s] = s / 2 % strata;
            }
            made.theta[s] = movement.draw(q, made.stratum[s], made.standard[s]);
            made.base[s] = movement.weight(q, made.stratum[s]) / per;
        }
        return made;
    }

    private Seen judged(Q q, Made made, DrawSums sums, double factor, boolean paths) {
        int count = made.theta.length;
        double[] loss = new double[count];
        double[] prior = new double[count];
        double[] posterior = new double[count];
        for (int s = 0; s < count; s++) {
            loss[s] = factor * sums.losses()[s];
            prior[s] = problem.logPrior(made.theta[s]);
            posterior[s] = q.logDensity(made.theta[s]);
        }
        Densities densities = new Densities(loss, prior, posterior, made.base);
        Divergence.Slope closed = null;
        Judgement judgement;
        if (problem.weighted() != null) {
            judgement = problem.weighted().judge(densities);
        } else if (isClosed(q)) {
            judgement = ofLoss(densities, factor * sums.risk());
            GaussianPosterior gaussian = (GaussianPosterior) q;
            Divergence divergence = divergence();
            closed = divergence.slope(gaussian, problem.prior());
            judgement = plus(judgement, divergence.between(gaussian, problem.prior()), null);
        } else {
            Divergence.Drawn drawn = divergence().atDraws(posterior, prior, made.base);
            judgement = plus(ofLoss(densities, factor * sums.risk()), drawn.value(), drawn);
        }
        if (!Double.isFinite(judgement.value())) {
            NonFinite wrong = new NonFinite("objective " + problem.name(), -1, -1, judgement.value());
            return new Seen(Double.NaN, null, new double[0], new double[0], sums.rows(), wrong);
        }
        DrawnGradient gradient = gradient(q, made, judgement, paths ? sums : null, factor, closed);
        return new Seen(judgement.value(), gradient, densities.logWeights(), made.base, sums.rows(), null);
    }

    private Divergence divergence() {
        return java.util.Objects.requireNonNull(problem.divergence());
    }

    private boolean isClosed(Q q) {
        return q instanceof GaussianPosterior && problem.term() == null;
    }

    /** The mean loss, or the risk, whose own gradients the executors have weighted already. */
    private Judgement ofLoss(Densities densities, double risk) {
        int count = densities.count();
        double value = risk;
        double[] weights = new double[count];
        if (problem.risk() == null) {
            value = 0;
            for (int s = 0; s < count; s++) {
                value += densities.base()[s] * densities.loss()[s];
                weights[s] = densities.base()[s];
            }
        } else {
            Arrays.fill(weights, 1);
        }
        return new Judgement(
                value,
                weights,
                new double[count],
                new double[count],
                new double[0],
                densities.loss().clone());
    }

    private static Judgement plus(Judgement loss, double divergence, Divergence.@Nullable Drawn drawn) {
        if (drawn == null) {
            return new Judgement(
                    loss.value() + divergence,
                    loss.loss(),
                    loss.prior(),
                    loss.posterior(),
                    loss.score(),
                    loss.heights());
        }
        double[] heights = loss.heights().clone();
        for (int s = 0; s < heights.length; s++) {
            heights[s] += drawn.heights()[s];
        }
        return new Judgement(
                loss.value() + drawn.value(), loss.loss(), drawn.prior(), drawn.posterior(), loss.score(), heights);
    }

    private DrawnGradient gradient(
            Q q,
            Made made,
            Judgement judgement,
            @Nullable DrawSums sums,
            double factor,
            Divergence.@Nullable Slope closed) {
        int d = problem.loss().dimension();
        int count = made.theta.length;
        double[][] paths = new double[sums == null ? 0 : count][];
        for (int s = 0; s < paths.length; s++) {
            paths[s] = new double[d];
            add(judgement.prior()[s], problem, made.theta[s], paths[s]);
            if (judgement.posterior()[s] != 0) {
                q.addLogDensityGradient(made.theta[s], judgement.posterior()[s], paths[s]);
            }
            double weight = factor * judgement.loss()[s];
            for (int j = 0; weight != 0 && sums != null && j < d; j++) {
                paths[s][j] += weight * sums.gradients()[s * d + j];
            }
        }
        double[] heights = new double[movement.strata(q)];
        int per = count / heights.length;
        for (int s = 0; s < count; s++) {
            heights[made.stratum[s]] += judgement.heights()[s] / per;
        }
        boolean choice =
                sums != null && problem.weighted() != null && problem.weighted().matchesMoments();
        double[] scores = problem.weighted() == null
                ? ScoreWeights.of(judgement.heights(), made.base, made.unit)
                : judgement.score();
        boolean quieter = sums == null || (choice && Quieter.isByValues(q, made.theta, paths, scores));
        return new DrawnGradient(
                made.standard,
                made.stratum,
                made.theta,
                quieter ? new double[0][] : paths,
                quieter ? scores : new double[0],
                heights,
                effective(quieter ? scores : judgement.loss()),
                closed);
    }

    private static double effective(double[] weights) {
        double sum = 0;
        double squares = 0;
        for (double weight : weights) {
            sum += Math.abs(weight);
            squares += weight * weight;
        }
        return squares == 0 ? 0 : sum * sum / squares;
    }

    private static void add(double weight, ObjectiveProblem problem, double[] theta, double[] into) {
        if (weight != 0) {
            double[] gradient = problem.logPriorGradient(theta);
            for (int j = 0; j < into.length; j++) {
                into[j] += weight * gradient[j];
            }
        }
    }
}
