package io.credence.fit.importance;

import io.credence.data.Draws;
import io.credence.fit.Approximation;
import io.credence.fit.DrawCounts;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitSetup;
import io.credence.fit.ImportanceWeights;
import io.credence.fit.LogJoint;
import io.credence.fit.NestedRowSamples;
import io.credence.fit.ParameterDraws;
import io.credence.fit.Problem;
import io.credence.fit.TaylorControlVariate;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.linalg.Vectors;
import io.credence.loss.DrawLoss;
import io.credence.loss.PredictorLoss;
import io.credence.pass.DrawPass;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.pass.LossVariancePass;
import io.credence.pass.PredictorDeviations;
import io.credence.pass.SplitHalfPass;
import io.credence.pass.SplitHalfPass.SplitHalfSums;
import io.credence.pass.VarianceWeightedSample;
import io.credence.random.NormalDraws;
import io.credence.random.RandomUse;
import io.credence.statistics.DrawSums;
import io.credence.statistics.PassStatistics;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Weighs the draws of a posterior, fitted by whatever family and method, by the exact posterior. Where there are many
 * rows, the losses of all rows are expanded to a quadratic around the posterior's mean and a random part of the rows
 * corrects the rest; the part grows until the weights are known well enough.
 */
public final class PosteriorWeigher {

    /**
     * Largest number of values (draws times parameters) for the full number of draws. Where there would be more, a
     * quarter as many draws are made.
     */
    private static final double MANY_NUMBERS = 1e6;
    /**
     * Effective sample size below which weighted draws are too few to estimate small shifts. Four times as many are
     * then made.
     */
    private static final double FEWEST_EFFECTIVE = 1500;
    /** Product of rows and draws up to which all rows are summed, though a sample might do. */
    private static final double AMPLE = 4e7;
    /**
     * Share of {@link #AMPLE} that costs next to nothing, and is tried first where there are more rows. A sample of the
     * rows takes at most its inverse times the product.
     */
    private static final double SPARE_SHARE = 0.1;

    /** Smallest number of draws of the wider distributions: a quarter of the number of the posterior's draws. */
    private static final int FEWEST_WIDENED = 500;
    /**
     * Largest number of draws of the wider distributions. A tail with a tenth of a parameter's mass gets a few hundred
     * of them.
     */
    private static final int MOST_WIDE_DRAWS = 4000;
    /** Largest number of parameters for which a posterior is widened. */
    private static final int MOST_WIDENED = 500;
    /**
     * Total weight of the rows above which rounding of log likelihoods, of a few nats per row, exceeds {@link #ERROR}.
     */
    private static final double MOST_WEIGHT = 1e14;
    /** Largest error of a log weight that leaves k̂ unchanged, nats. */
    private static final double ERROR = 0.05;

    private final Problem problem;
    private final ExecutionBackend backend;
    private final LogJoint density;
    private final long seed;
    private final double ample;

    /** The weigher of the posterior found by a fit of the given setup. */
    public static PosteriorWeigher of(FitSetup setup) {
        return new PosteriorWeigher(
                setup.problem(), setup.backend(), setup.settings().seed(), AMPLE);
    }

    /** A weigher with its limit on work: the product of rows and draws up to which all rows are summed. */
    PosteriorWeigher(Problem problem, ExecutionBackend backend, long seed, double ample) {
        this.problem = problem;
        this.backend = backend;
        this.density = new LogJoint(problem, backend);
        this.seed = seed;
        this.ample = ample;
    }

    /** Reason why there is no exact posterior to weigh draws by; null if there is one. */
    public @Nullable String refusal() {
        if (problem.loss().isRandom()) {
            return "the rows' losses are random, given the parameters";
        }
        if (!problem.objective().isBayesian()) {
            return "the objective " + problem.objective().name()
                    + " does not aim at a posterior that is known at draws";
        }
        double weight = backend.summary().weight();
        if (weight > MOST_WEIGHT) {
            return String.format(
                    Locale.ROOT,
                    "weights of rows add up to %.3g, and a log likelihood of as many nats is known to ± %.2g only;"
                            + " required for a check: at most %.0e",
                    weight,
                    Math.ulp(weight),
                    MOST_WEIGHT);
        }
        int d = problem.loss().dimension();
        double held = (double) DrawCounts.ENOUGH / DrawCounts.GROWTH * d;
        return held > DrawCounts.MOST_NUMBERS ? "draws of " + d + " parameters would fill the driver" : null;
    }

