package io.credence.fit.fixed;

import io.credence.family.GaussianPosterior;
import io.credence.family.MixturePosterior;
import io.credence.family.Posterior;
import io.credence.fit.Approximation;
import io.credence.fit.AssessedAnswer;
import io.credence.fit.Budget;
import io.credence.fit.ConvergenceMonitor.WatchedNumbers;
import io.credence.fit.DrawCounts;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.ObjectiveProgress;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.fit.ImportanceWeights;
import io.credence.fit.StartingGaussians;
import io.credence.fit.importance.PosteriorWeigher;
import io.credence.linalg.Vectors;
import io.credence.random.RandomUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Matches a mixture of Gaussians to draws that are weighted by the exact posterior. This lowers KL(exact ‖ q): the
 * mixture covers the whole exact posterior, where maximising the ELBO covers only its bulk. Each step draws from a
 * mixture that is wider than the last one, weighs, and fits to these draws and those of some steps before; components
 * are split as long as there are draws enough (population Monte Carlo, Cappé et al. 2008; MitISEM, Hoogerheide,
 * Opschoor and van Dijk 2012).
 */
public final class PopulationMonteCarlo implements DrawSetFit {

    /**
     * Number of draws of a step per parameter. The total lies between the number of draws of an answer and four times
     * as many.
     */
    private static final int DRAWS_EACH = 600;

    /**
     * Number of steps whose draws are kept, each weighted by its effective sample size. At least half as many steps
     * are made with a number of components before these are split.
     */
    private static final int KEPT = 6;

    /** Number of steps of expectation and maximisation in each fit to the draws. */
    private static final int EM_STEPS = 5;

    /** Largest number of components. It begins at one and is doubled as long as there are enough draws. */
    private static final int MOST_COMPONENTS = 8;
    /**
     * Largest drift at convergence. The steps are cut into three thirds, each as long as draws are kept, between whose
     * averages neither a mean, in standard deviations, nor the logarithm of a standard deviation may move by more. A
     * fit with too small an effective sample size does not settle.
     */
    private static final double MOST_DRIFT = 0.03;
    /**
     * Gaussians of the proposal around each component: itself, wider ones, and three that are shifted along the
     * direction in which the draws are skewest. The one shifted to where the draws spread is wider; those shifted to
     * where they close up, as at the neck of a funnel, are narrower.
     */
    private static final List<ProposalGaussian> AROUND = List.of(
            new ProposalGaussian(0.6, 1, 0),
            new ProposalGaussian(0.1, 2, 0),
            new ProposalGaussian(0.05, 4, 0),
            new ProposalGaussian(0.1, 1.5, 1.5),
            new ProposalGaussian(0.1, 0.5, -2),
            new ProposalGaussian(0.05, 0.35, -3.5));

    private static final List<ProposalGaussian> FIRST =
            List.of(new ProposalGaussian(0.4, 1, 0), new ProposalGaussian(0.4, 2, 0), new ProposalGaussian(0.2, 4, 0));

    /**
     * Gaussian of the proposal around a component.
     *
     * @param share share of the component's probability
     * @param width width in the component's standard deviations
     * @param shift shift of the mean, in the component's standard deviations
     */
    private record ProposalGaussian(double share, double width, double shift) {}

    private final FitSetup setup;
    private final PosteriorWeigher weights;
    private final WatchedNumbers numbers;
    private final int draws;

    PopulationMonteCarlo(FitSetup setup) {
        this.setup = setup;
        this.weights = PosteriorWeigher.of(setup);
        int d = setup.problem().prior().dimension();
        this.numbers = new WatchedNumbers(d);
        this.draws = Math.max(DrawCounts.ENOUGH, Math.min(DrawCounts.GROWTH * DrawCounts.ENOUGH, DRAWS_EACH * d));
    }

    /** Number of parameters of one Gaussian with its weight. */
    private static double parametersPerComponent(int dimension) {
        return 0.5 * (dimension + 1) * (dimension + 2);
    }

    /** Whether enough draws can be made in so many dimensions: they outnumber the parameters of one Gaussian. */
    public static boolean isPossible(GaussianPosterior from) {
        return parametersPerComponent(from.dimension()) <= DrawCounts.ENOUGH;
    }

