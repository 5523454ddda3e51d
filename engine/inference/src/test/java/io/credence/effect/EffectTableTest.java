package io.credence.effect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.ConfigFactory;
import io.credence.config.ConfigurationException;
import io.credence.effect.EffectRequest.Kind;
import io.credence.effect.EffectSums.AveragedCell;
import io.credence.effect.ModelColumn.Range;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plans of requests, and what is made of averages: differences, ratios, slopes, hypotheses, the order of groups. */
class EffectTableTest {

    private static final List<ModelColumn> VARIABLES =
            List.of(new ModelColumn("region", List.of("north", "south", "east")), new ModelColumn("age", List.of()));
    private static final Map<String, Range> RANGES = Map.of("age", new Range(20, 70, 30, 60, false));

    private static EffectPlan plan(EffectRequest request) {
        return EffectPlan.of(request, VARIABLES, RANGES);
    }

    /** As marginaleffects has it: x + 1 of a column of 0 and 1 is no value of it where x is 1. */
    @Test
    void comparisonsOfZeroAndOne_areOfTheseTwo() {
        EffectPlan plan = EffectPlan.of(
                EffectRequest.of(Kind.COMPARISONS),
                List.of(new ModelColumn("member", List.of())),
                Map.of("member", new Range(0, 1, Double.NaN, Double.NaN, true)));
        assertEquals(
                List.of(List.of(CellChange.toValue("member", "0")), List.of(CellChange.toValue("member", "1"))),
                plan.versions());
        assertEquals("1 - 0", plan.terms().get(0).contrast());
    }

    private static EffectTable table(EffectRequest request, EffectSums sums) {
        return EffectTable.of(request, plan(request), sums, RowWeighting.ROWS, VARIABLES, List.of());
    }

    /** One row a cell, whose average is {@code base} at the first draw and twice that at the second. */
    private static void put(EffectSums sums, int version, double base, String... by) {
        EffectSums.CellSums total = sums.cellSums(new AveragedCell(version, List.of(by)));
        total.add(new EffectSums.CellSums(new double[] {3 * base, 6 * base}, new double[] {3, 3}));
    }

    /** Rows of a version, one for each pair of factor and level without rows in the fit; "-" for a row of known levels. */
    private static void putLevels(EffectSums sums, int version, String... levels) {
        EffectSums.CellSums total = sums.cellSums(new AveragedCell(version, List.of()));
        for (String level : levels) {
            String[] parts = level.split(" ");
            total.countRow(1, parts.length == 1 ? Map.of() : Map.of(parts[0], parts[1]));
        }
    }

    private static String averagedOver(EffectRequest request, EffectSums sums) {
        return table(request, sums).estimates().get(0).averagedOver();
    }

    /** In whatever order tasks end, the first levels are named. */
    @Test
    void averages_sayWhichPartOfThemIsPrior() {
        EffectRequest request = EffectRequest.of(Kind.PREDICTIONS);
        EffectSums known = new EffectSums(2, 1);
        putLevels(known, 0, "-", "-");
        assertEquals("2 rows", averagedOver(request, known));
        EffectSums one = new EffectSums(2, 1);
        putLevels(one, 0, "state d", "state b", "state e");
        EffectSums other = new EffectSums(2, 1);
        putLevels(other, 0, "-", "state c", "state a", "region x", "-", "-");
        known.merge(one);
        known.merge(other);
        String text = "11 rows, 55 % prior (no rows of region x; state a, b, c and others)";
        assertEquals(text, averagedOver(request, known));
        EffectSums most = new EffectSums(2, 1);
        putLevels(most, 0, "state a");
        most.cellSums(new AveragedCell(0, List.of()))
                .add(new EffectSums.CellSums(new double[2], new double[] {999, 999}));
        assertEquals("1,000 rows, less than 1 % prior (no rows of state a)", averagedOver(request, most));
        assertEquals(
                text + ", sampled from 20",
                table(request, known).estimates().get(0).ofSample(1, 20).averagedOver());
    }

    /** A version that sets rows to a level without rows is prior where the rows as they are have data. */
    @Test
    void comparisons_sayWhichPartOfEitherSideIsPrior() {
        EffectRequest request =
                EffectRequest.of(Map.of("kind", "comparisons", "variables", Map.of("region", "reference")));
        EffectSums sums = new EffectSums(2, 1);
        putLevels(sums, 0, "-", "cell north:b");
        putLevels(sums, 1, "-", "-");
        putLevels(sums, 2, "cell east:a", "cell east:b");
        List<EffectEstimate> found = table(request, sums).estimates();
        assertEquals(
                "2 rows, 50 % prior (no rows of cell north:b)", found.get(0).averagedOver());
        assertEquals(
                "2 rows, 100 % prior (no rows of cell east:a, east:b)",
                found.get(1).averagedOver());
    }

