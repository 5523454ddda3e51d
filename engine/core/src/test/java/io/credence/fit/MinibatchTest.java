package io.credence.fit;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.Draws;
import io.credence.family.DiagonalGaussian;
import io.credence.gradient.EvaluatedDraws;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.linalg.Vectors;
import io.credence.pass.DrawPass;
import io.credence.random.NormalDraws;
import io.credence.schedule.PartitionPlan;
import io.credence.statistics.DrawSums;
import io.credence.testkit.RandomArrays;
import io.credence.testkit.TestSeed;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What minibatches estimate of log densities, with and without the expansion of all rows. */
class MinibatchTest {

    private static final int PARTITIONS = 12;
    private static final int D = DrawFits.THETA.length;
    private static final DiagonalGaussian Q =
            new DiagonalGaussian(new double[] {0.3, -0.5, 0.2}, new double[] {80, 60, 70});

    private final InProcessBackend backend =
            new InProcessBackend(DrawFits.rows("poisson").blocks(PARTITIONS, 64), Fits.KERNEL, 2);
    private final Problem problem = Problem.of(DrawFits.problem("poisson", 2), backend.summary(), false);

    @AfterEach
    void close() {
        backend.close();
    }

    private static NormalDraws standard(long iteration) {
        return new NormalDraws(TestSeed.of("minibatch"), iteration, 8, D, NormalDraws.Dependence.ANTITHETIC);
    }

    private List<DrawSums> sums(Draws draws, int[] partitions, @Nullable TaylorControlVariate anchor) {
        return backend.collect(
                new DrawPass(problem.loss(), draws, anchor == null ? null : anchor.anchor(), GradientForm.PER_DRAW),
                partitions);
    }

    private EvaluatedDraws observed(int[] partitions, @Nullable TaylorControlVariate anchor) {
        Draws draws = new Draws.RegeneratedDraws(Q.mean(), Q.sd(), standard(0));
        DrawSums sums = new DrawSums(8, 8 * D);
        sums(draws, partitions, anchor).forEach(sums::merge);
        double factor = backend.summary().weight() / sums.weight();
        ParameterDraws made = new ParameterDraws(standard(0), new int[0], draws, new double[8], new double[0]);
        return new DrawTotals(problem, made, sums, factor, anchor).logDensities(GradientForm.PER_DRAW);
    }

    private @Nullable TaylorControlVariate anchor(boolean anchored) {
        if (!anchored) {
            return null;
        }
        TaylorControlVariate anchor =
                TaylorControlVariate.at(new double[] {0.25, -0.4, 0.3}, problem.loss(), backend, 1);
        assertNotNull(anchor);
        assertEquals(2, anchor.anchor().order());
        return anchor;
    }

    @ParameterizedTest(name = "{0} of 12 partitions, anchored {1}")
    @CsvSource({"1, false", "1, true", "4, false", "4, true", "12, true"})
    void averageOverAnEpoch_isTheLogDensityOfAllRows(int count, boolean anchored) {
        TaylorControlVariate anchor = anchor(anchored);
        EvaluatedDraws all = observed(IntStream.range(0, PARTITIONS).toArray(), null);
        double[] values = new double[8];
        double[] gradients = new double[8 * D];
        PartitionPlan plan = PartitionPlan.firstEpoch(7);
        int batches = PARTITIONS / count;
        for (int b = 0; b < batches; b++) {
            EvaluatedDraws one = observed(plan.nextPartitions(count, PARTITIONS), anchor);
            plan = plan.afterPartitions(count);
            for (int s = 0; s < values.length; s++) {
                values[s] += one.values()[s] / batches;
            }
            for (int j = 0; j < gradients.length; j++) {
                gradients[j] += one.gradients()[j] / batches;
            }
        }
        assertClose("values", all.values(), values, 1e-11);
        assertClose("gradients", all.gradients(), gradients, 1e-11);
    }

