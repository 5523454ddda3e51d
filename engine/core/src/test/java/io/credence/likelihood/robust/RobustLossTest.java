package io.credence.likelihood.robust;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.JavaDenseKernel;
import io.credence.loss.ExpectedRow;
import io.credence.loss.RobustCase;
import io.credence.testkit.FiniteDifference;
import java.util.function.ObjDoubleConsumer;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The β- and γ-losses of every family: at points, under a normal predictor, and at their limits. */
class RobustLossTest {

    private static final double[] PREDICTORS = {-6, -2.3, -0.4, 0, 0.7, 1.9, 5};
    private static final double[] MEANS = {-4, 0.9, 3};
    private static final double[] DEVIATIONS = {0.01, 0.12, 0.35, 0.8, 1.05, 3, 10};
    private static final double RELATIVE = 1e-9;
    private static final double ABSOLUTE = 5e-11;

    private static void forAll(RobustCase robust, ObjDoubleConsumer<RobustForm> test) {
        for (RobustForm form : RobustForm.values()) {
            for (double order : robust.orders()) {
                test.accept(form, order);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void value_isTheFormulaOfThePaper(RobustCase robust) {
        forAll(robust, (form, order) -> {
            RowLoss loss = robust.loss(form, order);
            for (double eta : PREDICTORS) {
                double integral = robust.integral(order, eta);
                for (double y : robust.labels()) {
                    double minusLog = robust.minusLog(y, eta);
                    double expected = order == 1 ? minusLog : RobustCase.formula(form, order, minusLog, integral);
                    String what = robust + " " + form + " " + order + " y=" + y + " η=" + eta;
                    assertClose(what, expected, ExpectedRow.of(loss, y, eta, 0).value(), 1e-12);
                }
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void slopeAndCurvature_matchFiniteDifferences(RobustCase robust) {
        forAll(robust, (form, order) -> {
            RowLoss loss = robust.loss(form, order);
            for (double y : robust.labels()) {
                for (double eta : PREDICTORS) {
                    ExpectedRow row = ExpectedRow.of(loss, y, eta, 0);
                    String what = robust + " " + form + " " + order + " y=" + y + " η=" + eta;
                    double[] at = {eta};
                    double slope = FiniteDifference.gradient(
                            x -> ExpectedRow.of(loss, y, x[0], 0).value(), at)[0];
                    double curvature = FiniteDifference.gradient(
                            x -> ExpectedRow.of(loss, y, x[0], 0).slope(), at)[0];
                    double scale = 1e-8 * (1 + Math.abs(row.value()) + Math.abs(row.slope()));
                    assertWithin(what + " slope", slope, row.slope(), scale);
                    assertWithin(what + " curvature", curvature, row.curvature(), scale + 1e-8 * Math.abs(curvature));
                }
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void expectations_matchAFineTrapezoid(RobustCase robust) {
        forAll(robust, (form, order) -> {
            RowLoss loss = robust.loss(form, order);
            for (double y : robust.labels()) {
                for (double sd : DEVIATIONS) {
                    for (double mean : sd <= robust.largestSd() ? MEANS : new double[0]) {
                        ExpectedRow row = ExpectedRow.of(loss, y, mean, sd * sd);
                        String what = robust + " " + form + " " + order + " y=" + y + " m=" + mean + " sd=" + sd;
                        double[] fine = fine(loss, y, mean, sd);
                        assertNear(what, fine[0], row.value());
                        assertNear(what + " slope", fine[1], row.slope());
                        assertNear(what + " curvature", fine[2], row.curvature());
                    }
                }
            }
        });
    }

    private static void assertNear(String what, double expected, double actual) {
        assertWithin(what, expected, actual, RELATIVE * Math.abs(expected) + ABSOLUTE);
    }

    /** E ℓ, E ℓ′, E ℓ″ from points, whose derivatives are tested above. */
    private static double[] fine(RowLoss loss, double y, double mean, double sd) {
        double step = Math.min(0.12, 0.1 / sd);
        int half = (int) Math.ceil((9.5 + 2 * sd) / step);
        double[] sum = new double[3];
        PredictorChunk chunk = new PredictorChunk(1, new double[loss.dispersionTotalCount()]);
        chunk.label()[0] = y;
        for (int k = -half; k <= half; k++) {
            double z = k * step;
            double density = step * Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
            chunk.resize(1);
            chunk.predictorMeans()[0] = mean + sd * z;
            loss.writeExpectedMoments(JavaDenseKernel.INSTANCE, chunk);
            sum[0] += density * chunk.moments().value()[0];
            sum[1] += density * chunk.moments().slope()[0];
            sum[2] += density * chunk.moments().curvature()[0];
        }
        return sum;
    }

    /** Bonnet's and Price's identities: ∂E f/∂m = E f′ and 2 ∂E f/∂v = E f″. */
    @ParameterizedTest
    @EnumSource
    void slopeAndCurvature_areDerivativesOfTheExpectedValue(RobustCase robust) {
        forAll(robust, (form, order) -> {
            RowLoss loss = robust.loss(form, order);
            double y = robust.labels()[1];
            for (double mean : MEANS) {
                double[] at = {mean, 0.7};
                ToDoubleFunction<double[]> value =
                        x -> ExpectedRow.of(loss, y, x[0], x[1]).value();
                double[] derivatives = FiniteDifference.gradient(value, at);
                ExpectedRow row = ExpectedRow.of(loss, y, mean, 0.7);
                double allowed = 1e-6 * (1 + Math.abs(row.value()));
                assertWithin(robust + " Bonnet " + order, derivatives[0], row.slope(), allowed);
                assertWithin(robust + " Price " + order, 2 * derivatives[1], row.curvature(), allowed);
            }
        });
    }

    /** With the documented constants both losses are −log p at 1, and near it to first order. */
    @ParameterizedTest
    @EnumSource
    void ordersTowardsOne_giveMinusTheLogDensity(RobustCase robust) {
        for (RobustForm form : RobustForm.values()) {
            for (double y : robust.labels()) {
                double expected = robust.minusLog(y, 0.7);
                String what = robust + " " + form + " y=" + y;
                for (double away : new double[] {0, 1e-9, 1e-6, 1e-3}) {
                    double value = ExpectedRow.of(robust.loss(form, 1 + away), y, 0.7, 0)
                            .value();
                    double allowed = 1e-12 * (1 + expected) + away * (10 + expected * expected);
                    assertWithin(what + " 1 + " + away, expected, value, allowed);
                }
            }
        }
    }

    /** Both are functions of p and I: what I the β-loss holds, the γ-loss must hold. */
    @ParameterizedTest
    @EnumSource
    void gamma_followsFromBetaAndTheLogDensity(RobustCase robust) {
        double c = 1.5;
        double y = robust.labels()[1];
        for (double eta : PREDICTORS) {
            double beta =
                    ExpectedRow.of(robust.loss(RobustForm.BETA, c), y, eta, 0).value();
            double gamma =
                    ExpectedRow.of(robust.loss(RobustForm.GAMMA, c), y, eta, 0).value();
            double power = Math.exp(-(c - 1) * robust.minusLog(y, eta));
            double integral = c * (beta - RobustForm.BETA.addedConstant(c) + power / (c - 1));
            double expected = -c / (c - 1) * power / Math.pow(integral, (c - 1) / c);
            assertClose(robust + " η=" + eta, expected, gamma - RobustForm.GAMMA.addedConstant(c), 1e-9);
        }
    }

    @ParameterizedTest
    @EnumSource
    void predictorsOf700_giveNumbersOrInfinity(RobustCase robust) {
        forAll(robust, (form, order) -> {
            RowLoss loss = robust.loss(form, order);
            for (double y : robust.labels()) {
                for (double mean : new double[] {-700, 700}) {
                    for (double variance : new double[] {0, 1, 9}) {
                        ExpectedRow row = ExpectedRow.of(loss, y, mean, variance);
                        String what = robust + " " + form + " " + order + " y=" + y + " m=" + mean + ": " + row;
                        assertFalse(Double.isNaN(row.value()), what);
                        assertFalse(Double.isNaN(row.slope()) || Double.isNaN(row.curvature()), what);
                        boolean grows = robust == RobustCase.GAMMA && mean < 0;
                        assertTrue(grows || order <= 1 || Double.isFinite(row.value()), what);
                    }
                }
            }
        });
    }

    /** An outlier pulls without bound on −log p and not at all on the robust losses. */
    @Test
    void influenceOfAnOutlier_vanishes() {
        for (RobustForm form : RobustForm.values()) {
            RowLoss loss = RobustCase.GAUSSIAN.loss(form, 1.5);
            double near = Math.abs(ExpectedRow.of(loss, 1, 0, 0).slope());
            double far = Math.abs(ExpectedRow.of(loss, 40, 0, 0).slope());
            assertTrue(near > 0.05 && far < 1e-30, near + " " + far);
        }
    }
}
