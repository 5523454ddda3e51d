package io.credence.update;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.family.BlockGaussian;
import io.credence.family.FullGaussian;
import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import io.credence.update.Updates.GradientAscent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CholeskyGradientTest {

    @Nested
    class FullByAdam extends UpdateRuleContract<FullGaussian> {
        @Override
        UpdateRule<FullGaussian> rule() {
            return new CholeskyGradient<>(Adam.DEFAULT);
        }

        @Override
        FullGaussian any() {
            return full(random, 5);
        }

        @Override
        double stepSize() {
            return 0.05;
        }

        @Override
        double limit() {
            return 1e-4;
        }
    }

    @Nested
    class BlockByAscent extends UpdateRuleContract<BlockGaussian> {
        @Override
        UpdateRule<BlockGaussian> rule() {
            return new CholeskyGradient<>(new GradientAscent(0.4));
        }

        @Override
        BlockGaussian any() {
            return block(random, 2, 1, 3);
        }

        @Override
        double stepSize() {
            return 0.2;
        }

        @Override
        double limit() {
            return 1e-6;
        }
    }

    private static FullGaussian gaussian(double[] mean, double... packed) {
        return FullGaussian.of(JavaDenseKernel.INSTANCE, mean, packed);
    }

    @Test
    void scalarStep_isTheHandComputedOne() {
        // l = ½: gradient 1 − ¼ in log l, so that l⁺ = ½ exp(0.075).
        UpdateResult<FullGaussian> moved = new CholeskyGradient<FullGaussian>(new GradientAscent(0))
                .nextUpdate(
                        gaussian(new double[] {1}, 4),
                        OptimizerState.NONE,
                        new Direction(new double[] {3}, new double[] {1}),
                        0.1);
        assertClose("P", new double[] {4 * Math.exp(-0.15)}, moved.posterior().precision(), 1e-15);
        assertClose("μ", new double[] {1.3}, moved.posterior().mean(), 1e-15);
        assertEquals(0.1, moved.stepSize());
    }

    @Test
    void stepInTwoDimensions_isTheHandComputedOne() {
        // L = I, T = [[1, 2], [2, 3]]: gradient 0, −2, 1 − 3; L⁺ = [[1, 0], [−0.2, exp(−0.2)]].
        FullGaussian moved = new CholeskyGradient<FullGaussian>(new GradientAscent(0))
                .nextUpdate(
                        gaussian(new double[2], 1, 0, 1),
                        OptimizerState.NONE,
                        new Direction(new double[2], new double[] {1, 2, 3}),
                        0.1)
                .posterior();
        double[] covariance = {1, -0.2, -0.2, 0.04 + Math.exp(-0.4)};
        assertClose("S", covariance, moved.covariance(), 1e-14);
    }

    /** The gradient that the optimiser is given against differences of the bound itself, E log N(m, A⁻¹) + entropy. */
    @Test
    void gradient_isThatOfTheBound() {
        int d = 4;
        RandomArrays random = RandomArrays.of("bound");
        FullGaussian optimum = UpdateRuleContract.full(random, d);
        double[] a = Symmetric.unpack(optimum.precision(), d);
        FullGaussian q = UpdateRuleContract.full(random, d);
        List<double[]> given = new ArrayList<>();
        Optimizer recorder = (gradient, memory, stepSize) -> {
            given.add(gradient);
            return new Optimizer.Move(new double[gradient.length], memory);
        };
        new CholeskyGradient<FullGaussian>(recorder)
                .nextUpdate(q, OptimizerState.NONE, UpdateRuleContract.towards(optimum, q), 1);
        double[] numeric = FiniteDifference.gradient(p -> bound(p, d, optimum.mean(), a), parameters(q));
        assertClose("gradient", numeric, given.get(0), 1e-7);
    }

    @Test
    void scaledStep_meansTheSameInAnyScale() {
        double[] scales = {100, 0.01, 3};
        RandomArrays random = RandomArrays.of("scales");
        FullGaussian q = UpdateRuleContract.full(random, 3);
        FullGaussian optimum = UpdateRuleContract.full(random, 3);
        CholeskyGradient<FullGaussian> rule = new CholeskyGradient<>(Adam.DEFAULT, TrustRegion.DEFAULT, true);
        FullGaussian plain = rule.nextUpdate(q, OptimizerState.NONE, UpdateRuleContract.towards(optimum, q), 0.1)
                .posterior();
        FullGaussian scaled = rule.nextUpdate(
                        scaled(q, scales),
                        OptimizerState.NONE,
                        UpdateRuleContract.towards(scaled(optimum, scales), scaled(q, scales)),
                        0.1)
                .posterior();
        assertClose("μ", scaled(plain, scales).mean(), scaled.mean(), 1e-6);
        assertClose("sd", scaled(plain, scales).sd(), scaled.sd(), 1e-6);
    }

    private static FullGaussian scaled(FullGaussian q, double[] scales) {
        double[] mean = q.mean().clone();
        double[] precision = q.precision().clone();
        for (int i = 0, at = 0; i < scales.length; i++) {
            mean[i] *= scales[i];
            for (int j = 0; j <= i; j++) {
                precision[at++] /= scales[i] * scales[j];
            }
        }
        return gaussian(mean, precision);
    }

    private static double[] parameters(FullGaussian q) {
        int d = q.dimension();
        double[] lower =
                Symmetric.pack(Cholesky.of(q.kernel(), q.covariance(), d).factor(), d);
        for (int i = 0; i < d; i++) {
            int at = Symmetric.packedLength(i + 1) - 1;
            lower[at] = Math.log(lower[at]);
        }
        double[] parameters = Arrays.copyOf(q.mean(), d + lower.length);
        System.arraycopy(lower, 0, parameters, d, lower.length);
        return parameters;
    }

    private static double bound(double[] parameters, int d, double[] centre, double[] a) {
        double[] lower = Symmetric.unpackLower(Arrays.copyOfRange(parameters, d, parameters.length), d);
        double entropy = 0;
        for (int i = 0; i < d; i++) {
            entropy += lower[i * d + i];
            lower[i * d + i] = Math.exp(lower[i * d + i]);
        }
        double[] s = Naive.product(lower, Naive.transpose(lower, d), d);
        double[] apart = Vectors.plusScaled(Arrays.copyOf(parameters, d), -1, centre);
        return entropy - 0.5 * (Naive.form(apart, a, apart) + Naive.trace(Naive.product(a, s, d), d));
    }

    @Test
    void blockStep_isThatOfItsBlocks() {
        RandomArrays random = RandomArrays.of("blocks");
        BlockGaussian q = UpdateRuleContract.block(random, 2, 3);
        BlockGaussian optimum = UpdateRuleContract.block(random, 2, 3);
        BlockGaussian moved = new CholeskyGradient<BlockGaussian>(new GradientAscent(0), TrustRegion.NONE, false)
                .nextUpdate(q, OptimizerState.NONE, UpdateRuleContract.towards(optimum, q), 0.05)
                .posterior();
        for (int b = 0; b < 2; b++) {
            FullGaussian part = q.blockGaussians().get(b);
            FullGaussian own = new CholeskyGradient<FullGaussian>(new GradientAscent(0), TrustRegion.NONE, false)
                    .nextUpdate(
                            part,
                            OptimizerState.NONE,
                            UpdateRuleContract.towards(optimum.blockGaussians().get(b), part),
                            0.05)
                    .posterior();
            assertClose("P", own.precision(), moved.blockGaussians().get(b).precision(), 1e-14);
            assertClose("μ", own.mean(), moved.blockGaussians().get(b).mean(), 1e-14);
        }
    }
}
