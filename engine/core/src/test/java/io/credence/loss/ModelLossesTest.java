package io.credence.loss;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.expression.ExpressionModel;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.JavaDenseKernel;
import io.credence.model.Model;
import io.credence.model.Parameter;
import io.credence.model.Parameters;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The losses of all kinds of row models, against one draw and row at a time. */
public class ModelLossesTest {

    public static final List<String> COLUMNS = List.of("a", "b", "c");
    private static final int DRAWS = 4;
    private static final int ROWS = 23;

    private final RandomArrays random = RandomArrays.of("model losses");
    private final Map<String, RowBlock> blocks = ModelLossRun.blocks(random, ROWS);
    private final RowBlock dense = Objects.requireNonNull(blocks.get("dense"));

    static List<Model> models() {
        return List.of(
                new ModelLossModels.ShrunkValues(),
                new ModelLossModels.MeanAndSpread(),
                new ModelLossModels.ShrunkFormula(),
                new ModelLossModels.ShrunkByCases(),
                new ModelLossModels.Logistic(),
                new ModelLossModels.LogisticByCases(false),
                new ModelLossModels.LogisticByCases(true),
                new ModelLossModels.Scaled(),
                ModelLossModels.expression());
    }

    /** The loss of one row, from the formulas of {@link ModelLossModels}. */
    private double naive(Model model, int i, double[] theta) {
        double y = dense.attributes().labels()[i];
        double offset = dense.attributes().offset(i);
        if (model instanceof ExpressionModel) {
            double sd = Math.exp(dense.value(i, 2) * theta[2] + dense.value(i, 0) * theta[3]);
            double z = (y - offset - dense.value(i, 0) * theta[0] - dense.value(i, 1) * theta[1]) / sd;
            return Math.log(sd) + Math.exp(theta[4]) * (z * z - (dense.value(i, 1) > 0 ? 1 : 2));
        }
        double eta = offset;
        double second = 0;
        for (int j = 0; j < 3; j++) {
            eta += dense.value(i, j) * theta[j];
            second += theta.length > 5 ? dense.value(i, j) * theta[3 + j] : 0;
        }
        if (model instanceof ModelLossModels.MeanAndSpread) {
            return second + 0.5 * Math.pow((y - eta) * Math.exp(-second), 2);
        }
        if (model instanceof ModelLossModels.Logistic || model instanceof ModelLossModels.LogisticByCases) {
            return -(eta - y) + 2 * Math.log(1 + Math.exp(eta - y));
        }
        double scale = Math.exp(theta[3]);
        if (model instanceof ModelLossModels.Scaled) {
            double[] x =
                    new Parameters(List.of(Parameter.simplex("share", 3))).constrain(Arrays.copyOfRange(theta, 4, 6));
            double z = (eta + x[0] - 2 * x[2] - y) / scale;
            return -z + 2 * Math.log(1 + Math.exp(z)) + theta[3];
        }
        double w = 2 / (1 + Math.exp(-theta[4]));
        return theta[3] + 0.5 * Math.pow((y - w * eta) / scale, 2);
    }

    private ModelLossRun run(DrawLoss loss, double[] theta, int chunk, int order) {
        ExpansionPoint anchor = order == 0 ? null : new ExpansionPoint(anchorPoint(loss.dimension()), order);
        return new ModelLossRun(loss, ModelLossRun.draws(theta, loss.dimension()), anchor, chunk);
    }

    private static double[] anchorPoint(int dimension) {
        return RandomArrays.of("anchor").uniforms(dimension, -0.5, 0.5);
    }

    private static double[] draw(double[] theta, int s, int dimension) {
        return Arrays.copyOfRange(theta, s * dimension, (s + 1) * dimension);
    }