    @Test
    void expansion_takesMostOfTheNoiseOfTheChoice() {
        double[] all = observed(IntStream.range(0, PARTITIONS).toArray(), null).values();
        double plain = 0;
        double corrected = 0;
        for (int p = 0; p < PARTITIONS; p++) {
            plain += Math.abs(observed(new int[] {p}, null).values()[3] - all[3]);
            corrected += Math.abs(observed(new int[] {p}, anchor(true)).values()[3] - all[3]);
        }
        assertTrue(corrected < 0.05 * plain, "mean errors " + corrected + " and " + plain);
    }

    /** Chosen partitions differ from all by what the spread between them implies. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void choiceNoise_isTheErrorOfMinibatches(boolean gradients) {
        int chosen = 4;
        Draws draws = new Draws.RegeneratedDraws(Q.mean(), Q.sd(), standard(1));
        GradientForm form = gradients ? GradientForm.PER_DRAW : GradientForm.NONE;
        List<DrawSums> parts = backend.collect(
                new DrawPass(problem.loss(), draws, null, form),
                IntStream.range(0, PARTITIONS).toArray());
        double[] all = total(parts, 1);
        double observed = 0;
        double stated = 0;
        int repeats = 1000;
        double factor = (double) PARTITIONS / chosen;
        for (int r = 0; r < repeats; r++) {
            int[] taken = new PartitionPlan(3, r, 0).nextPartitions(chosen, PARTITIONS);
            List<DrawSums> own = IntStream.of(taken).mapToObj(parts::get).toList();
            double[] error = Vectors.difference(total(own, factor), all);
            double[] spread = Q.covarianceTimes(error);
            for (int j = 0; j < D; j++) {
                observed += 0.5 * error[j] * spread[j] / repeats;
            }
            stated += NoisyGradient.subsamplingVariance(
                            Q, standard(1), own, form, factor, 1 - (double) chosen / PARTITIONS)
                    / repeats;
        }
        assertEquals(1, stated / observed, 0.2, "stated " + stated + ", observed " + observed);
    }

    /** The gradient from those partitions: the mean of gradients where there are any, else of scores times losses. */
    private static double[] total(List<DrawSums> parts, double factor) {
        double[] sum = new double[D];
        double[] epsilon = new double[D];
        for (DrawSums part : parts) {
            double mean = java.util.Arrays.stream(part.losses()).average().orElseThrow();
            for (int s = 0; s < 8; s++) {
                standard(1).fill(s, epsilon);
                double[] score = Q.score(epsilon);
                for (int j = 0; j < D; j++) {
                    double one = part.gradients().length > 0
                            ? part.gradients()[s * D + j]
                            : score[j] * (part.losses()[s] - mean);
                    sum[j] += factor * one / 8;
                }
            }
        }
        return sum;
    }

    /** The expansion that is known on the driver is that of the sum of losses. */
    @ParameterizedTest
    @EnumSource(names = {"NONE", "PER_DRAW"})
    void expansionWithRemainders_isTheLoss(GradientForm form) {
        TaylorControlVariate anchor = anchor(true);
        assertNotNull(anchor);
        double[] values = RandomArrays.of("thetas").uniforms(5 * D, -1, 1);
        Draws draws = new Draws.ExplicitDraws(values, 5, D);
        DrawSums plain = backend.run(new DrawPass(problem.loss(), draws, null, form));
        DrawSums rest = backend.run(new DrawPass(problem.loss(), draws, anchor.anchor(), form));
        for (int s = 0; s < 5; s++) {
            double[] theta = java.util.Arrays.copyOfRange(values, s * D, (s + 1) * D);
            assertClose("draw " + s, plain.losses()[s], rest.losses()[s] + anchor.value(theta), 1e-10);
            double[] slope = anchor.gradient(theta);
            for (int j = 0; form == GradientForm.PER_DRAW && j < D; j++) {
                assertClose("slope", plain.gradients()[s * D + j], rest.gradients()[s * D + j] + slope[j], 1e-10);
            }
        }
    }
}
