package io.credence.spark.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.data.DenseBlock;
import io.credence.data.FloatBlock;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.data.SparseBlock;
import java.io.InvalidClassException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BlockBytesTest {

    private static final RowAttributes PLAIN = RowAttributes.ofLabels(0.0, -0.0);
    private static final RowAttributes WHOLE =
            new RowAttributes(new double[] {1, 2}, new double[] {0.5, 1e-300}, new double[] {-1, Math.PI});

    private static final RowAttributes GROUPED =
            new RowAttributes(new double[] {1, 2}, null, null, new int[][] {{0, 7}, {Integer.MAX_VALUE, 1}, {0, 0}});

    private static RowBlock again(RowBlock block) {
        return Objects.requireNonNull(BlockBytes.decode(BlockBytes.encode(new PackedBlock(block, null)))
                .block());
    }

    @Test
    void blocks_comeBackAsTheyWere() {
        int[] starts = {0, 1, 3};
        int[] indices = {2, 0, 1};
        List<RowBlock> blocks = List.of(
                new DenseBlock(PLAIN, 2, new double[] {1, Double.MIN_VALUE, -0.0, Math.E}),
                new FloatBlock(WHOLE, 1, new float[] {1.5f, -2}),
                new SparseBlock(WHOLE, 3, starts, indices, new double[] {1, 2, 3}, null),
                new DenseBlock(GROUPED, 1, new double[] {1, 2}),
                new SparseBlock(PLAIN, 3, starts, indices, null, new float[] {1, 2, 3}));
        for (RowBlock block : blocks) {
            RowBlock found = again(block);
            assertEquals(block.getClass(), found.getClass());
            assertEquals(block.columns(), found.columns());
            assertEquals(block.bytes(), found.bytes());
            assertArrayEquals(block.attributes().labels(), found.attributes().labels());
            assertArrayEquals(block.attributes().weights(), found.attributes().weights());
            assertArrayEquals(block.attributes().offsets(), found.attributes().offsets());
            assertArrayEquals(block.attributes().levels(), found.attributes().levels());
            for (int i = 0; i < block.rows(); i++) {
                for (int j = 0; j < block.columns(); j++) {
                    assertEquals(block.value(i, j), found.value(i, j));
                }
            }
        }
    }

    /** Blocks may lie in a folder: whoever can write there chooses bytes, not classes. */
    @Test
    void bytesOfOtherClasses_areRefused() {
        byte[] other = JavaBytes.of(new ArrayList<>(List.of("a gadget")));
        byte[] bytes =
                ByteBuffer.allocate(1 + other.length).put((byte) 0).put(other).array();
        UncheckedIOException refused = assertThrows(UncheckedIOException.class, () -> BlockBytes.decode(bytes));
        assertInstanceOf(InvalidClassException.class, refused.getCause());
    }

    @Test
    void lengthsBeyondTheBytes_areRefused() {
        byte[] bytes = BlockBytes.encode(new PackedBlock(new DenseBlock(PLAIN, 2, new double[] {1, 2, 3, 4}), null));
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(9, Integer.MAX_VALUE);
        assertThrows(IllegalStateException.class, () -> BlockBytes.decode(bytes));
    }

    @Test
    void nothing_comesBackAsNothing() {
        PackedBlock found = BlockBytes.decode(BlockBytes.encode(new PackedBlock(null, null)));
        assertNull(found.block());
        assertNull(found.tally());
    }
}
