package io.credence.family;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.family.choice.Families;
import io.credence.family.law.LogitBetaLaw;
import io.credence.family.law.ScalarQuantile;
import io.credence.testkit.RandomArrays;
import java.util.Map;
import org.hipparchus.distribution.continuous.BetaDistribution;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.junit.jupiter.api.Test;

class BetaPosteriorTest extends InformationContract {

    @Override
    public ScalarPosterior any(RandomArrays random) {
        return ScalarFamily.BETA.around(random.normals(2), random.uniforms(2, 0.4, 1.2));
    }

    @Override
    double parameterError() {
        return 1e-13;
    }

    @Test
    void draws_areQuantiles() {
        for (double[] ab : new double[][] {{0.1, 0.3}, {1, 1}, {2, 70}, {400, 3000}}) {
            BetaDistribution beta = new BetaDistribution(ab[0], ab[1], 1e-13);
            for (double epsilon : new double[] {-3, -0.2, 0, 1.5, 3}) {
                double z = ScalarQuantile.of(new LogitBetaLaw(ab[0], ab[1])).at(epsilon);
                double expected = new NormalDistribution().cumulativeProbability(epsilon);
                double found = beta.cumulativeProbability(1 / (1 + Math.exp(-z)));
                assertEquals(expected, found, 1e-9, ab[0] + ", " + ab[1] + ", ε " + epsilon);
            }
        }
    }

    @Test
    void startsAtItsMoments() {
        for (double mean : new double[] {-6, -1, 0, 3}) {
            for (double sd : new double[] {0.01, 0.5, 2, 15}) {
                Posterior q =
                        Families.startPlanNamed("beta", Map.of(), 1).around(new double[] {mean}, new double[] {sd});
                assertClose("mean of " + mean + ", " + sd, mean, q.mean()[0], 1e-9);
                assertClose("sd of " + mean + ", " + sd, sd, q.sd()[0], 1e-9);
            }
        }
    }
}
