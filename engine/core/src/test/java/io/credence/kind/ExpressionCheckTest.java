package io.credence.kind;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.expression.ExpressionException;
import io.credence.expression.ExpressionModel.Expressions;
import io.credence.expression.Link;
import io.credence.expression.ModelParameter;
import io.credence.kind.ExpressionCheck.RowValues;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpressionCheckTest {

    private static final ExpressionRequest REQUEST = new ExpressionRequest(
            new Expressions("gaussian_lpdf(log(time), mu, sigma) + 0 * w", "exp(mu)", "mu + normal()", "time"),
            List.of(new PredictedParameter("mu", Link.LOG, "~ x", null)),
            List.of(new SharedParameter("sigma", new ParameterConstraint("positive", null, null, null), null)),
            List.of(new ModelParameter.Known("w", 3)));

    @Test
    void valuesAndGradients_areThoseOfTheExpression() {
        ExpressionCheck check = ExpressionCheck.of(REQUEST, Map.of("sigma", 2.0));
        assertEquals(List.of("mu", "sigma", "w"), check.parameterNames());
        assertEquals(1, check.parameterValues()[0]);
        RowValues found = check.valuesAt(new double[0], Math.exp(4), 1);
        assertWithin("log density", -0.5 * 2.25 - Math.log(2) - 0.5 * Math.log(2 * Math.PI), found.logDensity(), 1e-12);
        assertWithin("slope in mu", 3 / 4.0, found.gradient()[0], 1e-12);
        assertWithin("slope in sigma", 9 / 8.0 - 0.5, found.gradient()[1], 1e-12);
        assertWithin("mean", Math.E, found.mean(), 1e-12);
        assertEquals("", found.problem());
        assertEquals(found.draw(), check.valuesAt(new double[0], 3, 1).draw());
    }

    @Test
    void partThatIsNotFinite_isNamed() {
        RowValues found = ExpressionCheck.of(REQUEST, Map.of()).valuesAt(new double[0], -1, 1);
        assertTrue(found.problem().startsWith("log(time) is NaN where time = -1"), found.problem());
    }

    @Test
    void valueOfNoParameter_isRefused() {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> ExpressionCheck.of(REQUEST, Map.of("sgima", 1.0)))
                .getMessage();
        assertTrue(message.contains("did you mean 'sigma'?"), message);
    }

    @Test
    void columnThatTheTableLacks_isRefusedWithTheNearest() {
        ExpressionRequest request = new ExpressionRequest(
                new Expressions("gaussian_lpdf(y, mu, spread)", null, null, "y"),
                List.of(new PredictedParameter("mu", Link.IDENTITY, null, null)),
                List.of(),
                List.of());
        assertEquals(List.of("spread"), request.numberColumns());
        String message = assertThrows(
                        ExpressionException.class, () -> request.requireColumns(List.of("y", "spreads", "x")))
                .getMessage();
        assertTrue(message.contains("did you mean spreads?"), message);
        assertEquals(2, request.notes().size());
    }
}
