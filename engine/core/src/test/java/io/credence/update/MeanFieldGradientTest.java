package io.credence.update;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.family.DiagonalGaussian;
import io.credence.update.FirstOrderUpdate.MeanFieldGradient;
import io.credence.update.Updates.AdaGrad;
import io.credence.update.Updates.GradientAscent;
import io.credence.update.Updates.RmsProp;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class MeanFieldGradientTest {

    abstract static class Diagonal extends UpdateRuleContract<DiagonalGaussian> {
        @Override
        DiagonalGaussian any() {
            return diagonal(random, 6);
        }

        @Override
        double limit() {
            return 1e-4;
        }
    }

    @Nested
    class ByAdam extends Diagonal {
        @Override
        UpdateRule<DiagonalGaussian> rule() {
            return new MeanFieldGradient<>(Adam.DEFAULT);
        }

        @Override
        double stepSize() {
            return 0.05;
        }
    }

    @Nested
    class ByAdaGrad extends Diagonal {
        @Override
        UpdateRule<DiagonalGaussian> rule() {
            return new MeanFieldGradient<>(AdaGrad.DEFAULT);
        }

        @Override
        double stepSize() {
            return 0.5;
        }
    }

    @Nested
    class ByRmsProp extends Diagonal {
        @Override
        UpdateRule<DiagonalGaussian> rule() {
            return new MeanFieldGradient<>(RmsProp.DEFAULT);
        }

        @Override
        double stepSize() {
            return 0.01;
        }

        @Override
        double limit() {
            return 1e-2;
        }
    }

    @Nested
    class ByAscent extends Diagonal {
        @Override
        UpdateRule<DiagonalGaussian> rule() {
            return new MeanFieldGradient<>(new GradientAscent(0.4));
        }

        @Override
        double stepSize() {
            return 0.2;
        }
    }

    private static UpdateResult<DiagonalGaussian> step(double ascent, double target, double stepSize) {
        DiagonalGaussian q = new DiagonalGaussian(new double[] {1}, new double[] {4});
        Direction direction = new Direction(new double[] {ascent}, new double[] {target});
        return new MeanFieldGradient<DiagonalGaussian>(new GradientAscent(0))
                .nextUpdate(q, OptimizerState.NONE, direction, stepSize);
    }

    @Test
    void step_isTheHandComputedOne() {
        // Gradient 1 − ¼ in log σ: σ⁺ = σ exp(0.075).
        UpdateResult<DiagonalGaussian> moved = step(3, 1, 0.1);
        assertClose("P", new double[] {4 * Math.exp(-0.15)}, moved.posterior().precision(), 1e-15);
        assertClose("μ", new double[] {1.3}, moved.posterior().mean(), 1e-15);
        assertEquals(0.1, moved.stepSize());
    }

    @Test
    void scaledStep_isTheHandComputedOne() {
        // In units of σ = ½ the mean's gradient is 3/2 and its move 0.15 σ.
        DiagonalGaussian q = new DiagonalGaussian(new double[] {1}, new double[] {4});
        DiagonalGaussian moved = new MeanFieldGradient<DiagonalGaussian>(
                        new GradientAscent(0), TrustRegion.DEFAULT, true)
                .nextUpdate(q, OptimizerState.NONE, new Direction(new double[] {3}, new double[] {1}), 0.1)
                .posterior();
        assertClose("μ", new double[] {1.075}, moved.mean(), 1e-15);
        assertClose("P", new double[] {4 * Math.exp(-0.15)}, moved.precision(), 1e-15);
    }

    @Test
    void longStep_isShortened() {
        // 1 − 100/4 = −24 in log σ, of which ½ log 4 is allowed; the mean by 3 standard deviations of ½.
        assertClose("P", 16, step(0, 100, 1).posterior().precision()[0], 1e-13);
        assertEquals(0.5 * Math.log(4) / 24, step(0, 100, 1).stepSize(), 1e-15);
        assertClose("μ", 2.5, step(1000, 4, 1).posterior().mean()[0], 1e-13);
        assertEquals(0.0015, step(1000, 4, 1).stepSize(), 1e-15);
    }
}
