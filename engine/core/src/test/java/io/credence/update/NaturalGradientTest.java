package io.credence.update;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.family.BlockGaussian;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.linalg.JavaDenseKernel;
import io.credence.testkit.RandomArrays;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class NaturalGradientTest {

    private static final double[] MEAN = {0.5, -1};
    private static final double[] NONE = {0, 0};

    private static FullGaussian full(double... packed) {
        return FullGaussian.of(JavaDenseKernel.INSTANCE, MEAN, packed);
    }

    private static DiagonalGaussian diagonal(double... precision) {
        return new DiagonalGaussian(MEAN, precision);
    }

    private static <Q extends GaussianPosterior> UpdateResult<Q> step(
            Constraint constraint, Q q, double beta, double[] ascent, double... target) {
        return new NaturalGradient<Q>(constraint)
                .nextUpdate(q, OptimizerState.NONE, new Direction(ascent, target), beta);
    }

    private static double[] mean(double first, double second) {
        return new double[] {MEAN[0] + first, MEAN[1] + second};
    }

    @Nested
    class Full extends UpdateRuleContract<FullGaussian> {
        @Override
        UpdateRule<FullGaussian> rule() {
            return new NaturalGradient<>(Constraint.RETRACTION, TrustRegion.DEFAULT, 0.4, 1, Double.POSITIVE_INFINITY);
        }

        @Override
        FullGaussian any() {
            return full(random, 7);
        }

        @Override
        double stepSize() {
            return 0.3;
        }
    }

    @Nested
    class FullStepBound extends Full {
        @Override
        UpdateRule<FullGaussian> rule() {
            return new NaturalGradient<>(Constraint.STEP_BOUND, TrustRegion.DEFAULT, 0, 1, 1000);
        }
    }

    @Nested
    class Block extends UpdateRuleContract<BlockGaussian> {
        @Override
        UpdateRule<BlockGaussian> rule() {
            return new NaturalGradient<>(Constraint.RETRACTION);
        }

        @Override
        BlockGaussian any() {
            return block(random, 2, 3, 1);
        }

        @Override
        double stepSize() {
            return 0.3;
        }
    }

    @Nested
    class Diagonal extends UpdateRuleContract<DiagonalGaussian> {
        @Override
        UpdateRule<DiagonalGaussian> rule() {
            return new NaturalGradient<>(Constraint.RETRACTION, TrustRegion.DEFAULT, 0.4, 1, 1000);
        }

        @Override
        DiagonalGaussian any() {
            return diagonal(random, 6);
        }

        @Override
        double stepSize() {
            return 0.3;
        }
    }

    @Nested
    class DiagonalStepBound extends Diagonal {
        @Override
        UpdateRule<DiagonalGaussian> rule() {
            return new NaturalGradient<>(Constraint.STEP_BOUND);
        }
    }

    @Nested
    class DiagonalLogTransform extends Diagonal {
        @Override
        UpdateRule<DiagonalGaussian> rule() {
            return new NaturalGradient<>(Constraint.LOG_TRANSFORM);
        }
    }

    @Test
    void fullStep_isTheHandComputedOne() {
        // P⁺ = ½[[2, 0], [0, 4]] + ½[[3, 1], [1, 2]], |P⁺| = 7.25, S⁺a = [2, 4.5]/7.25.
        UpdateResult<FullGaussian> moved =
                step(Constraint.RETRACTION, full(2, 0, 4), 0.5, new double[] {1, 2}, 3, 1, 2);
        assertClose("P", new double[] {2.5, 0.5, 3}, moved.posterior().precision(), 1e-15);
        assertClose("μ", mean(1 / 7.25, 2.25 / 7.25), moved.posterior().mean(), 1e-15);
        assertEquals(0.5, moved.stepSize());
    }

    @Test
    void theMean_hasAStepOfItsOwn() {
        Direction direction = new Direction(new double[] {1, 2}, new double[] {3, 1, 2});
        for (double[] factor : new double[][] {{0.5, 0.25}, {1, 0.5}, {4, 1}}) {
            UpdateResult<FullGaussian> moved = new NaturalGradient<FullGaussian>(
                            Constraint.RETRACTION, TrustRegion.NONE, 0, factor[0], Double.POSITIVE_INFINITY)
                    .nextUpdate(full(2, 0, 4), OptimizerState.NONE, direction, 0.5);
            assertClose("P", new double[] {2.5, 0.5, 3}, moved.posterior().precision(), 1e-15);
            double step = factor[1] / 7.25;
            assertClose("μ", mean(2 * step, 4.5 * step), moved.posterior().mean(), 1e-15);
        }
    }

    @Test
    void blockStep_isThatOfItsBlocks() {
        RandomArrays random = RandomArrays.of("blocks");
        BlockGaussian q = UpdateRuleContract.block(random, 2, 3);
        BlockGaussian target = UpdateRuleContract.block(random, 2, 3);
        double[] ascent = random.normals(5);
        BlockGaussian moved =
                step(Constraint.RETRACTION, q, 0.1, ascent, target.precision()).posterior();
        for (int b = 0; b < 2; b++) {
            FullGaussian own = step(
                            Constraint.RETRACTION,
                            q.blockGaussians().get(b),
                            0.1,
                            BlockPosteriors.vector(q.blocks(), b, ascent),
                            target.blockGaussians().get(b).precision())
                    .posterior();
            assertArrayEquals(own.precision(), moved.blockGaussians().get(b).precision());
            assertClose("μ", own.mean(), moved.blockGaussians().get(b).mean(), 1e-15);
        }
    }

    @Test
    void diagonalStep_isTheHandComputedOne() {
        UpdateResult<DiagonalGaussian> moved =
                step(Constraint.RETRACTION, diagonal(2, 4), 0.5, new double[] {1, 2}, 4, 2);
        assertArrayEquals(new double[] {3, 3}, moved.posterior().precision());
        assertClose("μ", mean(0.5 / 3, 1.0 / 3), moved.posterior().mean(), 1e-15);
    }

    @Test
    void stepBound_goesHalfWayToTheEdge() {
        // β* = 2/(2 + 2) = ½, so β = ¼ for all: p⁺ = (2 − 1, 4 + 1), and the mean moves by ¼ a/p⁺.
        UpdateResult<DiagonalGaussian> moved =
                step(Constraint.STEP_BOUND, diagonal(2, 4), 0.9, new double[] {1, 2}, -2, 8);
        assertArrayEquals(new double[] {1, 5}, moved.posterior().precision());
        assertClose("μ", mean(0.25, 0.1), moved.posterior().mean(), 1e-15);
        assertEquals(0.25, moved.stepSize());
        UpdateResult<FullGaussian> whole =
                step(Constraint.STEP_BOUND, full(2, 0, 4), 0.9, new double[] {1, 2}, -2, 0, 8);
        assertClose("P", new double[] {1, 0, 5}, whole.posterior().precision(), 1e-14);
        assertClose("μ", mean(0.25, 0.1), whole.posterior().mean(), 1e-14);
    }

    @Test
    void logTransform_multiplies() {
        // s(h − p) = 1 and −½; then −51, beyond the region.
        UpdateResult<DiagonalGaussian> moved = step(Constraint.LOG_TRANSFORM, diagonal(2, 4), 0.5, NONE, 4, 2);
        assertClose(
                "P",
                new double[] {2 * Math.exp(0.5), 4 * Math.exp(-0.25)},
                moved.posterior().precision(),
                1e-15);
        UpdateResult<DiagonalGaussian> far = step(Constraint.LOG_TRANSFORM, diagonal(2, 4), 0.5, NONE, -100, 4);
        assertClose("P", new double[] {0.5, 4}, far.posterior().precision(), 1e-15);
        assertEquals(Math.log(4) / 51, far.stepSize(), 1e-15);
        assertEquals(
                "the log transform moves a diagonal precision but found gaussian-full; required is the retraction or the"
                        + " step bound",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> step(Constraint.LOG_TRANSFORM, full(1, 0, 1), 0.5, NONE, 1, 0, 1))
                        .getMessage());
    }

    @Test
    void withoutTrustRegion_theRetractionKeepsTheCone() {
        Direction direction = new Direction(NONE, new double[] {-3, 0, 1});
        double[] moved = new NaturalGradient<FullGaussian>(
                        Constraint.RETRACTION, TrustRegion.NONE, 0, 1, Double.POSITIVE_INFINITY)
                .nextUpdate(full(1, 0, 1), OptimizerState.NONE, direction, 1)
                .posterior()
                .precision();
        // ½[I + T²].
        assertClose("P", new double[] {5, 0, 1}, moved, 1e-14);
        double[] entries = new NaturalGradient<DiagonalGaussian>(
                        Constraint.RETRACTION, TrustRegion.NONE, 0, 1, Double.POSITIVE_INFINITY)
                .nextUpdate(diagonal(1, 1), OptimizerState.NONE, new Direction(NONE, new double[] {-3, 1}), 1)
                .posterior()
                .precision();
        assertArrayEquals(new double[] {5, 1}, entries);
    }

    @Test
    void fullStepOnAQuadraticBound_landsOnItsOptimum() {
        FullGaussian optimum = full(3, 1, 2);
        FullGaussian q = FullGaussian.of(JavaDenseKernel.INSTANCE, new double[] {1, 0}, new double[] {2, 0, 2});
        Direction direction = UpdateRuleContract.towards(optimum, q);
        UpdateResult<FullGaussian> moved =
                step(Constraint.RETRACTION, q, 1, direction.ascent(), direction.targetPrecision());
        assertArrayEquals(optimum.precision(), moved.posterior().precision());
        assertClose("μ", optimum.mean(), moved.posterior().mean(), 1e-15);
        assertEquals(1, moved.stepSize());
    }

    @Test
    void momentum_mixesDirections() {
        NaturalGradient<DiagonalGaussian> rule =
                new NaturalGradient<>(Constraint.RETRACTION, TrustRegion.NONE, 0.4, 1, Double.POSITIVE_INFINITY);
        DiagonalGaussian q = diagonal(2, 4);
        Direction first = new Direction(new double[] {1, 0}, new double[] {2, 4});
        Direction second = new Direction(new double[] {0, 1}, new double[] {4, 2});
        OptimizerState memory =
                rule.nextUpdate(q, OptimizerState.NONE, first, 0.5).optimizerState();
        UpdateResult<DiagonalGaussian> moved = rule.nextUpdate(q, memory, second, 0.5);
        // ĝ = 0.4 (1, 0) + 0.6 (0, 1), T̂ = 0.4 (2, 4) + 0.6 (4, 2) = (3.2, 2.8), P⁺ = (2.6, 3.4).
        assertClose("P", new double[] {2.6, 3.4}, moved.posterior().precision(), 1e-15);
        assertClose("μ", mean(0.2 / 2.6, 0.3 / 3.4), moved.posterior().mean(), 1e-15);
        assertEquals(2, moved.optimizerState().steps());
        List<double[]> kept = moved.optimizerState().vectors();
        assertClose("ĝ", new double[] {0.4, 0.6}, kept.get(0), 1e-15);
        assertClose("T̂", new double[] {3.2, 2.8}, kept.get(1), 1e-15);
    }

    @Test
    void clipping_shortensTheGradient() {
        // (3, 0) and ½(T − P) = (0, 4) have length 5; at 1 they are a fifth.
        NaturalGradient<DiagonalGaussian> rule =
                new NaturalGradient<>(Constraint.RETRACTION, TrustRegion.NONE, 0, 1, 1);
        Direction direction = new Direction(new double[] {3, 0}, new double[] {2, 12});
        DiagonalGaussian moved = rule.nextUpdate(diagonal(2, 4), OptimizerState.NONE, direction, 0.5)
                .posterior();
        assertClose("P", new double[] {2, 4.8}, moved.precision(), 1e-15);
        assertClose("μ", mean(0.5 * 0.6 / 2, 0), moved.mean(), 1e-15);
    }

    @Test
    void settingsOutOfRange_areRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new NaturalGradient<>(Constraint.RETRACTION, TrustRegion.DEFAULT, 1, 1, 1));
        assertThrows(
                IllegalArgumentException.class,
                () -> new NaturalGradient<>(Constraint.RETRACTION, TrustRegion.DEFAULT, 0, 1, 0));
        assertThrows(
                IllegalArgumentException.class,
                () -> new NaturalGradient<>(Constraint.RETRACTION, TrustRegion.DEFAULT, 0, 0, 1));
    }
}
