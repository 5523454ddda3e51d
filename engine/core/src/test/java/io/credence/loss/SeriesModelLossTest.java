package io.credence.loss;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.JavaDenseKernel;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A series longer than a chunk, as every kind of block. */
class SeriesModelLossTest {

    private static final int LENGTH = PredictorChunk.CAPACITY + 40;
    private static final int DRAWS = 3;

    private final RandomArrays random = RandomArrays.of("series loss");
    private final Map<String, RowBlock> blocks = ModelLossRun.blocks(random, LENGTH);
    private final DrawLoss loss = ModelLosses.of(new ModelLossModels.Autoregression(), List.of("a", "b", "c"));
    private final double[] theta = random.normals(DRAWS * 3);

    private static double naive(RowBlock block, double phi, double level, double logScale) {
        double sum = 0;
        for (int t = 0; t < block.rows(); t++) {
            double before = t == 0 ? 0 : block.attributes().labels()[t - 1];
            double mean = phi * before
                    + level * block.value(t, 1)
                    + block.attributes().offset(t);
            double z = (block.attributes().labels()[t] - mean) * Math.exp(-logScale);
            sum += logScale + 0.5 * z * z;
        }
        return sum;
    }

    private ModelLossRun run(double[] draws) {
        return new ModelLossRun(loss, ModelLossRun.draws(draws, 3), null, Integer.MAX_VALUE);
    }

    @Test
    void forward_isOneLossPerSeries() {
        blocks.forEach((kind, block) -> {
            double[][] losses = run(theta).losses(block);
            for (int s = 0; s < DRAWS; s++) {
                assertEquals(1, losses[s].length);
                double phi = Math.tanh(theta[3 * s] / 2);
                assertClose(kind, naive(block, phi, theta[3 * s + 1], theta[3 * s + 2]), losses[s][0], 1e-12);
            }
        });
    }

    @Test
    void pullback_isTheGradient() {
        double[][] weights = new double[DRAWS][LENGTH];
        weights[0][0] = 1;
        weights[1][0] = -0.5;
        weights[2][0] = 2;
        blocks.forEach((kind, block) -> {
            double[] expected = FiniteDifference.gradient(
                    t -> {
                        double[][] losses = run(t).losses(block);
                        return losses[0][0] - 0.5 * losses[1][0] + 2 * losses[2][0];
                    },
                    theta);
            assertClose(kind, expected, run(theta).gradients(block, weights, 0), 1e-7);
        });
    }

    /** More draws than are replayed at once. */
    @Test
    void recordedSeries_isTheSameAsByNumbers() {
        RowBlock block = ModelLossRun.blocks(random, 2_000).get("dense");
        DrawLoss byNumbers = ModelLosses.of(new ModelLossModels.AutoregressionByCases(), List.of("a", "b", "c"));
        double[] draws = random.normals(3 * 60);
        double[][] weights = new double[60][2_000];
        for (double[] ofDraw : weights) {
            ofDraw[0] = random.random().nextGaussian();
        }
        ModelLossRun slow = new ModelLossRun(byNumbers, ModelLossRun.draws(draws, 3), null, Integer.MAX_VALUE);
        double[][] expected = slow.losses(block);
        double[][] losses = run(draws).losses(block);
        for (int s = 0; s < 60; s++) {
            assertClose("draw " + s, expected[s], losses[s], 1e-12);
        }
        assertClose("gradients", slow.gradients(block, weights, 0), run(draws).gradients(block, weights, 0), 1e-12);
    }

    @Test
    void valuesOnly_giveTheSameLossesAndNoGradient() {
        DrawLoss values = ModelLosses.of(new ModelLossModels.AutoregressionValues(), List.of("a", "b", "c"));
        ModelLossRun run = new ModelLossRun(values, ModelLossRun.draws(theta, 3), null, Integer.MAX_VALUE);
        blocks.forEach((kind, block) -> {
            assertEquals(run(theta).losses(block)[1][0], run.losses(block)[1][0], kind);
            assertThrows(IllegalStateException.class, () -> run.gradients(block, new double[DRAWS][LENGTH], 0));
        });
    }

    @Test
    void partOfASeriesOrAnAnchor_isRefused() {
        DrawLoss.Evaluator evaluator = loss.evaluator(JavaDenseKernel.INSTANCE, ModelLossRun.draws(theta, 3), null);
        RowBlock block = blocks.values().iterator().next();
        double[] losses = new double[DRAWS * PredictorChunk.CAPACITY];
        assertEquals(LENGTH, evaluator.rowCountTogether(block, 0));
        assertThrows(IllegalArgumentException.class, () -> evaluator.computeLosses(block, 0, LENGTH - 1, losses));
        assertThrows(IllegalArgumentException.class, () -> evaluator.computeLosses(block, 1, LENGTH - 1, losses));
        assertThrows(
                IllegalArgumentException.class,
                () -> loss.evaluator(
                        JavaDenseKernel.INSTANCE, ModelLossRun.draws(theta, 3), new ExpansionPoint(new double[3], 1)));
    }
}
