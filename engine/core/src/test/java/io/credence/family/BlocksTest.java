package io.credence.family;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class BlocksTest {

    @Test
    void unequalBlocks_lieOneAfterAnother() {
        Blocks blocks = Blocks.of(2, 1, 3);
        assertEquals(3, blocks.count());
        assertEquals(6, blocks.dimension());
        assertEquals(3 + 1 + 6, blocks.packedLength());
        int[][] expected = {{2, 0, 0}, {1, 2, 3}, {3, 3, 4}};
        for (int b = 0; b < 3; b++) {
            assertArrayEquals(
                    expected[b], new int[] {blocks.size(b), blocks.firstCoefficient(b), blocks.packedOffset(b)});
        }
    }

    @Test
    void equalBlocks_lieOneAfterAnother() {
        Blocks blocks = Blocks.of(2, 2, 2);
        assertEquals(6, blocks.dimension());
        assertEquals(9, blocks.packedLength());
        assertArrayEquals(
                new int[] {2, 4, 6}, new int[] {blocks.size(2), blocks.firstCoefficient(2), blocks.packedOffset(2)});
    }

    @Test
    void millionBlocksOfOne_areTheDiagonal() {
        Blocks diagonal = Blocks.diagonal(1_000_000);
        assertEquals(1_000_000, diagonal.dimension());
        assertEquals(1_000_000, diagonal.packedLength());
        assertEquals(999_999, diagonal.packedOffset(999_999));
    }

    @Test
    void sameCut_isEqual() {
        assertEquals(Blocks.full(4), Blocks.of(4));
        assertEquals(Blocks.diagonal(3), Blocks.of(1, 1, 1));
        assertEquals(Blocks.of(1, 2), Blocks.of(1, 2));
        assertEquals(Blocks.of(1, 2).hashCode(), Blocks.of(1, 2).hashCode());
        assertNotEquals(Blocks.of(1, 2), Blocks.of(2, 1));
        assertEquals(Blocks.of(1, 2), Serialised.copy(Blocks.of(1, 2)));
    }

    @Test
    void blocksOfAWholeTriangle_arePickedOut() {
        // Rows of the triangle: 1; 2 3; 4 5 6.
        double[] triangle = {1, 2, 3, 4, 5, 6};
        assertArrayEquals(new double[] {1, 2, 3, 6}, Blocks.of(2, 1).packedWithinBlocks(triangle));
        assertArrayEquals(new double[] {1, 3, 5, 6}, Blocks.of(1, 2).packedWithinBlocks(triangle));
        assertArrayEquals(new double[] {1, 3, 6}, Blocks.diagonal(3).packedWithinBlocks(triangle));
        assertArrayEquals(triangle, Blocks.full(3).packedWithinBlocks(triangle));
    }

    @Test
    void diagonal_isAddedWithinEachBlock() {
        double[] diagonal = {10, 20, 30};
        assertArrayEquals(
                new double[] {11, 2, 23, 34}, Blocks.of(2, 1).plusDiagonal(new double[] {1, 2, 3, 4}, diagonal));
        assertArrayEquals(
                new double[] {11, 2, 23, 4, 5, 36},
                Blocks.full(3).plusDiagonal(new double[] {1, 2, 3, 4, 5, 6}, diagonal));
        assertArrayEquals(new double[] {11, 22, 33}, Blocks.diagonal(3).plusDiagonal(new double[] {1, 2, 3}, diagonal));
    }

    @Test
    void impossibleSizes_areRefused() {
        assertThrows(IllegalArgumentException.class, Blocks::of);
        assertThrows(IllegalArgumentException.class, () -> Blocks.full(0));
        assertThrows(IllegalArgumentException.class, () -> Blocks.of(0, 0));
        assertEquals(
                "a block must have at least 1 coefficient but block 1 has -1",
                assertThrows(IllegalArgumentException.class, () -> Blocks.of(2, -1))
                        .getMessage());
    }
}
