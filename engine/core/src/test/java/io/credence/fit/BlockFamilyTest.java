package io.credence.fit;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.family.BlockGaussian;
import io.credence.family.Blocks;
import io.credence.family.GaussianStructure;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Exact-expectation fits of the block family, at its two ends. */
class BlockFamilyTest {

    private static final int D = 5;

    private static List<List<RowBlock>> rows(boolean sparse) {
        Random random = new Random(TestSeed.of("block family"));
        Rows rows = Rows.normal(150, D, random);
        double[] labels = new double[150];
        for (int i = 0; i < labels.length; i++) {
            double eta = rows.predictor(i, new double[] {0.5, 1, -1, 0, 0.3});
            labels[i] = random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
        }
        return rows.withLabels(labels).blocks(2, 40, Precision.FLOAT64, sparse);
    }

    private static FitResult fit(GaussianStructure family, boolean sparse) {
        FitSettings settings = FitSettings.of(family).withTolerance(1e-14);
        return Fits.converged(Fits.problem("bernoulli", D, 2), settings, rows(sparse));
    }

    private static void assertSame(FitResult expected, FitResult actual, double tolerance) {
        assertEquals(BlockGaussian.NAME, actual.posterior().family());
        assertClose("mean", expected.posterior().mean(), actual.posterior().mean(), tolerance);
        assertClose(
                "precision",
                expected.posterior().coordinates(),
                actual.posterior().coordinates(),
                tolerance);
        assertClose("ELBO", expected.elbo(), actual.elbo(), tolerance);
    }

    @Test
    void oneBlock_isTheFullFamily() {
        for (boolean sparse : new boolean[] {false, true}) {
            FitResult full = fit(GaussianStructure.FULL, sparse);
            assertSame(full, fit(GaussianStructure.ofBlocks(Blocks.full(D)), sparse), 1e-10);
        }
    }

    @Test
    void blocksOfOne_areTheDiagonalFamily() {
        FitResult diagonal = fit(GaussianStructure.DIAGONAL, false);
        assertSame(diagonal, fit(GaussianStructure.ofBlocks(Blocks.diagonal(D)), false), 1e-8);
    }

    @Test
    void finerBlocks_giveALowerBound() {
        double[] bounds = new double[3];
        List<Blocks> cuts = List.of(Blocks.full(D), Blocks.of(2, 3), Blocks.diagonal(D));
        for (int i = 0; i < 3; i++) {
            bounds[i] = fit(GaussianStructure.ofBlocks(cuts.get(i)), false).elbo();
        }
        double[] descending = bounds.clone();
        Arrays.sort(descending);
        assertEquals(
                List.of(descending[2], descending[1], descending[0]),
                Arrays.stream(bounds).boxed().toList());
    }

    @Test
    void sizesThatDoNotFit_areRefused() {
        IllegalArgumentException none =
                assertThrows(IllegalArgumentException.class, () -> GaussianStructure.ofBlocks(Blocks.of()));
        assertEquals("at least one block of coefficients is required but found none", none.getMessage());
        IllegalArgumentException few = assertThrows(
                IllegalArgumentException.class,
                () -> fitWithout(FitSettings.of(GaussianStructure.ofBlocks(Blocks.of(2, 2)))));
        assertEquals(
                "gaussian-block requires sizes of blocks that add up to the 5 coefficients but found a sum of 4",
                few.getMessage());
    }

    private static void fitWithout(FitSettings settings) {
        Fits.fit(Fits.problem("bernoulli", D, 2), settings, rows(false));
    }
}
