package io.credence.fit;

import io.credence.family.Blocks;
import io.credence.family.GaussianPosterior;
import io.credence.fit.MonteCarloSettings.EstimatorKind;
import io.credence.gradient.ConstantVariateEstimator;
import io.credence.gradient.ControlVariate;
import io.credence.gradient.Estimate;
import io.credence.gradient.FoldedEstimator;
import io.credence.gradient.GradientEstimator;
import io.credence.gradient.GradientForm;
import io.credence.gradient.ReparameterizedEstimator;
import io.credence.gradient.ScoreEstimator;
import io.credence.gradient.Surrogate;
import io.credence.random.NormalDraws;
import io.credence.schedule.PartitionPlan;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Decides what a step reads: which partitions, how many draws, and when the sums over all rows are taken anew. */
final class Looking {

    /** Numbers of gradients at the draws above which they are folded by the executors. */
    private static final long MOST_GRADIENTS = 4_000_000;
    /** Most parameters for which a control variate has a whole matrix beside a posterior that has not. */
    private static final int MOST_WHOLE = 200;
    /** Steps before an expansion may be taken anew because the mean has moved away from it. */
    private static final int SOON = 5;

    private final DrawProblem problem;
    private final MonteCarloSettings how;
    private final ExecutionBackend backend;
    private final Observer observer;
    private final Observer checking;
    private final EstimatorKind kind;
    private final boolean folded;
    private final boolean full;
    private final ToldFactors factors;
    private final boolean told;
    private final long seed;
    private final int all;

    /**
     * What a look found.
     *
     * @param reading what the next step reads
     * @param rows rows visited, those of a new expansion included
     */
    record Seen(Chain.Reading reading, Observation found, long rows) {}

    Looking(DrawProblem problem, FitSettings settings, MonteCarloSettings how, ExecutionBackend backend) {
        this.problem = problem;
        this.how = how;
        this.backend = backend;
        this.seed = settings.seed();
        this.all = backend.summary().partitions();
        this.kind = kind();
        this.full = settings.posterior() == PosteriorFamily.GAUSSIAN_FULL;
        this.folded = kind == EstimatorKind.REPARAMETERIZED
                && settings.posterior() == PosteriorFamily.GAUSSIAN_DIAGONAL
                && !(problem.scale() instanceof io.credence.family.ScaleFactor.InverseGamma)
                && (long) how.estimator().draws() * problem.loss().dimension() > MOST_GRADIENTS;
        this.factors = new ToldFactors(problem, settings, how, backend.summary().sparse());
        this.told = factors.are(kind, first().partitions() < all && isAnchored());
        this.observer = new Observer(problem, backend, estimator(how.estimator().variate()), told, drawn(), seed);
        GradientEstimator clear = problem.loss().hasGradient() && !folded
                ? new ReparameterizedEstimator()
                : estimator(ControlVariate.QUADRATIC);
        boolean byValues = clear.form() == GradientForm.NONE;
        this.checking = new Observer(problem, backend, clear, told && byValues, drawn(), seed);
    }

    private NormalDraws.Kind drawn() {
        return how.estimator().drawn();
    }

    private EstimatorKind kind() {
        EstimatorKind asked = how.estimator().kind();
        boolean gradients = problem.loss().hasGradient();
        if (asked == EstimatorKind.REPARAMETERIZED && !gradients) {
            throw new IllegalArgumentException(
                    "the reparameterized estimator requires a loss with gradients but this one has values only");
        }
        return switch (asked) {
            case AUTO -> gradients ? EstimatorKind.REPARAMETERIZED : EstimatorKind.SCORE;
            case SCORE, REPARAMETERIZED -> asked;
            case EXACT, FIXED_DRAWS -> throw new IllegalArgumentException("no estimator by fresh draws: " + asked);
        };
    }

