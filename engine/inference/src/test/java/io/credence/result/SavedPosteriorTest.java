package io.credence.result;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.config.ConfigReader;
import io.credence.config.FitConfig;
import io.credence.family.BlockGaussian;
import io.credence.family.Blocks;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianStructure;
import io.credence.family.MomentSource;
import io.credence.family.NormalMixture;
import io.credence.family.Posterior;
import io.credence.family.ProductPosterior;
import io.credence.family.choice.Families;
import io.credence.family.choice.FamilyPart;
import io.credence.family.choice.PosteriorReader;
import io.credence.family.law.DispersionPosterior;
import io.credence.family.student.StudentFull;
import io.credence.fit.FitEnd;
import io.credence.fit.FitResult;
import io.credence.fit.FitState.FitStatus;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.prior.GaussianPrior;
import io.credence.prior.NonCentredMap;
import io.credence.report.UnweighedFindings;
import io.credence.summary.Coefficients;
import io.credence.summary.FitReport;
import io.credence.summary.FittedModel;
import io.credence.summary.SummaryRow;
import io.credence.testkit.RandomArrays;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every family, written and read back. */
class SavedPosteriorTest {

    private static final Map<String, ?> OPTIONS = Map.of("rank", 2, "shared", 1, "component", "full", "layers", 4);

    private static Stream<Posterior> posteriors() {
        double[] mean = {0.1, -2, 1.0 / 3, 40};
        double[] sd = {1e-3, 1, 2, 0.7};
        Stream<Posterior> named = Families.ALL.names().stream()
                .filter(name -> !List.of(ProductPosterior.NAME, BlockGaussian.NAME, "wishart", "auto")
                        .contains(name))
                .map(name -> {
                    FamilyPart part = Families.ALL.named(name);
                    Map<String, Object> own = new HashMap<>(OPTIONS);
                    own.keySet().removeIf(key -> !part.has(key));
                    Posterior q = Families.startPlanNamed(name, own, 1).around(mean, sd);
                    double[] moved = q.parameters().clone();
                    double[] units = q.parameterScales();
                    double[] steps = RandomArrays.of("moved " + name).uniforms(moved.length, -0.2, 0.2);
                    for (int i = 0; i < moved.length; i++) {
                        moved[i] += units[i] * steps[i];
                    }
                    return q.with(moved);
                });
        double[] covariance = {2, 0.5, 0, 0, 0.5, 1, 0, 0, 0, 0, 3, 1, 0, 0, 1, 2};
        GaussianStructure blocks = GaussianStructure.ofBlocks(Blocks.of(2, 2));
        Posterior block = PosteriorReader.ofMoments(blocks, mean, covariance);
        Posterior product = new ProductPosterior(List.of(
                DiagonalGaussian.around(new double[2], new double[] {1, 2}),
                StudentFull.around(4, new double[2], new double[] {1, 2})));
        Posterior wishart = Families.startPlanNamed("wishart", Map.of(), 1)
                .around(new double[] {0.1, -2, 1}, new double[] {1, 2, 1});
        return Stream.concat(named, Stream.of(block, product, wishart));
    }

    private static String written(Coefficients coefficients) {
        FitResult result = new FitResult(
                new FitEnd(FitStatus.CONVERGED, "because", 12, 9.5, null, List.of()),
                coefficients.posterior(),
                new DispersionPosterior.Known(1),
                -1.0,
                null);
        FitConfig config = ConfigReader.read(
                "job.conf",
                "data { path = rows.csv, label = y }\noutput.path = out\nmodel.family = poisson",
                List.of());
        return ResultJson.text(new FitReport(
                config,
                FittedModel.of(
                        config.model(), Likelihoods.named("poisson", 4, 3), Likelihoods.named("poisson", 4, 3), false),
                new FitReport.DataFacts(
                        753,
                        2,
                        "sha256:0",
                        4,
                        new FitReport.ClassFacts(0, List.of()),
                        new FitReport.ColumnFacts(Map.of(), List.of(), null),
                        List.of()),
                UnweighedFindings.of(coefficients, result),
                List.of(),
                result,
                new FitReport.RunInfo(1.5, "java", List.of("java"), Map.of())));
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(j -> "x" + j).toList();
    }

    private static Coefficients coefficients(Posterior q) {
        return Coefficients.of(names(q.dimension()), q, GaussianPrior.of(q.dimension(), 0, 1));
    }

