package io.credence.gradient;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.model.Parameter;
import io.credence.model.Parameters;
import io.credence.model.Row;
import io.credence.model.RowModel;
import io.credence.model.Transform;
import io.credence.prior.TransformedPrior;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Derivatives written by hand, right and wrong ones. */
class GradientCheckTest {

    /** Model of a real number and a positive one. */
    private interface Pair extends RowModel {
        @Override
        default List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("a"), Parameter.positive("s"));
        }

        @Override
        default double logLikelihood(Row row, double[] parameters) {
            return 0;
        }

        @Override
        default boolean hasPrior() {
            return true;
        }
    }

    /** Normal a and exponential s, with a factor on the derivative in a. */
    record NormalPrior(double factor) implements Pair {
        @Override
        public double logPrior(double[] parameters) {
            return -0.5 * parameters[0] * parameters[0] - parameters[1];
        }

        @Override
        public boolean addLogPriorGradient(double[] parameters, double[] gradient) {
            gradient[0] -= factor * parameters[0];
            gradient[1] -= 1;
            return true;
        }
    }

    /** Absolute value up to a cap, in single precision: kinks, and a gradient that is right but for them. */
    record KinkedPrior() implements Pair {
        @Override
        public double logPrior(double[] parameters) {
            return (float) -Math.min(2, Math.abs(parameters[0]));
        }

        @Override
        public boolean addLogPriorGradient(double[] parameters, double[] gradient) {
            gradient[0] -= Math.abs(parameters[0]) < 2 ? Math.signum(parameters[0]) : 0;
            return true;
        }
    }

    /** x = sinh u, with factors on the derivative of x and on that of the log-Jacobian. */
    record Sinh(double factor, double jacobianFactor) implements Transform {
        @Override
        public int unconstrained() {
            return 1;
        }

        @Override
        public int constrained() {
            return 1;
        }

        @Override
        public List<String> names(String name) {
            return List.of(name);
        }

        @Override
        public List<String> unconstrainedNames(String name) {
            return List.of("asinh(" + name + ")");
        }

        @Override
        public void constrain(double[] u, int at, double[] x, int xAt) {
            x[xAt] = Math.sinh(u[at]);
        }

        @Override
        public void unconstrain(double[] x, int xAt, double[] u, int at) {
            u[at] = Math.log(x[xAt] + Math.sqrt(1 + x[xAt] * x[xAt]));
        }

        @Override
        public double logJacobian(double[] u, int at) {
            return Math.log(Math.cosh(u[at]));
        }

        @Override
        public void addLogJacobianGradient(double[] u, int at, double[] gradient, int gradientAt) {
            gradient[gradientAt] += jacobianFactor * Math.tanh(u[at]);
        }

        @Override
        public void addPullback(double[] u, int at, double[] slopes, int slopesAt, double[] gradient, int gradientAt) {
            gradient[gradientAt] += factor * Math.cosh(u[at]) * slopes[slopesAt];
        }
    }

    /** Model without a prior whose one parameter has a constraint of its own. */
    record Constrained(Transform transform) implements RowModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("other"), new Parameter("x", transform));
        }

        @Override
        public double logLikelihood(Row row, double[] parameters) {
            return 0;
        }
    }

    private static void require(RowModel model) {
        Parameters parameters = new Parameters(model.parameters(List.of()));
        TransformedPrior prior = model.hasPrior() ? new TransformedPrior(model, parameters) : null;
        GradientCheck.requireCorrectDerivatives(model, parameters, prior, 7);
    }

    private static void assertRefused(RowModel model, String... parts) {
        String message = assertThrows(IllegalArgumentException.class, () -> require(model))
                .getMessage();
        for (String part : parts) {
            assertTrue(message.contains(part), message);
        }
    }

    @Test
    void rightGradients_areAccepted() {
        assertDoesNotThrow(() -> require(new NormalPrior(1)));
        assertDoesNotThrow(() -> require(new Constrained(new Sinh(1, 1))));
    }

    @Test
    void kinksAndRounding_areNotRefused() {
        assertDoesNotThrow(() -> require(new KinkedPrior()));
    }

    @Test
    void gradientOfTheLogPriorOffByThirtyPercent_isRefused() {
        assertRefused(
                new NormalPrior(0.7),
                NormalPrior.class.getName(),
                "the gradient of its log prior is wrong: the derivative in a is given as",
                "but differences of its values give");
    }

    @Test
    void derivativesOfAConstraintOffByThirtyPercent_areRefused() {
        String constraint = "the derivatives of a constraint are wrong: the derivative in asinh(x)";
        assertRefused(new Constrained(new Sinh(1.3, 1)), Constrained.class.getName(), constraint);
        assertRefused(new Constrained(new Sinh(1, 0.7)), constraint);
    }
}