    /**
     * The result with its importance weights, or unchanged where they are refused or the posterior has no finite
     * moments.
     */
    public FitResult withWeights(FitResult result) {
        boolean finite = Arrays.stream(result.posterior().mean()).allMatch(Double::isFinite)
                && Arrays.stream(result.posterior().sd()).allMatch(Double::isFinite);
        return finite && refusal() == null
                ? result.with(widenedWeights(
                        new ExpandedApproximation(new Approximation(result.posterior(), result.dispersion()))))
                : result;
    }

    /** Importance weights, with draws of wider distributions where their densities take no more than seconds. */
    private ImportanceWeights widenedWeights(ExpandedApproximation expanded) {
        ImportanceWeights found = of(expanded);
        int d = problem.loss().dimension();
        if (d > MOST_WIDENED) {
            return found;
        }
        double spare = SPARE_SHARE * AMPLE / backend.summary().rows();
        WidenedPosterior wider = WidenedPosterior.of(
                expanded.approximation, found, (int) Math.max(FEWEST_WIDENED, Math.min(MOST_WIDE_DRAWS, spare)));
        WidenedPosterior.WiderDraws others = wider.drawWiderCopies(seed);
        Losses losses = losses(Draws.ExplicitDraws.of(others.theta(), d), others.theta(), expanded);
        double[] logJoint = new double[others.theta().length];
        Arrays.setAll(logJoint, s -> density.logPrior(others.theta()[s]) - losses.values()[s]);
        return found.with(wider.combinedWeights(found, others, logJoint));
    }

    private ImportanceWeights of(ExpandedApproximation expanded) {
        int d = problem.loss().dimension();
        if ((double) DrawCounts.ENOUGH * d > MANY_NUMBERS) {
            return weightsAt(
                    expanded, RandomUse.IMPORTANCE_WEIGHTS.firstAddressWord(), DrawCounts.ENOUGH / DrawCounts.GROWTH);
        }
        ImportanceWeights found =
                weightsAt(expanded, RandomUse.IMPORTANCE_WEIGHTS.firstAddressWord(), DrawCounts.ENOUGH);
        int more = DrawCounts.GROWTH * DrawCounts.ENOUGH;
        boolean spare = (double) more * d <= MANY_NUMBERS
                && (double) more * backend.summary().rows() <= SPARE_SHARE * AMPLE;
        return spare && found.effectiveSampleSize() < FEWEST_EFFECTIVE
                ? weightsAt(expanded, RandomUse.IMPORTANCE_WEIGHTS.firstAddressWord(), more)
                : found;
    }

    /** Weights of {@code count} draws made at the given random address. */
    public ImportanceWeights weightsAt(Approximation approximation, long address, int count) {
        return weightsAt(new ExpandedApproximation(approximation), address, count);
    }

    private ImportanceWeights weightsAt(ExpandedApproximation expanded, long address, int count) {
        Approximation approximation = expanded.approximation;
        int d = problem.loss().dimension();
        ParameterDraws draws = ParameterDraws.of(
                approximation, NormalDraws.Dependence.INDEPENDENT, seed, address, count, GradientForm.NONE);
        double[][] theta = draws.matrix(d);
        Losses losses = losses(draws.theta(), theta, expanded);
        double[] logWeights = new double[theta.length];
        ToDoubleFunction<double[]> posteriorDensity = approximation.logDensity();
        for (int s = 0; s < logWeights.length; s++) {
            logWeights[s] = density.logPrior(theta[s])
                    - losses.values()[s]
                    - posteriorDensity.applyAsDouble(theta[s])
                    + Math.log(draws.baseWeights()[s] * draws.count());
        }
        return new ImportanceWeights(
                theta, draws.baseWeights(), logWeights, losses.rowShare(), losses.error(), losses.knownLoss());
    }

    /**
     * Losses of all rows at the draws.
     *
     * @param values losses, one per draw
     * @param rowShare share of the rows that were summed
     * @param error root mean square of the values' standard errors
     * @param knownLoss loss of all rows near the posterior's mean, where they were expanded around it; else null
     */
    private record Losses(
            double[] values, double rowShare, double error, ImportanceWeights.@Nullable KnownLoss knownLoss) {}

    private Losses losses(Draws draws, double[][] theta, ExpandedApproximation expanded) {
        double work = (double) backend.summary().rows() * draws.count();
        TaylorControlVariate anchor = work <= ample ? null : expanded.expansion();
        if (anchor != null) {
            RowVariances spread = RowVariances.of(
                    problem.loss(), expanded.approximation.posterior().mean(), theta, backend, seed);
            for (double share = SPARE_SHARE * ample / work; share < 0.5; ) {
                Losses sampled = sampled(theta, anchor, spread.sample(share / 2, seed));
                double most = ample / SPARE_SHARE / work;
                if (sampled.error() <= ERROR || share >= most) {
                    return sampled;
                }
                double times = (sampled.error() / ERROR) * (sampled.error() / ERROR);
                share = Math.min(share * Math.max(DrawCounts.GROWTH, times), most);
            }
        }
        DrawSums sums = backend.run(new DrawPass(problem.loss(), draws, null, GradientForm.NONE));
        return new Losses(sums.losses(), 1, 0, null);
    }

