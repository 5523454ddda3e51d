package io.credence.mixed.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.family.law.DispersionPosterior;
import io.credence.fit.InProcessBackend;
import io.credence.kind.RandomEffects;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.Cholesky;
import io.credence.linalg.Symmetric;
import io.credence.mixed.joint.NormalRowsDensity;
import io.credence.mixed.joint.NormalRowsPass;
import io.credence.mixed.levelwise.LevelwisePass;
import io.credence.mixed.levelwise.LevelwisePoint;
import io.credence.mixed.levelwise.LevelwiseSums;
import io.credence.mixed.result.GoldenPosterior;
import io.credence.mixed.row.ArrowGaussian;
import io.credence.mixed.row.ArrowStatistics;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogHalfStudent;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.Repository;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Maxima of the likelihood against those of lme4 1.1-31 (bobyqa, rhoend 1e-9 and less), on data sets of that package: of normal responses
 * they are equal to four digits.
 */
class LikelihoodMaximumTest {

    private static NormalRowsDensity intercepts(String set, String response, List<String> factors) {
        List<Map<String, String>> table = GoldenPosterior.rows(set);
        double[] ones = new double[table.size()];
        Arrays.fill(ones, 1);
        List<String[]> words = factors.stream()
                .map(factor -> GoldenPosterior.words(table, factor))
                .toList();
        List<RandomEffects> effects = factors.stream()
                .map(factor -> new RandomEffects(factor, List.of("(Intercept)"), new int[] {0}, false))
                .toList();
        return density(new MixedRows(1, ones, GoldenPosterior.numbers(table, response), factors, words), effects);
    }

    private static NormalRowsDensity density(MixedRows rows, List<RandomEffects> effects) {
        boolean[] fixed = new boolean[rows.columns()];
        Arrays.fill(fixed, true);
        EffectLayout layout = EffectLayout.of(new MixedModel(
                rows.grouping(),
                effects,
                fixed,
                Likelihoods.named("gaussian", 1, 0),
                new GaussianPrior(new double[fixed.length], new double[fixed.length]),
                effects.stream()
                        .map(each -> EffectsPrior.halfStudent(each.size(), 1))
                        .toList(),
                new LogHalfStudent(3, 1)));
        double[] units = new double[fixed.length];
        Arrays.fill(units, 1);
        try (InProcessBackend backend =
                new InProcessBackend(MixedRows.dealt(rows.block(null, null)), MixedRows.KERNEL, 1)) {
            return new NormalRowsDensity(
                    ArrowStatistics.of(layout, backend.run(new NormalRowsPass(layout, units))), MixedRows.KERNEL);
        }
    }

    private static ArrowGaussian gaussian(NormalRowsDensity density, double[] x) {
        return Objects.requireNonNull(
                density.gaussian(Objects.requireNonNull(density.coordinates().toComponents(x))));
    }

    private static double logProfile(NormalRowsDensity density, double[] x) {
        return density.logProfile(gaussian(density, x));
    }

    /** Newton's step from the maximum of {@code lmer(…, REML = FALSE)} goes nowhere. */
    @ParameterizedTest
    @CsvSource({
        "Dyestuff, Yield, Batch, 37.2603462, 49.5100998, 1527.5, 327.327059881",
        "Penicillin, diameter, plate sample, 0.845572202 1.770646447, 0.549932192, 22.9722222, 332.188348669",
        "Pastes, strength, batch batch:cask, 1.095059724 2.904077544, 0.823407558, 60.0533333, 247.994465862"
    })
    void maximum_isThatOfLme4(
            String set, String response, String factors, String sds, double sigma, double intercept, double deviance) {
        double[] sd =
                Arrays.stream(sds.split(" ")).mapToDouble(Double::parseDouble).toArray();
        double[] x = Arrays.copyOf(Arrays.stream(sd).map(Math::cbrt).toArray(), sd.length + 1);
        x[sd.length] = Math.log(sigma);
        assertMaximum(intercepts(set, response, List.of(factors.split(" "))), x, deviance, new double[] {intercept});
    }

    /** {@code Reaction ~ Days + (1 + Days | Subject)}: standard deviations, their correlation and the residual one. */
    @Test
    void maximumOfCorrelatedSlopes_isThatOfLme4() {
        List<Map<String, String>> table = GoldenPosterior.rows(Repository.file("conf/data/sleepstudy.csv"));
        MixedRows rows = MixedRows.of(table, "Reaction", "Days", "Subject");
        double correlation = 0.08131997459;
        double[] x = {
            Math.cbrt(23.78056498578),
            Math.cbrt(5.71683457989),
            0.5 * Math.log((1 + correlation) / (1 - correlation)),
            Math.log(25.59181583202)
        };
        assertMaximum(
                density(
                        rows,
                        List.of(new RandomEffects("Subject", List.of("(Intercept)", "Days"), new int[] {0, 1}, true))),
                x,
                1751.939344,
                new double[] {251.40510485, 10.46728596});
    }

