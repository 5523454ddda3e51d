package io.credence.family;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.testkit.RandomArrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockGaussianTest extends GaussianPosteriorContract {

    private static final DenseKernel KERNEL = JavaDenseKernel.INSTANCE;

    private static FullGaussian part(RandomArrays random, int d) {
        return FullGaussian.of(KERNEL, random.normals(d), Symmetric.pack(random.definite(d), d));
    }

    @Override
    public GaussianPosterior any(RandomArrays random) {
        double[] ones = {1, 0, 1, 1};
        return BlockGaussian.of(KERNEL, Blocks.of(2, 1), new double[3], ones).with(random.uniforms(3 + 4, -0.6, 0.6));
    }

    @Override
    GaussianPosterior wide(RandomArrays random) {
        return BlockGaussian.of(List.of(part(random, 3), part(random, 1), part(random, 2)));
    }

    @Override
    GaussianPosterior one() {
        return BlockGaussian.of(KERNEL, Blocks.full(1), new double[] {0.5}, new double[] {4});
    }

    @Test
    void packedPrecision_makesTheSamePosteriorAsItsParts() {
        BlockGaussian q = (BlockGaussian) wide(RandomArrays.of("parts"));
        BlockGaussian again = BlockGaussian.of(KERNEL, Blocks.of(3, 1, 2), q.mean(), q.precision());
        assertNotNull(again);
        assertEquals(q.blocks(), again.blocks());
        for (int b = 0; b < 3; b++) {
            assertArrayEquals(
                    q.blockGaussians().get(b).mean(),
                    again.blockGaussians().get(b).mean());
            assertArrayEquals(
                    q.blockGaussians().get(b).precision(),
                    again.blockGaussians().get(b).precision());
        }
    }

    @Test
    void oneBlock_isTheFullGaussian() {
        RandomArrays random = RandomArrays.of("one block");
        FullGaussian full = part(random, 5);
        BlockGaussian block = BlockGaussian.of(List.of(full));
        double[] v = random.normals(5);
        assertArrayEquals(full.precision(), block.precision());
        assertArrayEquals(full.deviation(v), block.deviation(v));
        assertArrayEquals(full.sd(), block.sd());
        assertEquals(full.logDensity(v), block.logDensity(v));
    }

    @Test
    void blocksOfOne_areTheDiagonalGaussian() {
        RandomArrays random = RandomArrays.of("blocks of one");
        double[] mean = random.normals(4);
        double[] precision = random.uniforms(4, 0.2, 5);
        DiagonalGaussian diagonal = new DiagonalGaussian(mean, precision);
        BlockGaussian block = BlockGaussian.of(KERNEL, Blocks.diagonal(4), mean, precision);
        assertNotNull(block);
        double[] v = random.normals(4);
        assertClose("δ", diagonal.deviation(v), block.deviation(v), 1e-15);
        assertClose("log q", diagonal.logDensity(v), block.logDensity(v), 1e-14);
        assertEquals(diagonal.blocks(), block.blocks());
    }

    @Test
    void whatIsNoPrecision_isRefused() {
        assertNull(BlockGaussian.of(KERNEL, Blocks.of(1, 2), new double[3], new double[] {1, 1, 2, 1}));
        assertEquals(
                "the packed precision of these blocks must have 4 numbers but has 6",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> BlockGaussian.of(KERNEL, Blocks.of(1, 2), new double[3], new double[6]))
                        .getMessage());
        BlockGaussian q = (BlockGaussian) one();
        assertThrows(IllegalArgumentException.class, () -> q.withMean(new double[2]));
    }
}