    private static double[] none() {
        throw new AssertionError("no table is needed");
    }

    @ParameterizedTest
    @MethodSource("posteriors")
    void everyFamily_comesBackToTheSameBits(Posterior q) {
        Coefficients coefficients = coefficients(q);
        SavedPosterior saved = SavedPosterior.parse(written(coefficients));
        Posterior read = saved.posterior(SavedPosteriorTest::none);
        assertEquals(q.family(), read.family());
        assertArrayEquals(q.parameters(), read.parameters());
        RandomArrays random = RandomArrays.of("draws of " + q.family());
        for (int k = 0; k < q.stratumCount(); k++) {
            double[] standard = random.normals(q.noiseDimension());
            double[] theta = q.draw(k, standard);
            assertArrayEquals(theta, read.draw(k, standard));
            assertEquals(q.logDensity(theta), read.logDensity(theta));
        }
        assertArrayEquals(coefficients.mean(), saved.mean());
        assertArrayEquals(coefficients.sd(), saved.sd());
        assertEquals(q.momentSource(), saved.momentSource());
        double[] covariance = saved.covariance().orElseThrow();
        for (int i = 0; i < q.dimension(); i++) {
            for (int j = 0; j < q.dimension(); j++) {
                assertEquals(coefficients.covariance(i, j), covariance[i * q.dimension() + j]);
            }
        }
        NormalMixture normals = saved.normalMixture(SavedPosteriorTest::none, 3);
        assertEquals(q.normalMixture() == null, normals.isOfDraws());
    }

    /** Where there are correlations, they are reported: those of Student's t are not those of its standard deviations alone. */
    @Test
    void studentsCorrelations_areInTheFile() {
        double[] parameters = {0, 0, 0, 0.8, 0};
        StudentFull q =
                StudentFull.around(5, new double[2], new double[] {1, 1}).with(parameters);
        double[] covariance =
                SavedPosterior.parse(written(coefficients(q))).covariance().orElseThrow();
        assertClose("covariance", new double[] {5.0 / 3, 4.0 / 3, 4.0 / 3, 5 * 1.64 / 3}, covariance, 1e-13);
    }

    @Test
    void wideGaussian_isRebuiltFromItsTable() throws IOException {
        int d = 65;
        RandomArrays random = RandomArrays.of("wide");
        double[] covariance = random.definite(d);
        Posterior q = PosteriorReader.ofMoments(GaussianStructure.FULL, random.normals(d), covariance);
        String text = written(coefficients(q));
        JsonNode own = new ObjectMapper().readTree(text).at("/posterior/parameters");
        assertTrue(own.has("mean") && !own.has("precision"));
        SavedPosterior saved = SavedPosterior.parse(text);
        assertTrue(saved.covariance().isEmpty());
        Posterior read = saved.posterior(q::covariance);
        double[] theta = random.normals(d);
        assertClose("log q", q.logDensity(theta), read.logDensity(theta), 1e-9);
        assertArrayEquals(
                q.covariance(),
                saved.normalMixture(q::covariance, 1).components().get(0).covariance());
        Posterior diagonal = DiagonalGaussian.around(new double[d], random.uniforms(d, 0.5, 2));
        SavedPosterior narrow = SavedPosterior.parse(written(coefficients(diagonal)));
        assertArrayEquals(
                diagonal.parameters(),
                narrow.posterior(SavedPosteriorTest::none).parameters());
    }

    @Test
    void retiredFamily_isRefusedWithTheBuildsThatReadIt() {
        DiagonalGaussian diagonal = DiagonalGaussian.around(new double[] {1, 2}, new double[] {1, 1});
        String text = written(coefficients(diagonal)).replace("gaussian-diagonal", "gaussian-sparse-precision");
        String message = assertThrows(IllegalArgumentException.class, () -> SavedPosterior.parse(text))
                .getMessage();
        for (String part : List.of(
                "the posterior is a Gaussian with a sparse precision",
                "builds of 0.1.0-SNAPSHOT from 26 to 28 November 2026 read",
                "posterior.family = gaussian-low-rank")) {
            assertTrue(message.contains(part), message);
        }
    }

    @Test
    void retiredFamilyOfAFactor_isRefusedWithWhatToUseInstead() {
        DiagonalGaussian diagonal = DiagonalGaussian.around(new double[] {1, 2}, new double[] {1, 1});
        String text = written(coefficients(new ProductPosterior(List.of(diagonal, diagonal))))
                .replace("gaussian-diagonal", "gaussian-sparse-precision");
        String message = assertThrows(IllegalArgumentException.class, () -> SavedPosterior.parse(text))
                .getMessage();
        assertTrue(
                message.contains("required another one, since gaussian-sparse-precision is retired; where a full"),
                message);
    }

