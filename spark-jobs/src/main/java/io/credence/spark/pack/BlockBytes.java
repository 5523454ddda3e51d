package io.credence.spark.pack;

import io.credence.data.DenseBlock;
import io.credence.data.FloatBlock;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.data.SparseBlock;
import io.credence.spark.row.RowTally;
import java.io.ObjectInputFilter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Encoding of a packed block in bytes, little-endian. A byte for its kind comes first, then the name of its series and
 * its arrays, each after its length (−1: none). Arrays are copied at the speed of memory, since every pass decodes
 * every block anew.
 */
public final class BlockBytes {

    private static final byte REST = 0;
    private static final byte DENSE = 1;
    private static final byte FLOAT = 2;
    private static final byte SPARSE = 3;

    /**
     * Filter that lets only the classes of a partition's tally be deserialised. Blocks may lie in files, and whoever
     * can write there must not choose classes.
     */
    private static final ObjectInputFilter TALLY = ObjectInputFilter.Config.createFilter(Stream.concat(
                    Stream.of(PackedBlock.class, BitSet.class, String.class), RowTally.componentClasses().stream())
            .map(Class::getName)
            .collect(Collectors.joining(";", "maxdepth=20;", ";!*")));

    /** Size of kind and number of columns, bytes. */
    private static final int HEADER = 5;

    private BlockBytes() {}

    public static byte[] encode(PackedBlock packed) {
        RowBlock block = packed.block();
        if (block instanceof DenseBlock dense) {
            return writeHeader(DENSE, packed, dense, size(dense.values()))
                    .doubles(dense.values())
                    .bytes();
        } else if (block instanceof FloatBlock single) {
            return writeHeader(FLOAT, packed, single, size(single.values()))
                    .floats(single.values())
                    .bytes();
        } else if (block instanceof SparseBlock sparse) {
            long size = 8L
                    + 4L * (sparse.rowStarts().length + sparse.entryColumns().length)
                    + size(sparse.doubleEntries())
                    + size(sparse.floatEntries());
            return writeHeader(SPARSE, packed, sparse, size)
                    .intArray(sparse.rowStarts())
                    .intArray(sparse.entryColumns())
                    .doubles(sparse.doubleEntries())
                    .floats(sparse.floatEntries())
                    .bytes();
        }
        byte[] rest = JavaBytes.of(packed);
        return ByteBuffer.allocate(1 + rest.length).put(REST).put(rest).array();
    }

    // Class files of another module do not state which arrays may be null
    @SuppressWarnings("NullAway")
    public static PackedBlock decode(byte[] bytes) {
        if (bytes[0] == REST) {
            return JavaBytes.read(Arrays.copyOfRange(bytes, 1, bytes.length), TALLY);
        }
        Cursor in = new Cursor(ByteBuffer.wrap(bytes));
        byte kind = in.buffer.get();
        int columns = in.buffer.getInt();
        byte[] series = in.byteArray();
        RowAttributes attributes =
                new RowAttributes(requirePresent(in.doubles()), in.doubles(), in.doubles(), in.intTable());
        RowBlock block = switch (kind) {
            case DENSE -> new DenseBlock(attributes, columns, requirePresent(in.doubles()));
            case FLOAT -> new FloatBlock(attributes, columns, requirePresent(in.floats()));
            case SPARSE ->
                new SparseBlock(attributes, columns, in.intArray(), in.intArray(), in.doubles(), in.floats());
            default -> throw new IllegalStateException("a block of unknown kind " + kind);
        };
        return new PackedBlock(block, null, series == null ? null : new String(series, StandardCharsets.UTF_8));
    }

    private static <T> T requirePresent(@Nullable T array) {
        if (array == null) {
            throw new IllegalStateException("a block without its labels or values");
        }
        return array;
    }

    private static long size(byte @Nullable [] array) {
        return 4L + (array == null ? 0 : array.length);
    }

    private static long size(double @Nullable [] array) {
        return 4L + (array == null ? 0 : 8L * array.length);
    }

