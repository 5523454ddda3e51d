package io.credence.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class BlockBuilderTest {

    private static BlockBuilder dense(int columns, int bytes) {
        return BlockBuilder.dense(columns, Precision.FLOAT64, bytes);
    }

    private static int rowsUntilFull(BlockBuilder builder, int columns) {
        int rows = 0;
        while (!builder.isFull()) {
            builder.add(0, 1, 0, new double[columns]);
            rows++;
        }
        return rows;
    }

    @Test
    void denseBlock_isFullAtItsBytes() {
        assertEquals(10, rowsUntilFull(dense(10, 800), 10));
        assertEquals(9, rowsUntilFull(dense(10, 799), 10));
        assertEquals(20, rowsUntilFull(BlockBuilder.dense(10, Precision.FLOAT32, 800), 10));
        assertEquals(1, rowsUntilFull(dense(10, 1), 10));
    }

    @Test
    void sparseBlock_isFullByRowsOrByEntries() {
        BlockBuilder byRows = BlockBuilder.sparse(100, Precision.FLOAT64, 160);
        for (int i = 0; i < 10; i++) {
            assertFalse(byRows.isFull());
            byRows.add(0, 1, 0, new int[0], new double[0], 0);
        }
        assertTrue(byRows.isFull());
        BlockBuilder byEntries = BlockBuilder.sparse(100, Precision.FLOAT64, 60);
        byEntries.add(0, 1, 0, new int[] {1, 2, 3, 4}, new double[4], 4);
        assertFalse(byEntries.isFull());
        byEntries.add(0, 1, 0, new int[] {9}, new double[1], 1);
        assertTrue(byEntries.isFull());
    }

    @Test
    void manyRows_comeBackAsTheyWereAdded() {
        int rows = 1000;
        double[] cells = RandomArrays.of("cells").normals(3 * rows);
        BlockBuilder builder = dense(3, 1 << 20);
        for (int i = 0; i < rows; i++) {
            builder.add(i, 1 + i, -i, Arrays.copyOfRange(cells, 3 * i, 3 * i + 3));
        }
        DenseBlock block = assertInstanceOf(DenseBlock.class, builder.build());
        assertArrayEquals(cells, block.values());
        assertEquals(rows, block.rows());
        for (int i = 0; i < rows; i++) {
            assertEquals(i, block.attributes().labels()[i]);
            assertEquals(1 + i, block.attributes().weight(i));
            assertEquals(-i, block.attributes().offset(i), 0);
        }
    }

    @Test
    void rowsBeyondFull_areStillTaken() {
        BlockBuilder builder = dense(2, 16);
        for (int i = 0; i < 100; i++) {
            builder.add(i, 1, 0, new double[] {i, 2 * i});
        }
        DenseBlock block = (DenseBlock) builder.build();
        assertEquals(100, block.rows());
        assertEquals(198, block.values()[199]);
    }

    @Test
    void addedRow_isCopied() {
        double[] row = {1, 2};
        BlockBuilder builder = dense(2, 1000);
        builder.add(0, 1, 0, row);
        row[0] = 9;
        assertEquals(1, ((DenseBlock) builder.build()).values()[0]);
    }

    @Test
    void builder_isEmptyAgainAfterBuilding() {
        BlockBuilder builder = BlockBuilder.sparse(5, Precision.FLOAT64, 1000);
        assertTrue(builder.isEmpty());
        builder.add(1, 2, 3, new int[] {0, 4}, new double[] {7, 8}, 2);
        assertFalse(builder.isEmpty());
        RowBlock first = builder.build();
        assertTrue(builder.isEmpty());
        builder.add(6, 1, 0, new int[] {2, 4}, new double[] {9, 10}, 1);
        SparseBlock second = assertInstanceOf(SparseBlock.class, builder.build());
        assertArrayEquals(new double[] {2}, first.attributes().weights());
        assertNull(second.attributes().weights());
        assertArrayEquals(new int[] {0, 1}, second.rowStarts());
        assertArrayEquals(new int[] {2}, second.entryColumns());
        assertArrayEquals(new double[] {9}, second.doubleEntries());
        assertArrayEquals(new double[] {6}, second.attributes().labels());
    }

    @Test
    void manySparseRows_comeBackAsTheyWereAdded() {
        BlockBuilder builder = BlockBuilder.sparse(1000, Precision.FLOAT64, 1 << 20);
        for (int i = 0; i < 500; i++) {
            builder.add(i, 1, 0, new int[] {i, i + 100, i + 400}, new double[] {i, -i, 0.5}, i % 4);
        }
        SparseBlock block = (SparseBlock) builder.build();
        assertEquals(500, block.rows());
        for (int i = 0; i < 500; i++) {
            int begin = block.rowStarts()[i];
            assertEquals(i % 4, block.rowStarts()[i + 1] - begin);
            for (int k = 0; k < i % 4; k++) {
                assertEquals(new int[] {i, i + 100, i + 400}[k], block.entryColumns()[begin + k]);
                assertEquals(new double[] {i, -i, 0.5}[k], block.doubleEntries()[begin + k], 0);
            }
        }
    }

    @Test
    void constantWeightsAndOffsets_areNotStored() {
        BlockBuilder builder = dense(1, 1000);
        builder.add(0, 1, 0, new double[1]);
        builder.add(0, 1, 0.5, new double[1]);
        RowAttributes attributes = builder.build().attributes();
        assertNull(attributes.weights());
        assertArrayEquals(new double[] {0, 0.5}, attributes.offsets());
        builder.add(0, 2, 0, new double[1]);
        builder.add(0, 1, 0, new double[1]);
        attributes = builder.build().attributes();
        assertArrayEquals(new double[] {2, 1}, attributes.weights());
        assertNull(attributes.offsets());
    }

    @Test
    void precision_decidesTheKindOfBlock() {
        int wide = BlockBuilder.AUTO_FLOAT_COLUMNS;
        int many = BlockBuilder.AUTO_DOUBLE_CELLS / wide + 1;
        assertInstanceOf(FloatBlock.class, blockOf(Precision.FLOAT32, 2, 3, 0.1));
        assertInstanceOf(DenseBlock.class, blockOf(Precision.FLOAT64, many, 64, 1));
        assertInstanceOf(FloatBlock.class, blockOf(Precision.AUTO, many, wide, 1));
        assertInstanceOf(DenseBlock.class, blockOf(Precision.AUTO, many - 1, wide, 1), "few cells");
        assertInstanceOf(DenseBlock.class, blockOf(Precision.AUTO, 2 * many, wide - 1, 1), "few columns");
        assertInstanceOf(DenseBlock.class, blockOf(Precision.AUTO, many, wide, 1e-9), "a column that would lose");
    }

    /** Rows of which the first column is 1 and, every other row, 1 + {@code difference}; the other columns are 1. */
    private static RowBlock blockOf(Precision precision, int rows, int columns, double difference) {
        BlockBuilder builder = BlockBuilder.dense(columns, precision, 8 << 20);
        double[] row = new double[columns];
        Arrays.fill(row, 1);
        for (int i = 0; i < rows; i++) {
            row[0] = i % 2 == 0 ? 1 : 1 + difference;
            builder.add(0, 1, 0, row);
        }
        return builder.build();
    }

    @Test
    void sparsePrecision_decidesWhereTheEntriesAre() {
        for (Precision precision : Precision.values()) {
            BlockBuilder builder = BlockBuilder.sparse(100, precision, 1000);
            builder.add(0, 1, 0, new int[] {99}, new double[] {0.1}, 1);
            SparseBlock block = (SparseBlock) builder.build();
            if (precision == Precision.FLOAT32) {
                assertNull(block.doubleEntries());
                assertArrayEquals(new float[] {0.1f}, block.floatEntries());
            } else {
                assertNull(block.floatEntries());
                assertArrayEquals(new double[] {0.1}, block.doubleEntries());
            }
        }
    }

    @Test
    void rowsThatDoNotFit_areRefused() {
        assertRefused(
                "a row must have 3 dense values but has 2", () -> dense(3, 99).add(0, 1, 0, new double[2]));
        assertRefused("dense rows", () -> dense(3, 99).add(0, 1, 0, new int[] {0}, new double[1], 1));
        BlockBuilder sparse = BlockBuilder.sparse(3, Precision.FLOAT64, 99);
        assertRefused("3 dense values", () -> sparse.add(0, 1, 0, new double[3]));
        assertRefused("within 0 to 2 but 1 follows 1", () -> addColumns(sparse, 1, 1));
        assertRefused("but 0 follows 2", () -> addColumns(sparse, 2, 0));
        assertRefused("but 3 follows 1", () -> addColumns(sparse, 1, 3));
        assertRefused("but -1 follows -1", () -> addColumns(sparse, -1));
        assertTrue(sparse.isEmpty());
        assertRefused("columns and blockBytes must be at least 1", () -> dense(0, 99));
        assertRefused("columns and blockBytes must be at least 1", () -> dense(1, 0));
    }

    private static void addColumns(BlockBuilder builder, int... columns) {
        builder.add(0, 1, 0, columns, new double[columns.length], columns.length);
    }

    private static void assertRefused(String message, Executable call) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, call);
        assertTrue(refused.getMessage().contains(message), refused.getMessage());
    }
}
