package io.credence.fit;

import io.credence.divergence.Divergence;
import io.credence.family.Blocks;
import io.credence.family.GaussianPosterior;
import io.credence.family.ScaleFactor;
import io.credence.family.ScaleFactor.InverseGamma;
import io.credence.gradient.ConstantVariateEstimator;
import io.credence.gradient.ControlVariate;
import io.credence.gradient.Drawn;
import io.credence.gradient.Estimate;
import io.credence.gradient.Surrogate;
import io.credence.update.Direction;
import io.credence.update.Memory;
import io.credence.update.Moved;
import java.util.Objects;

/** Moves a position along what was seen of it, and knows what that tells of the next. */
final class Walking {

    /** Most by which a step multiplies or divides the shape and scale of a dispersion's factor. */
    private static final double FACTOR = 4;
    /** Variance of log p per parameter, nats², that is no reason to call a posterior too wide. */
    private static final double WIDE = 100;
    /** How much worse the noise of a few large draws may be than it looks. */
    private static final double CAUTION = 2;
    /** Share of a step to which it is shortened, at least, to stay where the divergence is finite. */
    private static final double LEAST = 0x1p-30;
    /** Gain, besides one nat for each parameter, above which the optimum is far. */
    private static final double FAR = 4;

    private final DrawProblem problem;
    private final ControlVariate variate;
    private final Looking looking;
    private final UpdatePlan updates;
    private final Monitor monitor;

    Walking(DrawProblem problem, ControlVariate variate, Looking looking, UpdatePlan updates) {
        this.problem = problem;
        this.variate = variate;
        this.looking = looking;
        this.updates = updates;
        this.monitor = new Monitor(problem.prior().dimension());
    }

    Monitor monitor() {
        return monitor;
    }

    /** The divergence's slope at a posterior. */
    Divergence.Slope slope(GaussianPosterior q) {
        return problem.divergence().slope(q, problem.prior());
    }

    /** Minus the gradient of the objective in the mean. */
    double[] ascent(Position here, Estimate estimate) {
        return ascent(slope(here.coefficients()), estimate, 1);
    }

    private static double[] ascent(Divergence.Slope slope, Estimate estimate, double rate) {
        double[] ascent = slope.mean().clone();
        for (int j = 0; j < ascent.length; j++) {
            ascent[j] = (estimate.gradient()[j] - ascent[j]) / rate;
        }
        return ascent;
    }

    /** The direction of the objective divided by the rate of {@link NaturalTarget}. */
    Direction direction(Position here, Divergence.Slope slope, Estimate estimate) {
        double[] minus = estimate.curvature().clone();
        for (int e = 0; e < minus.length; e++) {
            minus[e] = -minus[e];
        }
        return new Direction(
                ascent(slope, estimate, NaturalTarget.rate(slope)),
                NaturalTarget.precision(here.coefficients(), slope, minus));
    }

    Chain step(Chain chain, Observation found, int iteration) {
        Chain.Walk walk = chain.walk();
        Position here = walk.here();
        if (isTooWide(chain, found)) {
            return chain.with(narrower(walk, 0));
        }
        Estimate estimate = Objects.requireNonNull(found.estimate());
        double base = updates.baseStepSize(looking.relativeNoise(
                here.coefficients().blocks(), chain.reading().draws()));
        double size = updates.schedule(base * chain.level()).stepSize(iteration);
        Divergence.Slope slope = slope(here.coefficients());
        Direction direction = direction(here, slope, estimate);
        double share = certain(here.coefficients(), ascent(slope, estimate, 1), estimate);
        Chain.Back back = new Chain.Back(
                here,
                walk.memory(),
                walk.surrogate(),
                steered(walk, slope, direction).withAscentTimes(share),
                found.scale(),
                size);
        Landing landing = take(back, size);
        Surrogate known = known(chain, landing.position().coefficients(), found);
        return chain.with(new Chain.Walk(landing.position(), landing.memory(), known, back, 0));
    }

    /**
     * The share of a long way that is surely not noise: 1 − 2 noise/length². Near the optimum every step is mostly noise and averages
     * out; far from it noise would only lead astray.
     */
    private static double certain(GaussianPosterior q, double[] ascent, Estimate estimate) {
        double[] step = q.covarianceTimes(ascent);
        double length = 0;
        for (int j = 0; j < step.length; j++) {
            length += 0.5 * step[j] * ascent[j];
        }
        return length > q.dimension() + FAR ? Math.max(0, 1 - CAUTION * estimate.gradientNoise() / length) : 1;
    }

    /** The direction whose natural gradient is the step of the metric. */
    private Direction steered(Chain.Walk walk, Divergence.Slope slope, Direction direction) {
        GaussianPosterior q = walk.here().coefficients();
        if (!updates.isNatural()) {
            return direction;
        }
        double[] step = Metric.of(q, walk.surrogate(), slope).times(direction.ascent());
        return new Direction(q.precisionTimes(step), direction.targetPrecision());
    }

    private record Landing(Position position, Memory memory) {}

