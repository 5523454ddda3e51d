package credence.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.spark.TestSession;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Tests of likelihoods as expressions, by the stage and before any fit. */
class LikelihoodExpressionTest {

    private static final Dataset<Row> ROWS = TestSession.spark()
            .range(0, 200, 1, 2)
            .selectExpr(
                    "cast(id % 7 as double) as x",
                    "3 + 0.5 * (id % 7) + sin(9.7 * id) as y", "if(id % 2 = 0, 'a', 'b') as kind");

    private static final LikelihoodExpression NORMAL = LikelihoodExpression.of(
                    "gaussian_lpdf(y, mu, sigma)", Map.of("mu", "~ x", "sigma", Map.of("constraint", "positive")))
            .withMean("mu")
            .withDraw("mu + sigma * normal()");

    @Test
    void stage_fitsAndPredicts() {
        VariationalModel model = new VariationalEstimator()
                .setLikelihood(NORMAL)
                .setLabelCol("y")
                .fit(ROWS);
        assertEquals(List.of("(Intercept)", "x", "log(sigma)"), model.names());
        Row scored = model.transform(ROWS).first();
        double expected = model.mean().apply(0) + model.mean().apply(1) * scored.getDouble(scored.fieldIndex("x"));
        assertEquals(expected, scored.getDouble(scored.fieldIndex("prediction")), 0.02);
        assertFalse(scored.isNullAt(scored.fieldIndex("responseLower")));
    }

    @Test
    void check_hasValuesAndGradients() {
        Row first = NORMAL.check(ROWS, "y", Map.of("mu", 2.0), 3).first();
        double y = first.getDouble(first.fieldIndex("y"));
        assertEquals(
                -0.5 * (y - 2) * (y - 2) - 0.5 * Math.log(2 * Math.PI),
                first.getDouble(first.fieldIndex("logDensity")),
                1e-12);
        assertEquals(y - 2, first.getDouble(first.fieldIndex("gradient_mu")), 1e-12);
        assertEquals("", first.getString(first.fieldIndex("problem")));
    }

    @Test
    void checkOfWhatCannotBe_isRefused() {
        assertRefused(
                LikelihoodExpression.of("gaussian_lpdf(y, mu, kindd)", Map.of("mu", "~ x")), "did you mean kind?");
        assertRefused(LikelihoodExpression.of("gaussian_lpdf(y, mu, kind)", Map.of("mu", "~ x")), "holds text");
        assertRefused(LikelihoodExpression.of("gaussian_lpdf(y, mu", Map.of("mu", "~ x")), "cannot be read");
    }

    private static void assertRefused(LikelihoodExpression likelihood, String part) {
        String message = assertThrows(ConfigurationException.class, () -> likelihood.check(ROWS, "y", Map.of(), 3))
                .getMessage();
        assertTrue(message.contains(part), message);
    }
}
