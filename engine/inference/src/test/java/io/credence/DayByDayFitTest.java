package io.credence;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Days that are appended to a posterior, each as a factor of its own, and taken out again. */
class DayByDayFitTest {

    private static final int DAYS = 30;
    private static final int ROWS = 400;
    private static final double[] THETA = {-0.5, 0.8, -0.6, 0.4};

    private final double[][] features = new double[DAYS * ROWS][];
    private final double[] labels = new double[features.length];

    DayByDayFitTest() {
        Random random = new Random(TestSeed.of("day by day"));
        for (int i = 0; i < features.length; i++) {
            double common = random.nextGaussian();
            features[i] = new double[] {
                common + 0.5 * random.nextGaussian(), 1 + common + random.nextGaussian(), random.nextGaussian()
            };
            double eta = THETA[0];
            for (int j = 0; j < 3; j++) {
                eta += THETA[j + 1] * features[i][j];
            }
            labels[i] = random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
        }
    }

    private Rows rows(int from, int to) {
        return Rows.of(
                List.of("a", "b", "c"),
                Arrays.copyOfRange(features, from * ROWS, to * ROWS),
                Arrays.copyOfRange(labels, from * ROWS, to * ROWS));
    }

    private Rows without(int day) {
        List<double[]> kept = new ArrayList<>(Arrays.asList(features));
        kept.subList(day * ROWS, (day + 1) * ROWS).clear();
        double[] others = Arrays.copyOf(labels, labels.length - ROWS);
        System.arraycopy(labels, (day + 1) * ROWS, others, day * ROWS, labels.length - (day + 1) * ROWS);
        return Rows.of(List.of("a", "b", "c"), kept.toArray(double[][]::new), others);
    }

    private static Inference plain() {
        return Inference.of("bernoulli").with("check.khat", false).prior("normal", Map.of("sd", 2.5));
    }

    private static Inference day(int day, Fit before) {
        Inference requested = plain().with("estimator.kind", "partitioned").with("sites.name", "day " + day);
        return before == null ? requested : requested.prior(before);
    }

    private Fit appended(int from, int to, Fit before) {
        Fit fit = before;
        for (int day = from; day < to; day++) {
            fit = day(day, fit).fit(rows(day, day + 1));
            assertTrue(fit.isConverged(), fit.result().stopReason());
        }
        return Objects.requireNonNull(fit);
    }

    /** Largest difference of means, in sd, and of log sd. */
    private static double apart(Fit expected, Fit found) {
        double most = 0;
        for (String name : expected.names()) {
            most = Math.max(most, Math.abs(expected.mean(name) - found.mean(name)) / expected.sd(name));
            most = Math.max(most, Math.abs(Math.log(found.sd(name) / expected.sd(name))));
        }
        return most;
    }

    @Test
    void thirtyDays_areTheFitOfAllRows_andOneTakenOutWasNeverThere() {
        Fit days = appended(0, DAYS, null);
        assertEquals(
                DAYS,
                Objects.requireNonNull(days.posteriorFactors()).dayFactors().size());
        assertWithin("30 days against one fit", 0, apart(plain().fit(rows(0, DAYS)), days), 0.05);
        Fit never = day(29, appended(8, 29, appended(0, 7, null))).fit(rows(29, 30));
        Fit refitted = day(DAYS - 1, days)
                .with("sites.remove", List.of("day 7", "day 29"))
                .fit(rows(29, 30));
        assertEquals(
                DAYS - 1,
                Objects.requireNonNull(refitted.posteriorFactors()).dayFactors().size());
        assertWithin("without day 7", 0, apart(plain().fit(without(7)), refitted), 0.05);
        double[] noted = noted(refitted);
        for (String name : never.names()) {
            double most = Math.abs(never.mean(name) - refitted.mean(name)) / never.sd(name);
            assertWithin("mean without day 7", 0, most, 4 * noted[0]);
            assertWithin("sd without day 7", 0, Math.log(refitted.sd(name) / never.sd(name)), 4 * noted[1] / 100);
        }
        assertTrue(
                refitted.notes().toString().contains("taken out: day 7; 28 partition factors"),
                refitted.notes().toString());
    }

