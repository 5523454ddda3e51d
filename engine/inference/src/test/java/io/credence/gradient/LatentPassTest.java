package io.credence.gradient;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.DenseBlock;
import io.credence.data.Draws;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.example.PoissonLogNormal;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.linalg.JavaDenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.loss.LatentBound;
import io.credence.loss.ModelLosses;
import io.credence.pass.DrawPass;
import io.credence.random.NormalDraws;
import io.credence.risk.EntropicRisk;
import io.credence.statistics.DrawSums;
import io.credence.testkit.RandomArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Passes of a loss with latent numbers: which of these are the same, and which are not. */
class LatentPassTest {

    private static final int ROWS = 1100;
    private static final DrawLoss LOSS = ModelLosses.of(
            new PoissonLogNormal(), List.of("(Intercept)", "x"), new LatentBound(LatentBound.BoundKind.IWAE, 2));

    private final double[] features = RandomArrays.of("latent pass").normals(2 * ROWS);

    private List<RowBlock> blocks(int rows, int blockRows) {
        List<RowBlock> blocks = new ArrayList<>();
        for (int first = 0; first < rows; first += blockRows) {
            int count = Math.min(blockRows, rows - first);
            double[] labels = new double[count];
            double[] weights = new double[count];
            for (int i = 0; i < count; i++) {
                labels[i] = (first + i) % 5;
                weights[i] = 1 + (first + i) % 3;
            }
            blocks.add(new DenseBlock(
                    new RowAttributes(labels, weights, null),
                    2,
                    Arrays.copyOfRange(features, 2 * first, 2 * (first + count))));
        }
        return blocks;
    }

    private static DrawSums run(int partition, List<RowBlock> blocks, Draws draws, GradientForm form) {
        return new DrawPass(LOSS, draws, null, form)
                .sumPartition(partition, blocks.iterator(), JavaDenseKernel.INSTANCE);
    }

    private static Draws draws(long step, NormalDraws.Dependence kind) {
        int d = LOSS.dimension();
        double[] sd = new double[d];
        Arrays.fill(sd, 0.1);
        return new Draws.RegeneratedDraws(new double[d], sd, new NormalDraws(5, step, 8, d, kind));
    }

    private static Draws equal(long address) {
        return new Draws.ExplicitDraws(new double[4 * LOSS.dimension()], 4, LOSS.dimension(), address);
    }

    @Test
    void sizeOfBlocks_changesNothingButRounding() {
        Draws draws = draws(1, NormalDraws.Dependence.ANTITHETIC);
        DrawSums whole = run(2, blocks(ROWS, ROWS), draws, GradientForm.PER_DRAW);
        for (int size : new int[] {1, 7, 600}) {
            DrawSums parts = run(2, blocks(ROWS, size), draws, GradientForm.PER_DRAW);
            assertClose("losses, blocks of " + size, whole.losses(), parts.losses(), 1e-12);
            assertClose("gradients, blocks of " + size, whole.gradients(), parts.gradients(), 1e-12);
        }
    }

    @Test
    void samePass_hasTheSameBits() {
        Draws draws = draws(1, NormalDraws.Dependence.INDEPENDENT);
        DrawSums first = run(0, blocks(50, 20), draws, GradientForm.PER_DRAW);
        DrawSums second = run(0, blocks(50, 20), draws, GradientForm.PER_DRAW);
        assertArrayEquals(first.losses(), second.losses());
        assertArrayEquals(first.gradients(), second.gradients());
    }

    @Test
    void drawsOneByOne_haveTheLossesOfAllTogether() {
        Draws draws = draws(3, NormalDraws.Dependence.ANTITHETIC);
        double[] folded = run(1, blocks(50, 20), draws, GradientForm.FOLDED).losses();
        assertArrayEquals(run(1, blocks(50, 20), draws, GradientForm.NONE).losses(), folded);
    }

    @Test
    void latentNumbers_differByStepDrawPartitionAndRow() {
        List<RowBlock> blocks = blocks(5, 5);
        double[] here = run(0, blocks, equal(11), GradientForm.NONE).losses();
        assertEquals(4, Arrays.stream(here).distinct().count(), "by draw");
        assertNotEquals(here[0], run(0, blocks, equal(12), GradientForm.NONE).losses()[0], "by step");
        assertNotEquals(here[0], run(1, blocks, equal(11), GradientForm.NONE).losses()[0], "by partition");
        DenseBlock twice = new DenseBlock(RowAttributes.ofLabels(3, 3), 2, new double[4]);
        DenseBlock once = new DenseBlock(RowAttributes.ofLabels(3), 2, new double[2]);
        double two = run(0, List.of(twice), equal(11), GradientForm.NONE).losses()[0];
        double one = run(0, List.of(once), equal(11), GradientForm.NONE).losses()[0];
        assertNotEquals(2 * one, two, 1e-6, "by row");
        assertNotEquals(
                draws(1, NormalDraws.Dependence.SOBOL).seedOfDraw(0),
                draws(2, NormalDraws.Dependence.SOBOL).seedOfDraw(0));
    }

    @Test
    void riskOfRowsWithLatentNumbers_isRefused() {
        var refused = assertThrows(
                IllegalArgumentException.class,
                () -> new DrawPass(LOSS, equal(1), null, GradientForm.NONE, new EntropicRisk(1)));
        assertTrue(refused.getMessage().contains("exact losses"), refused.getMessage());
    }
}
