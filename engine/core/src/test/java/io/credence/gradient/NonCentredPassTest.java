package io.credence.gradient;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.data.Draws;
import io.credence.family.Serialised;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.gradient.RandomRows.Storage;
import io.credence.linalg.JavaDenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.loss.ExpansionPoint;
import io.credence.loss.NonCentredLoss;
import io.credence.pass.DrawPass;
import io.credence.pass.DrawPassTest;
import io.credence.prior.CoefficientPrior;
import io.credence.prior.CoefficientPriors;
import io.credence.prior.NonCentredMap;
import io.credence.random.NormalDraws;
import io.credence.random.NormalDraws.Dependence;
import io.credence.risk.EntropicRisk;
import io.credence.risk.RowReduction;
import io.credence.statistics.DrawSums;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A loss in the parameters of a prior is the loss of the coefficients, and its gradients follow by the chain rule. */
class NonCentredPassTest {

    private static final int COLUMNS = 4;
    private static final int DRAWS = 5;
    private static final int[] SIZES = {130, 70};

    static Stream<CoefficientPrior> priors() {
        return Stream.of(
                CoefficientPriors.named(
                        "laplace", Map.of("nonCentred", true, "sd", 1, "scale", 0.5, "mean", 0.1), COLUMNS, List.of(0)),
                CoefficientPriors.named("horseshoe", Map.of("sd", 1, "globalScale", 0.5), COLUMNS, List.of(0)),
                CoefficientPriors.named(
                        "horseshoe", Map.of("sd", 1, "globalScale", 0.5, "groups", List.of(3)), COLUMNS, List.of(0)));
    }

    private static NonCentredLoss loss(DrawModel model, CoefficientPrior prior) {
        NonCentredMap map = prior.nonCentredMap();
        assertNotNull(map);
        return new NonCentredLoss(model.loss(COLUMNS), map);
    }

    private static DrawSums run(
            NonCentredLoss loss, RandomRows rows, double[] xis, GradientForm form, @Nullable RowReduction risk) {
        Draws draws = new Draws.ExplicitDraws(xis, xis.length / loss.dimension(), loss.dimension());
        return DrawPassTest.run(new DrawPass(loss, draws, null, form, risk), rows.partitions(Storage.DENSE, 60, SIZES));
    }

    @ParameterizedTest
    @MethodSource("priors")
    void lossesAndGradients_areThoseOfTheCoefficients(CoefficientPrior prior) {
        for (DrawModel model : new DrawModel[] {DrawModel.LOGIT, DrawModel.GAUSSIAN_DRAWN}) {
            NonCentredLoss loss = loss(model, prior);
            RandomRows rows = model.rows(200, COLUMNS);
            int d = loss.dimension();
            double[] xis = RandomArrays.of("xi").uniforms(DRAWS * d, -1, 1);
            DrawSums sums = run(Serialised.copy(loss), rows, xis, GradientForm.PER_DRAW, null);
            for (int s = 0; s < DRAWS; s++) {
                double[] xi = Arrays.copyOfRange(xis, s * d, (s + 1) * d);
                assertClose(
                        "loss of " + prior,
                        model.total(rows, 0, 200, loss.toCoefficientParameters(xi)),
                        sums.losses()[s],
                        1e-11);
                assertClose(
                        "gradient of " + prior,
                        FiniteDifference.gradient(
                                at -> model.total(rows, 0, 200, loss.toCoefficientParameters(at)), xi),
                        Arrays.copyOfRange(sums.gradients(), s * d, (s + 1) * d),
                        1e-7);
            }
        }
    }

