package io.credence.expression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.DenseBlock;
import io.credence.data.Draws;
import io.credence.data.RowAttributes;
import io.credence.expression.ModelParameter.Constant;
import io.credence.expression.ModelParameter.Predicted;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.JavaDenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.loss.ModelLosses;
import io.credence.loss.ResponseDistributions;
import io.credence.model.Parameter;
import java.util.List;
import java.util.Objects;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.random.Well19937c;
import org.junit.jupiter.api.Test;

class ExpressionModelTest {

    private static final String CENSORED =
            "if(status == 2, lognormal_lpdf(y, mu, sigma), lognormal_lccdf(y, mu, sigma))";

    private static ExpressionModel model(String density, ModelParameter... parameters) {
        return new ExpressionModel(density, null, null, List.of(parameters), null);
    }

    private static ExpressionModel censored() {
        return model(CENSORED, new Predicted("mu", Link.IDENTITY, null), new Constant(Parameter.positive("sigma")));
    }

    @Test
    void columnsOfTheDensity_areReadFromTheRowAndHaveNoCoefficient() {
        ExpressionModel model = censored();
        assertEquals(List.of("status"), model.rowColumns());
        assertEquals(List.of("mu"), model.predictors());
        assertEquals(
                List.of("(Intercept)", "age", "sigma"),
                model.parameters(List.of("(Intercept)", "age", "status")).stream()
                        .map(Parameter::name)
                        .toList());
    }

    @Test
    void predictorsOfTheirOwnColumns_nameTheirCoefficients() {
        ExpressionModel model = model(
                "gaussian_lpdf(y, mu, sigma)",
                new Predicted("mu", Link.IDENTITY, List.of("(Intercept)", "age")),
                new Predicted("sigma", Link.LOG, List.of("(Intercept)")));
        assertEquals(
                List.of("mu:(Intercept)", "mu:age", "sigma:(Intercept)"),
                model.parameters(List.of("(Intercept)", "age", "sex")).stream()
                        .map(Parameter::name)
                        .toList());
    }

    @Test
    void vectors_areCalledByNumber() {
        ExpressionModel model = model(
                "ordinal_lpmf(y, eta, 1, cut1, cut2)",
                new Predicted("eta", Link.IDENTITY, null),
                new Constant(Parameter.ordered("cut", 2)));
        assertEquals(List.of(), model.rowColumns());
        assertEquals(4, ModelLosses.of(model, List.of("a", "b")).dimension());
    }

    /** A row whose log density is not finite is explained by the part that is not, with every name in it. */
    @Test
    void lossThatIsNotFinite_isExplained() {
        DrawLoss loss = ModelLosses.of(
                model(
                        "gaussian_lpdf(log(y - shift), mu, 1)",
                        new Predicted("mu", Link.IDENTITY, List.of("a")),
                        new Constant(Parameter.positive("shift"))),
                List.of("a"));
        DenseBlock block = new DenseBlock(new RowAttributes(new double[] {5, 2}, null, null), 1, new double[] {1, 1});
        double[] theta = {0.5, Math.log(3)};
        DrawLoss.Evaluator evaluator =
                loss.evaluator(JavaDenseKernel.INSTANCE, new Draws.ExplicitDraws(theta, 1, 2), null);
        evaluator.computeLosses(block, 0, 2, new double[PredictorChunk.CAPACITY]);
        assertEquals("log(y - shift) is NaN where y = 2.0, shift = 3.0000000000000004", evaluator.explainLoss(1, 0));
        assertEquals(null, evaluator.explainLoss(0, 0));
    }

    /** Responses by the expression that draws, with columns of the row; the same random numbers give the same ones. */
    @Test
    void responses_areDrawnByTheirExpression() {
        ExpressionModel model = new ExpressionModel(
                "gaussian_lpdf(y, mu + shift, sigma)",
                "mu + shift",
                "mu + shift + sigma * normal()",
                List.of(new Predicted("mu", Link.IDENTITY, List.of("a")), new Constant(Parameter.positive("sigma"))),
                null);
        DenseBlock block =
                new DenseBlock(new RowAttributes(new double[] {5, 2}, null, null), 2, new double[] {1, 10, 2, 20});
        double[][] draws = {{0.5, Math.log(3)}};
        ResponseDistributions.AtDraws at = Objects.requireNonNull(
                        ModelLosses.of(model, List.of("a", "shift")).responseDistributions())
                .atDraws(JavaDenseKernel.INSTANCE, draws);
        at.moveTo(block, 0, 2);
        assertEquals(10.5, at.expectedResponse(0, 0), 1e-12);
        assertEquals(21, at.expectedResponse(1, 0), 1e-12);
        double sum = 0;
        double squares = 0;
        RandomGenerator random = new Well19937c(7);
        for (int k = 0; k < 20_000; k++) {
            double drawn = at.drawResponse(1, 0, random) - 21;
            sum += drawn;
            squares += drawn * drawn;
        }
        assertEquals(0, sum / 20_000, 0.1);
        assertEquals(9, squares / 20_000, 0.4);
        assertEquals(at.drawResponse(1, 0, new Well19937c(7)), at.drawResponse(1, 0, new Well19937c(7)));
        assertEquals(null, ModelLosses.of(censored(), List.of("a", "status")).responseDistributions());
    }

    @Test
    void modelsThatCannotBe_areRefused() {
        Predicted mu = new Predicted("mu", Link.IDENTITY, null);
        assertRefused("does not use a parameter", "y - mu", mu, new Constant(Parameter.real("tau")));
        assertRefused("two parameters of one name", "y - mu", mu, mu);
        assertRefused("no parameter with a predictor", "y - mu", new Constant(Parameter.real("mu")));
        String message = assertThrows(
                        ExpressionException.class,
                        () -> new ExpressionModel(
                                "gaussian_lpdf(y, mu, agge)", null, null, List.of(mu), List.of("age", "sex")))
                .getMessage();
        assertTrue(message.contains("did you mean age?"), message);
        String missing = assertThrows(
                        IllegalArgumentException.class, () -> ModelLosses.of(censored(), List.of("age", "state")))
                .getMessage();
        assertTrue(missing.contains("reads the column status of the row"), missing);
        String own = assertThrows(
                        IllegalArgumentException.class,
                        () -> ModelLosses.of(
                                model("y - mu", new Predicted("mu", Link.LOG, List.of("agee"))), List.of("age")))
                .getMessage();
        assertTrue(own.contains("agee in its predictor mu"), own);
    }

    private static void assertRefused(String words, String density, ModelParameter... parameters) {
        String message = assertThrows(ExpressionException.class, () -> model(density, parameters))
                .getMessage();
        assertTrue(message.contains(words), message);
    }
}
