package io.credence.family;

import static io.credence.testkit.Close.assertClose;

import io.credence.family.law.DispersionPosterior.InverseGamma;
import io.credence.family.law.LogGammaLaw;
import io.credence.testkit.RandomArrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class InverseGammaPosteriorTest extends InformationContract {

    @Override
    public ScalarPosterior any(RandomArrays random) {
        return ScalarFamily.INVERSE_GAMMA.around(random.normals(2), random.uniforms(2, 0.4, 1.2));
    }

    @Override
    double parameterError() {
        return 1e-13;
    }

    @Test
    void density_isThatOfTheDispersionsFactor() {
        ScalarPosterior q =
                new ScalarPosterior(ScalarFamily.INVERSE_GAMMA, List.of(new LogGammaLaw(2.5, 4)), new double[] {-1});
        InverseGamma factor = new InverseGamma(2.5, 4);
        assertClose("log q", factor.logDensityOfLog().applyAsDouble(0.3), q.logDensity(new double[] {0.3}), 1e-13);
        assertClose("E log", factor.meanLog(), q.mean()[0], 1e-9);
        double[] quantile = factor.quantiles(1, s -> 0.5);
        assertClose("median", Math.log(quantile[0]), q.draw(0, new double[1])[0], 1e-9);
    }
}
