package io.credence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.ExecutionBackend;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.Kernels;
import io.credence.summary.FactorEffects;
import io.credence.summary.LevelEffects;
import io.credence.summary.MixedSummary;
import io.credence.summary.SummaryRow;
import io.credence.testkit.Nightly;
import io.credence.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.random.Well19937c;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Mixed models by the builder, on the sleepstudy of lme4, whose posterior is known from 150,000 draws (golden/mixed). */
class MixedInferenceTest {

    private static final List<Map<String, Object>> GROUPS =
            List.of(Map.of("by", "Subject", "columns", List.of("(Intercept)", "Days")));

    private static Rows.InMemory rows() {
        return rows(0);
    }

    private static Rows.InMemory rows(double shift) {
        List<String[]> cells;
        try {
            cells = Files.readAllLines(Repository.file("conf/data/sleepstudy.csv")).stream()
                    .skip(1)
                    .map(line -> line.split(","))
                    .toList();
        } catch (IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
        double[][] days = cells.stream()
                .map(row -> new double[] {shift + Double.parseDouble(row[1])})
                .toArray(double[][]::new);
        double[] reaction =
                cells.stream().mapToDouble(row -> Double.parseDouble(row[0])).toArray();
        return Rows.of(List.of("Days"), days, reaction)
                .inGroups("Subject", cells.stream().map(row -> row[2]).toList());
    }

    /** With the priors of the golden posterior. */
    private static Inference inference() {
        return Inference.of("gaussian")
                .with("model.groups", GROUPS)
                .with("prior.groups", Map.of("sd", Map.of("scale", 50)))
                .with("prior.sigma.scale", 50)
                .with("prior.mean", 0)
                .with("prior.coefficients", Map.of("(Intercept)", Map.of("sd", 500), "Days", Map.of("sd", 100)));
    }

    private static void assertNear(SummaryRow found, String name, double mean, double sd) {
        assertEquals(name, found.name());
        assertEquals(mean, found.mean(), 0.1 * sd, name);
        assertEquals(sd, found.sd(), 0.1 * sd, name);
    }

    @Test
    void sleepstudy_hasItsGoldenPosterior() {
        Fit fit = inference().fit(rows());
        assertEquals(List.of("(Intercept)", "Days"), fit.names());
        assertTrue(fit.isReliable(), fit.reliability().text());
        assertEquals(251.4, fit.mean("(Intercept)"), 0.7);
        assertEquals(10.47, fit.mean("Days"), 0.15);
        MixedSummary mixed = Objects.requireNonNull(fit.findings().kindFindings(MixedSummary.class));
        assertEquals(
                "between levels of Subject (18 levels)",
                mixed.effects().sections().get(0).title());
        List<SummaryRow> components = mixed.varianceComponents();
        assertEquals(5, components.size());
        assertNear(components.get(0), "sd[Subject:(Intercept)]", 26.746, 6.691);
        assertNear(components.get(1), "sd[Subject:Days]", 6.564, 1.509);
        assertNear(components.get(2), "cor[Subject:(Intercept),Days]", 0.070, 0.273);
        assertEquals("sigma", components.get(3).name());
        assertEquals("icc[Subject]", components.get(4).name());
        assertEquals(-893.043, Objects.requireNonNull(fit.result().elbo()), 0.05);
        double variance = mixed.effects().groups().get(0).covariance()[0];
        assertEquals(26.746 * 26.746 + 6.691 * 6.691, variance, 0.05 * variance, "the mean of a squared sd");
    }

    /** There the priors of correlated effects hold, which favour slopes that do not vary. */
    @Test
    void correlatedColumnFarFromZero_isNoted() {
        assertEquals(List.of(), notes(0));
        List<String> far = notes(2000);
        assertEquals(1, far.size());
        assertTrue(far.get(0).startsWith("Days lies 698 of its standard deviations from 0, "), far.get(0));
    }

    private static List<String> notes(double shift) {
        Rows rows = rows(shift);
        try (ExecutionBackend backend = rows.toBackend("java")) {
            return Inference.prepare(inference().config(), null, rows, backend, Kernels.named("java"))
                    .notes();
        }
    }

    @Test
    void levels_areRanked() {
        Fit fit = inference().fit(rows());
        FactorEffects ranked = Objects.requireNonNull(fit.findings().kindFindings(MixedSummary.class))
                .levelEffects()
                .get(0);
        List<SummaryRow> all = ranked.rankedSummaries(60).get(1);
        assertEquals(18, all.size());
        assertEquals("335", all.get(0).name(), "the subject whom nothing slows");
        for (int i = 1; i < 18; i++) {
            assertTrue(all.get(i - 1).mean() <= all.get(i).mean());
        }
        List<SummaryRow> some = ranked.rankedSummaries(3).get(1);
        assertEquals(List.of(all.get(0), all.get(8), all.get(17)), some);
        LevelEffects levels = ranked.collect();
        LevelEffects part = levels.range(2, 4);
        assertEquals(List.of("310", "330"), part.levels());
        assertEquals(levels.sd(3, 1), part.sd(1, 1));
    }

    @Test
    void whatRowsCannotTell_isRefused() {
        String[] own = new String[180];
        java.util.Arrays.setAll(own, i -> "row" + i);
        Rows unique = rows().inGroups("row", List.of(own));
        Inference byRow = inference().with("model.groups", List.of(Map.of("by", "row")));
        assertRefused(byRow, unique, "each row has a level of its own of 'row', whose effects are the residuals");
        double[][] one = {{1}, {2}, {4}};
        Rows labels = Rows.of(List.of("x"), one, new double[] {0, 1, 1})
                .inGroups("row", List.of(own).subList(0, 3));
        assertRefused(
                Inference.of("bernoulli").with("model.groups", List.of(Map.of("by", "row"))),
                labels,
                "labels of 0 and 1 do not show");
        assertRefused(inference(), Rows.of(new double[][] {{1}, {2}}, new double[] {1, 2}), "the rows have no levels");
        assertRefused(byRow, rows(), "the rows have no levels of row");
        assertRefused(
                inference().with("model.groups", List.of(Map.of("by", "Subject", "columns", "floor"))),
                rows(),
                "required one of");
        Inference zeros = Inference.of("zero-inflated-poisson").with("model.groups", GROUPS);
        assertRefused(zeros, rows(), "of one linear predictor");
        assertRefused(zeros, rows(), "weibull, tweedie, student-t; leave more zeros");
        assertRefused(zeros, rows(), "required model.family one of gaussian, bernoulli, bernoulli-probit, poisson");
        assertRefused(zeros, rows(), "to model.family = negative-binomial, or list the factor under data.categorical");
        assertRefused(
                Inference.of("ordinal").with("model.groups", GROUPS), rows(), "which model.family = bernoulli fits");
    }

    static Stream<String> withoutResidual() {
        return Nightly.cases(List.of("poisson"), List.of("bernoulli", "bernoulli-probit", "poisson"));
    }

    @ParameterizedTest
    @MethodSource("withoutResidual")
    void otherFamilies_haveNoResidual(String family) {
        int rows = 240;
        double[][] x = new double[rows][1];
        double[] y = new double[rows];
        List<String> level = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            x[i][0] = (i * 7 % 11 - 5) / 4.0;
            level.add("g" + i % 12);
            double mean = 0.5 + 0.4 * (i % 12 > 5 ? 1 : -1);
            y[i] = (i * 37 % 101) / 101.0 < mean ? 1 : 0;
        }
        Likelihood likelihood = Likelihoods.named(family, 4, 0);
        Fit fit = Inference.of(family)
                .with("model.groups", List.of(Map.of("by", "g")))
                .fit(Rows.of(List.of("x"), x, y).inGroups("g", level));
        MixedSummary mixed = Objects.requireNonNull(fit.findings().kindFindings(MixedSummary.class));
        assertEquals(2, mixed.varianceComponents().size(), "one factor, and its intraclass correlation");
        double sd = mixed.varianceComponents().get(0).mean();
        assertTrue(sd > 0.5, "levels differ");
        double noise = likelihood.latentVariance(Arrays.stream(y).average().orElseThrow(), 1);
        assertEquals(
                sd * sd / (sd * sd + noise), mixed.varianceComponents().get(1).mean(), 0.05);
        assertTrue(fit.isConverged(), fit.reliability().text());
        FactorEffects levels = mixed.levelEffects().get(0);
        assertTrue(levels.rankedSummaries(12).get(0).get(0).mean() < -0.3, "g0 to g5 have few");
    }