    /**
     * State of the matching.
     *
     * @param stepsBefore steps of the whole fit before this algorithm
     * @param approximation the mixture
     * @param recentPoints weighted draws of the last steps
     * @param stepsWithComponents number of steps with the present number of components
     * @param recentMoments means and log standard deviations of the last steps
     * @param draws number of draws of a step
     * @param outcome the answer; null before it
     */
    private record MatchingState(
            int stepsBefore,
            Approximation approximation,
            List<FixedWeightedDraws> recentPoints,
            int stepsWithComponents,
            List<double[]> recentMoments,
            int draws,
            @Nullable AssessedAnswer outcome)
            implements State {
        @Override
        public Approximation best() {
            return approximation;
        }

        MixturePosterior mixture() {
            return (MixturePosterior) approximation.posterior();
        }
    }

    @Override
    public State begin(int iteration, @Nullable Posterior from) {
        if (from == null) {
            throw new IllegalStateException("a mixture is matched from a Gaussian");
        }
        MixturePosterior one =
                new MixturePosterior(List.of(StartingGaussians.asGaussian(from, setup.kernel())), new double[1]);
        Approximation start = new Approximation(one, setup.problem().dispersion());
        return new MatchingState(iteration, start, List.of(), 0, List.of(), draws, null);
    }

    @Override
    public List<String> decisions(State begun) {
        return List.of("estimator: a mixture of up to " + MOST_COMPONENTS + " Gaussians is matched to " + draws
                + " draws a step, weighted by the exact posterior");
    }

    @Override
    public FitState step(FitState fit) {
        MatchingState state = (MatchingState) fit.algorithmState();
        int step = fit.iteration() + 1 - state.stepsBefore();
        MixturePosterior wide = proposalMixture(state);
        ImportanceWeights drawn = weights.weightsAt(
                new Approximation(wide, state.approximation().dispersion()),
                RandomUse.MATCHED_MIXTURE.firstAddressWord(step),
                draws);
        long rows =
                Math.round(drawn.rowShare() * draws * setup.backend().summary().rows());
        FixedWeightedDraws found = FixedWeightedDraws.of(drawn);
        FitState next = fit.withStep(rows, stepInfo(fit, found, rows));
        List<FixedWeightedDraws> kept = new ArrayList<>(state.recentPoints());
        kept.add(found);
        while (kept.size() > KEPT) {
            kept.remove(0);
        }
        FixedWeightedDraws all = FixedWeightedDraws.of(kept);
        MixturePosterior from = state.recentPoints().isEmpty() ? all.gaussian(setup.kernel()) : state.mixture();
        return from == null
                ? next.stopped(FitStatus.BUDGET, "too few draws fall where the exact posterior is", null)
                : afterMatching(next, state, List.copyOf(kept), all, from);
    }

    private FitState afterMatching(
            FitState fit,
            MatchingState state,
            List<FixedWeightedDraws> kept,
            FixedWeightedDraws all,
            MixturePosterior before) {
        boolean grows = 2 * state.stepsWithComponents() >= KEPT
                && 2 * before.stratumCount() <= MOST_COMPONENTS
                && all.effectiveSampleSize()
                        > FixedWeightedDraws.FEWEST
                                * 2
                                * before.stratumCount()
                                * parametersPerComponent(before.dimension());
        MixturePosterior q = all.expectationMaximised(
                setup.kernel(), grows ? all.withSplitComponents(setup.kernel(), before) : before, EM_STEPS);
        Approximation there = new Approximation(q, state.approximation().dispersion());
        int since = q.stratumCount() == before.stratumCount() ? state.stepsWithComponents() + 1 : 1;
        List<double[]> path = new ArrayList<>(state.recentMoments());
        path.add(numbers.numbersOf(there, 0));
        if (path.size() > 3 * KEPT) {
            path.remove(0);
        }
        MatchingState next = new MatchingState(state.stepsBefore(), there, kept, since, List.copyOf(path), draws, null);
        boolean still = since >= 3 * KEPT && drift(path) <= MOST_DRIFT;
        return still || fit.iteration() - state.stepsBefore() >= Budget.MOST_PASSES
                ? stopMatching(assessed(fit.with(next)), all, still)
                : fit.with(next);
    }

