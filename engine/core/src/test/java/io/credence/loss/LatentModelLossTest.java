package io.credence.loss;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.DenseBlock;
import io.credence.data.Draws;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.family.Serialised;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.JavaDenseKernel;
import io.credence.loss.LatentBound.BoundKind;
import io.credence.loss.model.ModelLossDraws;
import io.credence.loss.model.RowCursor;
import io.credence.model.LatentModel;
import io.credence.model.Row;
import io.credence.random.AddressedRandom;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.hipparchus.util.Binary64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The loss of rows with latent numbers, against formulas written out one row and latent draw at a time. */
class LatentModelLossTest {

    private static final List<String> COLUMNS = List.of("a", "b", "c");
    private static final long ADDRESS = 77;
    private static final int DRAWS = 3;
    private static final int ROWS = 23;

    private final RandomArrays random = RandomArrays.of("latent model losses");
    private final RowBlock dense =
            Objects.requireNonNull(ModelLossRun.blocks(random, ROWS).get("dense"));

    static List<LatentBound> bounds() {
        return List.of(
                new LatentBound(BoundKind.VI, 4),
                new LatentBound(BoundKind.IWAE, 4),
                new LatentBound(BoundKind.VI_VAR, 4),
                new LatentBound(BoundKind.IWAE_VAR, 6, 3));
    }

    private static DrawLoss loss(LatentModel model, LatentBound bound) {
        return ModelLosses.of(model, COLUMNS, bound);
    }

    private static ModelLossRun run(DrawLoss loss, double[] theta, int chunk) {
        int d = loss.dimension();
        return new ModelLossRun(loss, new Draws.ExplicitDraws(theta, theta.length / d, d, ADDRESS), null, chunk);
    }

    /** Log weights of a row by hand. */
    private double[] logWeights(LatentModel model, int i, double[] values, long address, int draws) {
        RowCursor row = new RowCursor(COLUMNS.size());
        row.moveTo(dense, i);
        row.showRow(0);
        Binary64[] mean = numbers(new double[model.latents()]);
        Binary64[] logSd = numbers(new double[model.latents()]);
        model.encode(row, numbers(values), mean, logSd);
        double[] logWeights = new double[draws];
        for (int j = 0; j < draws; j++) {
            double[] z = new double[mean.length];
            double logPosterior = 0;
            for (int k = 0; k < z.length; k++) {
                double sd = Math.exp(logSd[k].getReal());
                z[k] = mean[k].getReal() + sd * AddressedRandom.normal(address, 0, i, j, k);
                double standard = (z[k] - mean[k].getReal()) / sd;
                logPosterior += -0.5 * standard * standard - Math.log(sd * Math.sqrt(2 * Math.PI));
            }
            logWeights[j] = model.logJoint(row, numbers(z), numbers(values)).getReal() - logPosterior;
        }
        return logWeights;
    }

    private static Binary64[] numbers(double[] values) {
        return Arrays.stream(values).mapToObj(Binary64::new).toArray(Binary64[]::new);
    }

