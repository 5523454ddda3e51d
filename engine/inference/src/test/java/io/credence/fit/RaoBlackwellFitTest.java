package io.credence.fit;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.RowBlock;
import io.credence.divergence.Divergence;
import io.credence.divergence.Divergences;
import io.credence.divergence.KullbackLeibler;
import io.credence.example.Measurements;
import io.credence.family.Blocks;
import io.credence.family.DiagonalGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianStructure;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.SamplingSettings.ControlVariate;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.SamplingSettings.Minibatch;
import io.credence.fit.SamplingSettings.RaoBlackwell;
import io.credence.fit.stochastic.StochasticAlgorithm;
import io.credence.loss.DrawLoss;
import io.credence.loss.ModelLosses;
import io.credence.prior.GaussianPrior;
import io.credence.random.NormalDraws;
import io.credence.testkit.NelderMead;
import io.credence.testkit.TestSeed;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fits by values that separate the factors of their posterior (GVI section 5.2.4). */
class RaoBlackwellFitTest {

    private static final int D = 4;
    private static final GaussianPrior PRIOR = GaussianPrior.of(D, 0, 2);

    private static final List<String> COLUMNS = List.of("x1", "x2", "x3");
    private static final double[] THETA = {0.5, -1, 0.8, 0.3};

    private final Rows rows = rows(40, new Random(TestSeed.of("measurements")));

    private static Rows rows(int count, Random random) {
        double[][] x = new double[count][];
        double[] y = new double[count];
        for (int i = 0; i < count; i++) {
            y[i] = random.nextGaussian();
            x[i] = Measurements.predicted(y[i], THETA);
            for (int l = 0; l < x[i].length; l++) {
                x[i][l] += 0.5 * random.nextGaussian();
            }
        }
        return new Rows(x, y);
    }

    /** Weights of the parameters in measurement l. */
    private static double[] weights(int l, double y) {
        double[] weights = new double[D];
        for (int j = 0; j < D; j++) {
            double[] unit = new double[D];
            unit[j] = 1;
            weights[j] = Measurements.predicted(y, unit)[l];
        }
        return weights;
    }

    private static SamplingSettings by(EstimatorKind kind, RaoBlackwell separation) {
        return SamplingSettings.DEFAULT.with(new SamplingSettings.Estimator(
                        kind, 100, ControlVariate.QUADRATIC, NormalDraws.Dependence.ANTITHETIC, true, 10_000)
                .with(separation));
    }

    private static Problem problem(boolean absolute, Divergence divergence) {
        DrawLoss loss = ModelLosses.of(new Measurements(Map.of("absolute", Boolean.toString(absolute))), COLUMNS);
        return Problem.of(loss, PRIOR, null).with(divergence);
    }