    /** {@code angle ~ recipe + temp + (1 | recipe:replicate)}: 15 cakes' batters of each recipe, each baked at six temperatures. */
    @Test
    void maximumOfSplitPlots_isThatOfLme4() {
        List<Map<String, String>> table = GoldenPosterior.rows("cake");
        double[] temperature = GoldenPosterior.numbers(table, "temp");
        String[] recipe = GoldenPosterior.words(table, "recipe");
        String[] batter = GoldenPosterior.words(table, "replicate");
        double[] cells = new double[4 * recipe.length];
        for (int i = 0; i < recipe.length; i++) {
            cells[4 * i] = 1;
            cells[4 * i + 1] = recipe[i].equals("B") ? 1 : 0;
            cells[4 * i + 2] = recipe[i].equals("C") ? 1 : 0;
            cells[4 * i + 3] = temperature[i];
            batter[i] = recipe[i] + ":" + batter[i];
        }
        MixedRows rows = new MixedRows(
                4, cells, GoldenPosterior.numbers(table, "angle"), List.of("batter"), List.<String[]>of(batter));
        assertMaximum(
                density(rows, List.of(new RandomEffects("batter", List.of("(Intercept)"), new int[] {0}, false))),
                new double[] {Math.cbrt(6.228672886), Math.log(4.540416812)},
                1696.157752,
                new double[] {1.515873016, -1.477777778, -1.522222222, 0.158031746});
    }

    private static void assertMaximum(NormalRowsDensity density, double[] x, double deviance, double[] fixed) {
        assertEquals(deviance, -2 * logProfile(density, x), 1e-6);
        double[] mean = gaussian(density, x).globalMean();
        for (int j = 0; j < fixed.length; j++) {
            assertEquals(fixed[j], mean[mean.length - fixed.length + j], 1e-6 * Math.abs(fixed[j]));
        }
        double[] slope = FiniteDifference.gradient(at -> logProfile(density, at), x);
        double[][] curvature =
                FiniteDifference.jacobian(at -> FiniteDifference.gradient(each -> -logProfile(density, each), at), x);
        double[] flat = Arrays.stream(curvature).flatMapToDouble(Arrays::stream).toArray();
        double[] step = Objects.requireNonNull(Cholesky.of(MixedRows.KERNEL, flat, x.length))
                .solve(slope);
        double[] units = density.coordinates().units(x);
        for (int j = 0; j < x.length; j++) {
            double log = density.coordinates().isSd(j) ? 3 * step[j] / units[j] : step[j];
            assertEquals(0, log, 5e-5, "component " + j);
        }
    }

    /**
     * The maximum of {@code glmer(…, nAGQ = 25)}, all but exact with one factor: expectation propagation is within .03 of the estimates'
     * standard deviations, and with draws of the effects within .01. That of lme4's default, Laplace's, is .05 away.
     */
    @ParameterizedTest
    @CsvSource({"0, 0.03", "1024, 0.01"})
    void maximumOfLabels_isThatOfQuadrature(int draws, double tolerance) {
        Cbpp herds = Cbpp.read();
        MixedModel model = herds.model(new GaussianPrior(new double[4], new double[4]));
        EffectLayout layout = EffectLayout.of(model);
        double[] psi = {-1.399230437, -0.991403675, -1.127819482, -1.579470749, Math.cbrt(0.647518479)};
        LevelwisePoint point = Objects.requireNonNull(LevelwisePoint.of(layout, new VarianceCoordinates(model), psi));
        RowLoss loss = model.likelihood().loss(new DispersionPosterior.Known(1));
        double[] units = {1, 1, 1, 1};
        LevelwiseSums sums;
        try (InProcessBackend backend = new InProcessBackend(
                List.of(List.of(herds.rows().block(herds.weights(), null))), MixedRows.KERNEL, 1)) {
            sums = backend.run(new LevelwisePass(layout, units, loss, point, draws, 1, false, 7));
        }
        Cholesky precision = Objects.requireNonNull(
                Cholesky.of(MixedRows.KERNEL, Symmetric.unpack(sums.information(), psi.length), psi.length));
        double[] step = precision.solve(sums.score());
        assertEquals(0, VarianceCoordinates.maxStandardisedStep(step, precision.inverse()), tolerance);
    }
}
