package io.credence.gradient;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.data.Draws;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.gradient.RandomRows.Storage;
import io.credence.loss.ExpansionPoint;
import io.credence.pass.DrawPass;
import io.credence.pass.DrawPassTest;
import io.credence.random.NormalDraws;
import io.credence.random.NormalDraws.Dependence;
import io.credence.risk.EntropicRisk;
import io.credence.risk.NamedRisks;
import io.credence.risk.NestedRisk;
import io.credence.risk.RowReduction;
import io.credence.risk.WeightedMeanVariance;
import io.credence.statistics.DrawSums;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Risks of rows over their draws, summed by a pass, are those of a naive loop, with their gradients. */
class RiskPassTest {

    private static final int COLUMNS = 3;
    private static final int DRAWS = 6;
    private static final int[] SIZES = {130, 0, 70};

    static Stream<RowReduction> risks() {
        return Stream.of(
                new EntropicRisk(0.1),
                new EntropicRisk(1),
                NamedRisks.of("mean-variance", Map.of("c", 0.5)),
                new WeightedMeanVariance(),
                NamedRisks.of("conditional-value-at-risk", Map.of("level", 0.5)),
                NamedRisks.of("monotone-mean-variance", Map.of("c", 1.0)),
                new NestedRisk(3, new EntropicRisk(1), new WeightedMeanVariance()));
    }

    private static double[] thetas(DrawModel model) {
        return RandomArrays.of("thetas").uniforms(DRAWS * model.dimension(COLUMNS), -1, 1);
    }

    private static DrawPass pass(DrawModel model, double[] thetas, GradientForm form, RowReduction risk) {
        Draws draws = new Draws.ExplicitDraws(thetas, DRAWS, model.dimension(COLUMNS));
        return new DrawPass(model.loss(COLUMNS), draws, null, form, risk);
    }

    private static double naive(DrawModel model, RandomRows rows, double[] thetas, RowReduction risk) {
        int d = model.dimension(COLUMNS);
        double sum = 0;
        for (int i = 0; i < rows.rows(); i++) {
            double[] losses = new double[DRAWS];
            for (int s = 0; s < DRAWS; s++) {
                double[] theta = Arrays.copyOfRange(thetas, s * d, (s + 1) * d);
                losses[s] = model.total(rows, i, i + 1, theta) / rows.weights()[i];
            }
            sum += rows.weights()[i] * risk.reduce(losses, 0, 1, DRAWS, new double[DRAWS]);
        }
        return sum;
    }

    @ParameterizedTest
    @MethodSource("risks")
    void risksAndGradients_areThoseOfANaiveLoop(RowReduction risk) {
        for (DrawModel model : new DrawModel[] {DrawModel.LOGIT, DrawModel.SOFTMAX, DrawModel.GAUSSIAN_DRAWN}) {
            RandomRows rows = model.rows(200, COLUMNS);
            double[] thetas = thetas(model);
            double expected = naive(model, rows, thetas, risk);
            double[] gradient = FiniteDifference.gradient(at -> naive(model, rows, at, risk), thetas);
            for (Storage storage : new Storage[] {Storage.DENSE, Storage.SPARSE_FLOAT}) {
                DrawSums sums = DrawPassTest.run(
                        pass(model, thetas, GradientForm.PER_DRAW, risk), rows.partitions(storage, 60, SIZES));
                assertClose(model + " " + risk.name(), expected, sums.totalRisk(), 1e-11);
                assertClose(model + " gradient of " + risk.name(), gradient, sums.gradients(), 1e-7);
            }
        }
    }

    /** What the sum over rows is linear in. */
    @Test
    void averageRisk_hasTheGradientOfTheMeanLoss() {
        DrawModel model = DrawModel.GAMMA_DRAWN;
        RandomRows rows = model.rows(200, COLUMNS);
        double[] thetas = thetas(model);
        DrawSums plain = DrawPassTest.run(
                new DrawPass(
                        model.loss(COLUMNS),
                        new Draws.ExplicitDraws(thetas, DRAWS, model.dimension(COLUMNS)),
                        null,
                        GradientForm.PER_DRAW),
                rows.partitions(Storage.DENSE, 60, SIZES));
        DrawSums risk = DrawPassTest.run(
                pass(
                        model,
                        thetas,
                        GradientForm.PER_DRAW,
                        NamedRisks.of("conditional-value-at-risk", Map.of("level", 1.0))),
                rows.partitions(Storage.DENSE, 60, SIZES));
        assertClose("risk", Arrays.stream(plain.losses()).average().orElseThrow(), risk.totalRisk(), 1e-13);
        assertClose("losses", plain.losses(), risk.losses(), 1e-13);
        assertClose(
                "gradients",
                Arrays.stream(plain.gradients()).map(slope -> slope / DRAWS).toArray(),
                risk.gradients(),
                1e-13);
    }

    @ParameterizedTest(name = "blocks of {0}, partitions of {1} and {2} rows")
    @CsvSource({"1, 350, 350", "7, 700, 0", "512, 0, 700", "513, 699, 1", "5000, 511, 189"})
    void cutOfTheRows_changesOnlyTheLastBits(int blockRows, int first, int second) {
        DrawModel model = DrawModel.SOFTMAX;
        RandomRows rows = model.rows(700, COLUMNS);
        DrawPass pass = pass(model, thetas(model), GradientForm.PER_DRAW, new EntropicRisk(1));
        DrawSums whole = DrawPassTest.run(pass, rows.partitions(Storage.DENSE, 5000, 700));
        DrawSums cut = DrawPassTest.run(pass, rows.partitions(Storage.DENSE, blockRows, first, second));
        assertClose("risk", whole.totalRisk(), cut.totalRisk(), 1e-13);
        assertClose("gradients", whole.gradients(), cut.gradients(), 1e-13);
    }

    @Test
    void riskWithoutGradients_isTheSame() {
        DrawModel model = DrawModel.POISSON;
        RandomRows rows = model.rows(200, COLUMNS);
        RowReduction risk = new EntropicRisk(1);
        double[] thetas = thetas(model);
        DrawSums sums = DrawPassTest.run(
                pass(model, thetas, GradientForm.NONE, risk), rows.partitions(Storage.DENSE, 60, SIZES));
        assertClose("risk", naive(model, rows, thetas, risk), sums.totalRisk(), 1e-11);
    }

    @Test
    void anchoredOrFoldedRisk_isRefused() {
        DrawModel model = DrawModel.LOGIT;
        double[] zeros = new double[COLUMNS];
        Draws draws =
                new Draws.RegeneratedDraws(zeros, zeros, new NormalDraws(1, 1, DRAWS, COLUMNS, Dependence.INDEPENDENT));
        RowReduction risk = new EntropicRisk(1);
        assertThrows(
                IllegalArgumentException.class,
                () -> new DrawPass(
                        model.loss(COLUMNS), draws, new ExpansionPoint(zeros, 1), GradientForm.PER_DRAW, risk));
        assertThrows(
                IllegalArgumentException.class,
                () -> new DrawPass(model.loss(COLUMNS), draws, null, GradientForm.FOLDED, risk));
    }
}
