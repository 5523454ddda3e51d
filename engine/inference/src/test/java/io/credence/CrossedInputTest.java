package io.credence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.summary.MixedSummary;
import io.credence.summary.SummaryRow;
import io.credence.testkit.Nightly;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Two factors too large for a dense matrix, in rows that do not show what is requested: an error, a note, or the prior's answer. */
class CrossedInputTest {

    private static final int ROWS = 6000;
    private static final int[] USER = new Random(3).ints(ROWS, 0, 2500).toArray();
    private static final int[] ITEM = new Random(4).ints(ROWS, 0, 2300).toArray();
    private static final List<Map<String, Object>> BOTH = List.of(Map.of("by", "user"), Map.of("by", "item"));

    private static Rows.InMemory rows(
            String family, IntUnaryOperator user, IntUnaryOperator item, IntToDoubleFunction x) {
        Random random = new Random(7);
        double[] users = random.doubles(ROWS, -1, 1).toArray();
        double[] items = random.doubles(ROWS, -1, 1).toArray();
        double[][] cells = new double[ROWS][1];
        double[] y = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            cells[i][0] = x.applyAsDouble(i);
            double eta = 0.3 * cells[i][0] + users[user.applyAsInt(i)] + items[item.applyAsInt(i)];
            y[i] = switch (family) {
                case "gaussian" -> eta + random.nextGaussian();
                case "bernoulli" -> random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
                default -> poisson(Math.exp(eta), random);
            };
        }
        return Rows.of(List.of("x"), cells, y).inGroups("user", levels(user)).inGroups("item", levels(item));
    }

    /** Waiting times that fit into the mean. */
    private static int poisson(double mean, Random random) {
        int count = -1;
        for (double left = mean; left > 0; count++) {
            left += Math.log(random.nextDouble());
        }
        return count;
    }

    private static List<String> levels(IntUnaryOperator level) {
        return IntStream.range(0, ROWS).map(level).mapToObj(Integer::toString).toList();
    }

    private static Rows.InMemory rows(String family, IntToDoubleFunction x) {
        return rows(family, i -> USER[i], i -> ITEM[i], x);
    }

    private static String refused(String family, List<Map<String, Object>> groups, Rows rows) {
        Inference inference = Inference.of(family).with("model.groups", groups);
        return Objects.toString(
                assertThrows(RuntimeException.class, () -> inference.fit(rows)).getMessage());
    }

    private static void assertRefused(String family, Rows rows, String words) {
        String message = refused(family, BOTH, rows);
        assertTrue(message.contains(words), message);
    }

    @Test
    void factorThatIsNotThere_isRefused() {
        String message =
                refused("gaussian", List.of(Map.of("by", "user"), Map.of("by", "no")), rows("gaussian", i -> 0));
        assertTrue(message.contains("the rows have no levels of no: required one of [user, item]"), message);
    }

    @ParameterizedTest
    @CsvSource({"gaussian, whose effects are the residuals", "bernoulli, whose effects labels of 0 and 1 do not show"})
    void levelForEachRow_isRefused(String family, String words) {
        assertRefused(family, rows(family, i -> i, i -> ITEM[i], i -> 0), words);
    }

    @Test
    void oneLevel_isRefused() {
        assertRefused("gaussian", rows("gaussian", i -> USER[i], i -> 0, i -> 0), "'item' has one level");
    }

    @Test
    void levelThatIsMissing_isRefused() {
        List<String> holes = new ArrayList<>(levels(i -> ITEM[i]));
        holes.set(9, null);
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> rows("gaussian", i -> 0).inGroups("other", holes))
                .getMessage();
        assertEquals("each row has a level of 'other': required " + USER.length + ", found null in row 9", message);
    }

    /** Counts went on for a thousand steps, and normal responses were not reliable after six hundred. */
    @ParameterizedTest
    @CsvSource({"gaussian", "bernoulli", "poisson"})
    void factorsOfTheSameGroups_areRefused(String family) {
        assertRefused(family, rows(family, i -> USER[i], i -> USER[i], i -> 0), "divide the rows alike");
    }

    /** Newton's steps in the slopes' standard deviation went to and fro, and of counts no sites were found. */
    static Stream<String> families() {
        return Nightly.cases(List.of("gaussian"), List.of("gaussian", "bernoulli", "poisson"));
    }

    @ParameterizedTest
    @MethodSource("families")
    void slopeThatDoesNotVaryInALevel_hasItsIntegral(String family) {
        Fit fit = fitted(family, i -> ITEM[i] % 7);
        SummaryRow slope = components(fit).get(2);
        assertEquals("sd[item:x]", slope.name());
        assertTrue(slope.mean() < 0.2 && slope.sd() > 0, "sd of slopes: " + slope.mean() + " ± " + slope.sd());
        assertWithin(0.3, fit.mean("x"), fit.sd("x"));
        assertWithin(1 / Math.sqrt(3), components(fit).get(0));
        assertWithin(1 / Math.sqrt(3), components(fit).get(1));
    }

    /** No density was found where it began: effects as large as the share by which the two columns are separated. */
    @Test
    void slopeOfAConstant_hasThePriorsShareOfTheIntercepts() {
        Fit fit = fitted("gaussian", i -> 1);
        SummaryRow intercept = components(fit).get(1);
        SummaryRow slope = components(fit).get(2);
        assertEquals(intercept.mean(), slope.mean(), 0.3 * slope.sd());
        assertTrue(fit.sd("x") > 1, "sd of x: " + fit.sd("x"));
    }

    @Test
    void slopeOfNothing_isThePriors() {
        Fit fit = fitted("gaussian", i -> 0);
        SummaryRow slope = components(fit).get(2);
        assertTrue(slope.sd() > 0.5 * slope.mean(), "sd of slopes: " + slope.mean() + " ± " + slope.sd());
        List<String> notes = Objects.requireNonNull(fit.findings().kindFindings(MixedSummary.class))
                .notes();
        assertTrue(notes.toString().contains("sd[item:x] may be of no consequence: with probability 1.00"), "" + notes);
    }

    private static Fit fitted(String family, IntToDoubleFunction x) {
        Fit fit = Inference.of(family)
                .with(
                        "model.groups",
                        List.of(Map.of("by", "user"), Map.of("by", "item", "columns", List.of("(Intercept)", "x"))))
                .fit(rows(family, x));
        assertTrue(fit.isReliable(), fit.reliability().text());
        assertTrue(fit.notes().toString().contains("effects of levels for 6000 rows"), "" + fit.notes());
        for (SummaryRow each : components(fit)) {
            assertTrue(Double.isFinite(each.mean()) && Double.isFinite(each.sd()), each.name());
        }
        assertTrue(Arrays.stream(fit.posterior().sd()).allMatch(Double::isFinite));
        return fit;
    }

    private static List<SummaryRow> components(Fit fit) {
        MixedSummary mixed = Objects.requireNonNull(fit.findings().kindFindings(MixedSummary.class));
        return mixed.varianceComponents();
    }

    private static void assertWithin(double truth, SummaryRow found) {
        assertWithin(truth, found.mean(), found.sd());
    }

    private static void assertWithin(double truth, double mean, double sd) {
        assertEquals(truth, mean, 4 * sd);
    }
}