    /** The bounds as the paper prints them: Futami et al. 2022, eq. 24 and 25 with the weights of eq. 150 and 153. */
    private static double printed(LatentBound bound, double[] logWeights) {
        double[] terms = logWeights;
        if (bound.kind() == BoundKind.IWAE || bound.kind() == BoundKind.IWAE_VAR) {
            int size = bound.draws() / bound.replicates();
            terms = new double[bound.replicates()];
            for (int m = 0; m < terms.length; m++) {
                terms[m] = Math.log(Arrays.stream(logWeights, m * size, (m + 1) * size)
                        .map(Math::exp)
                        .average()
                        .orElseThrow());
            }
        }
        double mean = Arrays.stream(terms).average().orElseThrow();
        if (bound.kind() == BoundKind.VI || bound.kind() == BoundKind.IWAE) {
            return mean;
        }
        double most = Arrays.stream(terms).max().orElseThrow();
        return mean
                + Arrays.stream(terms)
                        .map(t -> 0.25 * Math.exp(t + mean - 2 * most) * (t - mean) * (t - mean))
                        .average()
                        .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("bounds")
    void forward_isMinusThePrintedBoundAtTheAddressedNumbers(LatentBound bound) {
        for (LatentModel model : List.of(new LatentModels.Linear(), new LatentModels.Curved())) {
            DrawLoss loss = loss(model, bound);
            int d = loss.dimension();
            double[] theta = random.normals(DRAWS * d);
            ModelLossDraws values = new ModelLossDraws(
                    ((LatentModelLoss) loss).parameters(), new Draws.ExplicitDraws(theta, DRAWS, d), 0);
            double[][] losses = run(loss, theta, PredictorChunk.CAPACITY).losses(dense);
            for (int s = 0; s < DRAWS; s++) {
                long address = s == 0 ? ADDRESS : AddressedRandom.bits(ADDRESS, s);
                for (int i = 0; i < ROWS; i++) {
                    double[] logWeights = logWeights(model, i, values.constrainedValues(s), address, bound.draws());
                    assertClose(bound + ", row " + i, -printed(bound, logWeights), losses[s][i], 1e-12);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("bounds")
    void pullback_isTheGradientOfForward(LatentBound bound) {
        for (LatentModel model : List.of(new LatentModels.Linear(), new LatentModels.Curved())) {
            DrawLoss loss = loss(model, bound);
            double[] theta = random.normals(DRAWS * loss.dimension());
            double[][] weights = {random.normals(ROWS), random.normals(ROWS), random.normals(ROWS)};
            double[] expected = FiniteDifference.gradient(
                    t -> {
                        double[][] losses = run(loss, t, ROWS).losses(dense);
                        double sum = 0;
                        for (int s = 0; s < DRAWS; s++) {
                            for (int i = 0; i < ROWS; i++) {
                                sum += weights[s][i] * losses[s][i];
                            }
                        }
                        return sum;
                    },
                    theta);
            Arrays.setAll(expected, j -> expected[j] + 0.25);
            double[] found = run(loss, theta, ROWS).gradients(dense, weights, 0.25);
            assertClose(model + ", " + bound, expected, found, 1e-7);
            assertClose(model + " in chunks", found, run(loss, theta, 5).gradients(dense, weights, 0.25), 1e-12);
        }
    }

    @ParameterizedTest
    @MethodSource("bounds")
    void chunkSizeAndStorage_changeNothing(LatentBound bound) {
        DrawLoss loss = loss(new LatentModels.Curved(), bound);
        double[] theta = random.normals(2 * loss.dimension());
        RandomArrays same = RandomArrays.of("storage");
        ModelLossRun.blocks(same, ROWS).forEach((kind, block) -> {
            double[][] whole = run(loss, theta, PredictorChunk.CAPACITY).losses(block);
            for (int chunk : new int[] {1, 7}) {
                double[][] parts = run(loss, theta, chunk).losses(block);
                assertArrayEquals(whole[0], parts[0], kind);
                assertArrayEquals(whole[1], parts[1], kind);
            }
        });
        assertArrayEquals(
                run(loss, theta, 7).losses(dense)[1],
                run(Serialised.copy(loss), theta, 7).losses(dense)[1]);
    }

    @Test
    void weightedLoss_keepsTheNumbersOfItsRows() {
        DrawLoss loss = loss(new LatentModels.Curved(), LatentBound.DEFAULT);
        double[] theta = random.normals(loss.dimension());
        double[] plain = run(loss, theta, 7).losses(dense)[0];
        double[] half = run(new WeightedDrawLoss(loss, 0.5), theta, 7).losses(dense)[0];
        Arrays.setAll(plain, i -> 0.5 * plain[i]);
        assertArrayEquals(plain, half);
        assertTrue(new WeightedDrawLoss(loss, 0.5).isRandom());
    }

    /** One row of label {@code label} under the model without density above 0.5 and with none known below the label. */
    private static double[] bounded(BoundKind kind, double label, double[] gradient) {
        DrawLoss loss = loss(new LatentModels.Bounded(), new LatentBound(kind, 50));
        RowBlock row = new DenseBlock(RowAttributes.ofLabels(label), 3, new double[3]);
        double[] losses = new double[PredictorChunk.CAPACITY];
        DrawLoss.Evaluator evaluator = loss.evaluator(
                JavaDenseKernel.INSTANCE, new Draws.ExplicitDraws(new double[] {0.2}, 1, 1, ADDRESS), null);
        evaluator.computeLosses(row, 0, 1, losses);
        double[] weights = new double[PredictorChunk.CAPACITY];
        weights[0] = 1;
        evaluator.addGradients(weights, gradient);
        return Arrays.copyOf(losses, 1);
    }

    @Test
    void latentDrawWithoutDensity_isAnInfiniteLossWhereItsLogarithmCounts() {
        for (BoundKind kind : List.of(BoundKind.VI, BoundKind.VI_VAR)) {
            assertEquals(Double.POSITIVE_INFINITY, bounded(kind, -100, new double[1])[0], kind.configurationName());
            assertTrue(Double.isNaN(bounded(kind, 0, new double[1])[0]), kind.configurationName());
        }
        double[] gradient = new double[1];
        assertTrue(Double.isFinite(bounded(BoundKind.IWAE, -100, gradient)[0]));
        assertTrue(Double.isFinite(gradient[0]) && gradient[0] != 0, "no derivative of what has no weight");
    }

    @Test
    void whatTheLossOffers_isStated() {
        DrawLoss loss = ModelLosses.of(new LatentModels.Linear(), COLUMNS);
        assertEquals(7, loss.dimension());
        assertTrue(loss.hasGradient() && loss.isRandom());
        assertEquals(0, loss.maxExpansionOrder());
        assertEquals(LatentBound.DEFAULT, ((LatentModelLoss) loss).bound());
    }

    @Test
    void impossibleRequests_areRefused() {
        DrawLoss loss = ModelLosses.of(new LatentModels.Bounded(), COLUMNS);
        var kernel = JavaDenseKernel.INSTANCE;
        Draws draws = new Draws.ExplicitDraws(new double[1], 1, 1);
        assertThrows(
                IllegalArgumentException.class,
                () -> loss.evaluator(kernel, draws, new ExpansionPoint(new double[1], 1)));
        assertThrows(
                IllegalStateException.class,
                () -> loss.evaluator(kernel, draws, null)
                        .addGradients(new double[PredictorChunk.CAPACITY], new double[1]));
        RowBlock block = new DenseBlock(RowAttributes.ofLabels(-100, -100, 101), 3, new double[9]);
        var failure = assertThrows(
                IllegalStateException.class, () -> run(loss, new double[1], 5).losses(block));
        assertTrue(failure.getMessage().contains("Bounded failed at row 2"), failure.getMessage());
    }

    @Test
    void predictor_isTheSameForEveryNumberType() {
        Row row = Row.of(1, 0.5, -2, 3);
        double[] coefficients = {0.3, 0.2, -0.7, 9};
        assertEquals(
                row.predictor(coefficients),
                row.predictor(numbers(coefficients)).getReal());
    }
}