    /** Errors that the note states for a mean, in sd, and for a sd, in per cent, where rows move by the average. */
    private static double[] noted(Fit fit) {
        Matcher error = Pattern.compile("at most k · (\\S+) sd and a sd by k · (\\S+) %")
                .matcher(fit.notes().toString());
        assertTrue(error.find(), fit.notes().toString());
        assertTrue(Double.parseDouble(error.group(1)) < 0.01, fit.notes().toString());
        return new double[] {Double.parseDouble(error.group(1)), Double.parseDouble(error.group(2))};
    }

    @Test
    void posterior_isThatOfItsSites() {
        Fit days = appended(0, 3, null);
        double[] mean =
                Objects.requireNonNull(days.posteriorFactors()).posterior().mean();
        double[] own = days.posterior().mean();
        for (int j = 0; j < mean.length; j++) {
            assertWithin("mean " + j, own[j], mean[j], 1e-8);
        }
    }

    @Test
    void newColumn_hasItsPriorAndLostOneIsKnownAgain() {
        Fit first = appended(0, 2, null);
        double[][] two = new double[ROWS][];
        Arrays.setAll(two, i -> new double[] {features[2 * ROWS + i][0], features[2 * ROWS + i][2]});
        Fit second =
                day(2, first).fit(Rows.of(List.of("a", "new"), two, Arrays.copyOfRange(labels, 2 * ROWS, 3 * ROWS)));
        assertEquals(
                List.of("(Intercept)", "a", "b", "c", "new"),
                Objects.requireNonNull(second.posteriorFactors()).names());
        Fit third = day(3, second).fit(rows(3, 4));
        assertEquals(List.of("(Intercept)", "a", "b", "c"), third.names());
        assertTrue(third.sd("b") < first.sd("b"), "b is known from the first days");
    }

    @Test
    void forgotten_everyPrecisionIsLess() {
        Fit first = appended(0, 1, null);
        Fit second = day(1, first).with("prior.forgetting", 0.5).fit(rows(1, 2));
        double[] before = Objects.requireNonNull(first.posteriorFactors())
                .dayFactors()
                .get(0)
                .factor()
                .precision();
        double[] after = Objects.requireNonNull(second.posteriorFactors())
                .dayFactors()
                .get(0)
                .factor()
                .precision();
        for (int e = 0; e < before.length; e++) {
            assertEquals(0.5 * before[e], after[e]);
        }
    }

    @Test
    void oldestSites_areMergedIntoThePrior() {
        Fit first = appended(0, 3, null);
        Fit kept = day(3, first).with("sites.keep", 2).fit(rows(3, 4));
        assertEquals(
                List.of("day 2", "day 3"),
                Objects.requireNonNull(kept.posteriorFactors()).dayNames());
        assertWithin("merged", 0, apart(day(3, first).fit(rows(3, 4)), kept), 1e-9);
    }

    @Test
    void wholePosterior_isThePriorOfTheFirstSite() {
        Fit whole = plain().fit(rows(0, 2));
        Fit appended = day(2, whole).fit(rows(2, 3));
        assertEquals(
                List.of("day 2"),
                Objects.requireNonNull(appended.posteriorFactors()).dayNames());
        assertWithin("appended", 0, apart(plain().fit(rows(0, 3)), appended), 0.05);
    }

    @ParameterizedTest
    @ValueSource(strings = {"unknown day", "rows that changed"})
    void whatCannotBe_isRefused(String what) {
        Fit first = appended(0, 1, null);
        Inference requested =
                what.equals("unknown day") ? day(1, first).with("sites.remove", List.of("day 9")) : day(0, first);
        Exception refused = assertThrows(ConfigurationException.class, () -> requested.fit(rows(0, 1)));
        String required = what.equals("unknown day") ? "required one of day 0" : "sites.remove = [day 0]";
        assertTrue(refused.getMessage().contains(required), refused.getMessage());
    }
}
