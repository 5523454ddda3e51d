package io.credence.loss;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.JavaDenseKernel;
import io.credence.testkit.FiniteDifference;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Losses of an uncertain predictor η ~ N(m, v) against a fine trapezoid, and against themselves. */
class ExpectedLossTest {

    private static final double[] VARIANCES = {1e-4, 0.01, 0.3, 1, 9, 100};
    private static final double[] MEANS = {-12, -3, -0.6, 0, 0.9, 4};
    private static final double RELATIVE = 1e-9;
    /** What the rules promise where they are not in closed form, times the label's size. */
    private static final double ABSOLUTE = 2e-11;

    private static void assertNear(String what, double y, double expected, double actual) {
        double allowed = RELATIVE * Math.abs(expected) + ABSOLUTE * (1 + Math.abs(y));
        assertWithin(what, expected, actual, allowed);
    }

    @ParameterizedTest
    @EnumSource
    void expectations_matchAFineTrapezoid(ReferenceLoss loss) {
        for (double y : loss.labels()) {
            DoubleUnaryOperator reference = loss.reference(y);
            for (double mean : MEANS) {
                for (double variance : VARIANCES) {
                    ExpectedRow row = ExpectedRow.of(loss.loss(), y, mean, variance);
                    NormalExpectation expected = new NormalExpectation(mean, variance, loss.width());
                    String what = loss + " y=" + y + " m=" + mean + " v=" + variance;
                    assertNear(what, y, expected.of(reference), row.value());
                    assertNear(what + " slope", y, expected.ofSlope(reference), row.slope());
                    assertNear(what + " curvature", y, expected.ofCurvature(reference), row.curvature());
                }
            }
        }
    }

    /** Bonnet's and Price's identities: ∂E f/∂m = E f′ and 2 ∂E f/∂v = E f″. */
    @ParameterizedTest
    @EnumSource
    void slopeAndCurvature_areDerivativesOfTheExpectedValue(ReferenceLoss loss) {
        for (double y : loss.labels()) {
            for (double mean : MEANS) {
                for (double variance : VARIANCES) {
                    double[] byMeanAndVariance = FiniteDifference.gradient(
                            x -> ExpectedRow.of(loss.loss(), y, x[0], x[1]).value(), new double[] {mean, variance});
                    ExpectedRow row = ExpectedRow.of(loss.loss(), y, mean, variance);
                    String what = loss + " y=" + y + " m=" + mean + " v=" + variance;
                    double scale = 1 + 1e-4 * Math.abs(row.value());
                    assertWithin(what + " Bonnet", byMeanAndVariance[0], row.slope(), tolerance(row.slope()) * scale);
                    assertWithin(
                            what + " Price",
                            2 * byMeanAndVariance[1],
                            row.curvature(),
                            tolerance(row.curvature()) * scale);
                }
            }
        }
    }

    private static double tolerance(double size) {
        return 1e-6 * Math.max(1, Math.abs(size));
    }

    /** The chunk is a matter of speed: many rows at once, of all the rules, give what each gives alone. */
    @ParameterizedTest
    @EnumSource
    void rowsOfAChunk_doNotDisturbEachOther(ReferenceLoss loss) {
        RowLoss rowLoss = loss.loss();
        int rows = PredictorChunk.CAPACITY - 3;
        PredictorChunk chunk = new PredictorChunk(1, new double[rowLoss.dispersionTotalCount()]);
        chunk.resize(rows);
        for (int i = 0; i < rows; i++) {
            chunk.label()[i] = loss.labels()[i % loss.labels().length];
            chunk.weight()[i] = 1;
            chunk.predictorMeans()[i] = MEANS[i % 5];
            chunk.predictorCovariances()[i] = VARIANCES[i % VARIANCES.length] * (1 + i % 7);
        }
        rowLoss.writeExpectedMoments(JavaDenseKernel.INSTANCE, chunk);
        for (int i = 0; i < rows; i += 11) {
            ExpectedRow alone = ExpectedRow.of(
                    rowLoss, chunk.label()[i], chunk.predictorMeans()[i], chunk.predictorCovariances()[i]);
            assertClose(loss + " value", alone.value(), chunk.moments().value()[i], 1e-15);
            assertClose(loss + " slope", alone.slope(), chunk.moments().slope()[i], 1e-15);
            assertClose(loss + " curvature", alone.curvature(), chunk.moments().curvature()[i], 1e-15);
        }
    }
}
