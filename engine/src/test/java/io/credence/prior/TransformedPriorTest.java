package io.credence.prior;

import static io.credence.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.RandomArrays;
import io.credence.model.Model;
import io.credence.model.Parameter;
import io.credence.model.Parameters;
import io.credence.testkit.FiniteDifference;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransformedPriorTest {

    /** A standard normal level and a half-Cauchy scale; optionally with their gradient. */
    private record Levels(boolean hasPrior, boolean differentiable) implements Model {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("level"), Parameter.positive("scale"));
        }

        @Override
        public double logPrior(double[] parameters) {
            return -0.5 * parameters[0] * parameters[0]
                    - 0.5 * Math.log(2 * Math.PI)
                    + Math.log(2 / Math.PI)
                    - Math.log1p(parameters[1] * parameters[1]);
        }

        @Override
        public boolean addLogPriorGradient(double[] parameters, double[] gradient) {
            if (differentiable) {
                gradient[0] -= parameters[0];
                gradient[1] -= 2 * parameters[1] / (1 + parameters[1] * parameters[1]);
            }
            return differentiable;
        }
    }

    private static TransformedPrior prior(boolean differentiable) {
        Model model = new Levels(true, differentiable);
        return new TransformedPrior(model, new Parameters(model.parameters(List.of())));
    }

    @Test
    void density_integratesToOneInUnconstrainedParameters() {
        double sum = 0;
        double step = 0.05;
        TransformedPrior prior = prior(true);
        for (double u = -30; u < 30; u += step) {
            // The level's factor at 0 is 1/√(2π).
            sum += step * Math.exp(prior.logDensity(new double[] {0, u})) * Math.sqrt(2 * Math.PI);
        }
        assertClose("integral", 1, sum, 1e-10);
    }

    @Test
    void gradient_isExactOrByDifferences() {
        for (boolean differentiable : new boolean[] {true, false}) {
            TransformedPrior prior = prior(differentiable);
            double[] theta = RandomArrays.of("transformed prior").normals(2);
            double[] gradient = {0.5, -2};
            double[] expected = FiniteDifference.gradient(prior::logDensity, theta);
            expected[0] += 0.5;
            expected[1] -= 2;
            prior.addGradient(theta, gradient);
            assertClose("gradient, differentiable " + differentiable, expected, gradient, 1e-8);
        }
    }

    @Test
    void modelWithoutAPrior_isRefused() {
        Model model = new Levels(false, false);
        assertThrows(
                IllegalArgumentException.class,
                () -> new TransformedPrior(model, new Parameters(model.parameters(List.of()))));
    }
}
