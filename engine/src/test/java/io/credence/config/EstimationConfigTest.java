package io.credence.config;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ModelConfig.DispersionFactor;
import io.credence.fit.MethodSettings;
import io.credence.fit.MethodSettings.ControlVariate;
import io.credence.fit.MethodSettings.Estimator;
import io.credence.fit.MethodSettings.EstimatorKind;
import io.credence.fit.MethodSettings.Minibatch;
import io.credence.fit.MethodSettings.RaoBlackwell;
import io.credence.fit.MethodSettings.Stop;
import io.credence.fit.MethodSettings.StopRule;
import io.credence.fit.MethodSettings.Update;
import io.credence.fit.StartSettings;
import io.credence.part.Choice;
import io.credence.random.NormalDraws;
import io.credence.update.UpdatePart;
import io.credence.update.Updates;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The choices of fits by draws: estimator, update, minibatch, stop, method and a class of the user's. */
class EstimationConfigTest {

    private static final String ROWS = "data { path = rows.csv, label = y }\noutput.path = out\n";
    private static final String FAMILY = ROWS + "model.family = gaussian\n";
    private static final String CLASS = ROWS + "model.class = com.acme.MyLoss\n";

    private static FitConfig read(String text, String... overrides) {
        return ConfigReader.read("job.conf", text, List.of(overrides));
    }

    private static void assertRefused(String text, String... parts) {
        String message =
                assertThrows(ConfigurationException.class, () -> read(text)).getMessage();
        assertEquals(1, message.lines().count(), message);
        for (String part : parts) {
            assertTrue(message.contains(part), () -> "expected '" + part + "' in: " + message);
        }
    }

    static List<String> methods() {
        return Methods.names();
    }

    @Test
    void defaults_areThoseOfTheEngine() {
        MethodSettings settings = read(CLASS).monteCarlo();
        assertEquals(MethodSettings.DEFAULT, settings);
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
                new MethodSettings(
                        new Estimator(
                                EstimatorKind.SCORE,
                                40,
                                ControlVariate.CONSTANT,
                                NormalDraws.Kind.INDEPENDENT,
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
                config.monteCarlo());
        assertFalse(config.isExact());
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
        assertEquals(EstimatorKind.FRESH_DRAWS, config.monteCarlo().estimator().kind());
        assertEquals(List.of(), config.notes());
    }

    @Test
    void start_isReadAndIdleWithoutASearch() {
        StartSettings start = read(CLASS, "start.mean=[0.5, -1]", "start.restarts=16")
                .monteCarlo()
                .start();
        assertArrayEquals(new double[] {0.5, -1}, start.mean());
        assertEquals(16, start.restarts());
        assertArrayEquals(
                new double[] {2, 2, 2},
                read(CLASS, "start.mean=2").monteCarlo().start().at(3));
        assertEquals(
                List.of("start.restarts has no effect: an exact fit has a start of its own"),
                read(FAMILY, "start.restarts=3").notes());
        assertEquals(
                StartSettings.NONE,
                read(CLASS, "start.search=false").monteCarlo().start());
        assertRefused(CLASS + "start { search = false, restarts = 2 }", "start.search", "start.restarts");
        assertRefused(CLASS + "start.mean = here", "start.mean", "a number, or a list of numbers");
        assertRefused(CLASS + "start.restarts = 0", "start.restarts", "a whole number from 1");
        assertThrows(IllegalArgumentException.class, () -> new StartSettings(true, new double[] {1, 2}, 1).at(3));
    }

    @Test
    void regression_saysWhichKeysItDoesNotRead() {
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
                NormalDraws.Kind.SOBOL,
                read(CLASS, "estimator.quasiMonteCarlo=true")
                        .monteCarlo()
                        .estimator()
                        .drawn());
    }

