package io.credence.family;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.family.choice.Families;
import io.credence.family.law.LogGammaLaw;
import io.credence.family.law.ScalarQuantile;
import io.credence.testkit.RandomArrays;
import java.util.List;
import java.util.Map;
import org.hipparchus.distribution.continuous.GammaDistribution;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.junit.jupiter.api.Test;

class GammaPosteriorTest extends InformationContract {

    private final RandomArrays random = RandomArrays.of("gammas");

    @Override
    public ScalarPosterior any(RandomArrays random) {
        return ScalarFamily.GAMMA.around(random.normals(2), random.uniforms(2, 0.4, 1.2));
    }

    @Override
    double parameterError() {
        return 1e-13;
    }

    @Test
    void density_isThatOfTheGamma() {
        ScalarPosterior q = new ScalarPosterior(ScalarFamily.GAMMA, List.of(new LogGammaLaw(2.5, 4)), new double[] {1});
        double x = 0.7;
        double expected = new GammaDistribution(2.5, 0.25).logDensity(x) + Math.log(x);
        assertClose("log q", expected, q.logDensity(new double[] {Math.log(x)}), 1e-13);
    }

    /** Small shapes, whose lower tail is an exponential, and large ones. */
    @Test
    void draws_areQuantiles() {
        for (double shape : new double[] {0.02, 0.3, 1, 7, 300, 2e4}) {
            GammaDistribution gamma = new GammaDistribution(shape, 1, 1e-13);
            for (double epsilon : new double[] {-3, -1, -0.01, 0, 0.4, 2, 4}) {
                double z = ScalarQuantile.of(new LogGammaLaw(shape, 3)).at(epsilon);
                double expected = new NormalDistribution().cumulativeProbability(epsilon);
                double found = gamma.cumulativeProbability(3 * Math.exp(z));
                assertEquals(expected, found, 1e-9 * Math.min(1, 1e-3 + expected), "shape " + shape + ", ε " + epsilon);
            }
        }
    }

    @Test
    void startsAtItsMoments() {
        for (double sd : new double[] {1e-3, 0.1, 1, 20}) {
            Posterior q = Families.startPlanNamed("gamma", Map.of(), 1).around(new double[] {-2}, new double[] {sd});
            assertClose("mean", -2, q.mean()[0], 1e-10);
            assertClose("sd", sd, q.sd()[0], 1e-10);
        }
    }

    @Test
    void improperParameters_areRefused() {
        ScalarPosterior q = any(random);
        assertNull(q.withCoordinates(new double[] {1, 2, -1, 2}));
        assertThrows(IllegalArgumentException.class, () -> q.with(new double[] {0, 0, 0, 1e3}));
    }
}