    @Test
    void gradientsOfARisk_followTheChainRule() {
        CoefficientPrior prior =
                CoefficientPriors.named("laplace", Map.of("nonCentred", true, "scale", 0.5), COLUMNS, List.of());
        NonCentredLoss loss = loss(DrawModel.GAUSSIAN_DRAWN, prior);
        RandomRows rows = DrawModel.GAUSSIAN_DRAWN.rows(200, COLUMNS);
        double[] xis = RandomArrays.of("xi").uniforms(DRAWS * loss.dimension(), -1, 1);
        RowReduction risk = new EntropicRisk(1);
        assertClose(
                "gradient",
                FiniteDifference.gradient(
                        at -> run(loss, rows, at, GradientForm.NONE, risk).totalRisk(), xis),
                run(loss, rows, xis, GradientForm.PER_DRAW, risk).gradients(),
                1e-7);
    }

    @Test
    void foldedGradients_areTheFoldOfThoseOfEachDraw() {
        NonCentredLoss loss = loss(DrawModel.LOGIT, priors().toList().get(0));
        int d = loss.dimension();
        RandomArrays random = RandomArrays.of("folded");
        Draws.RegeneratedDraws draws = new Draws.RegeneratedDraws(
                random.normals(d), random.uniforms(d, 0.1, 0.4), new NormalDraws(3, 1, 8, d, Dependence.ANTITHETIC));
        RandomRows rows = DrawModel.LOGIT.rows(200, COLUMNS);
        DrawSums single = DrawPassTest.run(
                new DrawPass(loss, draws, null, GradientForm.PER_DRAW), rows.partitions(Storage.DENSE, 60, SIZES));
        DrawSums folded = DrawPassTest.run(
                new DrawPass(loss, draws, null, GradientForm.FOLDED), rows.partitions(Storage.DENSE, 60, SIZES));
        double[] expected = new double[2 * GradientForm.REPLICATES * d];
        double[] epsilon = new double[d];
        for (int s = 0; s < 8; s++) {
            draws.standardDraws().fill(s, epsilon);
            GradientForm.addToReplicate(
                    Arrays.copyOfRange(single.gradients(), s * d, (s + 1) * d), epsilon, s, 8, expected);
        }
        assertClose("losses", single.losses(), folded.losses(), 1e-12);
        assertClose("folded", expected, folded.gradients(), 1e-12);
    }

    @Test
    void furtherParameters_stayBehind() {
        CoefficientPrior prior =
                CoefficientPriors.named("laplace", Map.of("nonCentred", true, "scale", 2), COLUMNS, List.of());
        NonCentredLoss loss = loss(DrawModel.GAUSSIAN_DRAWN, prior);
        assertEquals(2 * COLUMNS + 1, loss.dimension());
        assertArrayEquals(
                new double[] {2, 4, 6, 8, -7},
                loss.toCoefficientParameters(new double[] {1, 2, 3, 4, 0, 0, 0, 0, -7}),
                1e-15);
    }

    @Test
    void anchorsAndDrawsOfTheWrongLength_areRefused() {
        NonCentredLoss loss = loss(DrawModel.LOGIT, priors().toList().get(0));
        int d = loss.dimension();
        assertEquals(0, loss.maxExpansionOrder());
        Draws draws = new Draws.ExplicitDraws(new double[d], 1, d);
        assertThrows(
                IllegalArgumentException.class,
                () -> loss.evaluator(JavaDenseKernel.INSTANCE, draws, new ExpansionPoint(new double[d], 1)));
        Draws few = new Draws.ExplicitDraws(new double[COLUMNS], 1, COLUMNS);
        assertThrows(IllegalArgumentException.class, () -> loss.evaluator(JavaDenseKernel.INSTANCE, few, null));
        CoefficientPrior many =
                CoefficientPriors.named("laplace", Map.of("nonCentred", true, "scale", 1), COLUMNS + 1, List.of());
        assertThrows(IllegalArgumentException.class, () -> loss(DrawModel.LOGIT, many));
    }

    @Test
    void lossUnderACentredPrior_isItself() {
        CoefficientPrior prior = CoefficientPriors.named("laplace", Map.of(), COLUMNS, List.of());
        DrawLoss loss = DrawModel.LOGIT.loss(COLUMNS);
        assertSame(loss, NonCentredLoss.of(loss, prior));
    }
}
