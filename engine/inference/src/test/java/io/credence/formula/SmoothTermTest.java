package io.credence.formula;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Smooths among the terms of a formula: their columns, names and standard deviations. */
class SmoothTermTest {

    private static final int ROWS = 300;

    private final double[] x = RandomArrays.of("x of smooths").uniforms(ROWS, 0, 24);
    private final double[] z = RandomArrays.of("z of smooths").uniforms(ROWS, -3, 5);

    private record RowStatistics(double[] rows) implements ColumnStatistics {
        @Override
        public double[] sums(int count, Contribution summand) {
            double[] sums = new double[count];
            for (double x : rows) {
                summand.add(x, sums);
            }
            return sums;
        }

        @Override
        public double[] quantiles(double... shares) {
            double[] sorted = rows.clone();
            Arrays.sort(sorted);
            return Arrays.stream(shares)
                    .map(share -> sorted[(int) Math.round(share * (rows.length - 1))])
                    .toArray();
        }
    }

    private Design design(String formula) {
        DesignDraft draft = Formula.parse(formula).draft(List.of(), "f"::equals);
        List<String> cells =
                draft.cellInputs().stream().map(DesignDraft.CellInput::column).toList();
        return draft.design(Map.of("f", List.of("a", "b", "c")), Map.of(), number -> {
            double[] rows = new double[ROWS];
            for (int i = 0; i < ROWS; i++) {
                double[] row = new double[cells.size()];
                for (int c = 0; c < row.length; c++) {
                    row[c] = cells.get(c).equals("x") ? x[i] : z[i];
                }
                rows[i] = number.evaluate(row);
            }
            return new RowStatistics(rows);
        });
    }

    private static double[] row(Design design, double... cells) {
        double[] row = new double[design.names().size()];
        design.createWriter().write(cells, (column, value) -> row[column] = value);
        return row;
    }

    private static List<String> sds(Design design) {
        return design.smooths().stream()
                .flatMap(smooth -> smooth.penalisedColumns().stream())
                .map(Smooth.PenalisedColumns::name)
                .toList();
    }

    @Test
    void aSmooth_hasAColumnOfItsNumber_andPenalisedOnesThatShareAStandardDeviation() {
        Design design = design("y ~ z + s(x, k = 6)");
        assertEquals(2 + 7, design.names().size());
        Smooth smooth = design.smooths().get(0);
        assertEquals("s(x)", smooth.name());
        assertEquals("s(x, k = 6)", smooth.term());
        assertEquals(List.of("x"), smooth.numbers());
        assertArrayEquals(IntStream.range(2, 9).toArray(), smooth.columns());
        assertArrayEquals(
                IntStream.range(3, 9).toArray(),
                smooth.penalisedColumns().get(0).columns());
        assertEquals(1, smooth.freeColumnCount());
        double[] at = smooth.rowAt(9, 7);
        assertArrayEquals(Arrays.copyOfRange(row(design, 1.5, 7), 2, 9), Arrays.copyOfRange(at, 2, 9), 1e-14);
        assertEquals(0, at[0] + at[1]);
        assertEquals(
                List.of("s(x, k = 6)"), Formula.parse("y ~ z + s(x, k = 6)").smoothTerms());
    }

    @Test
    void smoothsOfOneNumber_areToldApartByTheirCalls() {
        assertEquals(
                List.of("s(x, k = 6)", "s(x, bs = \"cc\")", "s(z)"),
                sds(design("y ~ s(x, k = 6) + s(x, bs = \"cc\") + s(z, k = 4)")));
        assertEquals(List.of("s(x)", "s(x):fb", "s(x):fc"), sds(design("y ~ s(x, k = 4) + s(x, k = 4, by = f)")));
    }

    @Test
    void withoutItsStraightPart_aSmoothKeepsThePenalisedColumns() {
        Smooth smooth = design("y ~ x + s(x, k = 6)")
                .withoutColumns(List.of("s(x, k = 6)1"))
                .smooths()
                .get(0);
        assertArrayEquals(new int[] {-1, 2, 3, 4, 5, 6, 7}, smooth.columns());
        assertEquals(0, smooth.freeColumnCount());
        assertEquals(0, smooth.rowAt(8, 7)[1]);
    }

