package io.credence.fit.importance;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.divergence.Divergences;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianStructure;
import io.credence.family.Posterior;
import io.credence.family.choice.Families;
import io.credence.fit.CountingBackend;
import io.credence.fit.DrawFits;
import io.credence.fit.ExactProblem;
import io.credence.fit.FitEnd;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.Fits;
import io.credence.fit.ImportanceWeights;
import io.credence.fit.InProcessBackend;
import io.credence.fit.Problem;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.linalg.LogSums;
import io.credence.pass.DrawPass;
import io.credence.prior.GaussianPrior;
import io.credence.testkit.FamilyOptions;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PosteriorWeigherTest {

    private static final FitSettings SETTINGS =
            DrawFits.settings(GaussianStructure.FULL).withTolerance(1e-10);

    /** The weights of what was found, by {@code work} rows times draws before fewer rows are tried. */
    private static ImportanceWeights weights(
            ExactProblem exact, FitResult found, List<List<RowBlock>> blocks, double work) {
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 1)) {
            Problem problem = Problem.of(exact, backend.summary(), false).withExact(exact);
            PosteriorWeigher weighing = new PosteriorWeigher(problem, backend, 1, work);
            assertNull(weighing.refusal());
            return Objects.requireNonNull(weighing.withWeights(found).weights());
        }
    }

    private static FitResult around(FitResult found, Posterior q) {
        return new FitResult(new FitEnd(found.status(), "", 1, 1, null, List.of()), q, found.dispersion(), null, null);
    }

    private static ExactProblem conjugate() {
        return ExactProblem.withKnownDispersion(
                Fits.likelihood("gaussian"), GaussianPrior.of(DrawFits.THETA.length, 0, Math.sqrt(5)), 0.64);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bernoulli", "poisson", "gaussian", "gamma"})
    void meanLogWeight_isTheEvidenceLowerBound(String family) {
        List<List<RowBlock>> blocks = DrawFits.rows(family).blocks(3, 16);
        ExactProblem exact = DrawFits.problem(family, Math.sqrt(5));
        FitResult found = Fits.converged(exact, SETTINGS, blocks);
        ImportanceWeights weights = weights(exact, found, blocks, 1e9);
        int draws = weights.logWeights().length;
        assertEquals(2000, draws);
        assertEquals(1, weights.rowShare());
        double mean = 0;
        double squares = 0;
        for (double log : weights.logWeights()) {
            mean += log / draws;
        }
        for (double log : weights.logWeights()) {
            squares += (log - mean) * (log - mean) / draws;
        }
        double elbo = Objects.requireNonNull(found.elbo());
        assertWithin("mean log weight", elbo, mean, 4 * Math.sqrt(squares / draws) + 1e-6 * Math.abs(elbo));
    }

    @Test
    void drawsOfTheExactPosterior_weighTheEvidence() {
        List<List<RowBlock>> blocks = DrawFits.rows("gaussian").blocks(2, 16);
        FitResult found = Fits.converged(conjugate(), SETTINGS.withTolerance(1e-14), blocks);
        double evidence = Objects.requireNonNull(found.elbo());
        for (double log : weights(conjugate(), found, blocks, 1e9).logWeights()) {
            assertWithin("log weight", evidence, log, 1e-5);
        }
    }

    @ParameterizedTest
    @CsvSource({"student-t-full", "gaussian-mixture", "planar-flow", "gaussian-low-rank"})
    void anyFamily_averagesToTheEvidence(String family) {
        List<List<RowBlock>> blocks = DrawFits.rows("gaussian").blocks(2, 16);
        FitResult found = Fits.converged(conjugate(), SETTINGS, blocks);
        Posterior q = Families.startPlanNamed(family, FamilyOptions.of(family), 1)
                .around(found.posterior().mean(), scaled(found.posterior().sd(), 1.2));
        double[] logs = weights(conjugate(), around(found, q), blocks, 1e9).logWeights();
        double squares = 0;
        for (double share : LogSums.softmax(logs)) {
            squares += (share - 1.0 / logs.length) * (share - 1.0 / logs.length);
        }
        double evidence = Objects.requireNonNull(found.elbo());
        assertWithin("log evidence", evidence, LogSums.logSumExp(logs) - Math.log(logs.length), 4 * Math.sqrt(squares));
    }

    /** Draws of unequal weights are worth too few to detect small moves: more are taken. */
    @Test
    void drawsWorthFew_areFollowedByMore() {
        List<List<RowBlock>> blocks = DrawFits.rows("gaussian").blocks(2, 16);
        FitResult found = Fits.converged(conjugate(), SETTINGS, blocks);
        ImportanceWeights[] by = new ImportanceWeights[2];
        for (int i = 0; i < by.length; i++) {
            double factor = i == 0 ? 1.1 : 2;
            Posterior q = FullGaussian.around(
                    Fits.KERNEL,
                    found.posterior().mean(),
                    scaled(found.posterior().sd(), factor));
            by[i] = weights(conjugate(), around(found, q), blocks, 1e9);
        }
        assertEquals(2000, by[0].theta().length);
        assertTrue(by[0].effectiveSampleSize() >= 1500, () -> "worth " + by[0].effectiveSampleSize());
        assertEquals(8000, by[1].theta().length);
        assertTrue(by[1].effectiveSampleSize() < 4 * 1500, () -> "worth " + by[1].effectiveSampleSize());
    }

    private static double[] scaled(double[] values, double factor) {
        double[] scaled = values.clone();
        for (int j = 0; j < scaled.length; j++) {
            scaled[j] *= factor;
        }
        return scaled;
    }

    @ParameterizedTest
    @CsvSource({"bernoulli, 1", "bernoulli, 3", "poisson, 2"})
    void partOfTheRows_estimatesTheWeightsWithinItsError(String family, int partitions) {
        List<List<RowBlock>> blocks = DrawFits.rows(family).blocks(partitions, 16);
        ExactProblem exact = DrawFits.problem(family, Math.sqrt(5));
        FitResult found = Fits.converged(exact, SETTINGS, blocks);
        ImportanceWeights whole = weights(exact, found, blocks, 1e9);
        ImportanceWeights part = weights(exact, found, blocks, 2000 * 299);
        assertTrue(part.rowShare() < 0.5 && part.logWeightError() > 0, part.rowShare() + " " + part.logWeightError());
        double squares = 0;
        for (int s = 0; s < 2000; s++) {
            double off = part.logWeights()[s] - whole.logWeights()[s];
            squares += off * off / 2000;
        }
        assertTrue(Math.sqrt(squares) < 4 * part.logWeightError(), Math.sqrt(squares) + " " + part.logWeightError());
        assertTrue(Math.sqrt(squares) > part.logWeightError() / 20, Math.sqrt(squares) + " " + part.logWeightError());
        assertNull(whole.knownLoss());
        ImportanceWeights.KnownLoss middle = Objects.requireNonNull(part.knownLoss());
        assertArrayEquals(found.posterior().mean(), middle.theta());
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 1)) {
            DrawPass there = new DrawPass(
                    Problem.of(exact, backend.summary(), false).loss(),
                    new Draws.ExplicitDraws(middle.theta(), 1, middle.theta().length),
                    null,
                    GradientForm.NONE);
            assertWithin("loss of all rows", backend.run(there).losses()[0], middle.loss(), 1e-9);
        }
    }

    @Test
    void lossOfAllRows_isExpandedOnce() {
        List<List<RowBlock>> blocks = DrawFits.rows("bernoulli").blocks(2, 16);
        ExactProblem exact = DrawFits.problem("bernoulli", 1);
        FitResult found = Fits.converged(exact, SETTINGS, blocks);
        try (InProcessBackend rows = new InProcessBackend(blocks, Fits.KERNEL, 1)) {
            CountingBackend backend = new CountingBackend(
                    rows, pass -> pass instanceof DrawPass draws && draws.form() == GradientForm.CURVED);
            Problem problem = Problem.of(exact, rows.summary(), false).withExact(exact);
            FitResult weighed = new PosteriorWeigher(problem, backend, 1, 2000 * 299).withWeights(found);
            ImportanceWeights weights = Objects.requireNonNull(weighed.weights());
            assertNotNull(weights.widenedMixture());
            assertNotNull(weights.knownLoss());
            assertEquals(1, backend.passes());
        }
    }

    @Test
    void sameSeed_givesTheSameBits() {
        List<List<RowBlock>> blocks = DrawFits.rows("bernoulli").blocks(2, 16);
        ExactProblem exact = DrawFits.problem("bernoulli", 1);
        FitResult found = Fits.converged(exact, SETTINGS, blocks);
        assertArrayEquals(
                weights(exact, found, blocks, 1e9).logWeights(),
                weights(exact, found, blocks, 1e9).logWeights(),
                0.0);
    }

    @Test
    void whatIsNoPosterior_isRefusedWithTheReason() {
        List<List<RowBlock>> blocks = DrawFits.rows("bernoulli").blocks(2, 16);
        ExactProblem exact = DrawFits.problem("bernoulli", 1);
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 1)) {
            Problem problem = Problem.of(exact, backend.summary(), false).with(Divergences.named("renyi", 0.5));
            String refusal = new PosteriorWeigher(problem, backend, 1, 1e9).refusal();
            assertNotNull(refusal);
            assertTrue(refusal.contains("renyi"), refusal);
        }
    }

    @Test
    void rescaledDraws_leaveWhatIsBehindThem() {
        ImportanceWeights weights =
                new ImportanceWeights(new double[][] {{1, 2, 3}}, new double[] {1}, new double[] {0});
        assertArrayEquals(
                new double[] {2, 8, 3}, weights.rescaled(new double[] {2, 4}).theta()[0]);
    }

    @Test
    void gaussianOfOneParameter_isWeighedByHand() {
        List<List<RowBlock>> blocks = DrawFits.rows("gaussian").blocks(1, 16);
        FitResult found = Fits.converged(conjugate(), SETTINGS.withTolerance(1e-14), blocks);
        GaussianPosterior wide = ((GaussianPosterior) found.posterior()).withPrecisionScaled(0.5);
        FitResult other = around(found, wide);
        ImportanceWeights weights = weights(conjugate(), other, blocks, 1e9);
        double evidence = Objects.requireNonNull(found.elbo());
        for (int s = 0; s < 20; s++) {
            double expected =
                    evidence + found.posterior().logDensity(weights.theta()[s]) - wide.logDensity(weights.theta()[s]);
            assertWithin("log weight " + s, expected, weights.logWeights()[s], 1e-5);
        }
    }
}