    private GradientEstimator estimator(ControlVariate variate) {
        if (kind == EstimatorKind.REPARAMETERIZED) {
            return folded ? new FoldedEstimator() : new ReparameterizedEstimator();
        }
        return switch (variate) {
            case NONE -> new ScoreEstimator(false);
            case CONSTANT -> new ConstantVariateEstimator();
            case QUADRATIC -> new ScoreEstimator(true);
        };
    }

    /**
     * Mean square of a curvature's noise over that of what the control variate leaves of the curvature: d²/S from values,
     * d/S from gradients, for one block.
     */
    double relativeNoise(Blocks blocks, int draws) {
        double entries = 0;
        for (int b = 0; b < (blocks.size(0) == 1 ? 1 : blocks.count()); b++) {
            double n = blocks.size(b);
            entries += kind == EstimatorKind.SCORE ? n * (n + 1) : n + 1;
        }
        return entries / draws;
    }

    /** The cut of the control variate's curvature: whole, where that is cheap, since what it misses is noise. */
    Blocks surrogateBlocks(Blocks own) {
        boolean whole =
                how.estimator().variate() == ControlVariate.QUADRATIC && !folded && own.dimension() <= MOST_WHOLE;
        return whole ? Blocks.full(own.dimension()) : own;
    }

    private int firstDraws() {
        int asked = how.estimator().draws();
        if (kind != EstimatorKind.SCORE || !how.estimator().adaptive() || !full) {
            return asked;
        }
        double useful = 0.5 * problem.prior().dimension() * (problem.prior().dimension() + 1.0);
        return (int) Math.max(asked, Math.min(how.estimator().mostDraws(), useful));
    }

    String decision() {
        String name =
                kind == EstimatorKind.SCORE ? "score, from values of the loss" : "reparameterized, from gradients";
        return "estimator: " + name + (folded ? ", folded by the executors" : "") + "; "
                + firstDraws() + " draws, control variate "
                + how.estimator().variate().name().toLowerCase(java.util.Locale.ROOT)
                + (told ? ", Rao-Blackwellised over " + factors.count() + " factors" : "");
    }

    String minibatchDecision() {
        int count = first().partitions();
        if (count == all) {
            return "minibatch: all partitions in every step";
        }
        return "minibatch: " + count + " of " + all + " partitions a step"
                + (isAnchored() ? ", corrected by sums over all rows" : ", not corrected by sums over all rows");
    }

    /** What the first step reads. */
    Chain.Reading first() {
        MonteCarloSettings.Minibatch minibatch = how.minibatch();
        int wanted = minibatch.partitions() == 0 ? all : Math.min(all, minibatch.partitions());
        return new Chain.Reading(PartitionPlan.start(seed), wanted, firstDraws(), null);
    }

    private boolean isAnchored() {
        return how.minibatch().controlVariate() && Anchored.order(problem.loss()) > 0;
    }

    /**
     * Looks at the chain's position, after taking the expansion of all rows anew where that is due. A minibatch says little
     * of a posterior that is still far from its place: until its steps are shorter than itself they read all rows.
     */
    Seen look(Chain chain, int iteration) {
        Chain.Reading reading = chain.reading();
        boolean anchored = reading.partitions() < all && isAnchored();
        if (anchored && isFar(chain)) {
            int[] partitions = IntStream.range(0, all).toArray();
            Observation found = observer.look(
                    chain.walk().here(),
                    iteration,
                    reading.draws(),
                    partitions,
                    null,
                    chain.walk().surrogate());
            return new Seen(reading, found, found.rows());
        }
        Position here = chain.walk().here();
        Anchored anchor = anchored ? reading.anchor() : null;
        long extra = 0;
        if (anchored && isDue(anchor, here, iteration)) {
            anchor = Anchored.at(point(here), problem.loss(), backend, iteration);
            extra = anchor == null ? backend.summary().rows() : anchor.rows();
        }
        Seen seen = minibatch(chain, iteration, anchor);
        return new Seen(seen.reading(), seen.found(), extra + seen.rows());
    }

