package io.credence;

import static io.credence.EarlierDays.DAYS;
import static io.credence.EarlierDays.NAMES;
import static io.credence.EarlierDays.VARIANCE;
import static io.credence.EarlierDays.first;
import static io.credence.EarlierDays.inverse;
import static io.credence.EarlierDays.normal;
import static io.credence.EarlierDays.of;
import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.EarlierDays.Days;
import io.credence.config.ConfigurationException;
import io.credence.diagnostic.Reliability.Status;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.ExecutionBackend;
import io.credence.kind.ColumnScales;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The posterior of yesterday's rows as the prior of today's. */
class EarlierPosteriorFitTest {

    private static void assertSame(Fit expected, Fit found, double tolerance) {
        for (String name : expected.names()) {
            assertWithin(name, expected.mean(name), found.mean(name), tolerance * expected.sd(name));
            assertClose("sd of " + name, 1, found.sd(name) / expected.sd(name), tolerance);
        }
    }

    @ParameterizedTest
    @CsvSource({"0 100 200 300", "300 0 200 100"})
    void daysOneByOne_areTheFitOfAllRows(String order) {
        Fit fit = null;
        for (String day : order.split(" ")) {
            int from = Integer.parseInt(day);
            Inference requested = fit == null ? first(normal()) : normal().prior(fit);
            fit = requested.fit(DAYS.numbers(from, from + 100));
            assertTrue(fit.isConverged());
            assertEquals(Status.SKIPPED, fit.reliability().status());
            assertEquals(List.of(), fit.notes());
        }
        Fit whole = first(normal()).fit(DAYS.numbers(0, 400));
        assertSame(whole, Objects.requireNonNull(fit), 1e-8);
        double[] expected = whole.posterior().covariance();
        double[] found = fit.posterior().covariance();
        for (int e = 0; e < expected.length; e++) {
            assertClose("covariance", 1, found[e] / expected[e], 1e-8);
        }
    }

    /** The evidence of all rows is the product of what each day had given the days before. */
    @Test
    void evidences_multiply() {
        Fit one = first(normal()).fit(DAYS.numbers(0, 200));
        Fit two = normal().prior(one).fit(DAYS.numbers(200, 400));
        Fit whole = first(normal()).fit(DAYS.numbers(0, 400));
        assertClose("evidence", elbo(whole), elbo(one) + elbo(two), 1e-10);
    }

    private static double elbo(Fit fit) {
        return Objects.requireNonNull(fit.result().elbo());
    }

    @ParameterizedTest
    @CsvSource({"4, 1000", "30, 400"})
    void logisticDays_areTheFitOfAllRowsNearly(int days, int rows) {
        Days many = Days.of(days * rows);
        Inference logistic = of("bernoulli");
        Fit fit = first(logistic).fit(many.rows(many.classes(), 0, rows));
        for (int day = 1; day < days; day++) {
            fit = logistic.prior(fit).fit(many.rows(many.classes(), rows * day, rows * (day + 1)));
        }
        assertSame(first(logistic).fit(many.rows(many.classes(), 0, days * rows)), fit, 0.05);
    }