    private static long size(float @Nullable [] array) {
        return 4L + (array == null ? 0 : 4L * array.length);
    }

    private static long size(int @Nullable [][] table) {
        long size = 4;
        for (int i = 0; table != null && i < table.length; i++) {
            size += 4L + 4L * table[i].length;
        }
        return size;
    }

    private static Cursor writeHeader(byte kind, PackedBlock packed, RowBlock block, long content) {
        RowAttributes attributes = block.attributes();
        byte[] series = packed.series() == null ? null : packed.series().getBytes(StandardCharsets.UTF_8);
        long size = HEADER
                + size(series)
                + size(attributes.labels())
                + size(attributes.weights())
                + size(attributes.offsets())
                + size(attributes.levels())
                + content;
        Cursor out = new Cursor(ByteBuffer.allocate(Math.toIntExact(size)));
        out.buffer.put(kind).putInt(block.columns());
        return out.byteArray(series)
                .doubles(attributes.labels())
                .doubles(attributes.weights())
                .doubles(attributes.offsets())
                .intTable(attributes.levels());
    }

    /** Cursor that reads and writes the bytes in turn; writes can be chained. */
    private record Cursor(ByteBuffer buffer) {

        Cursor {
            buffer.order(ByteOrder.LITTLE_ENDIAN);
        }

        byte[] bytes() {
            return buffer.array();
        }

        Cursor byteArray(byte @Nullable [] array) {
            buffer.putInt(array == null ? -1 : array.length);
            if (array != null) {
                buffer.put(array);
            }
            return this;
        }

        Cursor doubles(double @Nullable [] array) {
            buffer.putInt(array == null ? -1 : array.length);
            if (array != null) {
                buffer.asDoubleBuffer().put(array);
                skip(8 * array.length);
            }
            return this;
        }

        Cursor floats(float @Nullable [] array) {
            buffer.putInt(array == null ? -1 : array.length);
            if (array != null) {
                buffer.asFloatBuffer().put(array);
                skip(4 * array.length);
            }
            return this;
        }

        Cursor intArray(int[] array) {
            buffer.putInt(array.length);
            buffer.asIntBuffer().put(array);
            skip(4 * array.length);
            return this;
        }

        Cursor intTable(int @Nullable [][] arrays) {
            buffer.putInt(arrays == null ? -1 : arrays.length);
            for (int i = 0; arrays != null && i < arrays.length; i++) {
                intArray(arrays[i]);
            }
            return this;
        }

        byte @Nullable [] byteArray() {
            int length = readLength(1);
            if (length < 0) {
                return null;
            }
            byte[] array = new byte[length];
            buffer.get(array);
            return array;
        }

        double @Nullable [] doubles() {
            int length = readLength(8);
            if (length < 0) {
                return null;
            }
            double[] array = new double[length];
            buffer.asDoubleBuffer().get(array);
            skip(8 * length);
            return array;
        }

        float @Nullable [] floats() {
            int length = readLength(4);
            if (length < 0) {
                return null;
            }
            float[] array = new float[length];
            buffer.asFloatBuffer().get(array);
            skip(4 * length);
            return array;
        }

        int[] intArray() {
            int[] array = new int[readLength(4)];
            buffer.asIntBuffer().get(array);
            skip(4 * array.length);
            return array;
        }

        int @Nullable [][] intTable() {
            int length = readLength(4);
            if (length < 0) {
                return null;
            }
            int[][] arrays = new int[length][];
            for (int i = 0; i < length; i++) {
                arrays[i] = intArray();
            }
            return arrays;
        }

        /**
         * Reads the number of entries that follow, each of at least {@code bytes} bytes; negative where there is no
         * array.
         */
        private int readLength(int bytes) {
            int length = buffer.getInt();
            if (length > buffer.remaining() / bytes) {
                throw new IllegalStateException("a block is cut off: required " + length + " entries of " + bytes
                        + " bytes or more, found " + buffer.remaining() + " bytes");
            }
            return length;
        }

        private void skip(int bytes) {
            buffer.position(buffer.position() + bytes);
        }
    }
}