    private Landing take(Chain.Back back, double size) {
        GaussianPosterior q = back.from().coefficients();
        Moved<GaussianPosterior> moved = updates.rule(q).step(q, back.memory(), back.direction(), size);
        for (double shorter = size / 2; isOutside(moved.posterior()) && shorter > size * LEAST; shorter /= 2) {
            moved = updates.rule(q).step(q, back.memory(), back.direction(), shorter);
        }
        return new Landing(
                new Position(moved.posterior(), scale(back.from().scale(), back.scale(), size)), moved.memory());
    }

    /** Whether the divergence's integrals do not exist there. */
    private boolean isOutside(GaussianPosterior q) {
        return !problem.divergence().isStandard()
                && !Double.isFinite(problem.divergence().between(q, problem.prior()));
    }

    private ScaleFactor scale(ScaleFactor from, double[] natural, double size) {
        if (!(from instanceof InverseGamma factor) || natural.length == 0) {
            return from;
        }
        double step = updates.isNatural() ? size : 0.5;
        double shape = factor.shape() + step * (problem.scalePrior().shape() + natural[0] - factor.shape());
        double scale = factor.scale() + step * (problem.scalePrior().scale() + natural[1] - factor.scale());
        return new InverseGamma(within(shape, factor.shape()), within(scale, factor.scale()));
    }

    private static double within(double wanted, double now) {
        return Math.max(now / FACTOR, Math.min(now * FACTOR, wanted));
    }

    /**
     * Whether a few draws, far more than their share of nats off, decide everything: on the way, under a posterior too wide for
     * the loss, such as a wide prior under an exponential link.
     */
    private static boolean isTooWide(Chain chain, Observation found) {
        GaussianPosterior q = chain.walk().here().coefficients();
        Drawn drawn = Objects.requireNonNull(found.drawn());
        double[] left = chain.walk().surrogate().left(drawn, q);
        double spread = Objects.requireNonNull(found.estimate()).valueVariance() * drawn.count();
        return chain.phase() == Phase.APPROACH && spread > WIDE * q.dimension() && drawn.isDominated(left);
    }

    private static Chain.Walk narrower(Chain.Walk walk, int retakes) {
        GaussianPosterior q = walk.here().coefficients().withPrecisionScaled(FACTOR);
        Surrogate known = Surrogate.none(walk.surrogate().blocks());
        return new Chain.Walk(new Position(q, walk.here().scale()), Memory.NONE, known, null, retakes);
    }

    /** The step that led to a number that was not finite, retaken at a quarter; a narrower start where there was none. */
    Chain.Walk shorter(Chain.Walk walk) {
        Chain.Back back = walk.back();
        if (back == null) {
            return narrower(walk, walk.retakes() + 1);
        }
        double size = back.stepSize() * Math.pow(0.25, walk.retakes() + 1.0);
        Landing landing = take(back, size);
        Surrogate known = Surrogate.none(walk.surrogate().blocks());
        return new Chain.Walk(landing.position(), landing.memory(), known, back, walk.retakes() + 1);
    }

    /** What is known of log p at the next position, before its draws. */
    private Surrogate known(Chain chain, GaussianPosterior next, Observation found) {
        GaussianPosterior q = chain.walk().here().coefficients();
        Estimate estimate = Objects.requireNonNull(found.estimate());
        return switch (variate) {
            case NONE -> Surrogate.none(q.blocks());
            case CONSTANT -> ConstantVariateEstimator.constants(Objects.requireNonNull(found.drawn()), q);
            case QUADRATIC -> {
                Surrogate before = chain.walk().surrogate();
                boolean implied = updates.isNatural() && before.blocks().equals(q.blocks());
                double fresh = 1
                        / (1
                                + looking.relativeNoise(
                                        before.blocks(), chain.reading().draws()));
                double[] curvature = implied
                        ? NaturalTarget.implied(next, slope(next))
                        : new RunningCurvature(before.blocks(), q, next).mixed(before, found, fresh);
                yield new Surrogate(before.blocks(), estimate.gradient(), curvature)
                        .moved(Vectors.difference(next.mean(), q.mean()));
            }
        };
    }

    /** What log p looks like from its optimum: there g = ∇_μ D and H = N − κP. */
    Surrogate atOptimum(GaussianPosterior q, Blocks blocks) {
        Divergence.Slope slope = slope(q);
        double[] own = NaturalTarget.implied(q, slope);
        return new Surrogate(
                blocks,
                slope.mean(),
                q.blocks().equals(blocks) ? own : q.blocks().widened(own));
    }

    /** What is known after one more look at the same posterior. */
    Surrogate sharpened(Surrogate before, Observation seen, int draws) {
        Estimate estimate = Objects.requireNonNull(seen.estimate());
        double fresh = 1 / (1 + looking.relativeNoise(before.blocks(), draws));
        double[] curvature = before.curvature().clone();
        for (int e = 0; e < curvature.length; e++) {
            curvature[e] += fresh * (estimate.wholeCurvature()[e] - curvature[e]);
        }
        return new Surrogate(before.blocks(), estimate.gradient(), curvature);
    }
}
