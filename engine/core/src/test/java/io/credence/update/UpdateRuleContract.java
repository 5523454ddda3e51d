package io.credence.update;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.BlockGaussian;
import io.credence.family.Blocks;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.Serialised;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every update rule must do. */
abstract class UpdateRuleContract<Q extends GaussianPosterior> {

    static final double BETA = 0.3;

    final RandomArrays random = RandomArrays.of("rule " + getClass().getName());

    abstract UpdateRule<Q> rule();

    /** A posterior to start from; always of the same blocks. */
    abstract Q any();

    /** Step size of {@link #knownBound_isClimbed()}, whose divergence from the optimum must end below the limit. */
    abstract double stepSize();

    double limit() {
        return 1e-8;
    }

    static FullGaussian full(RandomArrays random, int d) {
        return FullGaussian.of(JavaDenseKernel.INSTANCE, random.normals(d), Symmetric.pack(random.definite(d), d));
    }

    static BlockGaussian block(RandomArrays random, int... sizes) {
        List<FullGaussian> parts = new ArrayList<>();
        for (int size : sizes) {
            parts.add(full(random, size));
        }
        return BlockGaussian.of(parts);
    }

    static DiagonalGaussian diagonal(RandomArrays random, int d) {
        return new DiagonalGaussian(random.normals(d), random.uniforms(d, 0.3, 4));
    }

    /** The matrix with that diagonal, in the blocks' packed form. */
    static double[] diagonal(Blocks blocks, double value) {
        double[] entries = new double[blocks.dimension()];
        java.util.Arrays.fill(entries, value);
        return blocks.plusDiagonal(new double[blocks.packedLength()], entries);
    }

    static void assertSound(GaussianPosterior q, String what) {
        String where = what + "; " + TestSeed.replay();
        assertTrue(Vectors.isFinite(q.mean()), "mean after " + where);
        assertTrue(Vectors.isFinite(q.precision()), "precision after " + where);
        for (double sd : q.sd()) {
            assertTrue(sd > 0 && Double.isFinite(sd), "sd " + sd + " after " + where);
        }
    }

    @Test
    void fixedPoint_staysPut() {
        Q q = any();
        OptimizerState memory = OptimizerState.NONE;
        Q at = q;
        for (int t = 0; t < 3; t++) {
            Direction none = new Direction(new double[q.dimension()], at.precision());
            UpdateResult<Q> moved = rule().nextUpdate(at, memory, none, BETA);
            assertEquals(BETA, moved.stepSize(), 1e-15);
            assertEquals(t + 1, moved.optimizerState().steps());
            at = moved.posterior();
            memory = moved.optimizerState();
        }
        assertClose("mean", q.mean(), at.mean(), 1e-12);
        assertClose("precision", q.precision(), at.precision(), 1e-7);
    }

    @Test
    void wildDirections_stayInTheFamily() {
        Q q = any();
        int d = q.dimension();
        double[] ascent = random.normals(d);
        for (double size : new double[] {1e-20, 1, 1e5, 1e20}) {
            List<double[]> targets = List.of(
                    diagonal(q.blocks(), -size),
                    diagonal(q.blocks(), size),
                    random.normals(q.precision().length),
                    times(size, random.normals(q.precision().length)));
            for (double[] target : targets) {
                for (double beta : new double[] {1e-6, 0.1, 1}) {
                    Direction direction = new Direction(times(size, ascent), target);
                    UpdateResult<Q> moved = rule().nextUpdate(q, OptimizerState.NONE, direction, beta);
                    String what = "a step of " + beta + " with numbers of size " + size;
                    assertSound(moved.posterior(), what);
                    assertTrue(moved.stepSize() > 0 && moved.stepSize() <= beta, what + " took " + moved.stepSize());
                    double[] move = Vectors.plusScaled(moved.posterior().mean(), -1, q.mean());
                    double length = Math.sqrt(Naive.dot(move, q.precisionTimes(move)));
                    assertTrue(length <= (Math.sqrt(d) + 2) * (1 + 1e-12), what + " moved the mean by " + length);
                }
            }
        }
    }

    static double[] times(double factor, double[] v) {
        return Vectors.plusScaled(new double[v.length], factor, v);
    }