    @Test
    void adaptiveMinibatch_beginsWithOnePartitionOfMany() {
        FitConfig config = read(FAMILY, "minibatch.partitions=auto");
        assertEquals(new Minibatch(1, true, true, 100), config.monteCarlo().minibatch());
        assertEquals(OptionalInt.of(64), config.data().partitions(), "random parts of the rows");
        assertEquals(EstimatorKind.FRESH_DRAWS, config.monteCarlo().estimator().kind());
        assertEquals(
                OptionalInt.of(5),
                read(FAMILY, "minibatch.partitions=auto", "data.partitions=5")
                        .data()
                        .partitions());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "posterior.family = gaussian-diagonal | sites hold a whole precision",
                "prior.kind = laplace                 | exact expectations are those of linear predictors",
                "sites { column = day, name = d2 }    | sites.name cannot be used with sites.column",
                "sites.remove = [d0]                  | sites.remove names sites of an earlier fit",
            })
    void choiceWithoutGaussianSites_isRefused(String keys, String why) {
        assertRefused(FAMILY + "estimator.kind = partitioned\n" + keys, why);
    }

    @Test
    void sites_areNamedAfterTheirRows() {
        FitConfig config = read(FAMILY + "estimator.kind = partitioned", "data.path=days/2026-03-02.csv/");
        assertEquals("2026-03-02.csv", config.inference().sites().name());
        List<String> notes = read(FAMILY + "sites.keep = 3").notes();
        assertTrue(notes.toString().contains("sites.keep has no effect"), notes.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "estimator.kind = guess             | auto, exact, partitioned, regression, curvature, fresh-draws, score, reparameterized, fixed-draws",
                "estimator.draws = 1                | a whole number from 2",
                "estimator.maxDraws = 50            | at least estimator.draws = 100",
                "estimator.controlVariate = cubic   | none, constant, quadratic",
                "update.kind = adagard              | did you mean adagrad?",
                "update.constraint = none           | retraction, step-bound, log-transform",
                "update.stepSize = 0                | auto or a number above 0, at most 1",
                "update.stepSize = 1.5              | auto or a number above 0, at most 1",
                "update.stepSize = small            | auto or a number above 0, at most 1",
                "update.momentum = 1                | a number from 0, below 1",
                "update.clip = 0                    | a number above 0",
                "update.decayFrom = -1              | a whole number from 0",
                "minibatch.partitions = some        | all, auto or a whole number from 1",
                "minibatch.anchorEvery = 0          | a whole number from 1",
                "stop.rule = never                  | auto, mcse, patience",
                "stop.rhat = 1                      | a number above 1",
                "stop.mcse = 0                      | a number above 0",
                "posterior.blocks = 3               | a list of whole numbers from 1",
                "posterior.blocks = [3, 0]          | a list of whole numbers from 1",
                "sites.keep = 0                     | a whole number from 1",
                "method = qbv                       | did you mean qbvi?",
                "model.dispersionFactor = gamma     | joint, inverse-gamma"
            })
    void valueOutOfRange_isRefusedWithWhatIsAllowed(String key, String required) {
        assertRefused(FAMILY + key, key.substring(0, key.indexOf(' ')), required, "job.conf: 4");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "update.kind = manifold, posterior.family = gaussian-diagonal             | a full covariance",
                "update.kind = cholesky, posterior.family = gaussian-diagonal             | a full covariance",
                "update.constraint = log-transform, estimator.kind = score                | diagonal precision",
                "estimator.kind = fixed-draws                                             | would have no bound",
                "estimator.kind = fixed-draws, posterior.family = gaussian-diagonal, minibatch.partitions = 2 |"
                        + " minibatch.partitions = all",
                "estimator.kind = exact, update.kind = adam                               | found update.kind = adam",
                "estimator.kind = exact, minibatch.partitions = 2                         | minibatch.partitions = all",
                "estimator.kind = reparameterized, estimator.controlVariate = constant    | quadratic or none",
                "model.dispersionFactor = inverse-gamma, estimator.kind = reparameterized | estimator.kind = score",
                "minibatch.partitions = 9, data.partitions = 4                            | at most data.partitions = 4",
                "data.order = t                                                           | model.class",
                "data.series = s                                                          | model.class",
            })
    void pairThatCannotBe_isRefusedWithTheReason(String keys, String reason) {
        assertRefused(FAMILY + keys.replace(", ", "\n"), reason);
    }

    @Test
    void userClass_standsInPlaceOfAFamily() {
        FitConfig config = read(CLASS + "model.options { lags = 3, scale = free }");
        assertEquals("com.acme.MyLoss", config.model().className());
        assertNull(config.model().family());
        assertEquals("com.acme.MyLoss", config.model().name());
        assertEquals(Map.of("lags", "3", "scale", "free"), config.model().options());
        assertEquals(EstimatorKind.AUTO, config.monteCarlo().estimator().kind());
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
                        .monteCarlo()
                        .estimator()
                        .kind());
        assertEquals(
                EstimatorKind.SCORE,
                read(CLASS, "estimator.controlVariate=constant")
                        .monteCarlo()
                        .estimator()
                        .kind());
        assertEquals(
                EstimatorKind.EXACT,
                read(FAMILY, "estimator.controlVariate=constant")
                        .monteCarlo()
                        .estimator()
                        .kind());
    }

    @Test
    void series_isReadWithItsOrder() {
        DataConfig data = read(CLASS + "data { series = id, order = day }").data();
        assertEquals("id", data.roles().series());
        assertEquals("day", data.roles().order());
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

    @ParameterizedTest
    @MethodSource("methods")
    void method_isReadWithoutNotes(String method) {
        FitConfig config = read(FAMILY, "method=" + method);
        assertEquals(method, config.method());
        assertEquals(method.equals("gvi"), config.isExact());
        assertEquals(List.of(), config.notes());
        if (!method.equals("gvi")) {
            assertNotEquals(ConfigDigest.of(read(FAMILY)), ConfigDigest.of(config));
        }
    }

    @Test
    void methods_areThoseOfTheirPapers() {
        assertEquals(
                List.of(
                        "advi-fullrank",
                        "advi-meanfield",
                        "bbgvi",
                        "bbvi",
                        "bbvi-full",
                        "cgvb",
                        "chivi",
                        "dadvi",
                        "ent-vi",
                        "eubo-vi",
                        "gvi",
                        "iwvi",
                        "mgvb",
                        "mv-vi",
                        "pb-vi",
                        "qbvi",
                        "qbvi-diagonal",
                        "qbvi-inverse-gamma",
                        "regression",
                        "renyi-vi",
                        "tail-adaptive-vi",
                        "vrbbgvi"),
                Methods.names());
        assertMethod("qbvi", "gaussian-full", EstimatorKind.SCORE, Updates.NATURAL_GRADIENT);
        assertMethod("qbvi-diagonal", "gaussian-diagonal", EstimatorKind.SCORE, Updates.NATURAL_GRADIENT);
        assertMethod("bbvi", "gaussian-diagonal", EstimatorKind.SCORE, Updates.ADAM);
        assertMethod("bbvi-full", "gaussian-full", EstimatorKind.SCORE, Updates.ADAM);
        assertMethod("cgvb", "gaussian-full", EstimatorKind.REPARAMETERIZED, Updates.CHOLESKY);
        assertMethod("mgvb", "gaussian-full", EstimatorKind.SCORE, Updates.MANIFOLD);
        assertMethod("advi-meanfield", "gaussian-diagonal", EstimatorKind.REPARAMETERIZED, Updates.ADAM);
        assertMethod("advi-fullrank", "gaussian-full", EstimatorKind.REPARAMETERIZED, Updates.ADAM);
        assertEquals(ControlVariate.QUADRATIC, settings("bbvi").estimator().variate());
        assertEquals(0.4, settings("mgvb").update().choice().values().number("momentum"));
        assertEquals(EstimatorKind.FIXED_DRAWS, settings("dadvi").estimator().kind());
        assertEquals(30, settings("dadvi").estimator().draws());
        assertEquals(
                DispersionFactor.INVERSE_GAMMA,
                read(FAMILY, "method=qbvi-inverse-gamma").model().dispersionFactor());
    }

    @Test
    void vrbbgvi_separatesFactorsFromValues() {
        assertMethod("vrbbgvi", "gaussian-diagonal", EstimatorKind.SCORE, Updates.NATURAL_GRADIENT);
        assertEquals(RaoBlackwell.TRUE, settings("vrbbgvi").estimator().raoBlackwell());
        assertEquals(RaoBlackwell.AUTO, settings("bbgvi").estimator().raoBlackwell());
        assertRefused(
                FAMILY + "method = vrbbgvi\nestimator.raoBlackwell = false",
                "method = vrbbgvi sets estimator.raoBlackwell = true: required that value or no method, found false");
        assertEquals(
                RaoBlackwell.FALSE,
                read(FAMILY, "method=bbvi", "estimator.raoBlackwell=false")
                        .monteCarlo()
                        .estimator()
                        .raoBlackwell());
    }

    @Test
    void raoBlackwell_isRefusedWhereFactorsCannotBeToldApart() {
        String requested = "estimator.raoBlackwell = true\n";
        assertRefused(CLASS + requested, "estimator.raoBlackwell does not go with posterior.family");
        String diagonal = CLASS + requested + "posterior.family = gaussian-diagonal\n";
        assertRefused(
                diagonal + "estimator.kind = reparameterized",
                "only score gradients are computed factor by factor; required auto or false, or estimator.kind = score");
        assertRefused(
                FAMILY + requested + "posterior.family = gaussian-diagonal\nmodel.dispersionFactor = inverse-gamma\n"
                        + "model.family = gaussian",
                "does not go with model.dispersionFactor");
        assertRefused(diagonal + "objective.kind = eubo", "estimator.raoBlackwell does not go with objective.kind");
        assertEquals(
                EstimatorKind.SCORE, read(diagonal).monteCarlo().estimator().kind());
        assertEquals(
                List.of("estimator.raoBlackwell has no effect: only score gradients are computed factor by factor"),
                read(CLASS, "estimator.kind=reparameterized", "estimator.raoBlackwell=false")
                        .notes());
    }

    @Test
    void scoreOfAnExpectedLoss_goesWithEveryFamilyAndPrior() {
        FitConfig student = read(FAMILY, "method=bbgvi", "posterior.family=student-t-diagonal");
        assertEquals(EstimatorKind.SCORE, student.monteCarlo().estimator().kind());
        assertEquals(Updates.ADAM, student.monteCarlo().update().kind());
        FitConfig laplace = read(FAMILY, "method=bbgvi", "prior.kind=laplace", "objective.divergence.kind=renyi");
        assertEquals(EstimatorKind.SCORE, laplace.monteCarlo().estimator().kind());
        assertRefused(
                FAMILY + "objective.kind = tail-adaptive\nestimator.kind = score",
                "required auto or reparameterized, found");
    }

    private static MethodSettings settings(String method) {
        return read(FAMILY, "method=" + method).monteCarlo();
    }

    private static void assertMethod(String method, String family, EstimatorKind estimator, UpdatePart update) {
        FitConfig config = read(FAMILY, "method=" + method);
        assertEquals(family, config.posterior().structure().family(), method);
        assertEquals(estimator, config.monteCarlo().estimator().kind(), method);
        assertEquals(update, config.monteCarlo().update().kind(), method);
    }

    @Test
    void keyThatContradictsItsMethod_isRefused() {
        assertRefused(
                FAMILY + "method = qbvi\nposterior.family = gaussian-diagonal",
                "method = qbvi sets posterior.family = gaussian-full: required that value or no method, found"
                        + " gaussian-diagonal (job.conf: 5)");
        assertRefused(FAMILY + "method = bbvi\nupdate.kind = cholesky", "method = bbvi sets update.kind = adam");
        assertRefused(FAMILY + "method = bbvi\nestimator.kind = exact", "method = bbvi sets estimator.kind = score");
        assertRefused(
                FAMILY + "method = qbvi-inverse-gamma\nmodel.dispersionFactor = joint",
                "sets model.dispersionFactor = inverse-gamma");
    }

    @Test
    void otherKeysOfAMethod_mayBeChanged() {
        FitConfig config = read(
                FAMILY,
                "method=bbvi",
                "estimator.kind=auto",
                "posterior.family=gaussian-diagonal",
                "estimator.controlVariate=quadratic",
                "estimator.draws=7",
                "update.stepSize=0.01");
        assertEquals(EstimatorKind.SCORE, config.monteCarlo().estimator().kind(), "auto leaves it to the method");
        assertEquals(ControlVariate.QUADRATIC, config.monteCarlo().estimator().variate());
        assertEquals(7, config.monteCarlo().estimator().draws());
        assertEquals(OptionalDouble.of(0.01), config.monteCarlo().update().stepSize());
        assertEquals(
                3,
                read(FAMILY, "method=dadvi", "estimator.draws=3")
                        .monteCarlo()
                        .estimator()
                        .draws());
    }
}