    private static FitState stopMatching(FitState fit, FixedWeightedDraws all, boolean still) {
        String reason = String.format(
                Locale.ROOT,
                "a mixture of %d Gaussians has the moments of weighted draws with an effective sample size of %.0f",
                ((MatchingState) fit.algorithmState()).mixture().stratumCount(),
                all.effectiveSampleSize());
        return fit.stopped(
                still ? FitStatus.CONVERGED : FitStatus.BUDGET,
                still ? reason : reason + ", which has not settled",
                null);
    }

    @Override
    public FitState assessed(FitState fit) {
        MatchingState state = (MatchingState) fit.algorithmState();
        ImportanceWeights own =
                weights.weightsAt(state.approximation(), RandomUse.MATCHED_MIXTURE.firstAddressWord(), draws);
        double elbo = 0;
        double square = 0;
        for (int s = 0; s < own.logWeights().length; s++) {
            double log = own.logWeights()[s] - Math.log(own.baseWeights()[s] * own.baseWeights().length);
            elbo += own.baseWeights()[s] * log;
            square += own.baseWeights()[s] * log * log;
        }
        double error = Math.sqrt(Math.max(0, square - elbo * elbo) / own.baseWeights().length);
        double mcse = error(FixedWeightedDraws.of(state.recentPoints()));
        AssessedAnswer outcome = new AssessedAnswer(state.approximation(), -elbo, elbo, error, Double.NaN, mcse);
        return fit.with(new MatchingState(
                state.stepsBefore(),
                state.approximation(),
                List.of(),
                state.stepsWithComponents(),
                List.of(),
                draws,
                outcome));
    }

    /** Largest Monte-Carlo standard error of a mean, in standard deviations. */
    private static double error(FixedWeightedDraws all) {
        return 1 / Math.sqrt(all.effectiveSampleSize());
    }

    /**
     * Largest change of a mean, in standard deviations, or of a log standard deviation, from one third of the path to
     * the next.
     */
    private static double drift(List<double[]> path) {
        double[] last = path.get(path.size() - 1);
        int third = path.size() / 3;
        double largest = 0;
        for (int from = third; from < path.size(); from += third) {
            double[] moved = Vectors.difference(
                    average(path.subList(from, from + third)), average(path.subList(from - third, from)));
            for (double each : WatchedNumbers.inStandardDeviations(moved, last)) {
                largest = Math.max(largest, Math.abs(each));
            }
        }
        return largest;
    }

    private static double[] average(List<double[]> of) {
        double[] sum = new double[of.get(0).length];
        for (double[] each : of) {
            sum = Vectors.plusScaled(sum, 1.0 / of.size(), each);
        }
        return sum;
    }

    private MixturePosterior proposalMixture(MatchingState state) {
        MixturePosterior q = state.mixture();
        List<ProposalGaussian> others = state.recentPoints().isEmpty() ? FIRST : AROUND;
        double[][] skewest = state.recentPoints().isEmpty()
                ? new double[q.stratumCount()][q.dimension()]
                : FixedWeightedDraws.of(state.recentPoints()).skewnessDirections(setup.kernel(), q);
        List<Posterior> components = new ArrayList<>();
        double[] logits = new double[q.stratumCount() * others.size()];
        for (int k = 0; k < q.stratumCount(); k++) {
            GaussianPosterior own = (GaussianPosterior) q.components().get(k);
            for (ProposalGaussian other : others) {
                logits[components.size()] = q.logits()[k] + Math.log(other.share());
                components.add(own.withMean(Vectors.plusScaled(own.mean(), other.shift(), skewest[k]))
                        .withPrecisionScaled(1 / (other.width() * other.width())));
            }
        }
        return new MixturePosterior(components, logits);
    }

    private StepInfo stepInfo(FitState fit, FixedWeightedDraws found, long rows) {
        return new StepInfo(
                fit.iteration() + 1,
                Phase.APPROACH,
                ObjectiveProgress.of(-found.effectiveSampleSize() / draws),
                1,
                true,
                rows,
                draws);
    }
}
