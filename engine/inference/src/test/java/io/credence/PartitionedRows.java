package io.credence;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.InProcessBackend;
import io.credence.linalg.Kernels;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Rows in this process, behind a column of ones, in any number of partitions, for fits through {@link Inference}.
 *
 * @param names of all columns
 * @param classes number of classes, 0 where labels are none
 * @param partitions packed rows
 */
public record PartitionedRows(List<String> names, int classes, List<List<RowBlock>> partitions) implements Rows {

    /**
     * Standard normal features with labels of a model; the same for the same name.
     *
     * @param theta coefficients, the intercept first
     * @param label label from linear predictor and random numbers
     */
    public static PartitionedRows random(
            String name, int rows, int partitions, double[] theta, ToDoubleBiFunction<Double, Random> label) {
        Random random = new Random(TestSeed.of(name));
        List<BlockBuilder> builders = IntStream.range(0, partitions)
                .mapToObj(p -> BlockBuilder.dense(theta.length, Precision.FLOAT64, BlockBuilder.DEFAULT_BLOCK_BYTES))
                .toList();
        for (int i = 0; i < rows; i++) {
            double[] row = new double[theta.length];
            row[0] = 1;
            double eta = theta[0];
            for (int j = 1; j < row.length; j++) {
                row[j] = random.nextGaussian();
                eta += theta[j] * row[j];
            }
            builders.get(i % partitions).add(label.applyAsDouble(eta, random), 1, 0, row);
        }
        List<List<RowBlock>> blocks = new ArrayList<>();
        builders.forEach(builder -> blocks.add(List.of(builder.build())));
        List<String> names = Stream.concat(
                        Stream.of(INTERCEPT), IntStream.range(1, theta.length).mapToObj(j -> "x" + j))
                .toList();
        return new PartitionedRows(names, 0, blocks);
    }

    /** Labels 0 and 1 of a logit link. */
    public static double bernoulli(double eta, Random random) {
        return random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
    }

    @Override
    public ExecutionBackend toBackend(String kernel) {
        return new InProcessBackend(partitions, Kernels.named(kernel), 2);
    }
}