    private static String contrasts(EffectTable table) {
        return table.estimates().stream().map(EffectEstimate::contrast).collect(Collectors.joining(", "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "reference;south - north, east - north",
                "sequential;south - north, east - south",
                "pairwise;south - north, east - north, east - south"
            })
    void pairsOfLevels_areCompared(String pairs, String expected) {
        EffectRequest request = EffectRequest.of(Map.of("kind", "comparisons", "variables", Map.of("region", pairs)));
        EffectPlan plan = plan(request);
        assertEquals(
                expected,
                plan.terms().stream().map(EffectPlan.ReportedTerm::contrast).collect(Collectors.joining(", ")));
        assertEquals(3, plan.versions().size(), "each level is averaged once");
    }

    @Test
    void comparisons_ofAllVariables_shareTheRowsAsTheyAre() {
        EffectPlan plan = plan(EffectRequest.of(Kind.COMPARISONS));
        assertEquals(List.of(), plan.versions().get(3));
        assertEquals(List.of(CellChange.byShift("age", 1)), plan.versions().get(4));
        assertEquals("+1", plan.terms().get(2).contrast());
    }

    @Test
    void aRatio_isOfTheAverages_andADifferenceAtEachDraw() {
        EffectSums sums = new EffectSums(2, 1);
        put(sums, 0, 2);
        put(sums, 1, 5);
        Map<String, Object> keys = Map.of("kind", "comparisons", "variables", Map.of("age", List.of(20, 30)));
        assertEquals(3, table(EffectRequest.of(keys), sums).estimates().get(0).draws()[0], 1e-15);
        Map<String, Object> ratio =
                Map.of("kind", "comparisons", "variables", Map.of("age", List.of(20, 30)), "comparison", "ratio");
        EffectTable found = table(EffectRequest.of(ratio), sums);
        assertEquals(2.5, found.estimates().get(0).draws()[1], 1e-15);
        assertEquals("30 / 20", contrasts(found));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"lnratio;0.6931471805599453;ln(30 / 20)", "lnor;0.9808292530117262;ln(odds(30) / odds(20))"})
    void logarithms_areOfRatiosAndOdds(String comparison, double expected, String contrast) {
        EffectSums sums = new EffectSums(2, 1);
        put(sums, 0, 0.2);
        put(sums, 1, 0.4);
        EffectRequest request = EffectRequest.of(
                Map.of("kind", "comparisons", "variables", Map.of("age", List.of(20, 30)), "comparison", comparison));
        EffectTable found = table(request, sums);
        assertEquals(expected, found.estimates().get(0).draws()[0], 1e-14);
        assertEquals(contrast, contrasts(found));
    }

    @Test
    void oddsOfNumbersThatAreNoProbabilities_areRefused() {
        EffectSums sums = new EffectSums(2, 1);
        put(sums, 0, 2);
        put(sums, 1, 5);
        EffectRequest request = EffectRequest.of(
                Map.of("kind", "comparisons", "variables", Map.of("age", List.of(20, 30)), "comparison", "lnor"));
        assertTrue(assertThrows(ConfigurationException.class, () -> table(request, sums))
                .getMessage()
                .contains("between 0 and 1, found 5.0 and 2.0"));
    }

    @Test
    void aSlope_isDividedByTheStep() {
        EffectSums sums = new EffectSums(2, 1);
        put(sums, 0, 2);
        put(sums, 1, 2.04);
        EffectTable found = table(EffectRequest.of(Kind.SLOPES), sums);
        assertEquals(4, found.estimates().get(0).draws()[0], 1e-9, "a step of 0.005 on either side");
    }

    @Test
    void groups_areInTheOrderOfLevels_andNumbersAscend() {
        EffectSums sums = new EffectSums(2, 1);
        for (String[] by : new String[][] {{"east", "10"}, {"north", "9"}, {"north", "10"}, {"elsewhere", "1"}}) {
            put(sums, 0, 1, by);
        }
        EffectRequest request = EffectRequest.of(Map.of("kind", "predictions", "by", List.of("region", "year")));
        assertEquals(
                List.of("north 9", "north 10", "east 10", "elsewhere 1"),
                table(request, sums).estimates().stream()
                        .map(each -> String.join(" ", each.commonCells().values()))
                        .toList());
    }

