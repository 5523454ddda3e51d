package io.credence.fit.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.FullGaussian;
import io.credence.family.GaussianStructure;
import io.credence.family.MixturePosterior;
import io.credence.family.Posterior;
import io.credence.family.choice.Families;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.Algorithm;
import io.credence.fit.Approximation;
import io.credence.fit.DrawFits;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.Fits;
import io.credence.fit.InProcessBackend;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.Estimator;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.StartSettings;
import io.credence.fit.StartingGaussians;
import io.credence.fit.stochastic.StochasticAlgorithm;
import io.credence.testkit.FamilyOptions;
import io.credence.update.Updates;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An algorithm begins at a posterior of any family, the one it fits or another. */
class BegunFitTest {

    private static final FitSettings FULL = FitSettings.of(GaussianStructure.FULL);
    private static final FitSettings DIAGONAL = FitSettings.of(GaussianStructure.DIAGONAL);

    private static Posterior member(String family) {
        return Families.startPlanNamed(family, FamilyOptions.of(family), 1)
                .around(new double[] {0.4, -0.5, 0.2}, new double[] {0.3, 0.2, 0.4});
    }

    private static FitSetup setup(FitSettings settings, EstimatorKind kind, ExecutionBackend backend) {
        return new FitSetup(
                Problem.of(DrawFits.problem("bernoulli", 2), backend.summary(), false),
                settings,
                SamplingSettings.DEFAULT.with(Estimator.DEFAULT.with(kind)).with(StartSettings.NONE),
                backend,
                Fits.KERNEL);
    }

    private static ExecutionBackend backend() {
        return new InProcessBackend(DrawFits.rows("bernoulli").blocks(2, 64), Fits.KERNEL, 1);
    }

    private static FitResult begun(Algorithm algorithm, Posterior from) {
        FitState.AlgorithmState state = () -> new Approximation(from, new DispersionPosterior.Known(1));
        FitState nothing = FitState.initial(state, List.of());
        return algorithm.result(algorithm.run(algorithm.continueFrom(nothing, from), List.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "EXACT, student-t-full, true",
        "EXACT, student-t-diagonal, false",
        "PARTITIONED, gaussian-mixture, true",
        "FIXED_DRAWS, student-t-full, false",
        "FRESH_DRAWS, gaussian-mixture, true",
        "AUTO, student-t-full, true"
    })
    void whereverItBegins_theAnswerIsTheSame(EstimatorKind kind, String family, boolean full) {
        FitSettings settings = full ? FULL : DIAGONAL;
        try (ExecutionBackend backend = backend()) {
            FitResult exact = AlgorithmChoice.of(setup(settings, EstimatorKind.EXACT, backend))
                    .fit();
            FitResult found = begun(AlgorithmChoice.of(setup(settings, kind, backend)), member(family));
            assertTrue(found.isConverged(), found.stopReason());
            assertTrue(Fits.meanShift(exact.posterior(), found.posterior()) < 0.1, found.stopReason());
        }
    }

    /** It was taken for a Gaussian of its mean and covariance. */
    @Test
    void memberOfTheFittedFamily_isWhereTheFitBegins() {
        Posterior from = member("student-t-full");
        try (ExecutionBackend backend = backend()) {
            FitSetup setup = setup(FULL, EstimatorKind.FRESH_DRAWS, backend);
            FitSetup adam = new FitSetup(
                    setup.problem(),
                    setup.settings(),
                    setup.sampling().with(SamplingSettings.Update.of(Updates.ADAM)),
                    gaussian -> from,
                    backend,
                    Fits.KERNEL);
            StochasticAlgorithm<?> algorithm = new StochasticAlgorithm<>(adam, from);
            Posterior elsewhere = from.with(new double[from.parameters().length]);
            FitState begun = algorithm.continueFrom(algorithm.init(), elsewhere);
            assertEquals(elsewhere, begun.best().posterior());
        }
    }

    @Test
    void mixture_isAGaussianOfItsMoments() {
        MixturePosterior mixture = (MixturePosterior) member("gaussian-mixture");
        FullGaussian like = (FullGaussian) StartingGaussians.asGaussian(mixture, Fits.KERNEL);
        for (int j = 0; j < 3; j++) {
            assertEquals(mixture.mean()[j], like.mean()[j]);
            assertEquals(mixture.sd()[j], like.sd()[j], 1e-12);
        }
    }
}
