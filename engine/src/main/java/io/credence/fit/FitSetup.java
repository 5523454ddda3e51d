package io.credence.fit;

import io.credence.family.FamilyPlan;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.family.ScaleFactor;
import io.credence.fit.MonteCarloSettings.EstimatorKind;
import io.credence.linalg.DenseKernel;
import io.credence.loss.NonCentredLoss;
import io.credence.objective.DivergenceObjective;
import io.credence.prior.GaussianPrior;
import io.credence.prior.NonCentredMap;
import io.credence.update.FirstOrderSteps;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a fit is put together from; it chooses the algorithm that these parts call for, with the stages that lead to it.
 *
 * @param how estimator, update rule, minibatches and stopping rule; an exact estimator asks for expectations without draws
 * @param begin which posterior begins around a Gaussian of the settings' family
 * @param kernel dense algebra of the driver
 */
public record FitSetup(
        Problem problem,
        FitSettings settings,
        MonteCarloSettings how,
        PosteriorStart begin,
        ExecutionBackend backend,
        DenseKernel kernel) {

    /** Tolerance of a fit that another one begins from. */
    private static final double ROUGH = 1e-5;

    /** Of the settings' Gaussian family. */
    public FitSetup(
            Problem problem,
            FitSettings settings,
            MonteCarloSettings how,
            ExecutionBackend backend,
            DenseKernel kernel) {
        this(problem, settings, how, PosteriorStart.GAUSSIAN, backend, kernel);
    }

    /** The same with another estimator. */
    FitSetup with(MonteCarloSettings.Estimator estimator) {
        return new FitSetup(problem, settings, how.with(estimator), begin, backend, kernel);
    }

    /** The posterior around the normal prior, of unit variance where there is none. */
    Posterior start() {
        return begin.around(gaussian(settings));
    }

    private GaussianPosterior gaussian(FitSettings of) {
        return of.posterior().start(kernel, problem.prior().normal().proper(), of.blocks());
    }

    /**
     * The algorithm of the problem.
     *
     * @throws IllegalArgumentException if the parts do not go together, with the reason
     */
    public Algorithm algorithm() {
        if (how.estimator().kind().isExact()) {
            return exact();
        }
        Posterior start = start();
        if (problem.isExpectation(start)) {
            return byDraws(start);
        }
        FitSettings full = settings.with(PosteriorFamily.GAUSSIAN_FULL);
        boolean climbs =
                isUnasked() && FamilyFit.isSmall(start) && FamilyFit.isPossible(problem, gaussian(full), start);
        FitSettings warm = climbs ? full : settings;
        ExactProblem exact = problem.exact();
        Algorithm first = exact != null
                ? NewtonAlgorithm.persistent(exact, rough(warm), backend, kernel)
                : roughly(problem.with(Problem.ELBO), warm);
        Algorithm second = climbs ? FixedPointsAlgorithm.family(this, start) : new StochasticAlgorithm<>(this, start);
        return after(first, "warm start", second);
    }

    /** Weighs the posterior that was found. */
    public PosteriorWeights weights() {
        return new PosteriorWeights(problem, backend, settings.seed());
    }

    /** Finds the covariance of a mean-field posterior that was found. */
    public LinearResponse response() {
        return new LinearResponse(problem, backend, kernel, settings.seed());
    }

    /** Whether nothing was said of how draws are made and followed. */
    private boolean isUnasked() {
        return how.estimator().kind() == EstimatorKind.AUTO && how.minibatch().partitions() == 0;
    }

    private Algorithm exact() {
        ExactProblem exact = problem.exact();
        if (exact == null || begin != PosteriorStart.GAUSSIAN) {
            throw new IllegalArgumentException("exact expectations are those of linear predictors under a Gaussian"
                    + " posterior and a normal prior: required estimator auto, found exact");
        }
        if (!(problem.objective() instanceof DivergenceObjective objective) || objective.reduction() != null) {
            throw new IllegalArgumentException("exact expectations are those of an expected loss with a divergence:"
                    + " required estimator auto, found the objective "
                    + problem.objective().name());
        }
        ExactProblem asked = exact.with(objective.divergence());
        return how.estimator().kind() == EstimatorKind.PARTITIONED
                ? new PartitionedAlgorithm(asked, settings, backend, kernel)
                : NewtonAlgorithm.persistent(asked, settings, backend, kernel);
    }

    /** A Gaussian's fit by draws that another one begins from. */
    private Algorithm roughly(Problem elbo, FitSettings warm) {
        MonteCarloSettings simple =
                MonteCarloSettings.DEFAULT.with(how.minibatch()).with(how.start());
        FitSetup rough = new FitSetup(elbo, rough(warm), simple, backend, kernel);
        return rough.byDraws(rough.start());
    }

    /** By fresh draws or by ones that stay the same; non-centred parameters begin near a normal prior's answer. */
    private Algorithm byDraws(Posterior start) {
        ExactProblem rough = problem.rough();
        Algorithm algorithm;
        if (isRegression(start)) {
            algorithm = regression(rough == null && how.start().isSought());
        } else {
            algorithm = how.estimator().kind() == EstimatorKind.FIXED_DRAWS
                    ? FixedPointsAlgorithm.meanField(this)
                    : new StochasticAlgorithm<>(this, start);
            algorithm = started(algorithm);
        }
        if (rough == null || !(problem.loss() instanceof NonCentredLoss loss)) {
            return algorithm;
        }
        return after(
                NewtonAlgorithm.persistent(rough, rough(settings), backend, kernel),
                "start from the coefficients under a normal prior,",
                position -> settings.posterior().start(kernel, around(loss, position), settings.blocks()),
                algorithm);
    }

    /** Whether gradients are regressed on draws: where that was asked for, and unasked where it can be. */
    private boolean isRegression(Posterior start) {
        return switch (how.estimator().kind()) {
            case REGRESSION, CURVATURE -> true;
            case AUTO -> isUnasked() && RegressionAlgorithm.refusal(problem, start) == null;
            default -> false;
        };
    }

    /** A search for a start on a part of the rows, and the fit from there through ever more of them; or the fit alone. */
    private Algorithm regression(boolean searches) {
        boolean curved = isCurved();
        if (!searches) {
            return new RegressionAlgorithm(this, RowLevels.all(backend.summary()), curved);
        }
        RowLevels levels = RowLevels.of(problem.loss(), backend.summary(), settings.seed());
        Algorithm search = new ModeSearchAlgorithm(this, levels.sample(0), 1);
        return after(search, "start: found", new RegressionAlgorithm(this, levels, curved));
    }

    /** Whether second derivatives are taken in place of the regression: unless that was asked for, where there are any. */
    boolean isCurved() {
        boolean possible = problem.loss().hasCurvature() && problem.prior().hasCurvature();
        if (how.estimator().kind() == EstimatorKind.CURVATURE && !possible) {
            throw new IllegalArgumentException(
                    "curvature requires second derivatives of loss and prior, which a predictor"
                            + " model and a family with slopes that do not jump have: required another estimator.kind");
        }
        return possible && how.estimator().kind() != EstimatorKind.REGRESSION;
    }

    /** Whether a Gaussian's fit by fresh or fixed draws begins near a mode that was sought. */
    boolean isStarted() {
        return how.start().isSought()
                && begin == PosteriorStart.GAUSSIAN
                && problem.rough() == null
                && ModeSearchAlgorithm.isPossible(problem);
    }

    /** After a search for a start, where modes can be sought. */
    private Algorithm started(Algorithm algorithm) {
        if (isStarted()) {
            return after(search(), "start: found", algorithm);
        }
        if (how.start() != StartSettings.DEFAULT && how.start().isSought()) {
            throw new IllegalArgumentException(
                    "a start is sought by gradients: required a Gaussian posterior, a loss with"
                            + " gradients and without latent numbers of the rows, a joint dispersion and no more than "
                            + ModeSearchAlgorithm.MOST_PARAMETERS + " parameters, or no start.mean and start.restarts");
        }
        return algorithm;
    }

    /** A search on the first level of rows, then one after the other on more of them, up to all. */
    private Algorithm search() {
        RowLevels levels = RowLevels.of(problem.loss(), backend.summary(), settings.seed());
        Algorithm search = new ModeSearchAlgorithm(this, levels.sample(0), 1);
        for (int level = 1; level < levels.count(); level++) {
            double times =
                    levels.sample(level).fraction() / levels.sample(level - 1).fraction();
            Algorithm further = new ModeSearchAlgorithm(this, levels.sample(level), times);
            search = after(search, "start: on more rows", further);
        }
        return search;
    }

    private Algorithm after(Algorithm first, String why, Algorithm second) {
        return after(first, why, Position::posterior, second);
    }

    private Algorithm after(Algorithm first, String why, Function<Position, Posterior> bridge, Algorithm second) {
        return StagedAlgorithm.of(
                first, why, bridge, second, settings.budget(), backend.summary().rows());
    }

    /**
     * What of the budget is spent; null while there is some left.
     *
     * @param begun steps of the whole fit that count against another one
     */
    @Nullable
    String spent(FitState state, int begun) {
        return settings.budget()
                .spent(
                        state.iteration() - begun,
                        state.rowsVisited(),
                        backend.summary().rows());
    }

    /** How first-order rules move a Gaussian: near a mode by distance over gradients, unless a step size is given. */
    FirstOrderSteps steps(boolean expectation) {
        if (!expectation) {
            return FirstOrderSteps.OWN_UNITS;
        } else if (!isStarted()) {
            return FirstOrderSteps.PLAIN;
        }
        boolean open = how.update().stepSize().isEmpty() && !how.update().isScheduled();
        return open ? FirstOrderSteps.BY_DISTANCE : FirstOrderSteps.OWN_UNITS;
    }

    private static FitSettings rough(FitSettings settings) {
        return settings.withTolerance(Math.max(settings.tolerance(), ROUGH));
    }

    /** Independent normal factors of non-centred parameters whose coefficients are those of {@code position}. */
    private static GaussianPrior around(NonCentredLoss loss, Position position) {
        GaussianPosterior q = position.gaussian();
        NonCentredMap map = Objects.requireNonNull(loss.map());
        GaussianPrior of = map.around(q.mean(), q.sd());
        if (loss.dimension() == map.parameters()) {
            return of;
        }
        int at = map.parameters();
        double[] means = Arrays.copyOf(of.mean(), at + 1);
        double[] precisions = Arrays.copyOf(of.precision(), at + 1);
        ScaleFactor.InverseGamma scale = (ScaleFactor.InverseGamma) position.scale();
        means[at] = scale.meanLog();
        precisions[at] = 1 / scale.varianceOfLog();
        return new GaussianPrior(means, precisions);
    }

    /** The posterior from which a fit by draws begins, given a Gaussian that is near. */
    @FunctionalInterface
    public interface PosteriorStart {

        /** That Gaussian itself. */
        PosteriorStart GAUSSIAN = gaussian -> gaussian;

        /** The member of the fitted family around {@code gaussian}. */
        Posterior around(GaussianPosterior gaussian);

        /** Members of another family, with the Gaussian's means and standard deviations. */
        static PosteriorStart of(FamilyPlan family) {
            return gaussian -> family.around(gaussian.mean(), gaussian.sd());
        }
    }
}