    @Test
    void forgetting_multipliesThePrecisionOfYesterday() {
        Fit one = first(normal()).fit(DAYS.numbers(0, 200));
        Fit two = normal().prior(one).with("prior.forgetting", 0.5).fit(DAYS.numbers(200, 400));
        double[][] precision = inverse(one.posterior().covariance(), 4);
        double[] pull = new double[4];
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                precision[i][j] *= 0.5;
                pull[i] += precision[i][j] * one.posterior().mean()[j];
            }
        }
        assertNormalEquations(precision, pull, two, 200, 400);
    }

    /** b is lost today and d is new: yesterday's marginal of the others beside the default prior. */
    @Test
    void columnsThatChange_keepWhatIsKnownOfTheOthers() {
        Fit one = first(normal()).fit(DAYS.numbers(0, 200, 2, 0));
        Fit two = normal().prior(one).with("prior.sd", 3).with("prior.mean", 1).fit(DAYS.numbers(200, 400, 1, 2));
        assertEquals(List.of("(Intercept)", "b", "c"), two.names());
        double[] before = one.posterior().covariance();
        double[][] known = inverse(new double[] {before[0], before[1], before[3], before[4]}, 2);
        double[][] precision = {
            {known[0][0], 0, known[0][1]},
            {0, 1 / 9.0, 0},
            {known[1][0], 0, known[1][1]}
        };
        double[] mean = {one.mean("(Intercept)"), 1, one.mean("c")};
        double[] pull = new double[3];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                pull[i] += precision[i][j] * mean[j];
            }
        }
        assertNormalEquations(precision, pull, two, 200, 400, 1, 2);
        assertEquals(2, two.notes().size(), two.notes().toString());
        assertTrue(two.notes().get(0).endsWith(": b"), two.notes().get(0));
        assertTrue(two.notes().get(1).endsWith(": a"), two.notes().get(1));
    }

    /** (P + XᵀX/σ²) μ = h + Xᵀy/σ². */
    private static void assertNormalEquations(
            double[][] precision, double[] pull, Fit fit, int from, int to, int... columns) {
        int[] kept = columns.length == 0 ? new int[] {0, 1, 2} : columns;
        int d = kept.length + 1;
        for (int i = from; i < to; i++) {
            double[] x = new double[d];
            x[0] = 1;
            for (int j = 1; j < d; j++) {
                x[j] = DAYS.features()[i][kept[j - 1]];
            }
            for (int a = 0; a < d; a++) {
                pull[a] += x[a] * DAYS.numbers()[i] / VARIANCE;
                for (int b = 0; b < d; b++) {
                    precision[a][b] += x[a] * x[b] / VARIANCE;
                }
            }
        }
        double[] covariance = fit.posterior().covariance();
        for (int a = 0; a < d; a++) {
            double product = 0;
            for (int b = 0; b < d; b++) {
                product += precision[a][b] * fit.posterior().mean()[b];
                double identity = 0;
                for (int k = 0; k < d; k++) {
                    identity += precision[a][k] * covariance[k * d + b];
                }
                assertWithin("precision times covariance", a == b ? 1 : 0, identity, 1e-8);
            }
            assertClose("normal equation", pull[a], product, 1e-9);
        }
    }

    /** Rows whose columns were divided before they were packed. */
    private record Scaled(Rows divided, ColumnScales scales) implements Rows {
        @Override
        public List<String> names() {
            return divided.names();
        }

        @Override
        public int classes() {
            return divided.classes();
        }

        @Override
        public ExecutionBackend toBackend(String kernel) {
            return divided.toBackend(kernel);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gaussian-full", "gaussian-diagonal"})
    void standardisedColumns_haveTheSamePrior(String family) {
        double[] by = {1, 0.1, 7, 30};
        double[][] divided = Arrays.stream(DAYS.features())
                .skip(200)
                .map(row -> new double[] {row[0] / by[1], row[1] / by[2], row[2] / by[3]})
                .toArray(double[][]::new);
        Rows scaled =
                new Scaled(Rows.of(NAMES, divided, Arrays.copyOfRange(DAYS.numbers(), 200, 400)), new ColumnScales(by));
        Fit one = first(normal()).fit(DAYS.numbers(0, 200));
        Inference next = normal().prior(one).posterior(family);
        Fit plain = next.fit(DAYS.numbers(200, 400));
        Fit standardised = next.fit(scaled);
        assertSame(plain, standardised, 1e-8);
        assertClose("bound", elbo(plain), elbo(standardised), 1e-10);
    }

    @Test
    void dispersion_isThatOfYesterday() {
        Inference estimated = of("gaussian");
        Days many = Days.of(2000);
        Fit one = first(estimated).fit(many.numbers(0, 1000));
        Fit two = estimated.prior(one).fit(many.numbers(1000, 2000));
        DispersionPosterior.InverseGamma before = (DispersionPosterior.InverseGamma) one.scale();
        DispersionPosterior.InverseGamma after = (DispersionPosterior.InverseGamma) two.scale();
        assertClose("shape", before.shape() + 500, after.shape(), 1e-9);
        assertSame(first(estimated).fit(many.numbers(0, 2000)), two, 0.05);
        Fit known = normal().prior(one).fit(DAYS.numbers(200, 400));
        assertTrue(
                known.notes().get(0).contains("model.dispersion is a number"),
                known.notes().toString());
        Fit unknown = estimated.prior(first(normal()).fit(DAYS.numbers(0, 200))).fit(DAYS.numbers(200, 400));
        assertTrue(
                unknown.notes().get(0).contains("does not contain sigma2"),
                unknown.notes().toString());
    }

    @Test
    void jointDispersion_isTakenAsAFactor() {
        Inference joint = of("gaussian").with("estimator.kind", "fresh-draws").with("estimator.draws", 32);
        Fit one = first(joint).fit(DAYS.numbers(0, 200));
        assertEquals(5, one.names().size());
        Fit exact = of("gaussian").prior(one).fit(DAYS.numbers(200, 400));
        assertTrue(
                exact.notes().stream().anyMatch(note -> note.contains("independent")),
                exact.notes().toString());
        Fit drawn = joint.prior(one).fit(DAYS.numbers(200, 400));
        for (String name : exact.names()) {
            assertWithin(name, exact.mean(name), drawn.mean(name), 0.1 * exact.sd(name));
        }
    }

    private static void assertRefused(String part, Inference inference, Rows rows) {
        String message = assertThrows(ConfigurationException.class, () -> inference.fit(rows))
                .getMessage();
        assertTrue(message.contains(part), message);
    }

    @Test
    void whatIsNoPriorOfTheseRows_isRefused() {
        Fit one = first(normal()).fit(DAYS.numbers(0, 200));
        Rows today = DAYS.numbers(200, 400);
        assertRefused("of another model", of("student-t").prior(one), today);
        assertRefused(
                "names a coefficient of the earlier posterior",
                normal().prior(one).with("prior.coefficients.a.sd", 1),
                today);
        assertRefused("has no posterior", normal().with("prior.kind", "posterior"), today);
        assertRefused("above 0, at most 1", normal().prior(one).with("prior.forgetting", 1.5), today);
        Fit unfinished = first(of("bernoulli")).with("stop.maxIterations", 1).fit(DAYS.rows(DAYS.classes(), 0, 200));
        Rows classes = DAYS.rows(DAYS.classes(), 200, 400);
        assertRefused("is no answer", of("bernoulli").prior(unfinished), classes);
        Fit accepted = of("bernoulli")
                .prior(unfinished)
                .with("stop.acceptUnconverged", true)
                .fit(classes);
        assertTrue(
                accepted.notes().get(0).contains("not reliable"),
                accepted.notes().toString());
    }
}