    @ParameterizedTest
    @MethodSource("models")
    void forward_isMinusTheLogLikelihood(Model model) {
        DrawLoss loss = ModelLosses.of(model, COLUMNS);
        double[] theta = random.normals(DRAWS * loss.dimension());
        blocks.forEach((kind, block) -> {
            double[][] losses = run(loss, theta, PredictorChunk.CAPACITY, 0).losses(block);
            for (int s = 0; s < DRAWS; s++) {
                double[] one = draw(theta, s, loss.dimension());
                double[] expected = IntStream.range(0, ROWS)
                        .mapToDouble(i -> naive(model, i, one))
                        .toArray();
                assertClose(model + ", " + kind, expected, losses[s], 1e-12);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("models")
    void anchoredLosses_areWhatTheExpansionLeaves(Model model) {
        DrawLoss loss = ModelLosses.of(model, COLUMNS);
        int d = loss.dimension();
        double[] theta = random.normals(DRAWS * d);
        double[] point = anchorPoint(d);
        for (int order = 1; order <= loss.maxExpansionOrder(); order++) {
            double[][] losses = run(loss, theta, 7, order).losses(dense);
            for (int i = 0; i < ROWS; i++) {
                int row = i;
                double[] slope = FiniteDifference.gradient(t -> naive(model, row, t), point);
                double[][] curvature = FiniteDifference.hessian(t -> naive(model, row, t), point);
                for (int s = 0; s < DRAWS; s++) {
                    double expected = naive(model, i, draw(theta, s, d)) - naive(model, i, point);
                    for (int j = 0; j < d; j++) {
                        double deviation = theta[s * d + j] - point[j];
                        expected -= slope[j] * deviation;
                        for (int k = 0; order == 2 && k < d; k++) {
                            expected -= 0.5 * curvature[j][k] * deviation * (theta[s * d + k] - point[k]);
                        }
                    }
                    assertClose(model + " order " + order, expected, losses[s][i], order == 1 ? 1e-8 : 1e-5);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void pullback_isTheGradientOfForward(Model model) {
        DrawLoss loss = ModelLosses.of(model, COLUMNS);
        if (!loss.hasGradient()) {
            assertThrows(
                    IllegalStateException.class,
                    () -> run(loss, new double[loss.dimension()], 5, 0).gradients(dense, new double[1][ROWS], 0));
            return;
        }
        double[] theta = random.normals(DRAWS * loss.dimension());
        double[][] weights = {random.normals(ROWS), random.normals(ROWS), random.normals(ROWS), random.normals(ROWS)};
        for (int order = 0; order <= loss.maxExpansionOrder(); order++) {
            int chosen = order;
            double[] expected = FiniteDifference.gradient(
                    t -> {
                        double[][] losses = run(loss, t, ROWS, chosen).losses(dense);
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
            blocks.forEach((kind, block) -> assertClose(
                    model + " order " + chosen + ", " + kind,
                    expected,
                    run(loss, theta, ROWS, chosen).gradients(block, weights, 0.25),
                    1e-7));
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void chunkSize_changesNothing(Model model) {
        DrawLoss loss = ModelLosses.of(model, COLUMNS);
        double[] theta = random.normals(2 * loss.dimension());
        double[][] weights = {random.normals(ROWS), random.normals(ROWS)};
        for (int order = 0; order <= loss.maxExpansionOrder(); order++) {
            double[][] whole = run(loss, theta, PredictorChunk.CAPACITY, order).losses(dense);
            for (int chunk : new int[] {1, 7}) {
                double[][] parts = run(loss, theta, chunk, order).losses(dense);
                assertArrayEquals(whole[0], parts[0]);
                assertArrayEquals(whole[1], parts[1]);
                if (loss.hasGradient()) {
                    assertClose(
                            model + " in chunks of " + chunk,
                            run(loss, theta, PredictorChunk.CAPACITY, order).gradients(dense, weights, 0),
                            run(loss, theta, chunk, order).gradients(dense, weights, 0),
                            1e-12);
                }
            }
        }
    }

    @Test
    void moreRowsThanAChunk_areTakenInTurn() {
        RowBlock large = Objects.requireNonNull(
                ModelLossRun.blocks(random, 2 * PredictorChunk.CAPACITY + 5).get("dense"));
        DrawLoss loss = ModelLosses.of(new ModelLossModels.Logistic(), COLUMNS);
        double[] theta = random.normals(3);
        double[] all = run(loss, theta, PredictorChunk.CAPACITY, 2).losses(large)[0];
        double[] small = run(loss, theta, 100, 2).losses(large)[0];
        assertEquals(2 * PredictorChunk.CAPACITY + 5, all.length);
        assertArrayEquals(small, all);
    }

    @Test
    void kindOfModel_determinesWhatItsLossOffers() {
        assertOffers(new ModelLossModels.ShrunkFormula(), 5, true, 1);
        assertOffers(new ModelLossModels.ShrunkValues(), 5, false, 1);
        assertOffers(new ModelLossModels.MeanAndSpread(), 6, true, 2);
        assertOffers(new ModelLossModels.Scaled(), 6, true, 1);
        assertOffers(new ModelLossModels.Autoregression(), 3, true, 0);
        assertOffers(new ModelLossModels.AutoregressionValues(), 3, false, 0);
        List<String> wide = IntStream.range(0, 49).mapToObj(j -> "x" + j).toList();
        assertEquals(0, ModelLosses.of(new ModelLossModels.ShrunkValues(), wide).maxExpansionOrder());
    }

    private static void assertOffers(Model model, int dimension, boolean gradient, int order) {
        DrawLoss loss = ModelLosses.of(model, COLUMNS);
        assertEquals(dimension, loss.dimension(), model.toString());
        assertEquals(gradient, loss.hasGradient(), model.toString());
        assertEquals(order, loss.maxExpansionOrder(), model.toString());
    }

    @Test
    void coefficients_areNamedByPredictorAndColumn() {
        assertEquals(
                List.of("mean:a", "mean:b", "mean:c", "spread:a", "spread:b", "spread:c"),
                new Parameters(new ModelLossModels.MeanAndSpread().parameters(COLUMNS)).names());
        assertEquals(
                List.of("a", "b", "c", "scale", "share[1]", "share[2]", "share[3]"),
                new Parameters(new ModelLossModels.Scaled().parameters(COLUMNS)).names());
    }

    @Test
    void losses_canBeSent() throws Exception {
        for (Model model : models()) {
            try (ObjectOutputStream out = new ObjectOutputStream(new ByteArrayOutputStream())) {
                out.writeObject(ModelLosses.of(model, COLUMNS));
            }
        }
    }

    @Test
    void impossibleRequests_areRefused() {
        DrawLoss loss = ModelLosses.of(new ModelLossModels.Scaled(), COLUMNS);
        var kernel = JavaDenseKernel.INSTANCE;
        var draws = ModelLossRun.draws(new double[6], 6);
        assertThrows(
                IllegalArgumentException.class,
                () -> loss.evaluator(kernel, draws, new ExpansionPoint(new double[6], 2)));
        assertThrows(
                IllegalArgumentException.class,
                () -> loss.evaluator(kernel, ModelLossRun.draws(new double[7], 7), null));
        Model nothing = columns -> List.of(Parameter.real("level"));
        assertThrows(IllegalArgumentException.class, () -> ModelLosses.of(nothing, COLUMNS));
    }

    @Test
    void failureOfAModel_namesTheRow() {
        DrawLoss loss = ModelLosses.of(new ModelLossModels.Fragile(), COLUMNS);
        var row = new DenseBlock(RowAttributes.ofLabels(1, 2, 101), 3, new double[9]);
        var failure = assertThrows(
                IllegalStateException.class,
                () -> run(loss, new double[1], 5, 0).losses(row));
        assertTrue(failure.getMessage().contains("Fragile failed at row 2"), failure.getMessage());
        assertFalse(failure.getCause() == null);
    }

    /** Its recording, all from the first calls, would be replayed for ever; numbers are requested each time. */
    @Test
    void modelThatIsNoFunctionOfItsArguments_isNotReplayed() {
        DrawLoss loss = ModelLosses.of(new ModelLossModels.Restless(), COLUMNS);
        double[] first =
                run(loss, new double[] {1, 1, 1}, PredictorChunk.CAPACITY, 0).losses(dense)[2];
        for (int i = 1; i < ROWS; i++) {
            assertEquals(-1, first[i] - first[i - 1]);
        }
        assertTrue(first[0] <= -3 * ROWS);
    }

    /** A posterior that is one row of few bytes would else be recorded and compiled anew in each step. */
    @Test
    void recordingOfOneRow_isKeptFromStepToStep() {
        var counted = new ModelLossModels.Counted(1);
        DrawLoss loss = ModelLosses.of(counted, COLUMNS);
        RowBlock row = new DenseBlock(RowAttributes.ofLabels(3), COLUMNS.size(), new double[COLUMNS.size()]);
        for (int step = 1; step <= 3; step++) {
            double[][] losses = run(loss, new double[] {step, -step}, 1, 0).losses(row);
            assertArrayEquals(new double[][] {{-3.0 * step}, {3.0 * step}}, losses);
        }
        assertEquals(1, counted.recordings);
    }

    /** What a long block recorded is larger than its rows, of which memory may hold many. */
    @Test
    void recordingOfALongNarrowBlock_isNotKept() {
        for (int rows : new int[] {PredictorChunk.CAPACITY, 2 * PredictorChunk.CAPACITY}) {
            var counted = new ModelLossModels.Counted(10);
            DrawLoss loss = ModelLosses.of(counted, COLUMNS);
            double[] labels = RandomArrays.of("long narrow block").uniforms(rows, 1, 2);
            RowBlock block = new DenseBlock(RowAttributes.ofLabels(labels), COLUMNS.size(), new double[rows * 3]);
            for (int step = 1; step <= 3; step++) {
                run(loss, new double[] {step}, PredictorChunk.CAPACITY, 0).losses(block);
            }
            assertEquals(rows == PredictorChunk.CAPACITY ? rows : 3 * rows, counted.recordings, rows + " rows");
        }
    }
}
