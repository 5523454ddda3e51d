package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.data.Draws;
import io.credence.example.PoissonLogNormal;
import io.credence.family.Blocks;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.ExecutionBackend;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.loss.DrawLoss;
import io.credence.loss.ExpansionPoint;
import io.credence.loss.LatentBound;
import io.credence.loss.ModelLosses;
import io.credence.loss.PredictorLoss;
import io.credence.pass.DrawPass;
import io.credence.random.NormalDraws;
import io.credence.spark.row.LabelRule;
import io.credence.statistics.DrawSums;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

/** Tests that losses at draws over minibatches have the same bits on Spark and in this process. */
class DrawPassBackendTest {

    private static Dataset<Row> frame() {
        Random random = new Random(TestSeed.of("draws"));
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            rows.add(RowFactory.create((double) random.nextInt(2), random.nextGaussian(), random.nextGaussian()));
        }
        StructType schema = new StructType()
                .add("y", DataTypes.DoubleType)
                .add("a", DataTypes.DoubleType)
                .add("b", DataTypes.DoubleType);
        return TestSession.spark().createDataFrame(rows, schema).repartition(3);
    }

    private static void assertSameBits(ExecutionBackend first, ExecutionBackend second, DrawPass pass) {
        int[] minibatch = {5, 0, 3};
        List<DrawSums> expected = first.collect(pass, minibatch);
        List<DrawSums> found = second.collect(pass, minibatch);
        assertEquals(minibatch.length, found.size());
        for (int k = 0; k < minibatch.length; k++) {
            assertArrayEquals(expected.get(k).losses(), found.get(k).losses());
            assertArrayEquals(expected.get(k).gradients(), found.get(k).gradients());
            assertEquals(expected.get(k).rows(), found.get(k).rows());
        }
    }

    @Test
    void minibatchOnSpark_hasTheBitsOfTheOneInProcess() {
        try (PackedRows rows = new RowPacker(LabelRule.ofFamily("bernoulli"), 1)
                        .pack(frame(), DataConfigs.memory().partitions(6).build());
                ExecutionBackend spark = rows.toSparkBackend("java");
                ExecutionBackend threads = rows.toInProcessBackend("java")) {
            DrawLoss loss =
                    new PredictorLoss(Likelihoods.named("bernoulli", 4, 0), 3, new DispersionPosterior.Known(1));
            NormalDraws standard = new NormalDraws(1, 2, 10, 3, NormalDraws.Dependence.ANTITHETIC);
            Draws drawn =
                    new Draws.RegeneratedDraws(new double[] {0.1, -0.2, 0.3}, new double[] {1, 0.5, 0.2}, standard);
            for (GradientForm form : List.of(GradientForm.NONE, GradientForm.PER_DRAW, GradientForm.FOLDED)) {
                DrawPass pass = form == GradientForm.BLANKETS
                        ? DrawPass.ofBlankets(loss, drawn, Blocks.of(1, 2))
                        : new DrawPass(loss, drawn, null, form);
                assertSameBits(threads, spark, pass);
            }
            Draws given = new Draws.ExplicitDraws(standard.matrix(), 10, 3);
            ExpansionPoint anchor = new ExpansionPoint(new double[] {0.05, 0.1, 0}, 2);
            assertSameBits(threads, spark, new DrawPass(loss, given, anchor, GradientForm.PER_DRAW));
        }
    }

    @Test
    void latentNumbersOnSpark_areThoseInProcess() {
        try (PackedRows rows = new RowPacker(LabelRule.ofFamily("poisson"), 1)
                        .pack(frame(), DataConfigs.memory().partitions(6).build());
                ExecutionBackend spark = rows.toSparkBackend("java");
                ExecutionBackend threads = rows.toInProcessBackend("java")) {
            DrawLoss loss = ModelLosses.of(new PoissonLogNormal(), rows.names(), LatentBound.named("iwae-var", 4, 2));
            int d = loss.dimension();
            double[] sd = new double[d];
            Arrays.fill(sd, 0.2);
            NormalDraws standard = new NormalDraws(1, 2, 6, d, NormalDraws.Dependence.ANTITHETIC);
            Draws drawn = new Draws.RegeneratedDraws(new double[d], sd, standard);
            for (GradientForm form : List.of(GradientForm.NONE, GradientForm.PER_DRAW, GradientForm.FOLDED)) {
                DrawPass pass = form == GradientForm.BLANKETS
                        ? DrawPass.ofBlankets(loss, drawn, Blocks.of(1, 2))
                        : new DrawPass(loss, drawn, null, form);
                assertSameBits(threads, spark, pass);
            }
        }
    }
}
