package io.credence.config;

import static io.credence.config.ConfigTexts.CLASS;
import static io.credence.config.ConfigTexts.FAMILY;
import static io.credence.config.ConfigTexts.assertRefused;
import static io.credence.config.ConfigTexts.read;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.ControlVariate;
import io.credence.fit.SamplingSettings.Estimator;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.SamplingSettings.Minibatch;
import io.credence.fit.SamplingSettings.Stop;
import io.credence.fit.SamplingSettings.StopRule;
import io.credence.fit.SamplingSettings.Update;
import io.credence.fit.StartSettings;
import io.credence.part.Choice;
import io.credence.random.NormalDraws;
import io.credence.update.Updates;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The choices of fits by draws: estimator, update, minibatch, stop and a class of the user's. */
class EstimationConfigTest {

    @Test
    void defaults_areThoseOfTheEngine() {
        SamplingSettings settings = read(CLASS).inference().sampling();
        assertEquals(SamplingSettings.DEFAULT, settings);
    }

    @Test
    void everyKey_reachesItsSetting() {
        FitConfig config = read(CLASS + """
                estimator { kind = score, draws = 40, controlVariate = constant, antithetic = false, adaptive = false
                            maxDraws = 80 }
                update { kind = natural-gradient, constraint = step-bound, stepSize = 0.3, decayFrom = 800
                         momentum = 0.4, clip = 1000 }
                minibatch { partitions = 3, controlVariate = false, anchorEvery = 7 }
                stop { rule = patience, window = 10, patience = 50 }
                data.partitions = 8
                """);
        assertEquals(
                new SamplingSettings(
                        new Estimator(
                                EstimatorKind.SCORE,
                                40,
                                ControlVariate.CONSTANT,
                                NormalDraws.Dependence.INDEPENDENT,
                                false,
                                80),
                        new Update(
                                new Choice<>(
                                        Updates.NATURAL_GRADIENT,
                                        Updates.NATURAL_GRADIENT.values(
                                                Map.of("constraint", "step-bound", "momentum", 0.4, "clip", 1000))),
                                OptionalDouble.of(0.3),
                                800),
                        new Minibatch(3, false, false, 7),
                        new Stop(StopRule.PATIENCE, 0.02, 1.1, 10, 50)),
                config.inference().sampling());
        assertFalse(config.inference().isExact());
        assertEquals(List.of("estimator.maxDraws has no effect: estimator.adaptive is false"), config.notes());
    }

    @ParameterizedTest
    @CsvSource({
        "estimator.draws=50",
        "estimator.adaptive=false",
        "update.kind=adam",
        "update.stepSize=0.1",
        "minibatch.partitions=2",
        "stop.rule=patience",
        "stop.rhat=1.2",
        "method=eubo-vi"
    })
    void keyOfFreshDraws_leavesNoRegressionToChoose(String override) {
        FitConfig config = read(CLASS, override, "data.partitions=4");
        assertEquals(
                EstimatorKind.FRESH_DRAWS,
                config.inference().sampling().estimator().kind());
        assertEquals(List.of(), config.notes());
    }

    @Test
    void start_isReadAndIdleWithoutASearch() {
        StartSettings start = read(CLASS, "start.mean=[0.5, -1]", "start.restarts=16")
                .inference()
                .sampling()
                .start();
        assertArrayEquals(new double[] {0.5, -1}, start.mean());
        assertEquals(16, start.restarts());
        assertArrayEquals(
                new double[] {2, 2, 2},
                read(CLASS, "start.mean=2").inference().sampling().start().firstPoint(3));
        assertEquals(
                List.of("start.restarts has no effect: an exact fit has a start of its own"),
                read(FAMILY, "start.restarts=3").notes());
        assertEquals(
                StartSettings.NONE,
                read(CLASS, "start.search=false").inference().sampling().start());
        assertRefused(CLASS + "start { search = false, restarts = 2 }", "start.search", "start.restarts");
        assertRefused(CLASS + "start.mean = here", "start.mean", "a number, or a list of numbers");
        assertRefused(CLASS + "start.restarts = 0", "start.restarts", "a whole number from 1");
        assertThrows(
                IllegalArgumentException.class, () -> new StartSettings(true, new double[] {1, 2}, 1).firstPoint(3));
    }

    @Test
    void regression_reportsWhichKeysItDoesNotRead() {
        List<String> notes = read(
                        CLASS, "method=regression", "estimator.draws=50", "update.stepSize=0.1", "stop.rhat=2")
                .notes();
        assertEquals(
                List.of(
                        "estimator.draws has no effect: a regression takes as many antithetic draws as it needs",
                        "update.stepSize has no effect: a regression has steps of its own",
                        "stop.rhat has no effect: a regression stops by stop.mcse and an assessment over all rows"),
                notes);
    }

    @Test
    void sobolPoints_winOverAntitheticPairs() {
        assertEquals(
                NormalDraws.Dependence.SOBOL,
                read(CLASS, "estimator.quasiMonteCarlo=true")
                        .inference()
                        .sampling()
                        .estimator()
                        .dependence());
    }

    @Test
    void adaptiveMinibatch_beginsWithOnePartitionOfMany() {
        FitConfig config = read(FAMILY, "minibatch.partitions=auto");
        assertEquals(
                new Minibatch(1, true, true, 100), config.inference().sampling().minibatch());
        assertEquals(OptionalInt.of(64), config.data().partitions(), "random parts of the rows");
        assertEquals(
                EstimatorKind.FRESH_DRAWS,
                config.inference().sampling().estimator().kind());
        assertEquals(
                OptionalInt.of(5),
                read(FAMILY, "minibatch.partitions=auto", "data.partitions=5")
                        .data()
                        .partitions());
    }

