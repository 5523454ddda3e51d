package io.credence.mixed.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.RowBlock;
import io.credence.family.GaussianStructure;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.InProcessBackend;
import io.credence.kind.RandomEffects;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.mixed.MixedAlgorithmChoice;
import io.credence.mixed.result.GoldenPosterior;
import io.credence.mixed.result.MixedPosterior;
import io.credence.mixed.result.MixedPosterior.EffectsPosterior;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogHalfStudent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Posteriors of published data sets against ones known to be right; skipped where these are absent. */
public class MixedGoldenTest {

    public static GaussianPrior normal(double... sds) {
        return new GaussianPrior(
                new double[sds.length],
                Arrays.stream(sds).map(sd -> 1 / (sd * sd)).toArray());
    }

    private static void checkCoefficients(GoldenPosterior golden, MixedPosterior found, String... names) {
        for (int j = 0; j < names.length; j++) {
            golden.check(
                    "beta[" + names[j] + "]",
                    found.fixedEffectsPosterior().mean()[j],
                    found.fixedEffectsPosterior().sd()[j],
                    0.05);
        }
    }

    public static FitResult fitted(MixedModel model, RowBlock block, int columns) {
        return fitted(model, block, columns, 1);
    }

    public static FitResult fitted(MixedModel model, RowBlock block, int columns, long seed) {
        double[] units = new double[columns];
        Arrays.fill(units, 1);
        FitSettings settings = new FitSettings(GaussianStructure.FULL, 1000, 1e-8, seed);
        try (InProcessBackend backend = new InProcessBackend(MixedRows.dealt(block), MixedRows.KERNEL, 2)) {
            return MixedAlgorithmChoice.jointAlgorithm(model, units, settings, backend, MixedRows.KERNEL)
                    .fit();
        }
    }

    public static MixedPosterior detail(FitResult result) {
        assertTrue(result.isConverged(), result.stopReason());
        return (MixedPosterior) result.detail();
    }

    private static double[] ones(int count) {
        double[] ones = new double[count];
        Arrays.fill(ones, 1);
        return ones;
    }

    @Test
    void sleepstudy_hasItsPosterior() {
        GoldenPosterior golden = GoldenPosterior.named("sleepstudy");
        List<Map<String, String>> table = GoldenPosterior.rows("sleepstudy");
        MixedRows rows = MixedRows.of(table, "Reaction", "Days", "Subject");
        MixedModel model = new MixedModel(
                rows.grouping(),
                List.of(new RandomEffects("Subject", List.of("(Intercept)", "Days"), new int[] {0, 1}, true)),
                new boolean[] {true, true},
                Likelihoods.named("gaussian", 1, 0),
                normal(500, 100),
                List.of(EffectsPrior.halfStudent(2, 50)),
                new LogHalfStudent(3, 50));
        FitResult result = fitted(model, rows.block(null, null), 2);
        MixedPosterior found = detail(result);
        EffectsPosterior effects = found.effects().get(0);
        golden.check("sd(Subject.0)", effects.sds().get(0));
        golden.check("sd(Subject.1)", effects.sds().get(1));
        golden.check("cor(Subject)", effects.correlations().get(0));
        golden.check("sigma", found.residualSd());
        checkCoefficients(golden, found, "(Intercept)", "Days");
        golden.checkLevels(rows.levels(model.factorIndex(effects.effects())), effects, true);
        assertEquals(golden.logMarginalLikelihood(), found.logMarginalLikelihood(), 0.05);
    }

    @Test
    void dyestuff2_hasAVarianceThatMayBeNone() {
        GoldenPosterior golden = GoldenPosterior.named("Dyestuff2");
        List<Map<String, String>> table = GoldenPosterior.rows("Dyestuff2");
        MixedRows rows = new MixedRows(
                1,
                ones(table.size()),
                GoldenPosterior.numbers(table, "Yield"),
                List.of("Batch"),
                List.<String[]>of(GoldenPosterior.words(table, "Batch")));
        MixedModel model = intercepts(rows, normal(10), 2.5);
        MixedPosterior found = detail(fitted(model, rows.block(null, null), 1));
        EffectsPosterior effects = found.effects().get(0);
        golden.check("sd(Batch.0)", effects.sds().get(0));
        golden.check("sigma", found.residualSd());
        golden.check(
                "beta[(Intercept)]",
                found.fixedEffectsPosterior().mean()[0],
                found.fixedEffectsPosterior().sd()[0],
                0.05);
        golden.checkLevels(rows.levels(model.factorIndex(effects.effects())), effects, true);
        assertEquals(golden.logMarginalLikelihood(), found.logMarginalLikelihood(), 0.05);
        assertTrue(effects.nearZero()[0] > 0.1 && effects.nearZero()[0] < 0.9, "" + effects.nearZero()[0]);
    }

    private static MixedModel intercepts(MixedRows rows, GaussianPrior prior, double scale) {
        List<RandomEffects> effects = rows.factors().stream()
                .map(factor -> new RandomEffects(factor, List.of("(Intercept)"), new int[] {0}, false))
                .toList();
        return new MixedModel(
                rows.grouping(),
                effects,
                new boolean[] {true},
                Likelihoods.named("gaussian", 1, 0),
                prior,
                effects.stream().map(each -> EffectsPrior.halfStudent(1, scale)).toList(),
                new LogHalfStudent(3, scale));
    }

