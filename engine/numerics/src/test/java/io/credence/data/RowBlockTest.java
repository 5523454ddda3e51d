package io.credence.data;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.JavaDenseKernel;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every kind of block, with the same numbers, against loops that follow the definition. */
class RowBlockTest {

    private static final DenseKernel KERNEL = JavaDenseKernel.INSTANCE;
    private static final int ROWS = 37;
    private static final int COLUMNS = 9;
    private static final int FIRST = 5;
    private static final int COUNT = 20;
    private static final double TOLERANCE = 1e-13;

    private final RandomArrays random = RandomArrays.of("row block");
    private final double[] cells = random.sparseFloats(ROWS * COLUMNS);
    private final RowAttributes attributes =
            new RowAttributes(random.normals(ROWS), random.uniforms(ROWS, 0.5, 2), random.normals(ROWS));
    private final RowAttributes grouped = new RowAttributes(attributes.labels(), null, null, new int[][] {
        IntStream.range(0, ROWS).toArray(), new int[ROWS]
    });
    private final double[] vector = random.normals(COLUMNS);
    private final double[] weights = random.normals(COUNT);
    private final double[] matrix = random.normals(COLUMNS * COLUMNS);

    private Map<String, RowBlock> blocks() {
        int[] starts = new int[ROWS + 1];
        int[] indices = new int[cells.length];
        double[] values = new double[cells.length];
        int used = 0;
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < COLUMNS; j++) {
                if (cells[i * COLUMNS + j] != 0) {
                    indices[used] = j;
                    values[used++] = cells[i * COLUMNS + j];
                }
            }
            starts[i + 1] = used;
        }
        assertTrue(used < cells.length);
        int[] columns = Arrays.copyOf(indices, used);
        double[] doubles = Arrays.copyOf(values, used);
        return Map.of(
                "dense", new DenseBlock(attributes, COLUMNS, cells),
                "float", new FloatBlock(attributes, COLUMNS, RandomArrays.floats(cells)),
                "sparse", new SparseBlock(attributes, COLUMNS, starts, columns, doubles, null),
                "sparse float",
                        new SparseBlock(attributes, COLUMNS, starts, columns, null, RandomArrays.floats(doubles)));
    }

    private double[] row(int i) {
        return Arrays.copyOfRange(cells, i * COLUMNS, (i + 1) * COLUMNS);
    }

    private double[] perRow(ToDoubleFunction<double[]> function) {
        double[] expected = new double[COUNT];
        for (int i = 0; i < COUNT; i++) {
            expected[i] = function.applyAsDouble(row(FIRST + i));
        }
        return expected;
    }

    private void assertPerRow(ToDoubleFunction<double[]> expected, BiConsumer<RowBlock, double[]> actual) {
        blocks().forEach((kind, block) -> {
            double[] out = random.normals(COUNT);
            actual.accept(block, out);
            assertClose(kind, perRow(expected), out, TOLERANCE);
        });
    }

    @FunctionalInterface
    private interface Term {
        void add(double weight, double[] x, double[] sum);
    }

    private void assertSum(int length, Term term, BiConsumer<RowBlock, double[]> actual) {
        double[] before = random.normals(length);
        double[] expected = before.clone();
        for (int i = 0; i < COUNT; i++) {
            term.add(weights[i], row(FIRST + i), expected);
        }
        blocks().forEach((kind, block) -> {
            double[] sum = before.clone();
            actual.accept(block, sum);
            assertClose(kind, expected, sum, TOLERANCE);
        });
    }

    @Test
    void multiply_isTheLinearPredictor() {
        assertPerRow(x -> Naive.dot(x, vector), (block, out) -> block.multiply(KERNEL, FIRST, COUNT, vector, out));
    }

    @Test
    void variances_followTheSpread() {
        double[] variances = random.uniforms(COLUMNS, 0.1, 2);
        double[] covariance = random.definite(COLUMNS);
        assertVariances(new CoefficientCovariance.None(), new double[COLUMNS * COLUMNS]);
        assertVariances(new CoefficientCovariance.Diagonal(variances), Naive.diagonal(variances));
        assertVariances(new CoefficientCovariance.Covariance(covariance), covariance);
    }

    private void assertVariances(CoefficientCovariance spread, double[] covariance) {
        assertPerRow(
                x -> Naive.form(x, covariance, x),
                (block, out) -> block.predictorVariances(KERNEL, FIRST, COUNT, spread, out));
    }

    @Test
    void factorOfTheSpread_isForDenseRowsOnly() {
        double[] factor = random.lower(COLUMNS);
        CoefficientCovariance spread = new CoefficientCovariance.CovarianceFactor(factor);
        blocks().forEach((kind, block) -> {
            double[] out = new double[COUNT];
            if (block instanceof SparseBlock) {
                assertThrows(
                        IllegalArgumentException.class,
                        () -> block.predictorVariances(KERNEL, FIRST, COUNT, spread, out));
            } else {
                block.predictorVariances(KERNEL, FIRST, COUNT, spread, out);
                double[] expected = perRow(x -> Naive.dot(Naive.times(factor, x), Naive.times(factor, x)));
                assertClose(kind, expected, out, TOLERANCE);
            }
        });
    }

    @Test
    void quadraticForms_readBothTriangles() {
        assertPerRow(x -> Naive.form(x, matrix, x), (block, out) -> block.quadraticForms(FIRST, COUNT, matrix, out));
    }

    @Test
    void addWeightedRows_addsToTheSum() {
        assertSum(
                COLUMNS,
                (weight, x, sum) -> {
                    for (int j = 0; j < COLUMNS; j++) {
                        sum[j] += weight * x[j];
                    }
                },
                (block, sum) -> block.addWeightedRows(KERNEL, FIRST, COUNT, weights, sum));
    }

    @Test
    void addWeightedGram_addsToTheLowerTriangle() {
        assertSum(
                COLUMNS * COLUMNS,
                (weight, x, sum) -> {
                    for (int a = 0; a < COLUMNS; a++) {
                        for (int b = 0; b <= a; b++) {
                            sum[a * COLUMNS + b] += weight * x[a] * x[b];
                        }
                    }
                },
                (block, sum) -> block.addWeightedGram(KERNEL, FIRST, COUNT, weights, sum));
    }

    @Test
    void addWeightedSquares_addsToTheSum() {
        assertSum(
                COLUMNS,
                (weight, x, sum) -> {
                    for (int j = 0; j < COLUMNS; j++) {
                        sum[j] += weight * x[j] * x[j];
                    }
                },
                (block, sum) -> block.addWeightedSquares(FIRST, COUNT, weights, sum));
    }

    @Test
    void cells_areTheSameOneByOneAndByRow() {
        blocks().forEach((kind, block) -> {
            double[] copied = random.normals(COLUMNS);
            for (int i = 0; i < ROWS; i++) {
                block.copyRow(i, copied);
                for (int j = 0; j < COLUMNS; j++) {
                    assertEquals(cells[i * COLUMNS + j], block.value(i, j), kind);
                    assertEquals(cells[i * COLUMNS + j], copied[j], kind);
                }
            }
        });
    }

    @Test
    void select_keepsOrderAttributesAndValues() {
        int[] picked = {30, 2, 2, 36, 0};
        blocks().forEach((kind, block) -> {
            RowBlock selected = block.select(picked);
            double[] all = new double[ROWS];
            double[] some = new double[picked.length];
            block.multiply(KERNEL, 0, ROWS, vector, all);
            selected.multiply(KERNEL, 0, picked.length, vector, some);
            assertEquals(block.getClass(), selected.getClass());
            assertEquals(COLUMNS, selected.columns());
            for (int i = 0; i < picked.length; i++) {
                assertEquals(all[picked[i]], some[i], kind);
                assertEquals(
                        attributes.labels()[picked[i]], selected.attributes().labels()[i]);
                assertEquals(attributes.weight(picked[i]), selected.attributes().weight(i));
                assertEquals(attributes.offset(picked[i]), selected.attributes().offset(i));
            }
            assertEquals(0, block.select(new int[0]).rows());
        });
    }

    @Test
    void levels_followTheirRows() {
        int[] picked = {30, 2, 36};
        blocks().forEach((kind, ungrouped) -> {
            RowBlock block = ungrouped.withAttributes(grouped);
            assertArrayEquals(
                    new int[][] {picked, new int[3]},
                    block.select(picked).attributes().levels(),
                    kind);
            BlockBuilder builder = block.builder();
            block.addTo(builder, 30, 1);
            block.addTo(builder, 2, 1);
            block.addTo(builder, 36, 1);
            assertThrows(IllegalArgumentException.class, () -> ungrouped.addTo(builder, 0, 1), kind);
            assertArrayEquals(
                    new int[][] {picked, new int[3]},
                    builder.build().attributes().levels(),
                    kind);
            ungrouped.addTo(builder, 0, 1);
            assertNull(builder.build().attributes().levels(), kind);
            assertNotEquals(RowDigest.rowsDigest(ungrouped, 3, 1), RowDigest.rowsDigest(block, 3, 1), kind);
        });
        assertThrows(IllegalArgumentException.class, () -> new RowAttributes(new double[2], null, null, new int[1][3]));
    }

    @Test
    void bytes_countTheValuesAndTheirIndices() {
        Map<String, RowBlock> blocks = blocks();
        int entries = ((SparseBlock) blocks.get("sparse")).entryColumns().length;
        assertEquals(8L * ROWS * COLUMNS + 8 * ROWS, blocks.get("dense").bytes());
        assertEquals(4L * ROWS * COLUMNS + 8 * ROWS, blocks.get("float").bytes());
        assertEquals(12L * entries + 12 * ROWS, blocks.get("sparse").bytes());
        assertEquals(8L * entries + 12 * ROWS, blocks.get("sparse float").bytes());
    }

    @Test
    void shapesThatDoNotFit_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> new DenseBlock(attributes, COLUMNS, new double[ROWS]));
        assertThrows(IllegalArgumentException.class, () -> new FloatBlock(attributes, 0, new float[0]));
        RowAttributes one = RowAttributes.ofLabels(1);
        int[] index = {0};
        double[] value = {2};
        assertThrows(IllegalArgumentException.class, () -> new SparseBlock(one, 1, new int[] {0}, index, value, null));
        assertThrows(
                IllegalArgumentException.class, () -> new SparseBlock(one, 1, new int[] {0, 2}, index, value, null));
        assertThrows(
                IllegalArgumentException.class, () -> new SparseBlock(one, 1, new int[] {0, 1}, index, null, null));
    }

    @Test
    void attributesWithoutWeightsOrOffsets_areOneAndZero() {
        RowAttributes plain = RowAttributes.ofLabels(4, 5);
        assertArrayEquals(new double[] {4, 5}, plain.labels());
        assertEquals(1, plain.weight(1));
        assertEquals(0, plain.offset(1));
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class, () -> new RowAttributes(new double[2], new double[3], null));
        assertEquals("weights must have one entry per row: required 2, found 3", refused.getMessage());
        assertThrows(IllegalArgumentException.class, () -> new RowAttributes(new double[2], null, new double[1]));
    }

    /** Every row has a digest of its own, the same of every kind of block of one precision and whatever blocks it stands in. */
    @Test
    void digest_isThatOfWhatIsStored() {
        Map<String, RowBlock> blocks = blocks();
        Set<Long> observed = new HashSet<>();
        for (int i = 0; i < ROWS; i++) {
            long digest = RowDigest.rowsDigest(blocks.get("dense"), i, 1);
            long single = RowDigest.rowsDigest(blocks.get("float"), i, 1);
            assertTrue(observed.add(digest) && observed.add(single));
            assertEquals(digest, RowDigest.rowsDigest(blocks.get("sparse"), i, 1));
            assertEquals(single, RowDigest.rowsDigest(blocks.get("sparse float"), i, 1));
            assertEquals(digest, RowDigest.rowsDigest(blocks.get("dense").select(new int[] {3, i}), 1, 1));
        }
        RowBlock turned = blocks.get("dense").select(new int[] {1, 0});
        assertTrue(observed.add(RowDigest.rowsDigest(blocks.get("dense"), 0, 2)));
        assertTrue(observed.add(RowDigest.rowsDigest(turned, 0, 2)), "rows of a series have an order");
        assertEquals(RowDigest.rowsDigest(blocks.get("sparse"), 0, 2), RowDigest.rowsDigest(blocks.get("dense"), 0, 2));
    }
}
