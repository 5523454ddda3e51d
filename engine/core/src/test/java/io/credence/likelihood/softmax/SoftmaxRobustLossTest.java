package io.credence.likelihood.softmax;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.likelihood.robust.RobustForm;
import io.credence.likelihood.robust.RobustLikelihood;
import io.credence.linalg.JavaDenseKernel;
import io.credence.loss.ExpectedRow;
import io.credence.loss.RobustCase;
import io.credence.loss.SoftmaxRow;
import io.credence.testkit.FiniteDifference;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The β- and γ-losses of classes, in two and more predictors. */
class SoftmaxRobustLossTest {

    private static final double[] ORDERS = {0.5, 1.05, 1.5, 3};

    private static RowLoss loss(RobustForm form, double order, int classes) {
        return new RobustLikelihood(Likelihoods.named("softmax", 4, classes), form, order)
                .loss(new DispersionPosterior.Known(1));
    }

    private static SoftmaxRow at(RowLoss loss, int label, double... eta) {
        return SoftmaxRow.of(loss, label, eta, new double[eta.length * eta.length]);
    }

    @ParameterizedTest
    @EnumSource
    void value_isTheFormulaOfThePaper(RobustForm form) {
        double[] eta = {1.2, -0.7, 0.4};
        for (double order : ORDERS) {
            double integral = 0;
            for (int z = 0; z <= 3; z++) {
                integral += Math.exp(-order * SoftmaxRow.exactly(z, eta).value());
            }
            for (int z = 0; z <= 3; z++) {
                double expected = RobustCase.formula(
                        form, order, SoftmaxRow.exactly(z, eta).value(), integral);
                assertClose(
                        form + " " + z,
                        expected,
                        at(loss(form, order, 4), z, eta).value(),
                        1e-13);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void derivatives_matchFiniteDifferences(RobustForm form) {
        double[] eta = {1.2, -0.7, 0.4};
        for (double order : ORDERS) {
            RowLoss loss = loss(form, order, 4);
            for (int z = 0; z <= 3; z++) {
                int label = z;
                SoftmaxRow row = at(loss, label, eta);
                double[] slope =
                        FiniteDifference.gradient(x -> at(loss, label, x).value(), eta);
                double[][] jacobian =
                        FiniteDifference.jacobian(x -> at(loss, label, x).slope(), eta);
                assertClose(form + " slope", slope, row.slope(), 1e-8);
                double[] curvature =
                        Arrays.stream(jacobian).flatMapToDouble(Arrays::stream).toArray();
                assertClose(form + " curvature", curvature, row.curvature(), 1e-8);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void expectations_matchAFineTrapezoid(RobustForm form) {
        double[] mean = {0.8, -0.5};
        for (double order : ORDERS) {
            RowLoss loss = loss(form, order, 3);
            for (double scale : new double[] {0.01, 0.3, 1, 4}) {
                double[] covariance = {scale, 0.4 * scale, 0.4 * scale, 0.7 * scale};
                for (int label = 0; label <= 2; label++) {
                    double[] found =
                            SoftmaxRow.of(loss, label, mean, covariance).all();
                    double[] expected = fine(loss, label, mean, covariance);
                    for (int k = 0; k < found.length; k++) {
                        String what = form + " " + order + " v=" + scale + " y=" + label + " [" + k + "]";
                        assertWithin(what, expected[k], found[k], 1e-9 * (1 + Math.abs(expected[k])));
                    }
                }
            }
        }
    }

    private static double[] fine(RowLoss loss, int label, double[] mean, double[] v) {
        double first = Math.sqrt(v[0]);
        double along = v[1] / first;
        double second = Math.sqrt(v[3] - along * along);
        double step = 0.1;
        double[] sum = new double[7];
        PredictorChunk chunk = new PredictorChunk(2, new double[0]);
        chunk.resize(1);
        chunk.label()[0] = label;
        for (int i = -85; i <= 85; i++) {
            for (int j = -85; j <= 85; j++) {
                double x = i * step;
                double y = j * step;
                double density = step * step * Math.exp(-0.5 * (x * x + y * y)) / (2 * Math.PI);
                chunk.predictorMeans()[0] = mean[0] + first * x;
                chunk.predictorMeans()[1] = mean[1] + along * x + second * y;
                loss.writeExpectedMoments(JavaDenseKernel.INSTANCE, chunk);
                sum[0] += density * chunk.moments().value()[0];
                for (int k = 0; k < 4; k++) {
                    sum[1 + k % 2] += k < 2 ? density * chunk.moments().slope()[k] : 0;
                    sum[3 + k] += density * chunk.moments().curvature()[k];
                }
            }
        }
        return sum;
    }

    @ParameterizedTest
    @EnumSource
    void twoClasses_areABernoulliLabel(RobustForm form) {
        RowLoss bernoulli = RobustCase.LOGIT.loss(form, 1.5);
        SoftmaxRow row = SoftmaxRow.of(loss(form, 1.5, 2), 1, new double[] {0.3}, new double[] {2});
        assertClose("value", ExpectedRow.of(bernoulli, 1, 0.3, 2).value(), row.value(), 1e-15);
    }

    @Test
    void predictorsOf700_giveFiniteNumbers() {
        for (RobustForm form : RobustForm.values()) {
            for (int label = 0; label <= 2; label++) {
                for (double order : new double[] {1.05, 1.5, 3}) {
                    SoftmaxRow row = at(loss(form, order, 3), label, 700, -700);
                    assertTrue(Arrays.stream(row.all()).allMatch(Double::isFinite), form + " " + row);
                }
            }
        }
    }
}
