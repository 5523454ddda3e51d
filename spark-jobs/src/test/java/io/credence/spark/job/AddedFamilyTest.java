package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.Fit;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.config.ConfigReader;
import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.config.Parts;
import io.credence.family.FamilyParameters;
import io.credence.family.Posterior;
import io.credence.result.SavedPosterior;
import io.credence.testkit.Nightly;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that a new Gaussian structure, a family of another kind and an update rule take one class and one line each.
 * They are fitted by draws, and by exact expectation where there is one, saved, loaded to the same bits, and used for
 * scoring.
 */
class AddedFamilyTest extends CommandLineContract {

    private static final Parts PARTS = Parts.STANDARD
            .with(Tridiagonal.PART)
            .with(new LogisticPosterior.Part())
            .with(new HalfStep.Part());

    private static final int D = 4;
    private static final String DRAWS = "estimator.kind";

    /** Rows of two neighbouring features each, in pairs of opposite signs: no curvature but between neighbours. */
    private static double[][] neighbours() {
        Random random = new Random(3);
        double[][] rows = new double[120][D];
        for (int i = 0; i < rows.length; i += 2) {
            int first = i / 2 % (D - 1);
            for (int j = first; j < first + 2; j++) {
                rows[i][j] = random.nextGaussian() + (j == first ? 1 : 0.5);
                rows[i + 1][j] = -rows[i][j];
            }
        }
        return rows;
    }

    private static double[] labels(double[][] rows, boolean classes) {
        Random random = new Random(4);
        double[] labels = new double[rows.length];
        for (int i = 0; i < labels.length; i++) {
            double eta = 0.3 + rows[i][0] - 0.5 * rows[i][1] + 0.7 * rows[i][2];
            labels[i] =
                    classes ? (random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0) : eta + random.nextGaussian();
        }
        return labels;
    }

    private static double[][] correlated() {
        Random random = new Random(5);
        double[][] rows = new double[150][D];
        for (double[] row : rows) {
            for (int j = 0; j < D; j++) {
                row[j] = random.nextGaussian() + (j > 0 ? 0.8 * row[j - 1] : 0);
            }
        }
        return rows;
    }

    private static Fit fit(double[][] rows, String likelihood, String family, String... more) {
        Inference inference = Inference.of(PARTS, likelihood).posterior(family).kernel("java");
        for (int k = 0; k < more.length; k += 2) {
            inference = inference.with(more[k], more[k + 1]);
        }
        if (likelihood.equals("gaussian")) {
            inference = inference.with("model.dispersion", 1.0);
        }
        Fit found = inference.fit(Rows.of(rows, labels(rows, likelihood.equals("bernoulli"))));
        assertTrue(found.isConverged(), found.result().stopReason());
        assertEquals(family, found.posterior().family());
        return found;
    }

    private static double elbo(Fit fit) {
        Double elbo = fit.result().elbo();
        return elbo == null ? Double.NaN : elbo;
    }

    private static void assertNear(Posterior expected, Posterior found, double error) {
        for (int j = 0; j < expected.dimension(); j++) {
            double sd = expected.sd()[j];
            assertEquals(expected.mean()[j], found.mean()[j], error * sd, "mean " + j);
            assertEquals(sd, found.sd()[j], error * sd, "sd " + j);
        }
    }

    @Test
    void structureThatHasThePosterior_isFittedAsTheFullOne() {
        double[][] rows = neighbours();
        Fit full = fit(rows, "gaussian", "gaussian-full");
        Fit own = fit(rows, "gaussian", Tridiagonal.NAME);
        assertNear(full.posterior(), own.posterior(), 1e-6);
        assertEquals(elbo(full), elbo(own), 1e-6);
        double[] covariance = own.posterior().covariance();
        assertTrue(Math.abs(covariance[(D + 1) + 3]) > 1e-4, "neighbours of neighbours depend on each other");
    }

    @Test
    void structureThatHasItNot_isBetweenDiagonalAndFull() {
        double[][] rows = correlated();
        double none = elbo(fit(rows, "bernoulli", "gaussian-diagonal"));
        double own = elbo(fit(rows, "bernoulli", Tridiagonal.NAME));
        double all = elbo(fit(rows, "bernoulli", "gaussian-full"));
        assertTrue(none + 0.1 < own && own < all - 1e-3, none + " " + own + " " + all);
    }

    static Stream<Arguments> byDraws() {
        List<Arguments> all = List.of(
                Arguments.of("score", "natural-gradient"),
                Arguments.of("reparameterized", "natural-gradient"),
                Arguments.of("reparameterized", "half-step"));
        return Nightly.cases(all.subList(2, 3), all);
    }

    @ParameterizedTest
    @MethodSource("byDraws")
    void structureByDraws_findsTheExactOptimum(String estimator, String update) {
        double[][] rows = correlated();
        Fit exact = fit(rows, "bernoulli", Tridiagonal.NAME);
        Fit drawn = fit(rows, "bernoulli", Tridiagonal.NAME, DRAWS, estimator, "update.kind", update);
        assertNear(exact.posterior(), drawn.posterior(), 0.1);
    }

