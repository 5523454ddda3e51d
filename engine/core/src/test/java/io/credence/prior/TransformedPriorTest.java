package io.credence.prior;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.model.Model;
import io.credence.model.Parameter;
import io.credence.model.Parameters;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.List;
import org.hipparchus.CalculusFieldElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** Effects around a level, with a scale and a correlation that bind them; as a formula. */
    private record Effects(int count, boolean looking) implements Model {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(
                    Parameter.real("effect", count), Parameter.positive("scale"), Parameter.interval("pull", 0, 1));
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logPrior(T[] t) {
            T scale = t[count];
            T sum = scale.square().log1p().negate();
            for (int j = 0; j < count; j++) {
                T expected = j == 0 ? t[0].newInstance(0) : t[j - 1].multiply(t[count + 1]);
                sum = sum.subtract(
                                t[j].subtract(expected).divide(scale).square().multiply(0.5))
                        .subtract(scale.log());
            }
            // What looks at a value cannot be recorded.
            return looking && scale.getReal() > 1 ? sum.add(scale.log()) : sum;
        }
    }

    private static TransformedPrior prior(boolean differentiable) {
        return of(new Levels(true, differentiable));
    }

    private static TransformedPrior of(Model model) {
        return new TransformedPrior(model, new Parameters(model.parameters(List.of())));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void formula_isDifferentiatedAtAllPointsTogether(boolean looking) {
        int d = 37;
        TransformedPrior prior = of(new Effects(d - 2, looking));
        assertTrue(prior.hasCurvature());
        double[][] points = new double[5][];
        double[][] together = new double[points.length][d];
        RandomArrays random = RandomArrays.of("formula of a prior");
        for (int i = 0; i < points.length; i++) {
            points[i] = random.normals(d);
        }
        prior.addGradients(points, together);
        for (int i = 0; i < points.length; i++) {
            double[] alone = new double[d];
            prior.addGradient(points[i], alone);
            assertArrayEquals(alone, together[i]);
            assertClose("gradient", FiniteDifference.gradient(prior::logDensity, points[i]), alone, 1e-7);
        }
    }

    @Test
    void curvature_isThatOfTheDensity() {
        int d = 70;
        Prior prior = new Prior(GaussianPrior.of(d, 0, 10), of(new Effects(d - 2, false)));
        double[] theta = RandomArrays.of("curvature of a prior").normals(d);
        double[] hessian = PriorCurvature.hessianAt(prior, theta);
        for (int i : new int[] {0, 5, 63, 64, 68, 69}) {
            double[] moved = theta.clone();
            int row = i;
            double[] expected = FiniteDifference.gradient(
                    at -> {
                        moved[row] = at[0];
                        return prior.gradient(moved)[row == 0 ? 1 : row - 1];
                    },
                    new double[] {theta[i]});
            assertClose("second derivative", expected[0], hessian[i * d + (i == 0 ? 1 : i - 1)], 1e-5);
        }
    }

    @Test
    void manyParametersWithValuesAlone_haveNoCurvature() {
        Model many = new Model() {
            private static final long serialVersionUID = 1;

            @Override
            public List<Parameter> parameters(List<String> columns) {
                return List.of(Parameter.real("effect", 40));
            }

            @Override
            public boolean hasPrior() {
                return true;
            }

            @Override
            public double logPrior(double[] parameters) {
                return -Arrays.stream(parameters).map(Math::abs).sum();
            }
        };
        assertFalse(of(many).hasCurvature());
        assertTrue(prior(false).hasCurvature());
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