    /** Approximation with an expansion of the losses of all rows around its mean, computed once, when first needed. */
    private final class ExpandedApproximation {

        private final Approximation approximation;
        private boolean isDone;
        private @Nullable TaylorControlVariate anchor;

        ExpandedApproximation(Approximation approximation) {
            this.approximation = approximation;
        }

        /** The expansion; null where losses have none or a number of it is not finite. */
        @Nullable
        TaylorControlVariate expansion() {
            if (!isDone && TaylorControlVariate.order(problem.loss()) > 0) {
                double[] point = approximation.means(problem.loss().dimension());
                anchor = TaylorControlVariate.at(point, problem.loss(), backend, 0);
            }
            isDone = true;
            return anchor;
        }
    }

    /**
     * Losses estimated from two random samples of each partition's rows. The difference of the two estimates the error
     * of their mean.
     */
    private Losses sampled(double[][] theta, TaylorControlVariate anchor, VarianceWeightedSample sample) {
        double[] middle = anchor.anchor().point();
        SplitHalfPass pass = new SplitHalfPass(
                problem.loss(), Draws.ExplicitDraws.of(theta, middle.length), anchor.anchor(), sample);
        int[] all = IntStream.range(0, backend.summary().partitionCount()).toArray();
        double squares = 0;
        DrawSums sums = new DrawSums(theta.length, 0);
        for (SplitHalfSums halves : backend.collect(pass, all)) {
            double[] apart = Vectors.difference(
                    halves.firstHalf().losses(), halves.secondHalf().losses());
            squares += Vectors.dot(apart, apart) / theta.length;
            sums.merge(halves.firstHalf());
            sums.merge(halves.secondHalf());
        }
        double[] values = new double[theta.length];
        Arrays.setAll(values, s -> 0.5 * sums.losses()[s] + anchor.value(theta[s]));
        return new Losses(
                values,
                2 * sample.expectedShare(),
                Math.sqrt(squares) / 2,
                new ImportanceWeights.KnownLoss(middle, anchor.value()));
    }

    /**
     * Variation of the rows' linear predictors under the posterior, which decides how likely each row is to be sampled.
     *
     * @param drawDeviations deviations of some draws from the mean; none where rows have no linear predictors
     * @param meanCubedDeviation mean over rows of their predictors' cubed deviations, estimated from a few thousand rows
     */
    record RowVariances(PredictorDeviations drawDeviations, double meanCubedDeviation) {

        private static final RowVariances EVEN = new RowVariances(PredictorDeviations.NONE, 1);

        /**
         * Estimates the variation from draws of the posterior.
         *
         * @param theta draws, at least eight
         * @param seed seed of the sample of rows from which {@code typical} is estimated
         */
        static RowVariances of(DrawLoss loss, double[] mean, double[][] theta, ExecutionBackend backend, long seed) {
            PredictorLoss linear = loss.asPredictorLoss();
            if (linear == null) {
                return EVEN;
            }
            int length = linear.columns() * linear.likelihood().predictorCount();
            int draws = NestedRowSamples.FEW_DRAWS;
            double[] moves = new double[draws * length];
            for (int s = 0; s < draws; s++) {
                for (int j = 0; j < length; j++) {
                    moves[s * length + j] = theta[s][j] - mean[j];
                }
            }
            PredictorDeviations some = new PredictorDeviations(
                    moves, draws, linear.columns(), linear.likelihood().predictorCount());
            RowSample sample = RowSample.ofExpectedSize(
                    backend.summary().rows(), NestedRowSamples.FEWEST_ROWS, NestedRowSamples.FEWEST_ROWS, seed);
            PassStatistics sums = backend.run(new LossVariancePass(some, sample));
            double typical = sums.expectedLoss() / sums.rows();
            return typical > 0 && Double.isFinite(typical) ? new RowVariances(some, typical) : EVEN;
        }

        /** Sample in which rows of larger variation are likelier, of about the given share of all rows, in (0, 1). */
        VarianceWeightedSample sample(double share, long seed) {
            return new VarianceWeightedSample(drawDeviations, meanCubedDeviation, share, seed);
        }
    }
}
