package io.credence.fit.choice;

import io.credence.divergence.Divergence;
import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianStructure;
import io.credence.family.NormalInverseGamma;
import io.credence.family.Posterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.Algorithm;
import io.credence.fit.Approximation;
import io.credence.fit.ExactProblem;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitSettings;
import io.credence.fit.FitSetup;
import io.credence.fit.FitSetup.PosteriorStart;
import io.credence.fit.NestedRowSamples;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.StageList;
import io.credence.fit.StartSettings;
import io.credence.fit.exact.ConjugateAlgorithm;
import io.credence.fit.exact.NewtonAlgorithm;
import io.credence.fit.exact.PartitionedAlgorithm;
import io.credence.fit.fixed.FamilyElboFit;
import io.credence.fit.fixed.FixedDrawAlgorithm;
import io.credence.fit.regression.RegressionAlgorithm;
import io.credence.fit.start.ModeSearchAlgorithm;
import io.credence.fit.stochastic.StochasticAlgorithm;
import io.credence.linalg.DenseKernel;
import io.credence.loss.NonCentredLoss;
import io.credence.prior.GaussianPrior;
import io.credence.prior.NonCentredMap;
import java.util.Arrays;
import java.util.Objects;

/** Choice of the algorithm for a fit, with the preliminary stages before it. */
public final class AlgorithmChoice {

    private final FitSetup setup;
    private final Problem problem;
    private final FitSettings settings;
    private final SamplingSettings how;
    private final ExecutionBackend backend;
    private final DenseKernel kernel;

    private AlgorithmChoice(FitSetup setup) {
        this.setup = setup;
        this.problem = setup.problem();
        this.settings = setup.settings();
        this.how = setup.sampling();
        this.backend = setup.backend();
        this.kernel = setup.kernel();
    }

    /**
     * The algorithm of a fit.
     *
     * @throws IllegalArgumentException if the parts are incompatible, with the reason
     */
    public static Algorithm of(FitSetup setup) {
        return new AlgorithmChoice(setup).stages().algorithm();
    }

    private StageList stages() {
        if (how.estimator().kind().isExact()) {
            return singleStage(exact());
        }
        Posterior start = setup.initialPosterior();
        if (hasDefaultSampling() && ConjugateAlgorithm.isPossible(problem, start)) {
            return singleStage(new ConjugateAlgorithm(setup, (NormalInverseGamma) start));
        }
        if (problem.isExpectation(start)) {
            return byDraws(start);
        }
        FitSettings full = settings.with(GaussianStructure.FULL);
        boolean climbs = hasDefaultSampling()
                && FamilyElboFit.isSmall(start)
                && FamilyElboFit.isPossible(problem, setup.priorGaussian(full), start);
        FitSettings warm = climbs ? full : settings;
        ExactProblem exact = problem.exact();
        StageList first = exact != null
                ? singleStage(NewtonAlgorithm.withFallback(exact, warm.withRoughTolerance(), backend, kernel))
                : preliminaryFit(problem.with(Problem.ELBO), warm);
        Algorithm second = climbs ? FixedDrawAlgorithm.family(setup, start) : new StochasticAlgorithm<>(setup, start);
        return first.then("warm start", Approximation::posterior, singleStage(second));
    }

    private Algorithm exact() {
        ExactProblem exact = problem.exact();
        if (exact == null || setup.posteriorStart() != PosteriorStart.GAUSSIAN) {
            throw new IllegalArgumentException("exact expectations are those of linear predictors under a Gaussian"
                    + " posterior and a normal prior: required estimator auto, found exact");
        }
        Divergence divergence = problem.objective().divergence();
        if (divergence == null || problem.objective().rowReduction() != null) {
            throw new IllegalArgumentException("exact expectations are those of an expected loss with a divergence:"
                    + " required estimator auto, found the objective "
                    + problem.objective().name());
        }
        ExactProblem requested = exact.with(divergence);
        return how.estimator().kind() == EstimatorKind.PARTITIONED
                ? new PartitionedAlgorithm(requested, settings, backend, kernel)
                : NewtonAlgorithm.withFallback(requested, settings, backend, kernel);
    }

    /** Stages of a preliminary Gaussian fit by draws, from which another fit begins. */
    private StageList preliminaryFit(Problem elbo, FitSettings warm) {
        SamplingSettings simple = SamplingSettings.DEFAULT.with(how.minibatch()).with(how.start());
        FitSetup rough = new FitSetup(elbo, warm.withRoughTolerance(), simple, backend, kernel);
        return new AlgorithmChoice(rough).byDraws(rough.initialPosterior());
    }

