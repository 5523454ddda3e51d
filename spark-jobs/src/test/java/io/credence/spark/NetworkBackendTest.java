package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.AutoencoderInference;
import io.credence.DeepProcessInference;
import io.credence.fit.Budget;
import io.credence.fit.ExecutionBackend;
import io.credence.loss.LatentBound;
import io.credence.network.autoencoder.Autoencoder;
import io.credence.network.dense.NetworkModel.Activation;
import io.credence.network.dense.NetworkObjective;
import io.credence.network.result.NetworkEnsemble;
import io.credence.network.train.NetworkAlgorithm;
import io.credence.network.train.NetworkProblem;
import io.credence.network.train.NetworkRequest;
import io.credence.network.train.Training;
import io.credence.network.train.Training.StepSizeSchedule;
import io.credence.network.train.TrainingProblem;
import io.credence.network.train.TrainingProblem.UnfitCellException;
import io.credence.network.train.TrainingRequest.Noise;
import io.credence.spark.row.LabelRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that networks trained on Spark have the bits of those trained in this process: rounds, held-out rows, weights.
 */
class NetworkBackendTest {

    private static Dataset<Row> frame() {
        Random random = new Random(8);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            double a = random.nextGaussian();
            double b = random.nextGaussian();
            rows.add(RowFactory.create(a * b + 0.1 * random.nextGaussian(), a, b));
        }
        StructType schema = new StructType()
                .add("y", DataTypes.DoubleType)
                .add("a", DataTypes.DoubleType)
                .add("b", DataTypes.DoubleType);
        return TestSession.spark().createDataFrame(rows, schema).repartition(3);
    }

    private static NetworkEnsemble fit(ExecutionBackend backend, Activation activation) {
        Training training = new Training(3, 20, 0.1, 0.01, StepSizeSchedule.COSINE);
        NetworkProblem problem = new NetworkRequest(List.of(10), activation, Noise.AUTO, 0, training)
                .problem("gaussian", 0, backend.summary().columns(), NetworkObjective.ELBO, 4);
        NetworkAlgorithm<NetworkEnsemble> algorithm =
                new NetworkAlgorithm<>(problem, Budget.ofIterations(100), backend);
        return algorithm.trainedModel(algorithm.run(algorithm.init(), List.of()));
    }

    @ParameterizedTest
    @EnumSource
    void networksOnSpark_areThoseInProcess(Activation activation) {
        try (PackedRows rows = new RowPacker(LabelRule.ofFamily("gaussian"), 1)
                        .pack(frame(), DataConfigs.memory().partitions(5).build());
                ExecutionBackend spark = rows.toSparkBackend("java");
                ExecutionBackend threads = rows.toInProcessBackend("java")) {
            NetworkEnsemble expected = fit(threads, activation);
            NetworkEnsemble found = fit(spark, activation);
            assertNotNull(expected.heldOut());
            assertNotNull(found.heldOut());
            assertEquals(expected.heldOut().logScore(), found.heldOut().logScore());
            for (int m = 0; m < expected.members().size(); m++) {
                assertEquals(
                        expected.members().get(m).weight(),
                        found.members().get(m).weight());
                assertArrayEquals(
                        expected.members().get(m).values(),
                        found.members().get(m).values());
            }
        }
    }

    @Test
    void otherModelsOfEpochsOnSpark_areThoseInProcess() {
        Dataset<Row> shares = frame().selectExpr("y", "1 / (1 + exp(-a)) a", "1 / (1 + exp(-b)) b");
        try (PackedRows rows = new RowPacker(LabelRule.ofFamily("gaussian"), 1)
                        .pack(shares, DataConfigs.memory().partitions(5).build());
                ExecutionBackend spark = rows.toSparkBackend("java");
                ExecutionBackend threads = rows.toInProcessBackend("java")) {
            AutoencoderInference inference =
                    AutoencoderInference.of(1, 4).epochs(2).batch(20).bound("vi-var", 3);
            assertArrayEquals(
                    inference.fit(threads).values(), inference.fit(spark).values());
            DeepProcessInference deep =
                    DeepProcessInference.of(2).inducing(8).epochs(1).batch(50);
            assertArrayEquals(deep.fit(threads).values(), deep.fit(spark).values());
        }
    }

    /** A task that throws is run again, and its message is lost among stacks; the first cell is found in any partition. */
    @Test
    void unfitCells_areRefusedByTheDriver_onSparkToo() {
        try (PackedRows rows = new RowPacker(LabelRule.ofFamily("gaussian"), 1)
                        .pack(frame(), DataConfigs.memory().partitions(5).build());
                ExecutionBackend spark = rows.toSparkBackend("java");
                ExecutionBackend threads = rows.toInProcessBackend("java")) {
            UnfitCellException[] found = new UnfitCellException[2];
            for (int b = 0; b < 2; b++) {
                ExecutionBackend backend = b == 0 ? spark : threads;
                TrainingProblem<Autoencoder> problem =
                        Autoencoder.problem(backend.summary(), List.of(2), 1, LatentBound.DEFAULT, Training.DEFAULT, 1);
                found[b] = assertThrows(UnfitCellException.class, () -> problem.units(backend));
            }
            assertEquals(found[1].getMessage(), found[0].getMessage());
            assertEquals("numbers from 0 to 1", found[0].required());
            assertTrue(found[0].column() == 1 || found[0].column() == 2, found[0].getMessage());
        }
    }
}