    @Test
    void directionThatIsNotFinite_isForgotten() {
        Q q = any();
        double[] bad = new double[q.dimension()];
        bad[0] = Double.NaN;
        double[] worse = q.precision().clone();
        worse[0] = Double.POSITIVE_INFINITY;
        OptimizerState before = rule().nextUpdate(
                        q, OptimizerState.NONE, new Direction(new double[bad.length], q.precision()), BETA)
                .optimizerState();
        for (Direction direction :
                List.of(new Direction(bad, q.precision()), new Direction(new double[bad.length], worse))) {
            UpdateResult<Q> moved = rule().nextUpdate(q, before, direction, BETA);
            assertSame(q, moved.posterior());
            assertSame(before, moved.optimizerState());
            assertEquals(0, moved.stepSize());
        }
        assertThrows(IllegalArgumentException.class, () -> rule().nextUpdate(q, before, new Direction(bad, worse), 0));
    }

    /** E log of a normal density of precision A, plus the entropy: the optimum has precision A within the blocks. */
    @Test
    void knownBound_isClimbed() {
        Q q = any();
        Q optimum = any();
        double first = divergence(q, optimum);
        OptimizerState memory = OptimizerState.NONE;
        for (int t = 0; t < 400; t++) {
            Direction direction = towards(optimum, q);
            UpdateResult<Q> moved =
                    rule().nextUpdate(q, memory, direction, t < 200 ? stepSize() : stepSize() * 200 / t);
            q = moved.posterior();
            memory = moved.optimizerState();
        }
        double last = divergence(q, optimum);
        assertTrue(first > 0.01, "started at " + first);
        assertTrue(last < limit(), "from " + first + " to " + last + "; " + TestSeed.replay());
    }

    static Direction towards(GaussianPosterior optimum, GaussianPosterior q) {
        double[] apart = Vectors.plusScaled(optimum.mean(), -1, q.mean());
        return new Direction(optimum.precisionTimes(apart), optimum.precision());
    }

    static double divergence(GaussianPosterior q, GaussianPosterior optimum) {
        double[] apart = Vectors.plusScaled(optimum.mean(), -1, q.mean());
        return q.covarianceChange(optimum).divergence() + 0.5 * Naive.dot(apart, optimum.precisionTimes(apart));
    }

    @Test
    void resumedFromWritten_goesOnToTheSameBits() {
        Q straight = any();
        Q resumed = straight;
        Q optimum = any();
        OptimizerState memory = OptimizerState.NONE;
        OptimizerState copy = OptimizerState.NONE;
        for (int t = 0; t < 5; t++) {
            UpdateResult<Q> whole = rule().nextUpdate(straight, memory, towards(optimum, straight), 0.1);
            UpdateResult<Q> part = rule().nextUpdate(resumed, copy, towards(optimum, resumed), 0.1);
            straight = whole.posterior();
            memory = whole.optimizerState();
            resumed = Serialised.copy(part.posterior());
            copy = Serialised.copy(part.optimizerState());
            assertArrayEquals(straight.mean(), resumed.mean());
            assertArrayEquals(straight.precision(), resumed.precision());
            assertEquals(memory.steps(), copy.steps());
            for (int i = 0; i < memory.vectors().size(); i++) {
                assertArrayEquals(memory.vectors().get(i), copy.vectors().get(i));
            }
        }
    }

    @Test
    void step_changesNoArgument() {
        Q q = any();
        double[] mean = q.mean().clone();
        double[] precision = q.precision().clone();
        Direction direction = new Direction(random.normals(q.dimension()), any().precision());
        double[] ascent = direction.ascent().clone();
        double[] target = direction.targetPrecision().clone();
        OptimizerState memory =
                rule().nextUpdate(q, OptimizerState.NONE, direction, BETA).optimizerState();
        List<double[]> before = memory.vectors().stream().map(double[]::clone).toList();
        rule().nextUpdate(q, memory, direction, BETA);
        assertArrayEquals(mean, q.mean());
        assertArrayEquals(precision, q.precision());
        assertArrayEquals(ascent, direction.ascent());
        assertArrayEquals(target, direction.targetPrecision());
        for (int i = 0; i < before.size(); i++) {
            assertArrayEquals(before.get(i), memory.vectors().get(i));
        }
    }
}
