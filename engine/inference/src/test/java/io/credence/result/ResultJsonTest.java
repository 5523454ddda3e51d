package io.credence.result;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.config.ConfigReader;
import io.credence.config.FitConfig;
import io.credence.diagnostic.Reliability;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianStructure;
import io.credence.family.Posterior;
import io.credence.family.choice.PosteriorReader;
import io.credence.family.law.DispersionPosterior;
import io.credence.family.law.LogNormalDispersion;
import io.credence.fit.CandidateFamily;
import io.credence.fit.FitEnd;
import io.credence.fit.FitResult;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.ObjectiveProgress;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.prior.CoefficientPriors;
import io.credence.prior.GaussianPrior;
import io.credence.prior.Prior;
import io.credence.report.FitLog;
import io.credence.report.SectionText;
import io.credence.report.UnweighedFindings;
import io.credence.result.section.MomentsSection.TriedFamily;
import io.credence.summary.Coefficients;
import io.credence.summary.ConstrainedSummary;
import io.credence.summary.FitReport;
import io.credence.summary.FittedModel;
import io.credence.summary.QuantitySummary;
import io.credence.summary.SummaryRow;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResultJsonTest {

    private static FitReport report(String family, int d, DispersionPosterior scale, FitStatus status, Double elbo) {
        FitConfig config = ConfigReader.read(
                "job.conf",
                "data { path = rows.csv, label = y }\noutput.path = out\nmodel.family = " + family,
                List.of("seed=7"));
        SplittableRandom random = new SplittableRandom(TestSeed.of(family + d));
        double[] mean = random.doubles(d, -1e3, 1e3).toArray();
        double[] sd = random.doubles(d, 1e-6, 1).toArray();
        double[] covariance = new double[d * d];
        List<String> names = new ArrayList<>();
        for (int i = 0; i < d; i++) {
            names.add("column \"" + i + "\", é");
            for (int j = 0; j < d; j++) {
                covariance[i * d + j] = i == j ? sd[i] * sd[i] : 0.3 / (1 + i + j) * sd[i] * sd[j];
            }
        }
        Posterior q = PosteriorReader.ofMoments(GaussianStructure.FULL, mean, covariance);
        FitResult result = new FitResult(
                new FitEnd(status, "because", 12, 9.5, null, List.of("a decision")), q, scale, elbo, null);
        return new FitReport(
                config,
                FittedModel.of(config.model(), Likelihoods.named(family, 4, 3), Likelihoods.named(family, 4, 3), false),
                new FitReport.DataFacts(
                        753,
                        2,
                        "sha256:0",
                        4,
                        new FitReport.ClassFacts(0, List.of("no", "yes")),
                        new FitReport.ColumnFacts(Map.of("origin", "ATL"), List.of(), null),
                        List.of("a note")),
                UnweighedFindings.of(Coefficients.of(names, q, GaussianPrior.of(d, 0, 1)), result),
                List.of(),
                result,
                new FitReport.RunInfo(1.5, "java", List.of("java"), Map.of("credence", "1")));
    }

    private static FitReport converged(String family, DispersionPosterior scale) {
        return report(family, 5, scale, FitStatus.CONVERGED, -432.1);
    }

    @Test
    void everyNumber_comesBackToTheSameBits() {
        FitReport report = converged("gamma", new LogNormalDispersion(-1.0 / 3, 0.1));
        SavedPosterior read = SavedPosterior.parse(ResultJson.text(report));
        assertArrayEquals(report.coefficients().mean(), read.mean());
        assertArrayEquals(report.coefficients().sd(), read.sd());
        assertArrayEquals(report.coefficients().covariance(), read.covariance().orElseThrow());
        assertEquals(report.coefficients().names(), read.names());
        assertEquals(report.result().dispersion(), read.dispersion());
        assertEquals("gamma", read.model().family());
        assertEquals("gaussian-full", read.posteriorFamily());
        assertEquals(Map.of("origin", "ATL"), read.fittedColumns().referenceLevels());
        assertEquals(List.of("no", "yes"), read.classNames());
        assertTrue(read.isReliable());
    }

    @ParameterizedTest
    @EnumSource(Reliability.Status.class)
    void check_comesBackWithItsReason(Reliability.Status status) throws Exception {
        FitReport plain = converged("poisson", new DispersionPosterior.Known(1));
        Reliability check = new Reliability(status, "because");
        FitReport report = new FitReport(
                plain.config(),
                plain.model(),
                plain.data(),
                UnweighedFindings.of(plain.coefficients(), plain.result().dispersion(), check),
                List.of(),
                plain.result(),
                plain.run());
        String text = ResultJson.text(report);
        JsonNode root = new ObjectMapper().readTree(text);
        assertEquals(status == Reliability.Status.PASSED, root.path("reliable").asBoolean());
        assertEquals(status.resultName(), root.path("check").asText());
        assertEquals("because", root.path("checkReason").asText());
        assertEquals(check, SavedPosterior.parse(text).reliability());
        assertEquals(check.text(), root.at("/verdict/says/0").asText());
        assertTrue(FitLog.logText(report).contains("reliable: " + check.isReliable()), FitLog.logText(report));
        assertTrue(FitLog.logText(report).contains(check.text()), FitLog.logText(report));
    }

    /** Of a file that an earlier version wrote. */
    @Test
    void fileWithoutACheck_isReliableOnlyWhereItsDrawsWereWeighed() throws Exception {
        ObjectNode root = (ObjectNode)
                new ObjectMapper().readTree(ResultJson.text(converged("poisson", new DispersionPosterior.Known(1))));
        root.remove(List.of("check", "checkReason", "digest"));
        assertEquals(
                Reliability.Status.SKIPPED,
                SavedPosterior.parse(root.toString()).reliability().status());
        ((ObjectNode) root.path("diagnostics")).put("effectiveDraws", 1980.0).put("draws", 2000);
        assertTrue(SavedPosterior.parse(root.toString()).isReliable());
        root.put("reliable", false);
        assertEquals(
                Reliability.Status.FAILED,
                SavedPosterior.parse(root.toString()).reliability().status());
    }

    @Test
    void dispersion_isAFactorUnlessKnown() {
        DispersionPosterior estimated = new DispersionPosterior.InverseGamma(4, 0.7);
        assertEquals(
                estimated,
                SavedPosterior.parse(ResultJson.text(converged("gaussian", estimated)))
                        .dispersion());
        String known = ResultJson.text(converged("gaussian", new DispersionPosterior.Known(0.3)));
        assertEquals(
                new DispersionPosterior.Known(0.3), SavedPosterior.parse(known).dispersion());
        assertTrue(known.contains("\"factors\" : [ ]"), known);
        assertEquals(
                new DispersionPosterior.Known(1),
                SavedPosterior.parse(ResultJson.text(converged("poisson", new DispersionPosterior.Known(1))))
                        .dispersion());
    }

    @Test
    void numberThatWasNotComputed_isAbsent() throws Exception {
        FitReport report = report("poisson", 3, new DispersionPosterior.Known(1), FitStatus.BUDGET, null);
        JsonNode root = new ObjectMapper().readTree(ResultJson.text(report));
        assertEquals("unconverged", root.path("status").asText());
        assertFalse(root.path("reliable").asBoolean());
        assertTrue(root.path("bounds").isEmpty());
        assertTrue(root.path("diagnostics").isEmpty());
        assertEquals(7, root.at("/config/seed").asInt());
        assertEquals(
                "diverged",
                report("poisson", 3, new DispersionPosterior.Known(1), FitStatus.DIVERGED, -1.0)
                        .status());
    }

    @Test
    void familiesThatWereTried_comeBackWithTheOneThatWasKept() {
        FitReport plain = converged("poisson", new DispersionPosterior.Known(1));
        FitResult r = plain.result();
        CandidateFamily.Judgement doubtful = new CandidateFamily.Judgement(false, true, 0.9, 2.5);
        List<CandidateFamily> tried = List.of(
                new CandidateFamily("student-t-full", FitStatus.BUDGET, null, CandidateFamily.Judgement.NONE),
                new CandidateFamily(FullGaussian.NAME, FitStatus.CONVERGED, -432.1, doubtful));
        FitReport searched = new FitReport(
                plain.config(),
                plain.model(),
                plain.data(),
                plain.findings(),
                List.of(),
                r.withCandidates(tried),
                plain.run());
        SavedPosterior read = SavedPosterior.parse(ResultJson.text(searched));
        assertEquals(
                List.of(
                        new TriedFamily(
                                "student-t-full", false, "unconverged", Double.NaN, Double.NaN, Double.NaN, false),
                        new TriedFamily(FullGaussian.NAME, true, "converged", -432.1, 0.9, 2.5, false)),
                read.triedFamilies());
        assertEquals(FullGaussian.NAME, read.posteriorFamily());
        assertTrue(SavedPosterior.parse(ResultJson.text(plain)).triedFamilies().isEmpty());
    }

    @Test
    void noiseOfDraws_isReportedAsFarAsItIsKnown() throws Exception {
        FitReport exact = converged("poisson", new DispersionPosterior.Known(1));
        FitResult r = exact.result();
        FitReport drawn = new FitReport(
                exact.config(),
                FittedModel.ofClass("com.acme.Line", List.of("x")),
                exact.data(),
                UnweighedFindings.of(
                        exact.coefficients(),
                        r,
                        new ConstrainedSummary(
                                List.of("log(s)"),
                                List.of("s"),
                                new double[] {2},
                                new double[] {0.5},
                                new double[] {1},
                                new double[] {1.9},
                                new double[] {3}),
                        new QuantitySummary(
                                IntStream.range(0, 70)
                                        .mapToObj(k -> new SummaryRow("life " + k, 3, 0.5, 2, 4, 1))
                                        .toList(),
                                List.of("another is not reported"))),
                List.of(),
                new FitResult(
                        r.end(),
                        r.posterior(),
                        r.dispersion(),
                        r.elbo(),
                        new FitResult.DrawNoise(0.25, Double.NaN, 0.015, 400)),
                exact.run());
        JsonNode root = new ObjectMapper().readTree(ResultJson.text(drawn));
        assertEquals(0.25, root.at("/bounds/elbo/mcse").asDouble());
        assertEquals(0.015, root.at("/diagnostics/mcse").asDouble());
        assertEquals(400, root.at("/diagnostics/draws").asInt());
        assertTrue(root.at("/diagnostics/rhat").isMissingNode());
        assertEquals("com.acme.Line", root.at("/model/class").asText());
        assertEquals(
                "com.acme.Line",
                SavedPosterior.parse(ResultJson.text(drawn)).model().className().orElseThrow());
        assertEquals("s", root.at("/posterior/constrained/names/0").asText());
        ConstrainedSummary read = SavedPosterior.parse(ResultJson.text(drawn)).constrainedSummary();
        assertEquals(List.of("log(s)"), Objects.requireNonNull(read).unconstrainedNames());
        assertEquals(1.9, root.at("/posterior/constrained/q50/0").asDouble());
        assertEquals(
                drawn.findings().quantitySummary().summaryRows(),
                SavedPosterior.parse(ResultJson.text(drawn))
                        .findings()
                        .summaries()
                        .quantityRows());
        assertEquals(
                List.of("x"),
                SavedPosterior.parse(ResultJson.text(drawn)).model().featureNames());
        assertTrue(
                drawn.warnings().contains("another is not reported"),
                () -> drawn.warnings().toString());
        String log = FitLog.logText(drawn);
        assertTrue(log.contains("400 draws per step at the end, Monte Carlo error of means up to 0.0150"), log);
        String tables = SectionText.text(drawn.sections());
        assertTrue(tables.contains("\ns "), tables);
        String quantities = tables.substring(tables.indexOf("quantities\nname"));
        assertEquals(
                60, quantities.lines().filter(line -> line.startsWith("life ")).count());
        assertTrue(quantities.endsWith("… and 10 more in posterior.json\n"), quantities);
    }

    @Test
    void wideCovariance_isLeftToItsOwnFile() {
        FitReport report = report("poisson", 65, new DispersionPosterior.Known(1), FitStatus.CONVERGED, -1.0);
        assertTrue(SavedPosterior.parse(ResultJson.text(report)).covariance().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "{\"schema\": \"credence/posterior/9\"}", "{\"schema\": ", "[1]"})
    void anotherForm_isRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> SavedPosterior.parse(text));
    }

    @Test
    void coefficientThatThePriorDecides_isNoted() {
        double[] sd = {0.1, 0.6};
        Coefficients coefficients = Coefficients.of(
                List.of("known", "unknown"), DiagonalGaussian.around(new double[2], sd), GaussianPrior.of(2, 0, 1));
        assertEquals(List.of("unknown"), coefficients.uninformed());
        assertEquals(0, coefficients.covariance(0, 1));
        assertTrue(coefficients.isProper());
    }

    /** σ is 10, and with it the prior's standard deviation. */
    @Test
    void coefficientThatAConjugatePriorDecides_isNoted() {
        double[] mean = {0, 0, 2 * Math.log(10)};
        Coefficients coefficients = Coefficients.of(
                List.of("known", "unknown", "log(sigma2)"),
                DiagonalGaussian.around(mean, new double[] {4, 6, 0.1}),
                new Prior(
                        new GaussianPrior(mean, new double[3]),
                        CoefficientPriors.conjugate(GaussianPrior.of(2, 0, 1)).term()));
        assertEquals(List.of("unknown"), coefficients.uninformed());
    }

    @Test
    void traceLine_leavesOutWhatWasNotComputed() {
        StepInfo mode = new StepInfo(
                1, Phase.MODE, new ObjectiveProgress(5.5, null, 2.0, Double.POSITIVE_INFINITY), 1, true, 10, 0);
        assertEquals(
                "{\"iteration\":1,\"phase\":\"mode\",\"accepted\":true,\"objective\":5.5,\"gradientNorm\":2.0,"
                        + "\"stepSize\":1.0,\"rows\":10,\"seconds\":0.25}",
                new TraceLine(mode, 0.25).toJson());
        StepInfo step =
                new StepInfo(2, Phase.VARIATIONAL, new ObjectiveProgress(5.5, -5.5, 2.0, 0.1), 0.5, true, 10, 0);
        assertTrue(new TraceLine(step, 1).toJson().contains("\"elbo\":-5.5"));
        StepInfo drawn =
                new StepInfo(3, Phase.AVERAGE, new ObjectiveProgress(5.5, -5.5, 2.0, Double.NaN), 0.5, true, 10, 40);
        assertTrue(new TraceLine(drawn, 1).toJson().contains("\"rows\":10,\"draws\":40"));
    }

    @Test
    void table_hasEnoughDigitsForTheSmallestSd() {
        String table = SectionText.text(converged("gaussian", new DispersionPosterior.InverseGamma(300, 100))
                .sections());
        assertEquals(7, table.lines().count(), table);
        assertTrue(table.lines().toList().get(6).startsWith("sigma2"), table);
        assertTrue(table.lines().map(String::length).distinct().count() <= 2, table);
    }
}