    @Test
    void byAFactor_itIsOneSmoothForEachLevel_besideTheFactor() {
        Design design = design("y ~ s(x, k = 4, by = f)");
        assertEquals(List.of("s(x):fa", "s(x):fb", "s(x):fc"), sds(design));
        assertEquals(1 + 2 + 3 * 5, design.names().size());
        Set<Integer> all = new HashSet<>();
        design.smooths().forEach(each -> Arrays.stream(each.columns()).forEach(all::add));
        assertEquals(15, all.size());
        Smooth second = design.smooths().get(1);
        double[] row = row(design, 1, 7);
        double[] at = second.rowAt(row.length, 7);
        for (int column : second.columns()) {
            assertEquals(at[column], row[column], 1e-14);
        }
        assertEquals(0, row[design.smooths().get(0).columns()[2]]);
        assertEquals(design.names(), design("y ~ f + f:s(x, k = 4)").names(), "by is the factor and its product");
    }

    @Test
    void byANumber_itsCoefficientVaries() {
        Design design = design("y ~ s(x, k = 4, by = z)");
        assertEquals(List.of("s(x):z"), sds(design));
        assertEquals("z", design.names().get(1));
        Smooth smooth = design.smooths().get(0);
        assertTrue(smooth.isMultiplied());
        assertTrue(design("y ~ s(x, k = 4, by = f) + s(z)").smooths().stream().noneMatch(Smooth::isMultiplied));
        double[] once = row(design, 1, 7);
        double[] twice = row(design, 2, 7);
        for (int column : smooth.columns()) {
            assertEquals(2 * once[column], twice[column], 1e-12);
        }
    }

    @Test
    void aCyclicSmooth_comesRoundWithoutAKink_andHasNoStraightPart() {
        Design design = design("y ~ s(x, bs = \"cc\", k = 8, Boundary.knots = c(0, 24))");
        Smooth smooth = design.smooths().get(0);
        assertEquals(8, smooth.columns().length);
        assertEquals(0, smooth.freeColumnCount());
        double[][] near = new double[7][];
        for (int i = 0; i < near.length; i++) {
            near[i] = smooth.functions().valuesAt(24 + (i - 3) * 1e-3);
            assertArrayEquals(near[i], smooth.functions().valuesAt((i - 3) * 1e-3), 1e-9);
            assertArrayEquals(near[i], smooth.functions().valuesAt(48 + (i - 3) * 1e-3), 1e-9);
        }
        for (int j = 0; j < 8; j++) {
            double before = (near[3][j] - 2 * near[2][j] + near[1][j]) / 1e-6;
            double after = (near[5][j] - 2 * near[4][j] + near[3][j]) / 1e-6;
            assertEquals(before, after, 1e-2 * (1 + Math.abs(before)), "bend of function " + j);
            double mean = 0;
            for (double each : x) {
                mean += smooth.functions().valuesAt(each)[j] / ROWS;
            }
            assertEquals(0, mean, 1e-12);
        }
        assertEquals(1, variance(smooth.functions(), 0), 1e-10);
    }

    private double variance(SmoothFunctions functions, int from) {
        double sum = 0;
        for (double each : x) {
            double[] values = functions.valuesAt(each);
            for (int j = from; j < values.length; j++) {
                sum += values[j] * values[j] / ROWS;
            }
        }
        return sum;
    }

    @Test
    void theBendsOfACycle_arePenalised() {
        SmoothFunctions functions = design("y ~ s(x, bs = \"cc\", k = 6, Boundary.knots = c(0, 24))")
                .smooths()
                .get(0)
                .functions();
        double ratio = Double.NaN;
        RandomArrays random = RandomArrays.of("coefficients of a cycle");
        for (int trial = 0; trial < 3; trial++) {
            double[] u = random.normals(6);
            double step = 5e-3;
            double bend = 0;
            for (double at = step; at < 24; at += step) {
                double second =
                        value(functions, at + step, u) - 2 * value(functions, at, u) + value(functions, at - step, u);
                bend += second * second / (step * step * step);
            }
            double found = bend / Arrays.stream(u).map(each -> each * each).sum();
            assertEquals(Double.isNaN(ratio) ? found : ratio, found, 5e-3 * found);
            ratio = found;
        }
    }

