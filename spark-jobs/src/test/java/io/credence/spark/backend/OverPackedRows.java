package io.credence.spark.backend;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.FitConfig.Backend;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianStructure;
import io.credence.fit.ExactProblem;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.exact.NewtonAlgorithm;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.Kernels;
import io.credence.prior.GaussianPrior;
import io.credence.spark.DataConfigs;
import io.credence.spark.PackedRows;
import io.credence.spark.RowPacker;
import io.credence.spark.TestSession;
import io.credence.spark.row.LabelRule;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.ml.linalg.VectorUDT;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Base of tests with packed rows, and fits over them, on one of Spark's backends. */
abstract class OverPackedRows {

    static final int ROWS = 3000;
    static final int SIZE = 6;

    static Dataset<Row> frame(double filled, boolean sparse, int size) {
        Random random = new Random(TestSeed.of("backend"));
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            double[] x = new double[size];
            double eta = 0.3;
            for (int j = 0; j < size; j++) {
                double value = random.nextGaussian();
                x[j] = random.nextDouble() < filled ? value : 0;
                eta += x[j] * (j % 3 - 1) * 0.5;
            }
            double y = random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
            var vector = Vectors.dense(x);
            rows.add(RowFactory.create(
                    y, sparse ? vector.toSparse() : vector, 0.5 + random.nextDouble(), 0.1 * random.nextGaussian()));
        }
        StructType schema = new StructType()
                .add("y", DataTypes.DoubleType)
                .add("v", new VectorUDT())
                .add("w", DataTypes.DoubleType)
                .add("o", DataTypes.DoubleType);
        return TestSession.spark().createDataFrame(rows, schema).repartition(3);
    }

    /** The one that is tested. */
    abstract Backend backend();

    PackedRows pack(Dataset<Row> frame, DataConfigs config) {
        return new RowPacker(LabelRule.ofFamily("bernoulli"), 1, backend()).pack(frame, config.build());
    }

    static DataConfigs config() {
        return DataConfigs.memory().features("v").weight("w").offset("o");
    }

    static FitResult fit(ExecutionBackend backend) {
        return fit(backend, GaussianPrior.of(backend.summary().columns(), 0, 2));
    }

    static FitResult fit(ExecutionBackend backend, GaussianPrior prior) {
        ExactProblem problem = ExactProblem.withKnownDispersion(Likelihoods.named("bernoulli", 4, 0), prior, 1);
        return new NewtonAlgorithm(problem, FitSettings.of(GaussianStructure.FULL), backend, Kernels.named("java"))
                .fit();
    }

    static void assertSameBits(FitResult expected, FitResult found) {
        assertTrue(expected.isConverged(), expected.stopReason());
        assertArrayEquals(expected.posterior().mean(), found.posterior().mean());
        assertArrayEquals(
                ((FullGaussian) expected.posterior()).covariance(), ((FullGaussian) found.posterior()).covariance());
        assertEquals(expected.elbo(), found.elbo());
        assertEquals(expected.iterations(), found.iterations());
    }
}