    private static FitResult fit(
            Problem problem, FitSettings settings, SamplingSettings how, List<List<RowBlock>> blocks) {
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 1)) {
            return StochasticAlgorithm.of(new FitSetup(problem, settings, how, backend, Fits.KERNEL))
                    .fit();
        }
    }

    private static FitSettings diagonal() {
        return DrawFits.settings(GaussianStructure.DIAGONAL);
    }

    /** E loss in closed form, plus the divergence. */
    private double objective(GaussianPosterior q, boolean absolute, Divergence divergence) {
        double sum = divergence.between(q, PRIOR);
        for (int i = 0; i < rows.labels().length; i++) {
            for (int l = 0; l < 3; l++) {
                double[] w = weights(l, rows.labels()[i]);
                double mean = io.credence.testkit.Naive.dot(w, q.mean()) - rows.features()[i][l];
                double variance = io.credence.testkit.Naive.dot(w, q.covarianceTimes(w));
                sum += absolute ? folded(mean, Math.sqrt(variance)) : mean * mean + variance;
            }
        }
        return sum;
    }

    /** E|x| of x ~ N(mean, sd²). */
    private static double folded(double mean, double sd) {
        NormalDistribution standard = new NormalDistribution(0, 1);
        return 2 * sd * standard.density(mean / sd) + mean * (1 - 2 * standard.cumulativeProbability(-mean / sd));
    }

    private static GaussianPosterior at(double[] unknowns) {
        double[] mean = new double[D];
        double[] precision = new double[D];
        for (int j = 0; j < D; j++) {
            mean[j] = unknowns[j];
            precision[j] = Math.exp(-2 * unknowns[D + j]);
        }
        return new DiagonalGaussian(mean, precision);
    }

    /** The optimum of the closed form, by a method without gradients. */
    private GaussianPosterior optimum(boolean absolute, Divergence divergence) {
        ToDoubleFunction<double[]> value = unknowns -> {
            double found = objective(at(unknowns), absolute, divergence);
            return Double.isFinite(found) ? found : 1e9;
        };
        double[] end = {0.4, -0.8, 0.6, 0.2, -1, -1, -1, -1};
        for (int restart = 0; restart < 3; restart++) {
            end = NelderMead.minimize(value, end, 0.3, 1e-13);
        }
        return at(end);
    }

    @ParameterizedTest
    @CsvSource({
        "kl, 1, false",
        "renyi, 0.5, false",
        "beta, 1.25, false",
        "kl, 1, true",
        "renyi, 0.5, true",
        "beta, 1.25, true"
    })
    void equation97_endsAtTheOptimumFoundWithoutDraws(String kind, double order, boolean absolute) {
        Divergence divergence = kind.equals("kl") ? KullbackLeibler.PLAIN : Divergences.named(kind, order);
        GaussianPosterior expected = optimum(absolute, divergence);
        FitResult found = fit(
                problem(absolute, divergence),
                diagonal(),
                by(EstimatorKind.SCORE, RaoBlackwell.TRUE),
                rows.blocks(2, 8));
        assertEquals(FitStatus.CONVERGED, found.status(), found.stopReason() + found.decisions());
        assertTrue(
                found.decisions().get(0).endsWith("control variate quadratic, Rao-Blackwellised over 4 factors"),
                found.decisions().get(0));
        DrawFits.assertNear(expected, found.posterior());
        assertWithin(
                "objective",
                objective(expected, absolute, divergence),
                objective((GaussianPosterior) found.posterior(), absolute, divergence),
                0.01);
    }

    @Test
    void blocks_endAtTheOptimumFoundFromWholeValues() {
        FitSettings cut = DrawFits.settings(GaussianStructure.ofBlocks(Blocks.of(3, 1)));
        Problem problem = problem(true, Divergences.named("renyi", 0.5));
        FitResult separated = fit(problem, cut, by(EstimatorKind.SCORE, RaoBlackwell.TRUE), rows.blocks(2, 8));
        FitResult whole = fit(problem, cut, by(EstimatorKind.SCORE, RaoBlackwell.FALSE), rows.blocks(2, 8));
        assertEquals(FitStatus.CONVERGED, separated.status(), separated.stopReason());
        assertTrue(
                separated.decisions().get(0).endsWith("over 2 factors"),
                separated.decisions().get(0));
        assertFalse(whole.decisions().get(0).contains("Rao"), whole.decisions().get(0));
        DrawFits.assertNear(whole.posterior(), separated.posterior());
    }

    private String first(Problem problem, FitSettings settings, SamplingSettings how, boolean sparse) {
        List<List<RowBlock>> blocks = rows.blocks(4, 8, io.credence.data.Precision.FLOAT64, sparse);
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 1)) {
            return StochasticAlgorithm.of(new FitSetup(problem, settings, how, backend, Fits.KERNEL))
                    .init()
                    .decisions()
                    .get(0);
        }
    }

    private Problem linear() {
        ExactProblem problem =
                ExactProblem.withKnownDispersion(Fits.likelihood("gaussian"), GaussianPrior.of(3, 0, 1), 1);
        try (InProcessBackend backend = new InProcessBackend(rows.blocks(1, 8), Fits.KERNEL, 1)) {
            return Problem.of(problem, backend.summary(), false);
        }
    }

    @Test
    void auto_separatesFactorsWhereThatPays() {
        SamplingSettings score = by(EstimatorKind.SCORE, RaoBlackwell.AUTO);
        assertTrue(first(problem(true, KullbackLeibler.PLAIN), diagonal(), score, false)
                .contains("Rao"));
        assertTrue(first(linear(), diagonal(), score, true).contains("over 3 factors"));
        assertFalse(first(linear(), diagonal(), score, false).contains("Rao"));
        assertTrue(first(linear(), diagonal(), by(EstimatorKind.SCORE, RaoBlackwell.TRUE), false)
                .contains("Rao"));
        assertFalse(first(linear(), diagonal(), by(EstimatorKind.AUTO, RaoBlackwell.AUTO), true)
                .contains("Rao"));
        SamplingSettings anchored = score.with(new Minibatch(1, false, true, 100));
        assertFalse(first(linear(), diagonal(), anchored, true).contains("Rao"));
        SamplingSettings free = score.with(new Minibatch(1, false, false, 100));
        assertTrue(first(linear(), diagonal(), free, true).contains("Rao"));
    }

    @Test
    void whatCannotBeSeparated_isRefusedWithTheReason() {
        SamplingSettings requested = by(EstimatorKind.SCORE, RaoBlackwell.TRUE);
        FitSettings full = DrawFits.settings(GaussianStructure.FULL);
        refused("found one that joins all parameters", linear(), full, requested);
        refused("found gradients", linear(), diagonal(), by(EstimatorKind.AUTO, RaoBlackwell.TRUE));
        refused(
                "corrected by sums over all rows",
                linear(),
                diagonal(),
                requested.with(new Minibatch(1, false, true, 100)));
        Problem plain = linear();
        Problem whole = Problem.of(
                new OnceFaultyLoss(plain.loss(), 0, 0, 0), plain.prior().normalPrior(), null);
        refused("required a loss that is a sum of terms", whole, diagonal(), requested);
        ExactProblem estimated = ExactProblem.withEstimatedDispersion(
                Fits.likelihood("gaussian"), GaussianPrior.of(3, 0, 1), new DispersionPosterior.InverseGamma(3, 1));
        try (InProcessBackend backend = new InProcessBackend(rows.blocks(1, 8), Fits.KERNEL, 1)) {
            refused("inverse-gamma factor", Problem.of(estimated, backend.summary(), true), diagonal(), requested);
        }
    }

    private void refused(String part, Problem problem, FitSettings settings, SamplingSettings how) {
        String message = assertThrows(IllegalArgumentException.class, () -> first(problem, settings, how, true))
                .getMessage();
        assertTrue(message.contains("Rao-Blackwellisation is not possible") && message.contains(part), message);
    }

    /** One-hot groups with an estimated dispersion: its prior is a term of one factor only. */
    @Test
    void sparseRowsWithADispersion_endWhereWholeValuesEnd() {
        Random random = new Random(TestSeed.of("groups"));
        double[][] x = new double[240][6];
        double[] y = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            x[i][i % 6] = 1;
            y[i] = 0.3 * (i % 6) - 0.5 + 0.7 * random.nextGaussian();
        }
        List<List<RowBlock>> blocks =
                new Rows(x, y).shuffled(random).blocks(3, 16, io.credence.data.Precision.FLOAT64, true);
        ExactProblem problem = ExactProblem.withEstimatedDispersion(
                Fits.likelihood("gaussian"), GaussianPrior.of(6, 0, 2), new DispersionPosterior.InverseGamma(3, 1));
        FitResult separated =
                DrawFits.converged(problem, false, diagonal(), by(EstimatorKind.SCORE, RaoBlackwell.AUTO), blocks);
        FitResult expected = DrawFits.converged(
                problem, false, diagonal(), by(EstimatorKind.REPARAMETERIZED, RaoBlackwell.AUTO), blocks);
        assertTrue(
                separated.decisions().get(0).contains("over 7 factors"),
                separated.decisions().get(0));
        DrawFits.assertNear(expected.posterior(), separated.posterior());
    }
}
