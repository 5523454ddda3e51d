package io.credence.fit.exact;

import io.credence.data.CoefficientCovariance;
import io.credence.divergence.Divergence;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.NormalInverseGamma;
import io.credence.family.NormalInverseGammaGradient;
import io.credence.family.Posterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.Algorithm;
import io.credence.fit.FitResult;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.ObjectiveProgress;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.fit.Problem;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.real.GaussianLikelihood;
import io.credence.linalg.Vectors;
import io.credence.objective.Objective;
import io.credence.optimize.BfgsSearch;
import io.credence.pass.ExpectationPass;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.statistics.PassStatistics;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Fit of a normal regression under its conjugate prior by a normal-inverse-gamma posterior, in closed form (Knoblauch et
 * al. 2022, section 4.4). A step is one pass for sums of squares and products around the coefficients so far, after which the
 * minimum of expected loss and divergence is found without the rows. Under the Kullback–Leibler divergence, or a multiple,
 * it has a formula, and with a full scale matrix and weight 1 it is the exact posterior; else it is searched for by BFGS
 * from there. A first pass finds the coefficients; a second one around them confirms them, and has no rounding of far coefficients.
 */
public final class ConjugateAlgorithm implements Algorithm {

    private static final RowLoss UNIT_LOSS = new GaussianLikelihood().loss(new DispersionPosterior.Known(1));

    /** Number of halvings of the rows' share in a start, after which it is the prior for all that matters. */
    private static final int MOST_HALVINGS = 60;

    private final FitSetup setup;
    private final NormalInverseGamma prior;
    private final Divergence divergence;
    private final NormalInverseGamma first;

    /**
     * A fit of the family of {@code first}.
     *
     * @param first any member of the family
     * @throws IllegalArgumentException if the divergence is infinite from this prior to every posterior
     */
    public ConjugateAlgorithm(FitSetup setup, NormalInverseGamma first) {
        this.setup = setup;
        this.first = first;
        this.prior = Objects.requireNonNull(setup.problem().conjugatePrior(), "a conjugate prior is required");
        this.divergence = Objects.requireNonNull(setup.problem().objective().divergence(), "a divergence is required");
        if (!divergence(prior).isFinite()) {
            throw new IllegalArgumentException("the divergence " + divergence.name()
                    + " is infinite at every posterior, since a power of the prior's density has no integral: required"
                    + " an order nearer 1 or a larger shape of the prior of the dispersion, found "
                    + prior.shape() + " for " + prior.coefficientCount() + " coefficients");
        }
    }

    /** Whether a problem with the given start can be fitted: its prior is conjugate, and its objective has a closed form. */
    public static boolean isPossible(Problem problem, Posterior start) {
        NormalInverseGamma prior = problem.conjugatePrior();
        Objective objective = problem.objective();
        return prior != null
                && start instanceof NormalInverseGamma
                && objective.rowReduction() == null
                && objective.divergence() != null
                && objective.divergence().between(prior, prior) != null;
    }

    private NormalInverseGammaGradient divergence(NormalInverseGamma q) {
        return Objects.requireNonNull(divergence.between(q, prior), "a divergence in closed form is required");
    }

    private NormalInverseGammaGradient objective(RegressionSums sums, NormalInverseGamma q) {
        return sums.expectedLoss(q).plus(1, divergence(q));
    }

    @Override
    public FitState init() {
        return FitState.initial(ConjugateState.initial(first), decisions());
    }

    @Override
    public FitState continueFrom(FitState before, Posterior from) {
        return before.continueWith(ConjugateState.initial(first), decisions());
    }

    private List<String> decisions() {
        return List.of(
                "estimator: exact expectations, from sums of squares and products of all rows",
                "driver kernel: " + setup.kernel().name(),
                "objective: " + setup.problem().objective().name() + ", posterior " + first.family()
                        + (first.isDiagonal() ? " of independent coefficients given the dispersion" : ""));
    }

    @Override
    public FitState step(FitState fit) {
        fit.requireRunning();
        ConjugateState state = (ConjugateState) fit.algorithmState();
        double[] centre = state.isFitted() ? state.posterior().location() : prior.location();
        PassStatistics read = setup.backend()
                .run(new ExpectationPass(
                        UNIT_LOSS, centre, new CoefficientCovariance.None(), CurvatureForm.FULL, RowSample.ALL));
        RegressionSums sums = RegressionSums.of(centre, read);
        NormalInverseGamma start = read.firstNonFinite() == null ? start(state, sums) : null;
        if (start == null) {
            return fit.withStep(read.rows(), stepInfo(fit, state, Double.NaN, read.rows()))
                    .stopped(
                            FitStatus.DIVERGED,
                            "the objective is not finite anywhere near the prior",
                            read.firstNonFinite());
        }
        double limit = setup.settings().gainLimit(objective(sums, start).value(), first.parameterCount());
        BfgsSearch search = search(sums, start, limit);
        NormalInverseGamma q = (NormalInverseGamma) Objects.requireNonNull(start.moved(search.point()));
        boolean collapsed = isCollapsed(q, sums);
        ConjugateState next = state(sums, collapsed ? start : q);
        double gain = state.isFitted()
                ? Math.max(objective(sums, state.posterior()).value() - next.objective(), gainLeft(search))
                : Double.NaN;
        FitState there = fit.withStep(read.rows(), stepInfo(fit, next, gain, read.rows()))
                .with(next);
        if (collapsed) {
            return there.stopped(FitStatus.DIVERGED, NewtonController.COLLAPSED, null);
        }
        return gain <= limit
                ? there.stopped(FitStatus.CONVERGED, GainStoppingRules.convergedReason(gain, limit), null)
                : setup.settings()
                        .budget()
                        .stopIfExhausted(there, setup.backend().summary().rows());
    }