    /** Batches, crossed and nested factors of few levels, whose sds have heavy tails: right whatever the seed. */
    @ParameterizedTest
    @CsvSource({
        "Dyestuff, Yield, Batch, 2000, 50",
        "Penicillin, diameter, plate sample, 50, 2.5",
        "Pastes, strength, batch batch:cask, 100, 2.5"
    })
    void interceptsOfFactors_haveTheirPosterior(
            String name, String response, String factors, double intercept, double scale) {
        GoldenPosterior golden = GoldenPosterior.named(name);
        List<Map<String, String>> table = GoldenPosterior.rows(name);
        List<String> names = List.of(factors.split(" "));
        List<String[]> words = names.stream()
                .map(factor -> GoldenPosterior.words(table, factor))
                .toList();
        MixedRows rows = new MixedRows(1, ones(table.size()), GoldenPosterior.numbers(table, response), names, words);
        MixedModel model = intercepts(rows, normal(intercept), scale);
        for (long seed = 1; seed <= 4; seed++) {
            MixedPosterior found = detail(fitted(model, rows.block(null, null), 1, seed));
            for (EffectsPosterior effects : found.effects()) {
                golden.check(
                        "sd(" + effects.effects().factor() + ".0)",
                        effects.sds().get(0));
                golden.checkLevels(rows.levels(model.factorIndex(effects.effects())), effects, true);
            }
            golden.check("sigma", found.residualSd());
            golden.check(
                    "beta[(Intercept)]",
                    found.fixedEffectsPosterior().mean()[0],
                    found.fixedEffectsPosterior().sd()[0],
                    0.05);
            assertEquals(golden.logMarginalLikelihood(), found.logMarginalLikelihood(), 0.05);
        }
    }

    @Test
    void eightSchools_haveKnownSds() {
        GoldenPosterior golden = GoldenPosterior.named("eight_schools");
        List<Map<String, String>> table = GoldenPosterior.rows("eight_schools");
        double[] weights = Arrays.stream(GoldenPosterior.numbers(table, "se"))
                .map(se -> 1 / (se * se))
                .toArray();
        MixedRows rows = new MixedRows(
                1,
                ones(table.size()),
                GoldenPosterior.numbers(table, "y"),
                List.of("school"),
                List.<String[]>of(GoldenPosterior.words(table, "school")));
        MixedModel model = new MixedModel(
                rows.grouping(),
                List.of(new RandomEffects("school", List.of("(Intercept)"), new int[] {0}, false)),
                new boolean[] {true},
                Likelihoods.named("gaussian", 1, 0),
                normal(5),
                List.of(new EffectsPrior(List.of(new LogHalfStudent(1, 5)), 2)),
                null);
        MixedPosterior found = detail(fitted(model, rows.block(weights, null), 1));
        golden.check("sd(school.0)", found.effects().get(0).sds().get(0));
        golden.check(
                "beta[(Intercept)]",
                found.fixedEffectsPosterior().mean()[0],
                found.fixedEffectsPosterior().sd()[0],
                0.05);
        golden.checkLevels(
                rows.levels(model.factorIndex(found.effects().get(0).effects())),
                found.effects().get(0),
                true);
        assertEquals(golden.logMarginalLikelihood(), found.logMarginalLikelihood(), 0.05);
    }

    @Test
    void cbpp_hasItsPosterior() {
        GoldenPosterior golden = GoldenPosterior.named("cbpp");
        Cbpp herds = Cbpp.read();
        MixedModel model = herds.model(normal(5, 2.5, 2.5, 2.5));
        MixedPosterior found = detail(fitted(model, herds.rows().block(herds.weights(), null), 4));
        golden.check("sd(herd)", found.effects().get(0).sds().get(0));
        checkCoefficients(golden, found, "(Intercept)", "period2", "period3", "period4");
        golden.checkLevels(herds.rows().levels(0), found.effects().get(0), false);
        assertEquals(golden.logMarginalLikelihood(), found.logMarginalLikelihood() + herds.constant(), 0.1);
    }

    /** Counts of ticks on chicks of three factors, one of a level for each row, within broods, within locations. */
    @Tag("nightly")
    @Test
    void grouseticks_haveTheirPosterior() {
        GoldenPosterior golden = GoldenPosterior.named("grouseticks");
        List<Map<String, String>> table = GoldenPosterior.rows("grouseticks");
        List<String> columns = List.of("y96", "y97", "height");
        double[] cells = new double[4 * table.size()];
        for (int i = 0; i < table.size(); i++) {
            cells[4 * i] = 1;
            for (int j = 0; j < 3; j++) {
                cells[4 * i + 1 + j] = Double.parseDouble(table.get(i).get(columns.get(j)));
            }
        }
        List<String> factors = List.of("brood", "index", "location");
        List<String[]> words = factors.stream()
                .map(factor -> GoldenPosterior.words(table, factor))
                .toList();
        MixedRows rows = new MixedRows(4, cells, GoldenPosterior.numbers(table, "y"), factors, words);
        List<RandomEffects> effects = factors.stream()
                .map(factor -> new RandomEffects(factor, List.of("(Intercept)"), new int[] {0}, false))
                .toList();
        MixedModel model = new MixedModel(
                rows.grouping(),
                effects,
                new boolean[] {true, true, true, true},
                Likelihoods.named("poisson", 1, 0),
                normal(5, 2.5, 2.5, 2.5),
                effects.stream().map(each -> EffectsPrior.halfStudent(1, 2.5)).toList(),
                null);
        MixedPosterior found = detail(fitted(model, rows.block(null, null), 4));
        for (EffectsPosterior each : found.effects()) {
            golden.check("sd(" + each.effects().factor() + ")", each.sds().get(0));
            golden.checkLevels(rows.levels(model.factorIndex(each.effects())), each, false);
        }
        checkCoefficients(golden, found, "(Intercept)", "y96", "y97", "height");
    }
}
