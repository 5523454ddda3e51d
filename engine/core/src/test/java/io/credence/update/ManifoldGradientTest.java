package io.credence.update;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.family.BlockGaussian;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ManifoldGradientTest {

    @Nested
    class Full extends UpdateRuleContract<FullGaussian> {
        @Override
        UpdateRule<FullGaussian> rule() {
            return new ManifoldGradient<>(0.4);
        }

        @Override
        FullGaussian any() {
            return full(random, 7);
        }

        @Override
        double stepSize() {
            return 0.2;
        }
    }

    @Nested
    class Block extends UpdateRuleContract<BlockGaussian> {
        @Override
        UpdateRule<BlockGaussian> rule() {
            return new ManifoldGradient<>(0);
        }

        @Override
        BlockGaussian any() {
            return block(random, 1, 2, 3);
        }

        @Override
        double stepSize() {
            return 0.2;
        }
    }

    @Test
    void scalarStep_isTheHandComputedOne() {
        // S = ½, ζ = S − STS = −½, ξ = −¼, S⁺ = ½ − ¼ + ½·2/16 = 5/16; the mean moves by βS.
        FullGaussian q = FullGaussian.of(JavaDenseKernel.INSTANCE, new double[] {1}, new double[] {2});
        UpdateResult<FullGaussian> moved = new ManifoldGradient<FullGaussian>(0)
                .nextUpdate(q, OptimizerState.NONE, new Direction(new double[] {1}, new double[] {4}), 0.5);
        assertClose("P", new double[] {3.2}, moved.posterior().precision(), 1e-15);
        assertClose("μ", new double[] {1.25}, moved.posterior().mean(), 1e-15);
        assertEquals(0.5, moved.stepSize());
    }

    @Test
    void diagonalStep_isTheHandComputedOne() {
        // S = diag(½, 1), T = diag(4, 0): ζ = diag(−½, 1), ξ = diag(−¼, ½), S⁺ = diag(5/16, 1 + ½ + ⅛).
        FullGaussian q = FullGaussian.of(JavaDenseKernel.INSTANCE, new double[2], new double[] {2, 0, 1});
        double[] precision = new ManifoldGradient<FullGaussian>(0)
                .nextUpdate(q, OptimizerState.NONE, new Direction(new double[2], new double[] {4, 0, 0}), 0.5)
                .posterior()
                .precision();
        assertClose("P", new double[] {3.2, 0, 1 / 1.625}, precision, 1e-15);
    }

    /** R_S(ξ) = S + ξ + ½ξPξ, and momentum carried by E = R⁺R⁻¹ with R = C⁻ᵀ, by dense algebra. */
    @Test
    void stepsWithMomentum_followTheDenseFormula() {
        int d = 5;
        double gamma = 0.4;
        double beta = 0.1;
        RandomArrays random = RandomArrays.of("manifold");
        FullGaussian q = UpdateRuleContract.full(random, d);
        ManifoldGradient<FullGaussian> rule = new ManifoldGradient<>(gamma);
        double[] firstTarget = random.definite(d);
        double[] secondTarget = random.definite(d);
        double[] firstAscent = random.normals(d);
        double[] secondAscent = random.normals(d);
        UpdateResult<FullGaussian> first = rule.nextUpdate(
                q, OptimizerState.NONE, new Direction(firstAscent, Symmetric.pack(firstTarget, d)), beta);
        FullGaussian next = first.posterior();
        double[] zeta = tangent(q, firstTarget);
        assertClose("S", retracted(q, zeta, beta), next.covariance(), 1e-12);
        double[] move = q.covarianceTimes(firstAscent);
        assertClose("μ", Vectors.plusScaled(q.mean(), beta, move), next.mean(), 1e-13);

        UpdateResult<FullGaussian> second = rule.nextUpdate(
                next, first.optimizerState(), new Direction(secondAscent, Symmetric.pack(secondTarget, d)), beta);
        double[] root = Naive.transpose(next.cholesky().inverseFactor(), d);
        double[] e = Naive.product(root, Naive.transpose(q.cholesky().factor(), d), d);
        double[] carried = Naive.product(Naive.product(e, zeta, d), Naive.transpose(e, d), d);
        double[] mixed = Vectors.mix(gamma, carried, tangent(next, secondTarget));
        assertClose("S", retracted(next, mixed, beta), second.posterior().covariance(), 1e-12);
        double[] meanMove = Vectors.mix(gamma, Naive.times(e, move), next.covarianceTimes(secondAscent));
        assertClose(
                "μ",
                Vectors.plusScaled(next.mean(), beta, meanMove),
                second.posterior().mean(),
                1e-12);
        assertEquals(beta, second.stepSize());
    }

    /** S(P − T)S. */
    private static double[] tangent(FullGaussian q, double[] target) {
        int d = q.dimension();
        double[] s = q.covariance();
        return Vectors.plusScaled(s, -1, Naive.product(Naive.product(s, target, d), s, d));
    }

    private static double[] retracted(FullGaussian q, double[] zeta, double beta) {
        int d = q.dimension();
        double[] precision = Symmetric.unpack(q.precision(), d);
        double[] square = Naive.product(Naive.product(zeta, precision, d), zeta, d);
        return Vectors.plusScaled(Vectors.plusScaled(q.covariance(), beta, zeta), 0.5 * beta * beta, square);
    }

    @Test
    void trustRegion_keepsTheCovarianceBetweenHalfAndFourTimes() {
        FullGaussian q = FullGaussian.of(JavaDenseKernel.INSTANCE, new double[1], new double[] {2});
        ManifoldGradient<FullGaussian> rule = new ManifoldGradient<>(0);
        for (double target : new double[] {1e3, 1e20}) {
            // x = −1: M = ½ and P⁺ = 4.
            Direction up = new Direction(new double[1], new double[] {target});
            assertClose(
                    "P",
                    4,
                    rule.nextUpdate(q, OptimizerState.NONE, up, 1).posterior().precision()[0],
                    1e-13);
            // x = √7 − 1: M = 4 and P⁺ = ½.
            Direction down = new Direction(new double[1], new double[] {-target});
            assertClose(
                    "P",
                    0.5,
                    rule.nextUpdate(q, OptimizerState.NONE, down, 1).posterior().precision()[0],
                    1e-13);
        }
    }

    @Test
    void diagonalGaussian_isRefused() {
        DiagonalGaussian q = new DiagonalGaussian(new double[1], new double[] {1});
        Direction direction = new Direction(new double[1], new double[] {1});
        assertEquals(
                "this update rule moves matrices: required is gaussian-full or gaussian-block but found"
                        + " gaussian-diagonal",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> new ManifoldGradient<DiagonalGaussian>(0)
                                        .nextUpdate(q, OptimizerState.NONE, direction, 1))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> new ManifoldGradient<>(1));
    }
}