    @Test
    void nonCentredPosterior_isDrawnThroughItsMap() {
        NonCentredMap map = new NonCentredMap(new int[] {-1, 0, 0}, 1, 0, 0.5, true);
        Posterior q =
                DiagonalGaussian.around(new double[] {1, 2, -1, 0.3, -0.2}, new double[] {0.1, 0.1, 0.1, 0.2, 0.2});
        Coefficients coefficients =
                Coefficients.ofNonCentred(map, names(3), q, GaussianPrior.of(q.dimension(), 0, 1), 5);
        assertEquals(MomentSource.DRAWS, coefficients.momentSource());
        double expected = 0.5 * 2 * Math.exp(0.1 + 0.04);
        assertClose("mean", expected, coefficients.mean()[1], 4 * coefficients.sd()[1] / 100 / expected);
        SavedPosterior saved = SavedPosterior.parse(written(coefficients));
        assertTrue(saved.isNonCentred());
        assertArrayEquals(
                q.parameters(), saved.posterior(SavedPosteriorTest::none).parameters());
        assertNull(saved.nonCentredMap().orElseThrow().units());
        double[] units = {1, 2, 3};
        SavedPosterior inUnits = SavedPosterior.parse(written(
                Coefficients.ofNonCentred(map.inUnits(units), names(3), q, GaussianPrior.of(q.dimension(), 0, 1), 5)));
        assertArrayEquals(units, inUnits.nonCentredMap().orElseThrow().units());
        NormalMixture draws = saved.normalMixture(SavedPosteriorTest::none, 5);
        assertTrue(draws.isOfDraws());
        double mean = 0;
        for (NormalMixture.Component each : draws.components()) {
            assertEquals(3, each.mean().length);
            mean += each.weight() * each.mean()[1];
        }
        assertClose("mean", expected, mean, 4 * coefficients.sd()[1] / Math.sqrt(1000) / expected);
    }

    /** Its student-t-full is the diagonal Gaussian of the moments that it used to be taken for. */
    @Test
    void firstSchema_isStillRead() throws IOException {
        try (InputStream file = SavedPosteriorTest.class.getResourceAsStream("posterior-1.json")) {
            SavedPosterior saved = SavedPosterior.parse(new String(file.readAllBytes(), StandardCharsets.UTF_8));
            assertEquals("student-t-full", saved.posteriorFamily());
            assertEquals("bernoulli", saved.model().family());
            assertEquals(MomentSource.CLOSED_FORM, saved.momentSource());
            assertFalse(saved.isNonCentred());
            NormalMixture normals = saved.normalMixture(SavedPosteriorTest::none, 1);
            assertEquals(1, normals.components().size());
            assertArrayEquals(
                    new double[] {0.25, 0, 0, 4}, normals.components().get(0).covariance());
            Posterior read = saved.posterior(SavedPosteriorTest::none);
            assertEquals(FullGaussian.NAME, read.family());
            assertArrayEquals(new double[] {0.5, -1.25}, read.mean());
            assertArrayEquals(new double[] {0.5, 2}, read.sd());
        }
    }

    /** t of 5 degrees of freedom: ±2.015 scales; a normal of its sd would give 2.124. */
    @Test
    void intervals_areThoseOfThePosteriorItself() {
        StudentFull q = StudentFull.around(5, new double[] {1, 0}, new double[] {1, 3});
        List<SummaryRow> rows = coefficients(q).summaryRows(2, 1);
        assertClose("5 %", 1 - 2.015, rows.get(0).lower(), 0.06);
        assertClose("95 %", 3 * 2.015, rows.get(1).upper(), 0.03);
        assertClose("P(t > −1) of 5 degrees of freedom", 0.8184, rows.get(0).positiveProbability(), 0.02);
        SummaryRow normal = coefficients(DiagonalGaussian.around(new double[] {1}, new double[] {2}))
                .summaryRows(1, 1)
                .get(0);
        assertClose("5 %", 1 - 2 * 1.6448536269514722, normal.lower(), 1e-15);
        assertClose("P(> 0)", 0.6914624612740131, normal.positiveProbability(), 1e-15);
    }
}
