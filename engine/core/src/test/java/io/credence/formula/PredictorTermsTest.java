package io.credence.formula;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Designs of models with several linear predictors. */
class PredictorTermsTest {

    private static final Map<String, List<String>> LEVELS = Map.of("f", List.of("a", "b", "c"));

    private static Design design(String formula, List<String> further, List<String> numbers) {
        List<PredictorTerms> terms = further.stream()
                .map(text -> PredictorTerms.parse("p" + further.indexOf(text), text))
                .toList();
        return Formula.parse(formula)
                .withPredictors(terms, numbers)
                .draft(List.of(), "f"::equals)
                .design(LEVELS, Map.of());
    }

    private static double[] row(Design design, double... cells) {
        double[] row = new double[design.names().size()];
        design.createWriter().write(cells, (column, value) -> row[column] += value);
        return row;
    }

    @Test
    void columnsOfAllPredictors_areThereOnce() {
        Design design = design("y ~ x + f", List.of("~ z + f", "~ 0 + x:z"), List.of("z", "status"));
        assertEquals(List.of("(Intercept)", "x", "fb", "fc", "z", "x:z", "status"), design.names());
        assertEquals(
                List.of(
                        List.of("(Intercept)", "x", "fb", "fc"),
                        List.of("(Intercept)", "z", "fb", "fc"),
                        List.of("x:z")),
                design.predictorColumns());
        assertEquals(
                List.of("x", "f", "z", "status"),
                design.cellInputs().stream().map(DesignDraft.CellInput::column).toList());
        assertArrayEquals(new double[] {1, 2, 0, 1, 5, 10, 7}, row(design, 2, 2, 5, 7), 0);
    }

    @Test
    void columnOfOnes_isFirstWhicheverPredictorHasIt() {
        Design design = design("y ~ 0 + x", List.of("~ z"), List.of());
        assertEquals(List.of("(Intercept)", "x", "z"), design.names());
        assertEquals(List.of(List.of("x"), List.of("(Intercept)", "z")), design.predictorColumns());
        assertArrayEquals(new double[] {1, 3, 4}, row(design, 3, 4), 0);
        Design without = design("y ~ 0 + x", List.of("~ 0 + z"), List.of());
        assertEquals(List.of("x", "z"), without.names());
    }

    @Test
    void factorsWithAndWithoutIntercept_shareIndicators() {
        Design design = design("y ~ f", List.of("~ 0 + f"), List.of());
        assertEquals(List.of("(Intercept)", "fb", "fc", "fa"), design.names());
        assertEquals(List.of("fa", "fb", "fc"), design.predictorColumns().get(1));
    }

    @Test
    void interactionOfOtherOrder_isTheColumnOfTheFirstFormula() {
        Design design = design("y ~ x * z", List.of("~ z + z:x", "~ f:z:x", "~ 0 + x:f", "~ f:x"), List.of());
        assertEquals(
                List.of("(Intercept)", "x", "z", "x:z", "fa:z:x", "fb:z:x", "fc:z:x", "x:fa", "x:fb", "x:fc"),
                design.names());
        assertEquals(
                List.of("(Intercept)", "z", "x:z"), design.predictorColumns().get(1));
        assertEquals(
                List.of("(Intercept)", "x:fa", "x:fb", "x:fc"),
                design.predictorColumns().get(4));
        assertArrayEquals(new double[] {1, 2, 5, 10, 0, 10, 0, 0, 2, 0}, row(design, 2, 5, 1), 0);
    }

    private static String product(Design design, ColumnProduct of) {
        return design.names().get(of.column()) + " of " + names(design, of.numberColumns())
                + names(design, of.contrastColumns())
                + names(design, of.levelSiblings())
                + of.parents().stream()
                        .map(parent -> design.names().get(parent.column()))
                        .sorted()
                        .toList();
    }

    private static List<String> names(Design design, int[] columns) {
        return Arrays.stream(columns)
                .mapToObj(j -> j < 0 ? "-" : design.names().get(j))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "y ~ x * z; ~ x",
                "y ~ 1; ~ x * z",
                "y ~ x; ~ x:z + z",
                "y ~ x + z + (1 + x:z | g); ~ 1",
                "y ~ x + I(x - z); ~ x:z + z"
            })
    void productsOfNumbers_areKnownWhicheverFormulaHasThem(String formula, String further) {
        Design design = design(formula, List.of(further), List.of());
        assertEquals(
                List.of("x:z of [x, z][][][x, z]"),
                design.numberProducts().stream()
                        .map(each -> product(design, each))
                        .toList());
    }

    @Test
    void columnsOfANumberByLevel_areThoseOfOneFormula() {
        Design design = design("y ~ f * x", List.of("~ f + f:z", "~ 0 + x:f"), List.of());
        assertEquals(
                List.of(
                        "fb:x of [x][fb][fa:x, fb:x, fc:x][fb]",
                        "fc:x of [x][fc][fa:x, fb:x, fc:x][fc]",
                        "fa:z of [-][-][fa:z, fb:z, fc:z][]",
                        "fb:z of [-][fb][fa:z, fb:z, fc:z][fb]",
                        "fc:z of [-][fc][fa:z, fb:z, fc:z][fc]",
                        "fa:x of [x][-][fa:x, fb:x, fc:x][]"),
                design.numberProducts().stream()
                        .map(each -> product(design, each))
                        .toList());
    }

    @Test
    void columnsOfOneName_areRefused() {
        FormulaException refused =
                assertThrows(FormulaException.class, () -> design("y ~ f", List.of("~ fb"), List.of()));
        assertTrue(refused.getMessage().contains("two columns of one name"), refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"z", "y ~ z", "~ (1 | g)", "~ offset(z)", "~ z +"})
    void whatNoFurtherPredictorHas_isRefused(String text) {
        assertThrows(FormulaException.class, () -> PredictorTerms.parse("sigma", text));
    }

    @Test
    void responseAndTerms_makeAFormula() {
        Formula formula = PredictorTerms.withResponse("survival time", "~ x + offset(log(n))");
        assertEquals("survival time", formula.responseColumn());
        assertTrue(formula.allColumns(List.of()).containsAll(List.of("x", "n")));
    }
}
