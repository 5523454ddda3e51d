package io.credence.network.dense;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.network.row.NetworkRows;
import io.credence.random.AddressedRandom;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampledClassLossTest {

    private static final DenseKernel KERNEL = Kernels.named("java");
    private static final int ROWS = 5;
    private static final int STEPS = 4000;

    /** Means over steps of losses and slopes are, within four standard errors, those by as many nodes as make them exact. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void losses_areUnbiased(boolean dependent) {
        LayerSums exact = outputs(3, dependent);
        double[] losses = new double[ROWS];
        nodes(3).expect(KERNEL, exact, labels(3), new double[0], 0, double[]::new, losses, new double[0]);
        LayerSums sampled = outputs(3, dependent);
        double[][] sums = new double[6][];
        for (int step = 0; step < STEPS; step++) {
            double[] drawn = new double[ROWS];
            int at = step;
            expect(
                    3,
                    sampled,
                    drawn,
                    count ->
                            AddressedRandom.sequenceAfter(TestSeed.get(), 1, at).normals(count));
            add(sums, 0, drawn);
            add(sums, 2, sampled.meanSlope);
            add(sums, 4, sampled.covarianceSlope);
        }
        assertMeans(losses, sums, 0);
        assertMeans(exact.meanSlope, sums, 2);
        assertMeans(exact.covarianceSlope, sums, 4);
    }

    private static void add(double[][] sums, int first, double[] values) {
        for (int k = first; k < first + 2; k++) {
            sums[k] = sums[k] == null ? new double[values.length] : sums[k];
        }
        for (int i = 0; i < values.length; i++) {
            sums[first][i] += values[i] / STEPS;
            sums[first + 1][i] += values[i] * values[i] / STEPS;
        }
    }

    private static void assertMeans(double[] expected, double[][] sums, int first) {
        for (int i = 0; i < expected.length; i++) {
            double mean = sums[first][i];
            double error = Math.sqrt(Math.max(0, sums[first + 1][i] - mean * mean) / STEPS);
            assertEquals(expected[i], mean, 4 * error + 1e-9, "number " + i + " of " + first);
        }
    }

    /** Outputs without variance need no draw: the loss is that of the label. */
    @Test
    void knownOutputs_haveTheLossOfTheirLabel() {
        LayerSums known = outputs(5, true);
        Arrays.fill(known.covariance, 0);
        double[] losses = new double[ROWS];
        expect(5, known, losses, count -> AddressedRandom.sequenceAfter(1, 2).normals(count));
        double[] evaluated = new double[ROWS];
        new SampledClassLoss(5).evaluate(KERNEL, known.mean, labels(5), new double[0], 0, evaluated);
        assertArrayEquals(evaluated, losses, 1e-12);

        for (int i = 0; i < ROWS; i++) {
            double sum = 1;
            for (int a = 0; a < 4; a++) {
                sum += Math.exp(known.mean[a * ROWS + i]);
            }
            int label = (int) labels(5).label()[i];
            double chosen = label == 0 ? 1 : Math.exp(known.mean[(label - 1) * ROWS + i]);
            assertEquals(-Math.log(chosen / sum), losses[i], 1e-12);
            for (int a = 0; a < 4; a++) {
                double share = Math.exp(known.mean[a * ROWS + i]) / sum - (label == a + 1 ? 1 : 0);
                assertEquals(labels(5).weight()[i] * share, known.meanSlope[a * ROWS + i], 1e-12);
            }
        }
    }

    private static LikelihoodOutputLoss nodes(int classes) {
        return new LikelihoodOutputLoss(
                Likelihoods.named("softmax", 1, classes).loss(new DispersionPosterior.Known(1)));
    }

    private static void expect(int classes, LayerSums outputs, double[] losses, IntFunction<double[]> normals) {
        new SampledClassLoss(classes)
                .expect(KERNEL, outputs, labels(classes), new double[0], 0, normals, losses, new double[0]);
    }

    /** Outputs of a class fewer than there are, whose covariances are kept or not. */
    private static LayerSums outputs(int classes, boolean dependent) {
        int k = classes - 1;
        Random random = new Random(TestSeed.get());
        LayerSums sums = new LayerSums(k, dependent ? LayerSums.pairCount(k) : k, ROWS);
        for (int i = 0; i < ROWS; i++) {
            double shared = random.nextGaussian();
            for (int a = 0; a < k; a++) {
                sums.mean[a * ROWS + i] = 2 * random.nextGaussian();
                sums.covariance[sums.pairIndex(a, a) * ROWS + i] = 0.3 + shared * shared;
                for (int b = 0; b < a && dependent; b++) {
                    sums.covariance[sums.pairIndex(a, b) * ROWS + i] = shared * shared;
                }
            }
        }
        return sums;
    }

    private static NetworkRows.Batch labels(int classes) {
        double[] labels = new double[ROWS];
        Arrays.setAll(labels, i -> i % classes);
        double[] weights = {1, 2, 0.5, 1, 3};
        return new NetworkRows.Batch(ROWS, new double[0], new double[0], labels, weights, new int[0]);
    }
}
