package io.credence.fit.choice;

import io.credence.divergence.Divergence;
import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianStructure;
import io.credence.family.Posterior;
import io.credence.family.ScaleFactor;
import io.credence.fit.Algorithm;
import io.credence.fit.ExactProblem;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitSettings;
import io.credence.fit.FitSetup;
import io.credence.fit.FitSetup.PosteriorStart;
import io.credence.fit.MonteCarloSettings;
import io.credence.fit.MonteCarloSettings.EstimatorKind;
import io.credence.fit.Position;
import io.credence.fit.Problem;
import io.credence.fit.RowLevels;
import io.credence.fit.StagedAlgorithm;
import io.credence.fit.StartSettings;
import io.credence.fit.exact.NewtonAlgorithm;
import io.credence.fit.exact.PartitionedAlgorithm;
import io.credence.fit.fixed.FamilyFit;
import io.credence.fit.fixed.FixedPointsAlgorithm;
import io.credence.fit.regression.RegressionAlgorithm;
import io.credence.fit.start.ModeSearchAlgorithm;
import io.credence.fit.stochastic.StochasticAlgorithm;
import io.credence.linalg.DenseKernel;
import io.credence.loss.NonCentredLoss;
import io.credence.prior.GaussianPrior;
import io.credence.prior.NonCentredMap;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;

/** The algorithm that the parts of a fit call for, with the stages that lead to it. */
public final class AlgorithmChoice {

    /** Tolerance of a fit that another one begins from. */
    private static final double ROUGH = 1e-5;

    private final FitSetup setup;
    private final Problem problem;
    private final FitSettings settings;
    private final MonteCarloSettings how;
    private final ExecutionBackend backend;
    private final DenseKernel kernel;

    private AlgorithmChoice(FitSetup setup) {
        this.setup = setup;
        this.problem = setup.problem();
        this.settings = setup.settings();
        this.how = setup.how();
        this.backend = setup.backend();
        this.kernel = setup.kernel();
    }

    /**
     * The algorithm of a fit.
     *
     * @throws IllegalArgumentException if the parts do not go together, with the reason
     */
    public static Algorithm of(FitSetup setup) {
        return new AlgorithmChoice(setup).algorithm();
    }

    private Algorithm algorithm() {
        if (how.estimator().kind().isExact()) {
            return exact();
        }
        Posterior start = setup.start();
        if (problem.isExpectation(start)) {
            return byDraws(start);
        }
        FitSettings full = settings.with(GaussianStructure.FULL);
        boolean climbs =
                isUnasked() && FamilyFit.isSmall(start) && FamilyFit.isPossible(problem, setup.gaussian(full), start);
        FitSettings warm = climbs ? full : settings;
        ExactProblem exact = problem.exact();
        Algorithm first = exact != null
                ? NewtonAlgorithm.withFallback(exact, rough(warm), backend, kernel)
                : roughly(problem.with(Problem.ELBO), warm);
        Algorithm second = climbs ? FixedPointsAlgorithm.family(setup, start) : new StochasticAlgorithm<>(setup, start);
        return after(first, "warm start", second);
    }

    private Algorithm exact() {
        ExactProblem exact = problem.exact();
        if (exact == null || setup.begin() != PosteriorStart.GAUSSIAN) {
            throw new IllegalArgumentException("exact expectations are those of linear predictors under a Gaussian"
                    + " posterior and a normal prior: required estimator auto, found exact");
        }
        Divergence divergence = problem.objective().divergence();
        if (divergence == null || problem.objective().reduction() != null) {
            throw new IllegalArgumentException("exact expectations are those of an expected loss with a divergence:"
                    + " required estimator auto, found the objective "
                    + problem.objective().name());
        }
        ExactProblem requested = exact.with(divergence);
        return how.estimator().kind() == EstimatorKind.PARTITIONED
                ? new PartitionedAlgorithm(requested, settings, backend, kernel)
                : NewtonAlgorithm.withFallback(requested, settings, backend, kernel);
    }

    /** A Gaussian's fit by draws that another one begins from. */
    private Algorithm roughly(Problem elbo, FitSettings warm) {
        MonteCarloSettings simple =
                MonteCarloSettings.DEFAULT.with(how.minibatch()).with(how.start());
        FitSetup rough = new FitSetup(elbo, rough(warm), simple, backend, kernel);
        return new AlgorithmChoice(rough).byDraws(rough.start());
    }

    /** By fresh draws or by ones that stay the same; non-centred parameters begin near a normal prior's answer. */
    private Algorithm byDraws(Posterior start) {
        ExactProblem rough = problem.rough();
        Algorithm algorithm;
        if (isRegression(start)) {
            algorithm = regression(rough == null && how.start().isSought());
        } else {
            algorithm = how.estimator().kind() == EstimatorKind.FIXED_DRAWS
                    ? FixedPointsAlgorithm.meanField(setup)
                    : new StochasticAlgorithm<>(setup, start);
            algorithm = started(algorithm);
        }
        if (rough == null || !(problem.loss() instanceof NonCentredLoss loss)) {
            return algorithm;
        }
        return after(
                NewtonAlgorithm.withFallback(rough, rough(settings), backend, kernel),
                "start from the coefficients under a normal prior,",
                position -> settings.start(kernel, around(loss, position)),
                algorithm);
    }

    /** Whether gradients are regressed on draws: where that was requested, and unasked where it can be. */
    private boolean isRegression(Posterior start) {
        return switch (how.estimator().kind()) {
            case REGRESSION, CURVATURE -> true;
            case AUTO -> isUnasked() && problem.regressionRefusal(start) == null;
            default -> false;
        };
    }

    /** A search for a start on a part of the rows, and the fit from there through ever more of them; or the fit alone. */
    private Algorithm regression(boolean searches) {
        boolean curved = setup.isCurved();
        if (!searches) {
            return new RegressionAlgorithm(setup, RowLevels.all(backend.summary()), curved);
        }
        RowLevels levels = RowLevels.of(problem.loss(), backend.summary(), settings.seed());
        Algorithm search = new ModeSearchAlgorithm(setup, levels.sample(0), 1);
        return after(search, "start: found", new RegressionAlgorithm(setup, levels, curved));
    }

    /** Whether nothing was said of how draws are made and followed. */
    private boolean isUnasked() {
        return how.estimator().kind() == EstimatorKind.AUTO && how.minibatch().partitions() == 0;
    }

    /** After a search for a start, where modes can be sought. */
    private Algorithm started(Algorithm algorithm) {
        if (setup.isStarted()) {
            return after(search(), "start: found", algorithm);
        }
        if (how.start() != StartSettings.DEFAULT && how.start().isSought()) {
            throw new IllegalArgumentException(
                    "a start is sought by gradients: required a Gaussian posterior, a loss with"
                            + " gradients and without latent numbers of the rows, a joint dispersion and no more than "
                            + Problem.MOST_MODE_PARAMETERS + " parameters, or no start.mean and start.restarts");
        }
        return algorithm;
    }

    /** A search on the first level of rows, then one after the other on more of them, up to all. */
    private Algorithm search() {
        RowLevels levels = RowLevels.of(problem.loss(), backend.summary(), settings.seed());
        Algorithm search = new ModeSearchAlgorithm(setup, levels.sample(0), 1);
        for (int level = 1; level < levels.count(); level++) {
            double times =
                    levels.sample(level).fraction() / levels.sample(level - 1).fraction();
            Algorithm further = new ModeSearchAlgorithm(setup, levels.sample(level), times);
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
}
