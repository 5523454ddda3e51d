package io.credence.likelihood.zero;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.Softplus;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.likelihood.count.NegativeBinomialLoss;
import io.credence.likelihood.count.NegativeBinomialZeros;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Moments;
import io.credence.loss.SoftmaxRow;
import io.credence.quadrature.DispersionNodes;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.Nightly;
import java.util.Arrays;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZeroInflatedLossTest {

    private static final double PHI = 0.7;
    private static final int LABELS = 4;

    private static RowLoss loss(boolean poisson) {
        return Likelihoods.named(poisson ? "zero-inflated-poisson" : "zero-inflated-negative-binomial", 4, 0)
                .loss(new DispersionPosterior.Known(PHI));
    }

    /** −log p(y | η) as the model is written down. */
    private static double exactly(boolean poisson, int y, double[] eta) {
        double pi = 1 / (1 + Math.exp(-eta[1]));
        double mu = Math.exp(eta[0]);
        double r = 1 / PHI;
        double logCount = poisson
                ? y * eta[0] - mu - Gamma.logGamma(y + 1)
                : Gamma.logGamma(y + r)
                        - Gamma.logGamma(r)
                        - Gamma.logGamma(y + 1)
                        + r * Math.log(r / (r + mu))
                        + y * Math.log(mu / (r + mu));
        return -Math.log((y == 0 ? pi : 0) + (1 - pi) * Math.exp(logCount));
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void certainPredictors_giveMinusTheLogProbability(boolean poisson) {
        for (int y = 0; y < LABELS; y++) {
            for (double[] eta : new double[][] {{0.3, -1.2}, {-2, 0.5}, {1.9, 2.5}}) {
                int label = y;
                SoftmaxRow row = SoftmaxRow.of(loss(poisson), y, eta, new double[4]);
                assertClose("value", exactly(poisson, y, eta), row.value(), 1e-12);
                assertClose(
                        "slope", FiniteDifference.gradient(x -> exactly(poisson, label, x), eta), row.slope(), 1e-7);
                double[][] hessian = FiniteDifference.jacobian(
                        x -> SoftmaxRow.of(loss(poisson), label, x, new double[4])
                                .slope(),
                        eta);
                double[] curvature =
                        Arrays.stream(hessian).flatMapToDouble(Arrays::stream).toArray();
                assertClose("curvature", curvature, row.curvature(), 1e-7);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"true, 0.01", "true, 0.3", "true, 2", "false, 0.01", "false, 0.3", "false, 2", "false, 16"})
    void expectations_matchATrapezoidInThePlane(boolean poisson, double variance) {
        for (double correlation : new double[] {-0.95, 0, 0.7}) {
            double cross = 1.5 * correlation * variance;
            double[] covariance = {variance, cross, cross, 2.25 * variance};
            for (double[] mean : new double[][] {{0.4, -0.6}, {-1, -6}, {2, 3}}) {
                String where = "v=" + variance + " ρ=" + correlation + " m=" + Arrays.toString(mean);
                SoftmaxRow actual = SoftmaxRow.of(loss(poisson), 0, mean, covariance);
                assertClose(where, overThePlane(poisson, mean, covariance), actual.all(), 1e-9);
            }
        }
    }

    private static double[] overThePlane(boolean poisson, double[] mean, double[] covariance) {
        int across = 300;
        int along = 80;
        double stepAcross = 8.5 / across;
        double stepAlong = 8.5 / along;
        double first = Math.sqrt(covariance[0]);
        double slope = covariance[1] / first;
        double second = Math.sqrt(covariance[3] - slope * slope);
        double[] sum = new double[7];
        for (int a = -across; a <= across; a++) {
            for (int b = -along; b <= along; b++) {
                double u = a * stepAcross;
                double v = b * stepAlong;
                double density = Math.exp(-0.5 * (u * u + v * v)) / (2 * Math.PI) * stepAcross * stepAlong;
                double[] eta = {mean[0] + first * u, mean[1] + slope * u + second * v};
                double[] at = pointwise(poisson, eta);
                for (int m = 0; m < sum.length; m++) {
                    sum[m] += density * at[m];
                }
            }
        }
        return sum;
    }

    /** Value and derivatives of a zero's loss, from those of log p(0 | η). */
    private static double[] pointwise(boolean poisson, double[] eta) {
        double rate = Math.exp(eta[0]);
        double share = PHI * rate / (1 + PHI * rate);
        double g = poisson ? -rate : -Math.log1p(PHI * rate) / PHI;
        double g1 = poisson ? -rate : -share / PHI;
        double g2 = poisson ? -rate : -share * (1 - share) / PHI;
        double w = 1 / (1 + Math.exp(g - eta[1]));
        double p = 1 / (1 + Math.exp(-eta[1]));
        double largest = Math.max(eta[1], g);
        double value = Math.max(eta[1], 0)
                + Math.log1p(Math.exp(-Math.abs(eta[1])))
                - largest
                - Math.log1p(Math.exp(-Math.abs(eta[1] - g)));
        double cross = w * (1 - w) * g1;
        return new double[] {
            value, -(1 - w) * g1, p - w, -w * (1 - w) * g1 * g1 - (1 - w) * g2, cross, cross, p * (1 - p) - w * (1 - w)
        };
    }

    /** Given η_1 the loss is a softplus of a normal variable, whose expectation has tests of its own. */
    @ParameterizedTest
    @CsvSource({"true, 5", "true, 30", "true, 100", "false, 5", "false, 30", "false, 100"})
    void wideRows_matchAFineTrapezoid(boolean poisson, double sd) {
        int half = 40_000;
        double[] correlations = Nightly.runs() ? new double[] {-0.99, -0.4, 0, 0.8} : new double[] {-0.99, 0.8};
        for (double correlation : correlations) {
            for (double[] mean : new double[][] {{1.3, -2.1}, {-sd, 0.5 * sd}, {2, -3 * sd}}) {
                double along = 0.7 * sd;
                double rest = along * along * (1 - correlation * correlation);
                double sum = 0;
                for (int i = -half; i <= half; i++) {
                    double z = 9.0 * i / half;
                    double eta = mean[0] + sd * z;
                    double g = poisson ? -Math.exp(eta) : -softplus(eta + Math.log(PHI), 0) / PHI;
                    double u = mean[1] + correlation * along * z - Math.max(g, -1e7);
                    double density = Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI) * 9.0 / half;
                    sum += density * softplus(-u, rest);
                }
                double expected = softplus(-mean[1], along * along) - sum;
                double[] covariance = {sd * sd, correlation * sd * along, correlation * sd * along, along * along};
                double actual =
                        SoftmaxRow.of(loss(poisson), 0, mean, covariance).value();
                assertClose(poisson + " " + sd + " ρ=" + correlation, expected, actual, 1e-10 * sd);
            }
        }
    }

    /** E log(1 + e^η), η ~ N(mean, variance). */
    private static double softplus(double mean, double variance) {
        Moments moments = Moments.ofCapacity(1);
        new Softplus(1).expect(JavaDenseKernel.INSTANCE, new double[] {mean}, new double[] {variance}, 0, 1, moments);
        return moments.value()[0];
    }

    /** An optimiser follows the value as computed, of rows of every width. */
    @ParameterizedTest
    @CsvSource({"true, 4", "true, 900", "true, 1e6", "false, 4", "false, 900", "false, 1e6"})
    void curvature_isTwiceTheDerivativeInTheCovariance(boolean poisson, double variance) {
        double[] mean = {1.3, -2.1};
        for (double correlation : new double[] {-0.95, 0, 0.7}) {
            double cross = 0.6 * correlation * variance;
            double[] slope = FiniteDifference.gradient(
                    x -> wide(poisson, mean, variance * x[0], variance * x[1], variance * x[2])
                            .value(),
                    new double[] {1, cross / variance, 0.36});
            double[] curvature =
                    wide(poisson, mean, variance, cross, 0.36 * variance).curvature();
            double[] scaled = {0.5 * variance * curvature[0], variance * curvature[1], 0.5 * variance * curvature[3]};
            assertClose("v=" + variance + " ρ=" + correlation, slope, scaled, 1e-6 * Math.sqrt(variance));
        }
    }

    private static SoftmaxRow wide(boolean poisson, double[] mean, double first, double cross, double second) {
        return SoftmaxRow.of(loss(poisson), 0, mean, new double[] {first, cross, cross, second});
    }

    /** Terms of that size would cancel to five digits after the point. */
    @Test
    void hugePredictors_loseNothing() {
        double[] covariance = {4, 0, 0, 1e14};
        for (double inflation : new double[] {-1e11, 1e11}) {
            double expected = inflation > 0 ? 0 : Math.exp(0.4 + 2);
            double[] mean = {0.4, inflation};
            SoftmaxRow row = SoftmaxRow.of(loss(true), 0, mean, covariance);
            assertClose("value", expected, row.value(), 1e-8);
            assertClose("slope", new double[] {expected, 0}, row.slope(), 1e-8);
            SoftmaxRow certain = SoftmaxRow.of(loss(true), 0, new double[] {12, inflation}, new double[4]);
            assertClose("far beyond", inflation > 0 ? 0 : Math.exp(12), certain.value(), 1e-9);
        }
    }

    @Test
    void extremePredictors_giveTheirLimits() {
        double[] none = new double[4];
        assertClose(
                "sure inflation",
                0,
                SoftmaxRow.of(loss(true), 0, new double[] {800, 40}, none).value(),
                1e-12);
        assertClose(
                "no inflation",
                700,
                SoftmaxRow.of(loss(true), 0, new double[] {800, -700}, none).value(),
                1e-9);
        double[] wide = SoftmaxRow.of(loss(true), 0, new double[] {3, -3}, new double[] {100, 0, 0, 100})
                .all();
        assertTrue(Arrays.stream(wide).allMatch(Double::isFinite), Arrays.toString(wide));
    }

    private static ZeroInflatedLoss negativeBinomial(DispersionNodes nodes) {
        return new ZeroInflatedLoss(new NegativeBinomialLoss(nodes), new NegativeBinomialZeros(nodes));
    }

    /** Sums of the values at each dispersion, weighted by the rows. */
    @Test
    void totalsOfTheDispersion_areValuesAtItsNodes() {
        DispersionNodes nodes = new DispersionNodes(new double[] {0.2, 0.9}, new double[] {0.25, 0.75});
        ZeroInflatedLoss both = negativeBinomial(nodes);
        double[] totals = new double[2];
        PredictorChunk chunk = new PredictorChunk(2, totals);
        chunk.resize(2);
        chunk.label()[1] = 3;
        double[] mean = {0.2, -0.4, 0.2, -0.4};
        double[] covariance = {0.3, 0.1, 0.1, 0.4};
        System.arraycopy(mean, 0, chunk.predictorMeans(), 0, 4);
        for (int i = 0; i < 2; i++) {
            chunk.weight()[i] = 2 + i;
            System.arraycopy(covariance, 0, chunk.predictorCovariances(), 4 * i, 4);
        }
        both.writeExpectedMoments(JavaDenseKernel.INSTANCE, chunk);
        double[] each = new double[2];
        for (int k = 0; k < 2; k++) {
            DispersionNodes one = DispersionNodes.known(nodes.value(k));
            ZeroInflatedLoss own = negativeBinomial(one);
            double zero =
                    SoftmaxRow.of(own, 0, new double[] {0.2, -0.4}, covariance).value();
            double three =
                    SoftmaxRow.of(own, 3, new double[] {0.2, -0.4}, covariance).value();
            assertClose("total " + k, 2 * zero + 3 * three, totals[k], 1e-12);
            each[k] = zero;
        }
        assertClose("value", 0.25 * each[0] + 0.75 * each[1], chunk.moments().value()[0], 1e-12);
    }

    @Test
    void offset_belongsToTheCounts() {
        assertEquals(1, loss(true).predictorsWithOffset());
        assertEquals(
                1,
                Likelihoods.named("zero-inflated-poisson", 4, 0)
                        .withWeight(0.5)
                        .loss(new DispersionPosterior.Known(1))
                        .predictorsWithOffset());
    }
}