    private ConjugateState state(RegressionSums sums, NormalInverseGamma q) {
        double bound = -sums.expectedLoss(q).value()
                - KullbackLeibler.PLAIN.between(q, prior).value();
        return new ConjugateState(q, objective(sums, q).value(), bound);
    }

    /**
     * Start of the search: the minimum under the multiple of the Kullback–Leibler divergence, of a share of the rows
     * that leaves the objective finite, or the posterior so far where that is better; null where there is none.
     */
    private @Nullable NormalInverseGamma start(ConjugateState state, RegressionSums sums) {
        NormalInverseGamma plain = sums.posterior(1, prior, first.isDiagonal(), setup.kernel());
        if (plain == null) {
            return null;
        }
        double power = divergence.isConjugate()
                ? KullbackLeibler.PLAIN.between(plain, prior).value()
                        / divergence(plain).value()
                : 1;
        for (int k = 0; k < MOST_HALVINGS; k++) {
            NormalInverseGamma q = sums.posterior(power, prior, first.isDiagonal(), setup.kernel());
            double value = q == null ? Double.NaN : objective(sums, q).value();
            if (Double.isFinite(value)) {
                boolean better =
                        state.isFitted() && objective(sums, state.posterior()).value() < value;
                return better ? state.posterior() : q;
            }
            power /= 2;
        }
        return null;
    }

    /** The search for the minimum from {@code start}, in units on which its parameters vary. */
    private BfgsSearch search(RegressionSums sums, NormalInverseGamma start, double tolerance) {
        int count = start.parameterCount();
        double[] units = start.parameterScales();
        UnaryOperator<BfgsSearch> evaluation = search -> {
            NormalInverseGamma q = (NormalInverseGamma) start.moved(search.trialPoint());
            if (q == null) {
                return search.withEvaluation(Double.NaN, units, tolerance);
            }
            NormalInverseGammaGradient found = objective(sums, q);
            double[] slope = Vectors.entrywiseProduct(units, q.parameterGradient(found));
            return search.withEvaluation(-found.value(), Vectors.scaled(-1, slope), tolerance);
        };
        return evaluation
                .apply(BfgsSearch.unevaluated(new double[count], count <= Problem.MOST_MODE_PARAMETERS))
                .runWith(evaluation);
    }

    /** Gain that a further move of a search promises, nats. */
    private static double gainLeft(BfgsSearch search) {
        double[] move = search.newtonMove(search.gradient());
        return 0.5 * Vectors.dot(move == null ? search.gradient() : move, search.gradient());
    }

    /** Whether variances of all coefficients, or that of σ², are far below those that the rows and the prior leave. */
    private boolean isCollapsed(NormalInverseGamma q, RegressionSums sums) {
        int d = q.coefficientCount();
        double[] own = q.scaleMatrix();
        double[] ofPrior = prior.scaleMatrix();
        double largest = 0;
        for (int at = 0; at < d * d; at += d + 1) {
            largest = Math.max(largest, own[at] * (sums.products()[at] + 1 / ofPrior[at]));
        }
        double ofVariance = (prior.shape() + 0.5 * sums.weight()) / q.shape();
        return Math.min(largest, ofVariance) < LocalQuadratic.COLLAPSED;
    }

    private StepInfo stepInfo(FitState fit, ConjugateState next, double gain, long rows) {
        boolean bound = next.isFitted() && divergence.isKullbackLeibler();
        return new StepInfo(
                fit.iteration() + 1,
                Phase.VARIATIONAL,
                new ObjectiveProgress(next.objective(), bound ? (Double) next.elbo() : null, Double.NaN, gain),
                1,
                next.isFitted(),
                rows,
                0);
    }

    @Override
    public FitResult result(FitState fit) {
        ConjugateState state = (ConjugateState) fit.algorithmState();
        FitResult result = FitResult.of(
                fit, setup.backend().summary().rows(), state.isFitted() ? (Double) state.elbo() : null, null);
        return divergence.isKullbackLeibler()
                ? result
                : result.with(
                        new FitResult.ObjectiveValue(setup.problem().objective().name(), state.objective(), 0));
    }
}