    @Test
    void hypotheses_areOfTheEstimates_inTheirOrder() {
        EffectSums sums = new EffectSums(2, 1);
        put(sums, 0, 2);
        put(sums, 1, 5);
        put(sums, 2, 6);
        Map<String, Object> keys = Map.of(
                "kind",
                "predictions",
                "variables",
                List.of("region"),
                "hypotheses",
                List.of("b2 - b1 = 1", "(b3 - b1) / b2", "sequential"));
        List<EffectEstimate> found = table(EffectRequest.of(keys), sums).estimates();
        assertEquals(2, found.get(0).draws()[0], 1e-15);
        assertEquals(0.8, found.get(1).draws()[1], 1e-15);
        assertEquals("b3 - b2", found.get(3).contrast());
        assertEquals(4, found.size());
    }

    @Test
    void predictions_overAColumnOfNumbers_areAtNineValues_crossedWithLevels() {
        EffectRequest request = EffectRequest.of(Map.of("kind", "predictions", "variables", List.of("age", "region")));
        EffectPlan plan = plan(request);
        assertEquals(27, plan.versions().size());
        assertEquals("30.0", plan.versions().get(0).get(0).value());
        assertEquals("60.0", plan.versions().get(26).get(0).value());
    }

    /** Cells may hold what separates cells. */
    @Test
    void theTable_isReadBackAsItWasWritten() {
        EffectSums sums = new EffectSums(2, 1);
        put(sums, 0, 2, "a, \"b\"");
        put(sums, 0, 5, "c");
        EffectText text = new EffectText(0.8);
        text.add("one", table(EffectRequest.of(Kind.PREDICTIONS).by("part of, town"), sums));
        EffectSums two = new EffectSums(2, 1);
        put(two, 0, 1);
        put(two, 1, 3);
        text.add(
                "two",
                table(
                        EffectRequest.of(Map.of("kind", "comparisons", "variables", Map.of("age", List.of(20, 30)))),
                        two));
        List<EffectsCsvLine> read = EffectText.parse(text.csv());
        assertEquals(List.of("part of, town=a, \"b\"", "part of, town=c", "age 30 - 20"), labels(read));
        assertEquals(
                List.of("one", "two"), List.copyOf(EffectText.byRequest(read).keySet()));
        assertEquals(3, read.get(2).summary().mean(), 1e-15);
        EffectText again = new EffectText(0.8);
        assertEquals(
                "the table of effects has another form: required columns [request, term, contrast] first and "
                        + EffectEstimate.NUMBERS + " last, found [a, b]",
                assertThrows(IllegalArgumentException.class, () -> EffectText.parse("a,b\n1,2\n"))
                        .getMessage());
        assertTrue(EffectText.parse(again.csv()).isEmpty());
        for (String broken : List.of("x,1\n", "x,\"1\n")) {
            assertThrows(IllegalArgumentException.class, () -> EffectText.parse(again.csv() + broken));
        }
    }

    private static List<String> labels(List<EffectsCsvLine> lines) {
        return lines.stream().map(EffectsCsvLine::label).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{kind: comparison};required one of predictions, comparisons, slopes, found comparison",
                "{kind: slopes, variables: [region]};found a factor, of which there are comparisons",
                "{kind: comparisons, variables: [reg]};there is no variable reg in the model",
                "{kind: comparisons, variables: {region: [north, west]}};has no value west",
                "{kind: comparisons, variables: {age: much}};required a number to add, or two values, found much",
                "{kind: slopes, comparison: ratio};required kind = comparisons, found slopes",
                "{kind: predictions, weight: n};an effect has no key weight",
                "{kind: predictions, hypotheses: [b2 - b1]};the hypothesis 'b2 - b1' cannot be read"
            })
    void whatCannotBe_isRefused(String text, String problem) {
        Map<String, Object> keys = ConfigFactory.parseString(text).root().unwrapped();
        EffectSums sums = new EffectSums(2, 1);
        put(sums, 0, 2);
        String message = assertThrows(ConfigurationException.class, () -> table(EffectRequest.of(keys), sums))
                .getMessage();
        assertTrue(message.contains(problem), message);
    }
}
