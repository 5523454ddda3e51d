package io.credence.loss;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.distributional.DistributionalLaws;
import io.credence.distributional.DistributionalModel;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Second derivatives of losses over draws are differences of their gradients. */
class LossCurvatureTest {

    private static final int DRAWS = 4;
    private static final int ROWS = 23;

    private final RandomArrays random = RandomArrays.of("loss curvature");

    private static PredictorLoss family(String name, boolean drawn) {
        return new PredictorLoss(
                Likelihoods.named(name, 4, 3), ModelLossRun.COLUMNS, drawn ? null : new DispersionPosterior.Known(0.8));
    }

    /** Student's t with all columns for the location, and the same two for scale and degrees of freedom. */
    private static DistributionalModel studentsOfThreeFormulas() {
        List<String> some = List.of("c", "a");
        return new DistributionalModel(
                Objects.requireNonNull(DistributionalLaws.of(Likelihoods.named("student-t", 4, 3))),
                Map.of("mu", ModelLossesTest.COLUMNS, "sigma", some, "nu", some),
                List.of());
    }

    static Stream<Named<DrawLoss>> losses() {
        return Stream.of(
                Named.of(
                        "two predictors", ModelLosses.of(new ModelLossModels.MeanAndSpread(), ModelLossesTest.COLUMNS)),
                Named.of("a formula", ModelLosses.of(new ModelLossModels.Logistic(), ModelLossesTest.COLUMNS)),
                Named.of(
                        "by cases", ModelLosses.of(new ModelLossModels.LogisticByCases(true), ModelLossesTest.COLUMNS)),
                Named.of("transforms", ModelLosses.of(new ModelLossModels.Scaled(), ModelLossesTest.COLUMNS)),
                Named.of("an expression", ModelLosses.of(ModelLossModels.expression(), ModelLossesTest.COLUMNS)),
                Named.of(
                        "columns for each parameter",
                        ModelLosses.of(studentsOfThreeFormulas(), ModelLossesTest.COLUMNS)),
                Named.of("bernoulli", family("bernoulli", false)),
                Named.of("softmax", family("softmax", false)),
                Named.of("student", family("student-t", false)),
                Named.of("student, drawn", family("student-t", true)),
                Named.of("counts, drawn", family("negative-binomial", true)),
                Named.of("weighted", new WeightedDrawLoss(family("gaussian", true), 0.7)));
    }

    private RowBlock labelled(RowBlock block) {
        double[] labels = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            labels[i] = i % 2;
        }
        double[] cells = new double[ROWS * ModelLossRun.COLUMNS];
        for (int at = 0; at < cells.length; at++) {
            cells[at] = block.value(at / ModelLossRun.COLUMNS, at % ModelLossRun.COLUMNS);
        }
        return new DenseBlock(
                new RowAttributes(labels, null, block.attributes().offsets()), ModelLossRun.COLUMNS, cells);
    }

    @ParameterizedTest
    @MethodSource("losses")
    void curvature_isTheDifferenceOfGradients(DrawLoss loss) {
        assertTrue(loss.hasCurvature());
        int d = loss.dimension();
        double[] theta = random.uniforms(DRAWS * d, -0.7, 0.7);
        double[] rowWeights = random.uniforms(PredictorChunk.CAPACITY, 0.2, 2);
        double[][] weights = new double[DRAWS][];
        Arrays.fill(weights, rowWeights);
        Map<String, RowBlock> blocks = ModelLossRun.blocks(random, ROWS);
        blocks.forEach((name, block) -> {
            RowBlock rows =
                    loss.asPredictorLoss() == null && !(loss instanceof WeightedDrawLoss) ? block : labelled(block);
            double[] packed = curvature(loss, theta, rows, rowWeights);
            double[] expected = new double[packed.length];
            for (int s = 0; s < DRAWS; s++) {
                double[] draw = Arrays.copyOfRange(theta, s * d, (s + 1) * d);
                double[][] slopes = FiniteDifference.jacobian(
                        at -> new ModelLossRun(loss, ModelLossRun.draws(at, d), null, ROWS)
                                .gradients(rows, new double[][] {rowWeights}, 0),
                        draw);
                for (int i = 0; i < d; i++) {
                    for (int j = 0; j <= i; j++) {
                        expected[Symmetric.packedLength(i) + j] += 0.5 * (slopes[i][j] + slopes[j][i]) / DRAWS;
                    }
                }
            }
            assertClose(name, expected, packed, 2e-6);
        });
    }

    /** In two chunks. */
    private static double[] curvature(DrawLoss loss, double[] theta, RowBlock rows, double[] rowWeights) {
        DrawLoss.Evaluator evaluator =
                loss.evaluator(JavaDenseKernel.INSTANCE, ModelLossRun.draws(theta, loss.dimension()), null);
        double[] losses = new double[DRAWS * PredictorChunk.CAPACITY];
        for (int first = 0, count = 9; first < ROWS; first += count, count = ROWS - 9) {
            evaluator.computeLosses(rows, first, count, losses);
            evaluator.addCurvature(Arrays.copyOfRange(rowWeights, first, first + PredictorChunk.CAPACITY));
        }
        return evaluator.packedCurvatureSum();
    }

    @Test
    void lossesWithoutSecondDerivatives_refuseThem() {
        assertFalse(ModelLosses.of(new ModelLossModels.ShrunkFormula(), ModelLossesTest.COLUMNS)
                .hasCurvature());
        DrawLoss.Evaluator values = ModelLosses.of(new ModelLossModels.ShrunkValues(), ModelLossesTest.COLUMNS)
                .evaluator(JavaDenseKernel.INSTANCE, ModelLossRun.draws(new double[5], 5), null);
        assertThrows(
                UnsupportedOperationException.class, () -> values.addCurvature(new double[PredictorChunk.CAPACITY]));
        assertThrows(UnsupportedOperationException.class, values::packedCurvatureSum);
    }
}
