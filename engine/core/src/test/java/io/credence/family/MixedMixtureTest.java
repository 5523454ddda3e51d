package io.credence.family;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.family.choice.Families;
import io.credence.linalg.JavaDenseKernel;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A mixture of a full, a low-rank and a diagonal Gaussian. */
class MixedMixtureTest extends PosteriorContract {

    @Override
    public MixturePosterior any(RandomArrays random) {
        double[] zeros = new double[2];
        double[] ones = filled(2, 1);
        List<Posterior> components = List.of(
                FullGaussian.around(JavaDenseKernel.INSTANCE, zeros, ones).with(random.uniforms(5, -0.6, 0.6)),
                LowRankGaussian.around(1, 3, zeros, ones).with(random.uniforms(6, -0.8, 0.8)),
                DiagonalGaussian.around(zeros, ones).with(random.uniforms(4, -0.6, 0.6)));
        return new MixturePosterior(components, random.uniforms(3, -0.8, 0.8));
    }

    @Override
    double parameterError() {
        return 1e-13;
    }

    /** N(±a, I) in equal shares have the covariance I + aaᵀ. */
    @Test
    void covariance_isThatWithinAndBetween() {
        double[] a = {2, -1};
        double[] b = {-2, 1};
        double[] ones = filled(2, 1);
        MixturePosterior q = new MixturePosterior(
                List.of(
                        FullGaussian.around(JavaDenseKernel.INSTANCE, a, ones),
                        FullGaussian.around(JavaDenseKernel.INSTANCE, b, ones)),
                new double[2]);
        assertClose("covariance", new double[] {5, -2, -2, 2}, q.covariance(), 1e-14);
        assertClose("|covariance|", Math.log(6), Naive.logDeterminant(q.covariance(), 2), 1e-13);
    }

    @Test
    void everyKind_isStartedByItsName() {
        for (String kind : List.of("diagonal", "full", "low-rank")) {
            Map<String, ?> options = Map.of("components", 2, "component", kind, "rank", 1);
            MixturePosterior q = (MixturePosterior)
                    Families.startPlanNamed(MixturePosterior.NAME, options, 1).around(new double[3], filled(3, 2));
            for (Posterior component : q.components()) {
                assertEquals("gaussian-" + kind, component.family());
                assertClose("sd", filled(3, 2), component.sd(), 1e-13);
            }
        }
    }

    @Test
    void componentsThatDoNotGoTogether_areRefused() {
        DiagonalGaussian one = DiagonalGaussian.around(new double[1], filled(1, 1));
        DiagonalGaussian two = DiagonalGaussian.around(new double[2], filled(2, 1));
        assertThrows(IllegalArgumentException.class, () -> new MixturePosterior(List.of(one, two), new double[2]));
        assertThrows(IllegalArgumentException.class, () -> new MixturePosterior(List.of(one, one), new double[3]));
        assertThrows(IllegalArgumentException.class, () -> new MixturePosterior(List.of(), new double[0]));
        MixturePosterior mixture = new MixturePosterior(List.of(one, one), new double[2]);
        assertThrows(IllegalArgumentException.class, () -> new MixturePosterior(List.of(mixture, one), new double[2]));
    }
}
