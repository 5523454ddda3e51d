package io.credence.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Packs rows into blocks of bounded bytes, in the order in which they are added. Not thread-safe; one builder per
 * partition. After {@link #build()} the builder is empty and may be used again.
 */
public final class BlockBuilder {

    /** Size in bytes at which a block is full by default. */
    public static final int DEFAULT_BLOCK_BYTES = 4 << 20;

    /**
     * Smallest number of columns with which {@link Precision#AUTO} considers single precision. With fewer, memory does
     * not limit the kernel.
     */
    static final int AUTO_FLOAT_COLUMNS = 32;

    /**
     * Largest number of cells with which {@link Precision#AUTO} keeps a block in double. So few cost nothing, and
     * rounding would gain nothing.
     */
    static final int AUTO_DOUBLE_CELLS = 1 << 17;

    private final int columns;
    private final boolean sparse;
    private final Precision precision;
    private final int maxRows;
    private final int maxValues;
    private double[] labels = new double[64];
    private double[] weights = new double[64];
    private double[] offsets = new double[64];
    private int @Nullable [][] levels;
    private double[] values;
    private int[] indices;
    private int[] starts = new int[65];
    private int rows;
    private int used;

    private BlockBuilder(int columns, boolean sparse, Precision precision, int maxRows, int maxValues) {
        this.columns = columns;
        this.sparse = sparse;
        this.precision = precision;
        this.maxRows = maxRows;
        this.maxValues = maxValues;
        this.values = new double[sparse ? 256 : Math.multiplyExact(Math.min(16, maxRows), columns)];
        this.indices = new int[sparse ? 256 : 0];
    }

    private static BlockBuilder ofBlockBytes(int columns, boolean sparse, Precision precision, int blockBytes) {
        if (columns < 1 || blockBytes < 1) {
            throw new IllegalArgumentException(
                    "columns and blockBytes must be at least 1 but were " + columns + " and " + blockBytes);
        }
        int valueBytes = precision == Precision.FLOAT32 ? 4 : 8;
        int maxRows = (int) Math.max(1, Math.min(1 << 20, blockBytes / (sparse ? 16 : (long) valueBytes * columns)));
        int maxValues = Math.max(1, blockBytes / (valueBytes + (sparse ? 4 : 0)));
        return new BlockBuilder(columns, sparse, precision, maxRows, maxValues);
    }

    /**
     * A builder of one block of {@code rows} rows, however large. It serves a series, which is never split.
     *
     * @throws ArithmeticException if they have more cells than an array can hold
     */
    public static BlockBuilder ofWholeSeries(int columns, boolean sparse, Precision precision, int rows) {
        return new BlockBuilder(columns, sparse, precision, rows, Integer.MAX_VALUE);
    }

    /** A builder of dense blocks. */
    public static BlockBuilder dense(int columns, Precision precision, int blockBytes) {
        return ofBlockBytes(columns, false, precision, blockBytes);
    }

    /** A builder of sparse blocks. */
    public static BlockBuilder sparse(int columns, Precision precision, int blockBytes) {
        return ofBlockBytes(columns, true, precision, blockBytes);
    }

    /** Whether no row has been added since the last block. */
    public boolean isEmpty() {
        return rows == 0;
    }

    /** Whether the block has reached its size and should be built before more rows come. */
    public boolean isFull() {
        return rows >= maxRows || (sparse && used >= maxValues);
    }

    /** Adds a dense row of {@code columns} values, which are copied. */
    public void add(double label, double weight, double offset, double[] features) {
        add(label, weight, offset, null, features);
    }

    /**
     * Adds a dense row with levels of grouping factors.
     *
     * @param levels index of its level in each grouping factor; null where rows have none
     * @throws IllegalArgumentException if the rows before have another number of factors
     */
    public void add(double label, double weight, double offset, int @Nullable [] levels, double[] features) {
        if (sparse || features.length != columns) {
            throw new IllegalArgumentException(
                    "a row must have " + columns + " dense values but has " + features.length);
        }
        addAttributes(label, weight, offset, levels);
        values = withCapacity(values, used + columns, Math.multiplyExact(maxRows, columns));
        System.arraycopy(features, 0, values, used, columns);
        used += columns;
        rows++;
    }

    /** Adds a sparse row with the first {@code count} of the entries, columns strictly ascending. */
    public void add(double label, double weight, double offset, int[] entryColumns, double[] entries, int count) {
        add(label, weight, offset, null, entryColumns, entries, count);
    }

    /**
     * Adds a sparse row with levels of grouping factors.
     *
     * @param levels index of its level in each grouping factor; null where rows have none
     * @throws IllegalArgumentException if the rows before have another number of factors
     */
    public void add(
            double label,
            double weight,
            double offset,
            int @Nullable [] levels,
            int[] entryColumns,
            double[] entries,
            int count) {
        if (!sparse) {
            throw new IllegalArgumentException("this builder takes dense rows");
        }
        requireAscending(entryColumns, count);
        addAttributes(label, weight, offset, levels);
        if (values.length < used + count) {
            int capacity = (int) Math.max(used + count, Math.min(2L * values.length, Integer.MAX_VALUE - 8));
            values = Arrays.copyOf(values, capacity);
            indices = Arrays.copyOf(indices, capacity);
        }
        System.arraycopy(entries, 0, values, used, count);
        System.arraycopy(entryColumns, 0, indices, used, count);
        used += count;
        rows++;
        if (starts.length <= rows) {
            starts = Arrays.copyOf(starts, 2 * starts.length);
        }
        starts[rows] = used;
    }

    private void requireAscending(int[] entryColumns, int count) {
        int previous = -1;
        for (int k = 0; k < count; k++) {
            if (entryColumns[k] <= previous || entryColumns[k] >= columns) {
                throw new IllegalArgumentException("columns of a sparse row must ascend within 0 to " + (columns - 1)
                        + " but " + entryColumns[k] + " follows " + previous);
            }
            previous = entryColumns[k];
        }
    }

    private void addAttributes(double label, double weight, double offset, int @Nullable [] own) {
        addLevels(own);
        if (labels.length == rows) {
            int capacity = Math.min(Math.max(2 * rows, 64), Math.max(maxRows, rows + 1));
            labels = Arrays.copyOf(labels, capacity);
            weights = Arrays.copyOf(weights, capacity);
            offsets = Arrays.copyOf(offsets, capacity);
        }
        labels[rows] = label;
        weights[rows] = weight;
        offsets[rows] = offset;
    }

    private void addLevels(int @Nullable [] own) {
        int factors = own == null ? 0 : own.length;
        if (rows == 0) {
            levels = own == null ? null : new int[factors][64];
        }
        int[][] known = levels;
        if (factors != (known == null ? 0 : known.length)) {
            throw new IllegalArgumentException("rows of a block must have levels of the same factors: required "
                    + (known == null ? 0 : known.length) + ", found " + factors);
        }
        for (int f = 0; known != null && own != null && f < factors; f++) {
            if (known[f].length == rows) {
                known[f] = Arrays.copyOf(known[f], 2 * rows);
            }
            known[f][rows] = own[f];
        }
    }

    private int @Nullable [][] copyLevels() {
        int[][] known = levels;
        if (known == null || rows == 0) {
            return null;
        }
        int[][] built = new int[known.length][];
        Arrays.setAll(built, f -> Arrays.copyOf(known[f], rows));
        return built;
    }

    private static double[] withCapacity(double[] array, int needed, int most) {
        if (array.length >= needed) {
            return array;
        }
        return Arrays.copyOf(array, (int) Math.max(needed, Math.min(2L * array.length, most)));
    }

    /** Builds the block of the rows added since the last one. */
    public RowBlock build() {
        RowAttributes attributes = new RowAttributes(
                Arrays.copyOf(labels, rows),
                copyUnlessConstant(1, weights, rows),
                copyUnlessConstant(0, offsets, rows),
                copyLevels());
        RowBlock block = sparse ? buildSparse(attributes) : buildDense(attributes);
        rows = 0;
        used = 0;
        return block;
    }

    private RowBlock buildSparse(RowAttributes attributes) {
        boolean single = precision == Precision.FLOAT32;
        return new SparseBlock(
                attributes,
                columns,
                Arrays.copyOf(starts, rows + 1),
                Arrays.copyOf(indices, used),
                single ? null : Arrays.copyOf(values, used),
                single ? toFloats(values, used) : null);
    }

    private RowBlock buildDense(RowAttributes attributes) {
        boolean single = precision == Precision.FLOAT32
                || (precision == Precision.AUTO
                        && columns >= AUTO_FLOAT_COLUMNS
                        && used > AUTO_DOUBLE_CELLS
                        && SinglePrecision.isSufficient(values, rows, columns));
        return single
                ? new FloatBlock(attributes, columns, toFloats(values, used))
                : new DenseBlock(attributes, columns, Arrays.copyOf(values, used));
    }

    private static float[] toFloats(double[] values, int count) {
        float[] floats = new float[count];
        for (int i = 0; i < count; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
    }

    private static double @Nullable [] copyUnlessConstant(double constant, double[] values, int count) {
        for (int i = 0; i < count; i++) {
            if (values[i] != constant) {
                return Arrays.copyOf(values, count);
            }
        }
        return null;
    }

    /** Decides whether single precision resolves the values of a block's columns. */
    static final class SinglePrecision {
        // A float carries 24 bits: relative to a column's spread the rounding error is 6e-8 · |centre| / spread. With
        // centres at most 100 spreads away it stays below 6e-6 of a spread for a cell, and averages out over rows. Sums
        // are
        // taken of differences from the first row, row by row as the values lie in memory.

        private static final double MAX_CENTRE_IN_SPREADS = 100;
        private static final double LARGEST = 1e18;

        private SinglePrecision() {}

        static boolean isSufficient(double[] values, int rows, int columns) {
            double[] sum = new double[columns];
            double[] squares = new double[columns];
            double[] rounding = new double[columns];
            for (int i = 0, at = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++, at++) {
                    double difference = values[at] - values[j];
                    sum[j] += difference;
                    squares[j] += difference * difference;
                    rounding[j] += Math.abs(values[at] - (float) values[at]);
                }
            }
            for (int j = 0; j < columns; j++) {
                double mean = sum[j] / rows;
                double variance = squares[j] / rows - mean * mean;
                double centre = Math.abs(values[j] + mean);
                boolean resolved = centre * centre <= MAX_CENTRE_IN_SPREADS * MAX_CENTRE_IN_SPREADS * variance
                        && squares[j] < LARGEST * LARGEST
                        && variance > 1 / (LARGEST * LARGEST);
                if (rounding[j] != 0 && !resolved) {
                    return false;
                }
            }
            return true;
        }
    }
}
