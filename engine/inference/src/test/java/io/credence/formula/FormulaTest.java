package io.credence.formula;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.Serialised;
import io.credence.testkit.Nightly;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormulaTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "y + x; has no ~",
                "y ~ x +; cannot be read",
                "y ~ (x; cannot be read",
                "y ~ x @ z; cannot be read",
                "y ~ 2; has a number for a term",
                "y ~ x^1.5; has a power of terms",
                "y ~ x + 1 | g; has a term of a grouping factor without parentheses",
                "y ~ x * (1 | g); has a term of a grouping factor within another term",
                "y ~ x - (1 | g); has a term of a grouping factor within another term",
                "y ~ (1 | g | h); has a term of a grouping factor with more than one bar",
                "y ~ (1 | g + h); has a grouping factor that cannot be read",
                "y ~ (1 | log(g)); has a grouping factor that cannot be read",
                "y ~ (1 | g:g); has a grouping factor that cannot be formed",
                "y ~ (0 | g); has a term of a grouping factor without effects",
                "y ~ (x + offset(z) | g); has a term of a grouping factor whose effects cannot vary",
                "y ~ (. | g); has a term of a grouping factor whose effects cannot vary",
                "y ~ 'x'; has a word where a term must be",
                "y ~ offset(a, b); has an offset that cannot be read",
            })
    void formulasThatCannotBeRead_areRefused(String formula, String problem) {
        String message = assertThrows(FormulaException.class, () -> Formula.parse(formula))
                .getMessage();
        assertTrue(message.startsWith("the formula " + problem) && message.contains(": required "), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "y ~ cosh(x); has a function that is not known",
                "y ~ log(x, 2, 3); has a function with too many",
                "y ~ log('x'); has text where a number must be",
                "y ~ I(x:z); has no number for :",
                "y ~ factor(log(x)); has a factor that cannot be read",
                "y ~ C(x, contr.poly); has contrasts that are not known",
            })
    void variablesThatCannotBeComputed_areRefused(String formula, String problem) {
        Formula parsed = Formula.parse(formula);
        String message = assertThrows(
                        FormulaException.class,
                        () -> parsed.draft(List.of(), name -> false).design(Map.of("x", List.of("1", "2")), Map.of()))
                .getMessage();
        assertTrue(message.startsWith("the formula " + problem), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "y ~ poly(x, 3); a polynomial that the rows do not determine",
                "y ~ poly(x, z); functions that cannot be read",
                "y ~ ns(x, knots = x); functions that cannot be read",
                "y ~ ns(x, df = 2); functions that do not exist",
                "y ~ bs(x, df = 2); functions that cannot be read",
                "y ~ bs(x, include_intercept = FALSE); functions that cannot be read",
                "y ~ ns(x, 2, intercept = TRUE); functions that cannot be read",
                "y ~ cut(x, 3); functions that cannot be read",
                "y ~ cut(x, breaks = c(1, 2, 2)); functions that cannot be read",
                "y ~ cut(x, c(1, 2, 3), labels = FALSE); functions that cannot be read",
                "y ~ scale(x); a polynomial that the rows do not determine",
            })
    void basesThatRowsDoNotDetermine_areRefused(String formula, String problem) {
        DesignDraft draft = Formula.parse(formula).draft(List.of(), name -> false);
        String message = assertThrows(
                        FormulaException.class, () -> draft.design(Map.of(), Map.of(), number -> new Constant(number)))
                .getMessage();
        assertTrue(message.startsWith("the formula has " + problem), message);
    }

    /** Two rows of the number 3. */
    private record Constant(CellFunction number) implements ColumnStatistics {
        @Override
        public double[] sums(int count, Contribution summand) {
            double[] sums = new double[count];
            summand.add(3, sums);
            summand.add(3, sums);
            return sums;
        }

        @Override
        public double[] quantiles(double... shares) {
            double[] quantiles = new double[shares.length];
            java.util.Arrays.fill(quantiles, 3);
            return quantiles;
        }
    }

    @Test
    void response_isAColumnOrComputed() {
        assertEquals("y", Formula.parse("y ~ x").responseColumn());
        Formula computed = Formula.parse("log(y / n) ~ x");
        assertNull(computed.responseColumn());
        assertEquals(List.of("y", "n"), computed.responseColumns());
        assertEquals("log(y/n)", computed.responseText());
        assertEquals(Math.log(3.0 / 4), computed.responseNumber().evaluate(new double[] {3, 4}));
        assertEquals("", Formula.parse("~ x").responseText());
    }

    @Test
    void columnsThatAreZero_areNotWritten() {
        Design design = Formula.parse("~ g * x")
                .draft(List.of(), "g"::equals)
                .design(Map.of("g", List.of("a", "b", "c")), Map.of());
        List<String> written = new ArrayList<>();
        design.createWriter()
                .write(
                        new double[] {2, 7},
                        (column, value) -> written.add(design.names().get(column) + "=" + value));
        assertEquals(List.of("(Intercept)=1.0", "gc=1.0", "x=7.0", "gc:x=7.0"), written);
        assertEquals(4, design.mostEntries());
    }

    @Test
    void numbersInNoInterval_haveNoValue() {
        Design design = Formula.parse("~ cut(x, c(0, 1, 2))")
                .draft(List.of(), name -> false)
                .design(Map.of(), Map.of());
        for (double x : new double[] {0, 2.5, -1, Double.NaN}) {
            double[] columns = new double[2];
            design.createWriter().write(new double[] {x}, (column, value) -> columns[column] = value);
            assertTrue(Double.isNaN(columns[1]), "at " + x);
        }
    }

    @Test
    void namesOfPython_areThoseOfR() {
        Design design = Formula.parse("y ~ np.log(x) + I(x ** 2)")
                .draft(List.of(), name -> false)
                .design(Map.of(), Map.of());
        assertEquals(List.of("(Intercept)", "log(x)", "I(x^2)"), design.names());
    }

    @Test
    void designs_travel() {
        Design design = Formula.parse("~ C(g, contr.sum) * log(x, 2) + offset(-x)")
                .draft(List.of(), name -> false)
                .design(Map.of("g", List.of("a", "b")), Map.of());
        Design copy = Serialised.copy(design);
        assertEquals(design.names(), copy.names());
        assertEquals(-8, copy.offset(new double[] {1, 8}));
        double[] columns = new double[design.names().size()];
        copy.createWriter().write(new double[] {1, 8}, (column, value) -> columns[column] = value);
        assertArrayEquals(new double[] {1, -1, 3, -3}, columns, 1e-15);
    }

    @Test
    void numbersThatDoNotExist_areWrittenAsSuch() {
        Design design =
                Formula.parse("~ log(x)").draft(List.of(), name -> false).design(Map.of(), Map.of());
        double[] columns = new double[2];
        design.createWriter().write(new double[] {-1}, (column, value) -> columns[column] = value);
        assertTrue(Double.isNaN(columns[1]));
    }

    private static Design plain(String formula) {
        return Formula.parse(formula).draft(List.of(), name -> false).design(Map.of(), Map.of());
    }

    private static String joined(String operator, int count) {
        return IntStream.range(0, count).mapToObj(i -> "column" + i).collect(Collectors.joining(operator));
    }

    /** Any number of terms, and of numbers that are added up, on the stack of a task. */
    @ParameterizedTest
    @CsvSource({"700", "10000"})
    void manyTerms_areNotNested(int count) throws Exception {
        Design sum = plain("y ~ " + joined(" + ", count));
        assertEquals(1 + count, sum.names().size());
        assertEquals("column" + (count - 1), sum.names().get(count));
        Serialised.copy(sum);
        assertEquals(
                1,
                plain("y ~ " + joined(" + ", count) + " - " + joined(" - ", count))
                        .names()
                        .size());
        Design one = Serialised.copy(plain("y ~ I(" + joined("+", count) + ") + " + joined(":", 700)));
        double[] columns = new double[3];
        double[] cells = new double[count];
        Arrays.fill(cells, 1);
        one.createWriter().write(cells, (column, value) -> columns[column] = value);
        assertArrayEquals(new double[] {1, count, 1}, columns);
        Formula response = Formula.parse(joined(" + ", count) + " ~ (0 + " + joined(" + ", 700) + " | g)");
        assertEquals(700, response.groupingTerms().get(0).effectNames().size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "(; x; )",
                "log(; x; )",
                "-; x; ''",
                "x^; x; ''",
                "I(x + I(; x; ))",
                "x - x + ; x; ''",
                "x / x * ; x; ''"
            })
    void nestingWithoutEnd_isRefused(String before, String middle, String after) {
        for (int times : new int[] {110, 30_000}) {
            String formula = "y ~ " + before.repeat(times) + middle + after.repeat(times);
            String message =
                    assertThrows(FormulaException.class, () -> plain(formula)).getMessage();
            assertTrue(message.contains("is nested too deeply") && message.length() < 300, message);
        }
    }

    /** As in Spark SQL; also a name of nothing else, and one of another quotation's length. */
    @Test
    void backticksOfNames_areWrittenTwice() {
        Formula formula = Formula.parse("y ~ `a``b` + log(`````c d`) + (1 | `g``h`)");
        assertEquals(Set.of("a`b", "``c d"), formula.termColumns(List.of()));
        String message = assertThrows(FormulaException.class, () -> Formula.parse("y ~ `a`b`"))
                .getMessage();
        assertTrue(message.contains("a backtick is written twice") && message.endsWith("found \"`\""), message);
        assertThrows(FormulaException.class, () -> Formula.parse("y ~ ``"));
    }

    @Test
    void productsWithoutEnd_areRefusedWithTheirNumber() {
        for (String formula : List.of(
                "y ~ " + joined(" * ", 40),
                "y ~ (" + joined(" + ", 2_000) + ")^2",
                "y ~ (" + joined(" + ", 200) + ")^9",
                "y ~ (" + joined(" + ", 2_000) + "):(" + joined(" + ", 2_001) + ")")) {
            String message = assertThrows(FormulaException.class, () -> Formula.parse(formula))
                    .getMessage();
            assertTrue(message.contains("too many products of terms: required at most 1000000, found "), message);
        }
        Map<String, List<String>> levels = new HashMap<>();
        for (String factor : List.of("a", "b", "c", "d")) {
            levels.put(
                    factor,
                    IntStream.range(0, 60_000).mapToObj(Integer::toString).toList());
        }
        for (String formula : List.of("y ~ a:b", "y ~ a * b", "y ~ a:b:c:d", "y ~ x + (a:b | g)")) {
            DesignDraft draft = Formula.parse(formula).draft(List.of(), levels::containsKey);
            String message = assertThrows(FormulaException.class, () -> draft.design(levels, Map.of()))
                    .getMessage();
            assertTrue(message.contains("too many columns: required at most 1000000, found "), message);
            assertTrue(message.contains("with those of a:b"), message);
        }
    }

    /** By night 161,700 triples of a hundred columns, of which each looks for its pairs. */
    @Test
    void allTriples_areCoded() {
        int n = Nightly.times(40, 100);
        assertEquals(
                1 + n + n * (n - 1) / 2 + n * (n - 1) * (n - 2) / 6,
                plain("y ~ (" + joined(" + ", n) + ")^3").names().size());
    }

    /** As R has it: terms of one side are not multiplied with each other. */
    @Test
    void products_areOfTermsOfBothSides() {
        assertEquals(
                List.of("(Intercept)", "a", "b", "c", "d", "a:c", "a:d", "b:c", "b:d"),
                plain("y ~ (a + b) * (c + d)").names());
        assertEquals(
                List.of("(Intercept)", "a", "b", "c", "a:b", "a:c", "b:c", "a:b:c"),
                plain("y ~ a * b * c").names());
        assertEquals(
                List.of("(Intercept)", "a", "a:b", "a:b:c"),
                plain("y ~ a / b / c").names());
    }
}
