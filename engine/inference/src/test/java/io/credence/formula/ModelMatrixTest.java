package io.credence.formula;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.testkit.ModelMatrix;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Names and columns equal those that R's model.matrix gives. */
class ModelMatrixTest {

    private static final Set<String> TEXT = Set.of("a", "b");

    static List<ModelMatrix> goldens() {
        return ModelMatrix.all();
    }

    static Map<String, List<String>> frame() {
        List<String> lines = ModelMatrix.frame();
        Map<String, List<String>> frame = new LinkedHashMap<>();
        String[] names = lines.get(0).split(",");
        for (int j = 0; j < names.length; j++) {
            int column = j;
            frame.put(
                    names[j],
                    lines.stream().skip(1).map(line -> line.split(",")[column]).toList());
        }
        return frame;
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void columns_areThoseOfR(ModelMatrix golden) {
        Map<String, List<String>> frame = frame();
        Formula formula = Formula.parse(golden.formula());
        List<String> others = frame.keySet().stream()
                .filter(name -> !formula.responseColumns().contains(name))
                .toList();

        Design design = design(formula, others, frame);

        assertEquals(golden.names(), design.names());
        Design again = formula.design(design.data());
        for (int i = 0; i < golden.rows().size(); i++) {
            double[] expected = golden.rows().get(i);
            assertClose(expected, row(design, frame, i));
            assertArrayEquals(row(design, frame, i), row(again, frame, i));
        }
    }

    @ParameterizedTest
    @MethodSource("far")
    void bases_extrapolateAsThoseOfR(String formula, double x, double[] expected) {
        Map<String, List<String>> frame = frame();

        Design design = design(Formula.parse(formula), List.of(), frame);

        double[] columns = new double[expected.length];
        design.createWriter().write(new double[] {x}, (column, value) -> columns[column] = value);
        for (int j = 0; j < expected.length; j++) {
            assertEquals(expected[j], columns[j], 1e-12 * (1 + Math.abs(expected[j])), "column " + j);
        }
    }

    /**
     * By predict(ns(frame$x, df = 4), x), predict(bs(frame$x, df = 5), x) and predict(poly(frame$x, 3), x) of R 4.2.2; the spline at 30 by the same construction in
     * 40 digits, of which R's has nine.
     */
    static Stream<Object[]> far() {
        String spline = "~ ns(x, df = 4) - 1";
        String powers = "~ poly(x, 3) - 1";
        String cubic = "~ bs(x, df = 5) - 1";
        return Stream.of(
                new Object[] {spline, -2, new double[] {0, 0.1106382900131604, -0.676614609147151, 0.565976319133990}},
                new Object[] {
                    spline,
                    4.5,
                    new double[] {0.502409860127166, -0.0445485094563379, 0.337944821701103, -0.282684948966548}
                },
                new Object[] {
                    spline, 30, new double[] {0, -16.5037885439375037, 6.50316905092446713, 11.0006194930130366}
                },
                new Object[] {cubic, -2, new double[] {-5.641317575890641, 1.465805114577074, -0.101715554745432, 0, 0}
                },
                new Object[] {
                    cubic,
                    30,
                    new double[] {0, -102.974630114598, 752.820946102380, -1613.531221174285, 964.684905186502}
                },
                new Object[] {powers, 30, new double[] {2.3570020927141271, 24.840724639734219, 358.4862008494258134}});
    }

    private static Design design(Formula formula, List<String> others, Map<String, List<String>> frame) {
        DesignDraft draft = formula.draft(others, TEXT::contains);
        Map<String, List<String>> levels = new LinkedHashMap<>();
        for (DesignDraft.CellInput input : draft.cellInputs()) {
            if (input.isLevel()) {
                List<String> cells = frame.get(input.column());
                TreeSet<String> sorted = TEXT.contains(input.column())
                        ? new TreeSet<>()
                        : new TreeSet<>(Comparator.comparingDouble(Double::parseDouble));
                sorted.addAll(cells);
                levels.put(input.column(), List.copyOf(sorted));
            }
        }
        Map<String, List<String>> known = levels;
        return draft.design(levels, Map.of(), number -> new Statistics(draft, known, frame, number));
    }

    private static double[] row(Design design, Map<String, List<String>> frame, int row) {
        double[] cells = cells(design.cellInputs(), design.data().levels(), frame, row);
        double[] columns = new double[1 + design.names().size()];
        columns[0] = design.offset(cells);
        design.createWriter().write(cells, (column, value) -> columns[1 + column] = value);
        return columns;
    }

    private static double[] cells(
            List<DesignDraft.CellInput> inputs,
            Map<String, List<String>> levels,
            Map<String, List<String>> frame,
            int row) {
        return inputs.stream()
                .mapToDouble(input -> {
                    String cell = frame.get(input.column()).get(row);
                    return input.isLevel() ? levels.get(input.column()).indexOf(cell) : Double.parseDouble(cell);
                })
                .toArray();
    }

    private static void assertClose(double[] expected, double[] found) {
        assertEquals(expected.length, found.length);
        for (int j = 0; j < expected.length; j++) {
            assertEquals(expected[j], found[j], 1e-11 * (1 + Math.abs(expected[j])), "column " + j);
        }
    }

    /** Statistics of a frame in memory. */
    private record Statistics(
            DesignDraft draft, Map<String, List<String>> levels, Map<String, List<String>> frame, CellFunction number)
            implements ColumnStatistics {
        private double[] numbers() {
            int rows = frame.values().iterator().next().size();
            double[] numbers = new double[rows];
            for (int i = 0; i < rows; i++) {
                numbers[i] = number.evaluate(cells(draft.cellInputs(), levels, frame, i));
            }
            return numbers;
        }

        @Override
        public double[] sums(int count, Contribution summand) {
            double[] sums = new double[count];
            for (double x : numbers()) {
                summand.add(x, sums);
            }
            return sums;
        }

        @Override
        public double[] quantiles(double... shares) {
            double[] sorted = Arrays.stream(numbers()).sorted().toArray();
            return Arrays.stream(shares)
                    .map(share -> {
                        double at = share * (sorted.length - 1);
                        int below = (int) at;
                        int above = Math.min(sorted.length - 1, below + 1);
                        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
                    })
                    .toArray();
        }
    }
}