    /**
     * Stages of a fit by fresh or fixed draws; non-centred parameters begin near the posterior under a normal prior.
     */
    private StageList byDraws(Posterior start) {
        ExactProblem rough = problem.preliminaryProblem();
        StageList stages;
        if (isRegression(start)) {
            stages = regression(rough == null && how.start().isSought());
        } else {
            stages = afterStartSearch(
                    how.estimator().kind() == EstimatorKind.FIXED_DRAWS
                            ? FixedDrawAlgorithm.meanField(setup)
                            : new StochasticAlgorithm<>(setup, start));
        }
        if (rough == null || !(problem.loss() instanceof NonCentredLoss loss)) {
            return stages;
        }
        return singleStage(NewtonAlgorithm.withFallback(rough, settings.withRoughTolerance(), backend, kernel))
                .then(
                        "start from the coefficients under a normal prior,",
                        approximation -> settings.priorGaussian(kernel, nonCentredPrior(loss, approximation)),
                        stages);
    }

    /** Whether gradients are regressed on draws: where that was requested, and by default where it is possible. */
    private boolean isRegression(Posterior start) {
        return switch (how.estimator().kind()) {
            case REGRESSION, CURVATURE -> true;
            case AUTO -> hasDefaultSampling() && problem.regressionRefusal(start) == null;
            default -> false;
        };
    }

    /**
     * Stages of a fit by regression. With a search they begin at a start found on a part of the rows and continue
     * through ever more rows; else they are the fit alone.
     */
    private StageList regression(boolean searches) {
        boolean curved = setup.usesSecondDerivatives();
        if (!searches) {
            return singleStage(new RegressionAlgorithm(setup, NestedRowSamples.ofAllRows(backend.summary()), curved));
        }
        NestedRowSamples levels = NestedRowSamples.of(problem.loss(), backend.summary(), settings.seed());
        Algorithm search = new ModeSearchAlgorithm(setup, levels.sample(0), 1);
        return fromFoundStart(singleStage(search), new RegressionAlgorithm(setup, levels, curved));
    }

    /** Whether the settings leave the choice of draws and minibatches to the fit. */
    private boolean hasDefaultSampling() {
        return how.estimator().kind() == EstimatorKind.AUTO && how.minibatch().partitions() == 0;
    }

    /** Stages of an algorithm after a search for a start, where modes can be searched for. */
    private StageList afterStartSearch(Algorithm algorithm) {
        if (setup.searchesModeFirst()) {
            return fromFoundStart(search(), algorithm);
        }
        if (how.start() != StartSettings.DEFAULT && how.start().isSought()) {
            throw new IllegalArgumentException(
                    "a start is sought by gradients: required a Gaussian posterior, a loss with"
                            + " gradients and without latent numbers of the rows, a joint dispersion and no more than "
                            + Problem.MOST_MODE_PARAMETERS + " parameters, or no start.mean and start.restarts");
        }
        return singleStage(algorithm);
    }

    /** Stages of a search on the first level of rows, then on more of them, up to all. */
    private StageList search() {
        NestedRowSamples levels = NestedRowSamples.of(problem.loss(), backend.summary(), settings.seed());
        StageList search = singleStage(new ModeSearchAlgorithm(setup, levels.sample(0), 1));
        for (int level = 1; level < levels.count(); level++) {
            double times =
                    levels.sample(level).fraction() / levels.sample(level - 1).fraction();
            Algorithm further = new ModeSearchAlgorithm(setup, levels.sample(level), times);
            search = search.then("start: on more rows", Approximation::posterior, singleStage(further));
        }
        return search;
    }

    private StageList fromFoundStart(StageList search, Algorithm from) {
        return search.then("start: found", Approximation::posterior, singleStage(from));
    }

    private StageList singleStage(Algorithm algorithm) {
        return StageList.of(algorithm, settings.budget(), backend.summary().rows());
    }

    /**
     * Independent normal distributions of the non-centred parameters whose coefficients are those of
     * {@code approximation}.
     */
    private static GaussianPrior nonCentredPrior(NonCentredLoss loss, Approximation approximation) {
        GaussianPosterior q = approximation.gaussian();
        NonCentredMap map = Objects.requireNonNull(loss.map());
        GaussianPrior of = map.initialFactors(q.mean(), q.sd());
        if (loss.dimension() == map.parameterCount()) {
            return of;
        }
        int at = map.parameterCount();
        double[] means = Arrays.copyOf(of.mean(), at + 1);
        double[] precisions = Arrays.copyOf(of.precision(), at + 1);
        DispersionPosterior.InverseGamma scale = (DispersionPosterior.InverseGamma) approximation.dispersion();
        means[at] = scale.meanLog();
        precisions[at] = 1 / scale.varianceOfLog();
        return new GaussianPrior(means, precisions);
    }
}