    static Stream<Arguments> dispersions() {
        return Nightly.cases(
                List.of(Arguments.of("gamma", 0.3, "dispersion", 1)),
                List.of(
                        Arguments.of("gamma", 0.3, "dispersion", 1),
                        Arguments.of("tweedie", 0.8, "dispersion", 1),
                        Arguments.of("negative-binomial", 0.5, "dispersion", 1),
                        Arguments.of("student-t", 0.6, "scale2", 1),
                        Arguments.of("student-t", 0.6, "scale2", 1e4),
                        Arguments.of("student-t", 0.6, "scale2", 1e-4)));
    }

    /** Twelve levels of 20 rows whose dispersion and effects were drawn: all within three of their standard deviations. */
    @ParameterizedTest
    @MethodSource("dispersions")
    void dispersion_isOneMoreComponent(String family, double dispersion, String name, double unit) {
        int rows = 240;
        Likelihood likelihood = Likelihoods.named(family, 4, 0);
        ResponseSampler responses = Objects.requireNonNull(likelihood.responseSampler());
        RandomGenerator random = new Well19937c(5);
        double[][] x = new double[rows][1];
        double[] y = new double[rows];
        double[] effects = new double[12];
        Arrays.setAll(effects, g -> 0.8 * random.nextGaussian());
        List<String> level = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            x[i][0] = random.nextGaussian();
            level.add(String.format(Locale.ROOT, "g%02d", i % 12));
            double[] eta = {1 + 0.5 * x[i][0] + effects[i % 12]};
            y[i] = unit * responses.draw(eta, dispersion, random);
        }
        Fit fit = Inference.of(family)
                .with("model.groups", List.of(Map.of("by", "g")))
                .fit(Rows.of(List.of("x"), x, y).inGroups("g", level));
        assertTrue(fit.isReliable(), fit.reliability().text());
        assertWithin(0.5 * unit, fit.mean("x"), fit.sd("x"));
        MixedSummary mixed = Objects.requireNonNull(fit.findings().kindFindings(MixedSummary.class));
        SummaryRow sd = mixed.varianceComponents().get(0);
        assertWithin(0.8 * unit, sd.mean(), sd.sd());
        assertEquals(
                2, mixed.varianceComponents().size(), "no residual beside a dispersion, but an intraclass correlation");
        DispersionPosterior found = fit.result().dispersion();
        double scaled = dispersion * unit * unit;
        assertWithin(scaled, found.mean(), found.sd());
        assertTrue(found.sd() < 0.4 * scaled, "learned from the rows");
        assertEquals(name, likelihood.dispersionName());
        LevelEffects levels = mixed.levelEffects().get(0).collect();
        for (int g = 0; g < 12; g++) {
            assertWithin(effects[g] * unit, levels.mean()[g], levels.sd(g, 0));
        }
    }

    static Stream<Arguments> counts() {
        return Nightly.cases(
                List.of(Arguments.of("poisson", 12), Arguments.of("poisson", 400)),
                List.of(
                        Arguments.of("poisson", 12),
                        Arguments.of("poisson", 400),
                        Arguments.of("negative-binomial", 12)));
    }

    /**
     * Counts of a billion: their likelihood's terms are of order 10¹⁰, and to the last digit of these no site settles. Slopes of 400 groups
     * are known to 10⁻⁶, by thousands of their standard deviations better than where the climb starts. The last digit of a quadrature node
     * moves the intercept by some hundredths of its standard deviation.
     */
    @ParameterizedTest
    @MethodSource("counts")
    void unitOfCounts_movesTheInterceptAlone(String family, int groups) {
        double[] scales = Nightly.runs() ? new double[] {1e4, 1e6, 1e9} : new double[] {1e4, 1e9};
        List<Fit> fits = new ArrayList<>();
        for (double scale : scales) {
            fits.add(scaledCounts(family, groups, scale));
        }
        for (int i = 0; i < scales.length; i++) {
            Fit fit = fits.get(i);
            assertTrue(fit.isReliable(), fit.reliability().text());
            Fit first = fits.get(0);
            assertWithin(0.3, fit.mean("x"), fit.sd("x"));
            double shift = Math.log(scales[i] / scales[0]);
            assertEquals(first.mean("(Intercept)") + shift, fit.mean("(Intercept)"), 0.05 * first.sd("(Intercept)"));
            assertEquals(sd(first).mean(), sd(fit).mean(), 0.02 * sd(first).sd());
            assertEquals(sd(first).sd(), sd(fit).sd(), 0.02 * sd(first).sd());
        }
        assertTrue(
                family.equals("negative-binomial")
                        || fits.get(scales.length - 1).sd("x") < 1e-5,
                "as exact as the counts");
    }

    private static SummaryRow sd(Fit fit) {
        return Objects.requireNonNull(fit.findings().kindFindings(MixedSummary.class))
                .varianceComponents()
                .get(0);
    }

    private static Fit scaledCounts(String family, int groups, double scale) {
        RandomGenerator random = new Well19937c(9);
        double[][] x = new double[8 * groups][1];
        double[] y = new double[8 * groups];
        double[] effects = new double[groups];
        Arrays.setAll(effects, g -> 0.5 * random.nextGaussian());
        double noise = family.equals("poisson") ? 0 : 0.3;
        List<String> level = new ArrayList<>();
        for (int i = 0; i < y.length; i++) {
            x[i][0] = random.nextGaussian();
            level.add("g" + i % groups);
            double mean = scale * Math.exp(0.3 * x[i][0] + effects[i % groups] + noise * random.nextGaussian());
            y[i] = Math.rint(mean + Math.sqrt(mean) * random.nextGaussian());
        }
        return Inference.of(family)
                .with("model.groups", List.of(Map.of("by", "g")))
                .with("prior.coefficients", Map.of("(Intercept)", Map.of("sd", 1e4)))
                .fit(Rows.of(List.of("x"), x, y).inGroups("g", level));
    }

    private static void assertWithin(double truth, double mean, double sd) {
        assertEquals(truth, mean, 3 * sd);
    }

    private static void assertRefused(Inference inference, Rows rows, String part) {
        String message = assertThrows(ConfigurationException.class, () -> inference.fit(rows))
                .getMessage();
        assertTrue(message.contains(part), message);
    }
}
