package io.credence.likelihood;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.WeightedLikelihood.WeightedLoss;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.likelihood.softmax.SoftmaxLoss;
import io.credence.linalg.JavaDenseKernel;
import io.credence.loss.ReferenceLoss;
import io.credence.testkit.RandomArrays;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Losses at the points of many draws are their expectations without variance. */
class PredictorDrawsTest {

    private static final int DRAWS = 6;

    private static PredictorDraws points(int predictors, int rows, double[] labels, double[] eta) {
        PredictorDraws points = new PredictorDraws(DRAWS, predictors);
        points.moveTo(labels, 2, rows, new double[DRAWS * PredictorChunk.CAPACITY]);
        for (int s = 0; s < DRAWS; s++) {
            for (int k = 0; k < predictors; k++) {
                System.arraycopy(
                        eta, (s * predictors + k) * rows, points.predictors(), points.predictorOffset(s, k), rows);
            }
        }
        return points;
    }

    private static double[] labels(double[] choice, int rows) {
        double[] labels = new double[rows + 2];
        for (int i = 0; i < rows; i++) {
            labels[2 + i] = choice[i % choice.length];
        }
        return labels;
    }

    /** Compares draws 1 to 4, and that the others are left alone. */
    private static void assertExpected(RowLoss loss, double[] choice, int rows, double range) {
        int k = loss.predictorCount();
        double[] eta = RandomArrays.of("eta " + rows).uniforms(DRAWS * k * rows, -range, range);
        PredictorDraws expected = points(k, rows, labels(choice, rows), eta);
        PredictorDraws actual = points(k, rows, labels(choice, rows), eta);
        expected.expect(loss, JavaDenseKernel.INSTANCE, 1, 5);
        loss.evaluateAtDraws(JavaDenseKernel.INSTANCE, actual, 1, 5);
        assertNear(loss + " value", range, expected.losses(), actual.losses());
        assertNear(loss + " slope", range, expected.slopes(), actual.slopes());
        for (int s : new int[] {0, 5}) {
            assertEquals(0, actual.losses()[s * PredictorChunk.CAPACITY]);
            assertEquals(0, actual.slopes()[actual.predictorOffset(s, 0)]);
        }
    }

    private static void assertNear(String what, double range, double[] expected, double[] actual) {
        for (int at = 0; at < expected.length; at++) {
            assertWithin(what + at, expected[at], actual[at], 2e-14 * Math.max(40 + range, Math.abs(expected[at])));
        }
    }

    @ParameterizedTest
    @EnumSource
    void lossesOfOnePredictor_areTheirExpectations(ReferenceLoss loss) {
        for (int rows : new int[] {1, 7, PredictorChunk.CAPACITY}) {
            assertExpected(loss.loss(), loss.labels(), rows, 3);
            assertExpected(loss.loss(), loss.labels(), rows, 30);
            assertExpected(new WeightedLoss(loss.loss(), 0.7), loss.labels(), rows, 3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void softmax_isItsExpectation(int classes) {
        double[] choice = {0, 1, classes - 1};
        for (int rows : classes > 4
                ? new int[] {7}
                : new int[] {1, 7, PredictorChunk.CAPACITY}) { // expectations of many are slow
            assertExpected(new SoftmaxLoss(classes), choice, rows, 3);
            assertExpected(new SoftmaxLoss(classes), choice, rows, 800);
            assertExpected(new WeightedLoss(new SoftmaxLoss(classes), 2), choice, rows, 3);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "zero-inflated-poisson",
                "zero-inflated-negative-binomial",
                "hurdle-poisson",
                "hurdle-negative-binomial"
            })
    void countsWithAPartForZeros_areTheirExpectation(String family) {
        RowLoss loss = Likelihoods.named(family, 4, 2).loss(new DispersionPosterior.Known(0.7));
        double[] choice = {0, 1, 0, 4, 70};
        for (int rows : new int[] {1, 7, PredictorChunk.CAPACITY}) {
            assertExpected(loss, choice, rows, 3);
            assertExpected(loss, choice, rows, 30);
            assertExpected(new WeightedLoss(loss, 0.7), choice, rows, 3);
        }
    }

    @Test
    void lossesOfPredictorsOf700_areNumbers() {
        List<String> wrong = new ArrayList<>();
        for (ReferenceLoss loss : ReferenceLoss.values()) {
            int rows = 2 * loss.labels().length;
            double[] eta = new double[DRAWS * rows];
            for (int at = 0; at < eta.length; at++) {
                eta[at] = at % rows < loss.labels().length ? 700 : -700;
            }
            PredictorDraws points = points(1, rows, labels(loss.labels(), rows), eta);
            loss.loss().evaluateAtDraws(JavaDenseKernel.INSTANCE, points, 0, DRAWS);
            for (int i = 0; i < rows; i++) {
                if (!Double.isFinite(points.losses()[i]) || !Double.isFinite(points.slopes()[i])) {
                    wrong.add(loss + " " + i);
                }
            }
        }
        assertEquals(List.of(), wrong);
    }
}