    @Test
    void addedRule_movesTheStructuresThatThereAre() {
        for (String family : List.of("gaussian-full", "gaussian-diagonal")) {
            Fit exact = fit(correlated(), "bernoulli", family);
            Fit drawn = fit(correlated(), "bernoulli", family, DRAWS, "reparameterized", "update.kind", "half-step");
            assertNear(exact.posterior(), drawn.posterior(), 0.1);
        }
    }

    @Test
    void addedFamily_fitsAsWellAsOneOfNearlyItsShape() {
        Fit near = fit(correlated(), "bernoulli", "student-t-diagonal", "posterior.degreesOfFreedom", "9");
        Fit own = fit(correlated(), "bernoulli", LogisticPosterior.NAME);
        assertNear(near.posterior(), own.posterior(), 0.1);
        assertEquals(elbo(near), elbo(own), 0.1);
    }

    /** What is written of a posterior makes it again to the same bits. */
    @Test
    void describedMembers_areRebuiltToTheSameBits() {
        for (String family : List.of(Tridiagonal.NAME, LogisticPosterior.NAME)) {
            Posterior q = fit(correlated(), "bernoulli", family).posterior();
            Posterior again = PARTS.families()
                    .named(family)
                    .rebuildPosterior(
                            FamilyParameters.fromTree(q.toFamilyParameters().toTree()), PARTS.families());
            assertEquals(q.getClass(), again.getClass());
            assertArrayEquals(q.parameters(), again.parameters());
            assertArrayEquals(q.covariance(), again.covariance());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "posterior.family = gaussian-tridiagonal",
                "posterior.family = gaussian-tridiagonal\nestimator.kind = reparameterized\nupdate.kind = half-step",
                "posterior.family = logistic",
                "posterior { family = product, factors = [{ size = 2, family = logistic },"
                        + " { size = 1, family = gaussian-tridiagonal }] }"
            })
    void addedParts_areFittedSavedLoadedAndScoredWith(String keys) throws IOException {
        JsonNode written = fitAndScore(keys);
        SavedPosterior saved = SavedPosterior.parse(Files.readString(output().resolve("posterior.json")), PARTS);
        Posterior q = saved.posterior(() -> {
            throw new AssertionError("no table is read");
        });
        assertEquals(written.at("/posterior/family").asText(), q.family());
        Map<String, Object> tree =
                new ObjectMapper().convertValue(written.at("/posterior/parameters"), new TypeReference<>() {});
        assertEquals(tree, q.toFamilyParameters().toTree());
        double[] mean = q.mean();
        Row first = spark.read()
                .parquet(output() + "/predictions.parquet")
                .orderBy("x", "z")
                .first();
        double expected = mean[0]
                + mean[1] * Double.parseDouble(first.getAs("x"))
                + mean[2] * Double.parseDouble(first.getAs("z"));
        assertEquals(expected, first.<Double>getAs("prediction"), 1e-9);
    }

    @Test
    void structureOfOnesOwn_isRefusedWhereAFullOneIsNeeded() throws IOException {
        for (String keys : List.of("estimator.kind = partitioned", "estimator.kind = score\nupdate.kind = manifold")) {
            String refused = assertThrows(
                            ConfigurationException.class,
                            () -> config("posterior.family = gaussian-tridiagonal\n" + keys))
                    .getMessage();
            assertTrue(refused.contains("posterior.family = gaussian-full"), refused);
        }
        String refused = assertThrows(
                        ConfigurationException.class,
                        () -> fit(
                                correlated(),
                                "bernoulli",
                                Tridiagonal.NAME,
                                DRAWS,
                                "reparameterized",
                                "update.kind",
                                "adam"))
                .getMessage();
        assertTrue(refused.contains("required natural gradients for the family gaussian-tridiagonal"), refused);
    }

    private FitConfig config(String keys) throws IOException {
        List<String> lines = rows(
                "x,z,y",
                60,
                i -> (i % 9 - 4) + "," + (i * 5 % 7 - 3) + "," + (0.5 * (i % 9 - 4) + (i * 7 % 5 - 2) / 2.0));
        Path rows = write("rows.csv", lines.toArray(String[]::new));
        String text = "data { path = \"" + rows + "\", label = y }\noutput { path = \"" + output()
                + "\", overwrite = true }\nscore.overwrite = true\nmodel { family = gaussian, dispersion = 0.5 }\n"
                + keys;
        return ConfigReader.read("job.conf", text, List.of(), PARTS);
    }

    private JsonNode fitAndScore(String keys) throws IOException {
        PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Progress silent = new Progress(Progress.ProgressStyle.NONE, nowhere);
        FitConfig config = config(keys);
        assertEquals(0, new FitJob(config, silent, nowhere, nowhere).run(null, false, Jars.NONE));
        assertEquals(0, new ScoreJob(config, PARTS, silent, nowhere, nowhere).run(null, Jars.NONE));
        return posterior();
    }
}
