package io.credence.prior;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.kind.ParameterConstraint;
import io.credence.model.Parameter;
import io.credence.prior.SharedParameterPriors.SharedPriorPart;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that priors of parameters are densities, and that their slopes are those of their logarithms. */
class SharedParameterPriorsTest {

    static Stream<SharedPriorPart> all() {
        return SharedParameterPriors.ALL.parts().stream();
    }

    private static ConstrainedDensity density(SharedPriorPart part) {
        Parameter parameter = ParameterConstraint.of(part.range()).parameter("s");
        Map<String, Double> options = switch (part.name()) {
            case "gamma" -> Map.of("shape", 3.0, "rate", 2.0);
            case "inverse-gamma" -> Map.of("shape", 3.0, "scale", 2.0);
            case "beta" -> Map.of("a", 2.0, "b", 3.0);
            case "normal" -> Map.of("mean", 1.0, "sd", 2.0);
            default -> Map.of();
        };
        return new ConstrainedDensity(0, parameter.transform(), part.density(part.values(options)));
    }

    @ParameterizedTest
    @MethodSource("all")
    void density_integratesToOne(SharedPriorPart part) {
        ConstrainedDensity density = density(part);
        double sum = 0;
        double step = 1e-3;
        for (double u = -60; u < 60; u += step) {
            sum += step * Math.exp(density.logDensity(new double[] {u}));
        }
        double tails = part.name().equals("student-t") ? 1e-4 : 1e-6;
        assertWithin(part.name(), 1, sum, tails);
    }

    @ParameterizedTest
    @MethodSource("all")
    void gradient_isThatOfTheDensity(SharedPriorPart part) {
        ConstrainedDensity density = density(part);
        for (double u : new double[] {-2.3, -0.4, 0.1, 1.7}) {
            double[] gradient = new double[1];
            density.addGradient(new double[] {u}, gradient);
            double step = 1e-5;
            double slope = (density.logDensity(new double[] {u + step}) - density.logDensity(new double[] {u - step}))
                    / (2 * step);
            assertWithin(part.name() + " at " + u, slope, gradient[0], 1e-6 * Math.max(1, Math.abs(slope)));
        }
        assertTrue(density.hasCurvature());
    }
}