    private static double value(SmoothFunctions functions, double at, double[] u) {
        double[] values = functions.valuesAt(at);
        double sum = 0;
        for (int j = 0; j < u.length; j++) {
            sum += u[j] * values[j];
        }
        return sum;
    }

    @Test
    void aSurface_hasThreeStandardDeviations_andStraightParts() {
        Design design = design("y ~ t2(x, z, k = 3)");
        assertEquals(List.of("t2(x, z).x", "t2(x, z).z", "t2(x, z).x:z"), sds(design));
        Smooth smooth = design.smooths().get(0);
        assertEquals(3 + 6 + 6 + 9, smooth.columns().length);
        assertEquals(3, smooth.freeColumnCount());
        assertEquals(25, design.names().size());
        assertArrayEquals(row(design, 7, 2), withOne(smooth.rowAt(25, 7, 2)), 1e-14);
        double[] corner = smooth.functions().valuesAt(7, 2);
        assertEquals(corner[0] * corner[1], corner[2], 1e-12);
        assertEquals(2, smooth.functions().ranges().size());
        Set<Integer> penalised = new HashSet<>();
        smooth.penalisedColumns().forEach(part -> Arrays.stream(part.columns()).forEach(penalised::add));
        assertEquals(21, penalised.size());
    }

    private static double[] withOne(double[] row) {
        row[0] = 1;
        return row;
    }

    @Test
    @SuppressWarnings("unchecked")
    void aRestoredCycle_hasTheSameValues() {
        Design design = design("y ~ s(x, bs = \"cc\", k = 5)");
        Basis basis = design.data().bases().values().iterator().next();
        Map<String, Object> saved = basis.parameters();
        Basis restored = Basis.restoreCyclic(
                (List<Double>) saved.get("knots"), (List<Double>) saved.get("centres"), (List<Double>)
                        saved.get("turns"));
        double[] values = new double[5];
        restored.writeValues(13, values, 0);
        assertArrayEquals(design.smooths().get(0).functions().valuesAt(13), values);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            y ~ s(x, z)                    | t2(x, z) for a surface over two
            y ~ s(x, bs = "tp")            | bs = "cc" of a number that comes round
            y ~ s(x, k = 1)                | k of at least 2
            y ~ s(x, k = 1000)             | a whole number from 1 to 100
            y ~ s(x, m = 2)                | no arguments but x, k, bs, knots, Boundary.knots
            y ~ s(x):s(z)                  | t2(x, z) for a surface
            y ~ s(x) * s(z)                | t2(x, z) for a surface
            y ~ t2(x)                      | two numbers, as t2(x, z)
            y ~ t2(x, z, bs = "cc")        | no arguments but x, z, k
            y ~ s(x, by = a + b)           | by = a column, or a product a:b""")
    void whatCannotBe_isRefusedBeforeRowsAreRead(String formula, String required) {
        FormulaException refused = assertThrows(FormulaException.class, () -> Formula.parse(formula));
        assertTrue(refused.getMessage().contains(required), refused.getMessage());
    }

    @Test
    void aSmoothThatVariesBetweenLevels_isRefused() {
        FormulaException refused = assertThrows(FormulaException.class, () -> Formula.parse("y ~ (s(x) | f)"));
        assertTrue(refused.getMessage().contains("s(x, by = factor) beside (1 | factor)"), refused.getMessage());
    }

    @Test
    void aSurfaceInAProductOfNumbers_isNoExportableColumn() {
        Design design = design("y ~ t2(x, z, k = 3)");
        assertThrows(FormulaException.class, design::columnFactors);
        assertThrows(FormulaException.class, design("y ~ s(x, bs = \"cc\")")::columnFactors);
    }
}
