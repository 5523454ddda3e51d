package io.credence.family;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.law.ScalarLaw;
import io.credence.family.student.StudentFull;
import io.credence.testkit.RandomArrays;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;

class NormalInverseGammaPosteriorTest extends PosteriorContract {

    private final RandomArrays random = RandomArrays.of("normal-inverse-gamma");

    @Override
    public NormalInverseGamma any(RandomArrays random) {
        double[] mean = random.normals(3);
        double[] parameters = NormalInverseGamma.around(mean, random.uniforms(3, 0.3, 0.8))
                .parameters()
                .clone();
        parameters[3] = 0.5 * random.normals(1)[0];
        return NormalInverseGamma.around(mean, new double[] {1, 1, 0.5}).with(parameters);
    }

    /** A normal given the variance times an inverse gamma, of the logarithm. */
    @Test
    void density_isTheProductOfTheTwo() {
        NormalInverseGamma q = NormalInverseGamma.around(new double[] {0.4, -0.3}, new double[] {1.2, 0.5});
        double a = q.dispersion().laws().get(0).a();
        double b = q.dispersion().laws().get(0).b();
        double[] theta = {1.1, 0.2};
        double v = Math.exp(theta[1]);
        double root = q.sd()[0] / Math.sqrt(b / (a - 1));
        double off = (theta[0] - 0.4) / root;
        double normal = -0.5 * (Math.log(2 * Math.PI * v) + off * off / v) - Math.log(root);
        double inverse = a * Math.log(b) - Gamma.logGamma(a) - a * theta[1] - b / v;
        assertClose("log q", normal + inverse, q.logDensity(theta), 1e-12);
    }

    /** Of 2a degrees of freedom and squared scale b/a LLᵀ: by integrating the variance out on a grid. */
    @Test
    void coefficientAlone_isStudents() {
        NormalInverseGamma q = NormalInverseGamma.around(new double[] {0.4, -0.3}, new double[] {1.2, 0.5});
        ScalarLaw law = q.dispersion().laws().get(0);
        double scale = q.sd()[0] * Math.sqrt((law.a() - 1) / law.a());
        StudentFull student = StudentFull.around(2 * law.a(), new double[] {0.4}, new double[] {scale});
        for (double x : random.uniforms(5, -4, 4)) {
            double sum = 0;
            for (double u = -8; u < 8; u += 0.01) {
                sum += 0.01 * Math.exp(q.logDensity(new double[] {x, u}));
            }
            assertClose("log q", student.logDensity(new double[] {x}), Math.log(sum), 1e-9);
        }
    }

    @Test
    void fewDegreesOfFreedom_haveNoVariance() {
        NormalInverseGamma wide = NormalInverseGamma.around(new double[] {0, 0}, new double[] {1, 20});
        assertTrue(wide.sd()[0] < 5);
        double[] parameters = wide.parameters().clone();
        parameters[3] = -1;
        assertEquals(Double.POSITIVE_INFINITY, wide.with(parameters).sd()[0]);
    }
}