    private Seen minibatch(Chain chain, int iteration, @Nullable Anchored anchor) {
        Chain.Reading reading = chain.reading();
        PartitionPlan plan = reading.plan();
        int count = reading.partitions();
        Observation found;
        int empty = 0;
        do {
            plan = plan.with(count, all);
            int[] partitions = plan.take(count, all);
            found = observer.look(
                    chain.walk().here(),
                    iteration,
                    reading.draws(),
                    partitions,
                    anchor,
                    chain.walk().surrogate());
            plan = plan.after(count);
        } while (found.rows() == 0 && ++empty < 2 * all);
        return new Seen(new Chain.Reading(plan, count, reading.draws(), anchor), found, found.rows());
    }

    /** Whether the last step was longer than the posterior is wide, or there was none. */
    private static boolean isFar(Chain chain) {
        Chain.Back back = chain.walk().back();
        return chain.phase() == Phase.APPROACH
                && (back == null
                        || isWide(
                                chain.walk().here().coefficients(),
                                back.from().coefficients().mean()));
    }

    private static boolean isWide(GaussianPosterior q, double[] from) {
        double[] move = Vectors.difference(q.mean(), from);
        double[] scaled = q.precisionTimes(move);
        double distance = 0;
        for (int j = 0; j < move.length; j++) {
            distance += move[j] * scaled[j];
        }
        return distance > 1 + 0.1 * q.dimension();
    }

    private boolean isDue(@Nullable Anchored anchor, Position here, int iteration) {
        if (anchor == null) {
            return true;
        }
        int age = iteration - anchor.iteration();
        if (age >= how.minibatch().anchorEvery()) {
            return true;
        }
        GaussianPosterior q = here.coefficients();
        return age >= SOON && isWide(q, Arrays.copyOf(anchor.anchor().point(), q.dimension()));
    }

    private double[] point(Position here) {
        double[] point =
                Arrays.copyOf(here.coefficients().mean(), problem.loss().dimension());
        if (here.scale() instanceof io.credence.family.ScaleFactor.InverseGamma factor) {
            point[point.length - 1] = Math.log(factor.scale() / factor.shape());
        }
        return point;
    }

    /** An observation over all rows, by the least noisy estimator that the loss allows. */
    Observation lookAtAll(Position position, int iteration, int look, int draws, Surrogate known) {
        int[] partitions = IntStream.range(0, all).toArray();
        return checking.look(position, -1L - look - ((long) iteration << 3), draws, partitions, null, known);
    }

    /** With more partitions, where their choice makes most of the noise, else with more draws. */
    FitState more(FitState state, Chain chain, Observation found) {
        Chain.Reading reading = chain.reading();
        Estimate estimate = found.estimate();
        double drawNoise = estimate == null ? 0 : estimate.gradientNoise();
        boolean choice =
                reading.partitions() < all && (Double.isNaN(found.choiceNoise()) || found.choiceNoise() > drawNoise);
        if (choice && how.minibatch().adaptive()) {
            int partitions = Math.min(all, 2 * reading.partitions());
            return state.with(chain.with(
                            new Chain.Reading(reading.plan(), partitions, reading.draws(), reading.anchor())))
                    .with("step " + state.iteration() + ": the choice of partitions makes most of the noise: "
                            + partitions + " a step");
        }
        return moreDraws(state, chain);
    }

    /** With twice the draws, where that is allowed. */
    FitState moreDraws(FitState state, Chain chain) {
        Chain.Reading reading = chain.reading();
        int draws = Math.min(how.estimator().mostDraws(), 2 * reading.draws());
        if (!how.estimator().adaptive() || draws <= reading.draws()) {
            return state;
        }
        return state.with(chain.with(new Chain.Reading(reading.plan(), reading.partitions(), draws, reading.anchor())))
                .with("step " + state.iteration() + ": " + draws + " draws a step, for less noise");
    }
}