    @Test
    void sites_areNamedAfterTheirRows() {
        FitConfig config = read(FAMILY + "estimator.kind = partitioned", "data.path=days/2026-03-02.csv/");
        assertEquals("2026-03-02.csv", config.inference().sitesRequest().name());
        List<String> notes = read(FAMILY + "sites.keep = 3").notes();
        assertTrue(notes.toString().contains("sites.keep has no effect"), notes.toString());
    }

    @Test
    void userClass_standsInPlaceOfAFamily() {
        FitConfig config = read(CLASS + "model.options { lags = 3, scale = free }");
        assertEquals("com.acme.MyLoss", config.model().className());
        assertNull(config.model().family());
        assertEquals("com.acme.MyLoss", config.model().name());
        assertEquals(Map.of("lags", "3", "scale", "free"), config.model().options());
        assertEquals(
                EstimatorKind.AUTO, config.inference().sampling().estimator().kind());
        assertRefused(CLASS + "model.family = gaussian", "model.family is given beside model.class", "job.conf: 4");
        assertRefused(CLASS + "estimator.kind = exact", "estimator.kind does not go with model.class", "com.acme");
        assertRefused(CLASS + "model.options { a = [1] }", "model.options.a", "a text or a number");
        assertRefused(CLASS + "data { order = t, key = id }", "data.key is for single rows", "data.series");
        assertRefused(CLASS + "data.order = t\nminibatch.partitions = 2", "cannot divide one series", "data.series");
        assertEquals(
                List.of("model.options has no effect: only a model.class has options"),
                read(FAMILY + "model.options { lags = 3 }").notes());
    }

    @Test
    void openEstimator_isChosenByWhatNeedsValuesOnly() {
        assertEquals(
                EstimatorKind.SCORE,
                read(FAMILY, "model.dispersionFactor=inverse-gamma")
                        .inference()
                        .sampling()
                        .estimator()
                        .kind());
        assertEquals(
                EstimatorKind.SCORE,
                read(CLASS, "estimator.controlVariate=constant")
                        .inference()
                        .sampling()
                        .estimator()
                        .kind());
        assertEquals(
                EstimatorKind.EXACT,
                read(FAMILY, "estimator.controlVariate=constant")
                        .inference()
                        .sampling()
                        .estimator()
                        .kind());
    }

    @Test
    void series_isReadWithItsOrder() {
        DataConfig data = read(CLASS + "data { series = id, order = day }").data();
        assertEquals("id", data.roles().series().name());
        assertEquals("day", data.roles().series().order());
        assertEquals("id", data.roles().keyColumn());
        assertEquals("row", read(FAMILY + "data.key = row").data().roles().keyColumn());
        assertEquals(null, read(FAMILY).data().roles().keyColumn());
    }

    @Test
    void keysOfTheOtherKindOfFit_areNoted() {
        assertEquals(
                List.of(
                        "estimator.draws has no effect: the exact estimator takes no draws",
                        "update.stepSize has no effect: an exact fit chooses its steps by line search",
                        "stop.mcse has no effect: an exact fit stops by stop.tolerance"),
                read(FAMILY, "estimator.draws=5", "update.stepSize=0.5", "stop.mcse=1")
                        .notes());
        assertEquals(
                List.of(
                        "stop.tolerance has no effect: a fit by draws stops by stop.rule",
                        "stop.patience has no effect: stop.rule is not patience",
                        "update.constraint has no effect: only natural-gradient moves a precision",
                        "minibatch.anchorEvery has no effect: every step reads all partitions"),
                read(
                                CLASS,
                                "stop.tolerance=1e-3",
                                "stop.patience=5",
                                "update.kind=adam",
                                "update.constraint=step-bound",
                                "minibatch.rows=all",
                                "minibatch.anchorEvery=3")
                        .notes());
        assertEquals(
                List.of("update.kind has no effect: fixed-draws has a deterministic optimiser of its own"),
                read(FAMILY, "method=dadvi", "update.kind=adam").notes());
    }

    @Test
    void scoreOfAnExpectedLoss_goesWithEveryFamilyAndPrior() {
        FitConfig student = read(FAMILY, "method=bbgvi", "posterior.family=student-t-diagonal");
        assertEquals(
                EstimatorKind.SCORE, student.inference().sampling().estimator().kind());
        assertEquals(Updates.ADAM, student.inference().sampling().update().kind());
        FitConfig laplace = read(FAMILY, "method=bbgvi", "prior.kind=laplace", "objective.divergence.kind=renyi");
        assertEquals(
                EstimatorKind.SCORE, laplace.inference().sampling().estimator().kind());
        assertRefused(
                FAMILY + "objective.kind = tail-adaptive\nestimator.kind = score",
                "required auto or reparameterized, found");
    }

    @Test
    void biasThatIsAcceptedButCannotBe_isNoted() {
        String of = "objective.kind=";
        assertEquals(
                List.of("minibatch.biased has no effect: part of the rows does not bias this objective"),
                read(FAMILY, of + "entropic-risk", "minibatch.partitions=1", "minibatch.biased=true")
                        .notes());
        assertEquals(
                List.of("minibatch.biased has no effect: every step reads all partitions"),
                read(FAMILY, of + "renyi", "minibatch.biased=true").notes());
        assertEquals(
                List.of(),
                read(FAMILY, of + "renyi", "minibatch.partitions=1", "minibatch.biased=true")
                        .notes());
    }
}
