package io.credence.loss;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.testkit.FiniteDifference;
import java.util.function.DoubleUnaryOperator;
import org.hipparchus.distribution.RealDistribution;
import org.hipparchus.distribution.continuous.BetaDistribution;
import org.hipparchus.distribution.continuous.ExponentialDistribution;
import org.hipparchus.distribution.continuous.GammaDistribution;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.distribution.continuous.WeibullDistribution;
import org.hipparchus.distribution.discrete.BinomialDistribution;
import org.hipparchus.distribution.discrete.PascalDistribution;
import org.hipparchus.distribution.discrete.PoissonDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Losses at a certain predictor: minus the log density, with every constant, and its derivatives. */
class PointLossTest {

    private static final double[] PREDICTORS = {-6, -2.3, -0.4, 0, 0.7, 1.9, 5};

    private static double known(ReferenceLoss loss) {
        return loss.scale().mean();
    }

    /** −log p(y | η) by Commons Math; NaN where it has no such distribution. */
    private static double byCommonsMath(ReferenceLoss loss, double y, double eta) {
        return -switch (loss) {
            case GAUSSIAN -> new NormalDistribution(eta, Math.sqrt(known(loss))).logDensity(y);
            case LOGIT -> new BinomialDistribution(1, 1 / (1 + Math.exp(-eta))).logProbability((int) y);
            case PROBIT -> Math.log(new NormalDistribution(0, 1).cumulativeProbability(y == 1 ? eta : -eta));
            case POISSON -> new PoissonDistribution(Math.exp(eta), 1e-12, 1000).logProbability((int) y);
            case NEGATIVE_BINOMIAL -> {
                double size = 1 / known(loss);
                yield new PascalDistribution((int) size, size / (size + Math.exp(eta))).logProbability((int) y);
            }
            case GAMMA -> new GammaDistribution(1 / known(loss), known(loss) * Math.exp(eta)).logDensity(y);
            case STUDENT ->
                new TDistribution(4).logDensity((y - eta) / Math.sqrt(known(loss))) - 0.5 * Math.log(known(loss));
            case BETA -> beta(1 / known(loss), eta).logDensity(y);
            case EXPONENTIAL -> survival(new ExponentialDistribution(Math.exp(eta)), y);
            case WEIBULL -> survival(new WeibullDistribution(1 / known(loss), Math.exp(eta)), y);
            case TWEEDIE,
                    NEGATIVE_BINOMIAL_ESTIMATED,
                    GAMMA_ESTIMATED,
                    BETA_ESTIMATED,
                    BETA_BINOMIAL_ESTIMATED,
                    WEIBULL_ESTIMATED,
                    STUDENT_ESTIMATED,
                    TWEEDIE_ESTIMATED -> Double.NaN;
        };
    }

    private static BetaDistribution beta(double precision, double eta) {
        return new BetaDistribution(precision / (1 + Math.exp(-eta)), precision / (1 + Math.exp(eta)));
    }

    /** The probability of a time beyond a censored one. */
    private static double survival(RealDistribution times, double y) {
        return y > 0 ? Math.log(times.density(y)) : Math.log1p(-times.cumulativeProbability(-y));
    }

    @ParameterizedTest
    @EnumSource(
            names = {".*_ESTIMATED", "TWEEDIE"},
            mode = EnumSource.Mode.MATCH_NONE)
    void value_isMinusTheLogDensityOfCommonsMath(ReferenceLoss loss) {
        for (double y : loss.labels()) {
            for (double eta : PREDICTORS) {
                double expected = byCommonsMath(loss, y, eta);
                String what = loss + " y=" + y + " η=" + eta;
                assertClose(
                        what, expected, ExpectedRow.of(loss.loss(), y, eta, 0).value(), 1e-11);
                assertClose(what, expected, loss.reference(y).applyAsDouble(eta), 1e-11);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void slopeAndCurvature_matchFiniteDifferences(ReferenceLoss loss) {
        for (double y : loss.labels()) {
            DoubleUnaryOperator reference = loss.reference(y);
            for (double eta : PREDICTORS) {
                double[] at = {eta};
                ExpectedRow row = ExpectedRow.of(loss.loss(), y, eta, 0);
                String what = loss + " y=" + y + " η=" + eta;
                assertClose(what, reference.applyAsDouble(eta), row.value(), 1e-13);
                double slope = FiniteDifference.gradient(x -> reference.applyAsDouble(x[0]), at)[0];
                assertClose(what + " slope", slope, row.slope(), 1e-8);
                double curvature = FiniteDifference.gradient(
                        x -> ExpectedRow.of(loss.loss(), y, x[0], 0).slope(), at)[0];
                assertClose(what + " curvature", curvature, row.curvature(), 1e-8);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void predictorsOf700_giveFiniteNumbers(ReferenceLoss loss) {
        for (double y : loss.labels()) {
            for (double mean : new double[] {-700, 700}) {
                for (double variance : new double[] {0, 1, 9}) {
                    ExpectedRow row = ExpectedRow.of(loss.loss(), y, mean, variance);
                    String what = loss + " y=" + y + " m=" + mean + " v=" + variance + ": " + row;
                    assertTrue(Double.isFinite(row.value()), what);
                    assertTrue(Double.isFinite(row.slope()), what);
                    assertTrue(Double.isFinite(row.curvature()), what);
                }
            }
        }
    }

    @Test
    void predictorsOf700_giveTheirLimits() {
        RowLoss logit = ReferenceLoss.LOGIT.loss();
        assertEquals(700, ExpectedRow.of(logit, 0, 700, 4).value(), 1e-10);
        assertEquals(1, ExpectedRow.of(logit, 0, 700, 4).slope(), 1e-14);
        assertEquals(0, ExpectedRow.of(logit, 1, 700, 4).value(), 1e-10);
        // −log Φ(−700), φ(700)/Φ(−700) and its derivative, by mpmath with 50 digits.
        ExpectedRow probit = ExpectedRow.of(ReferenceLoss.PROBIT.loss(), 1, -700, 0);
        assertWithin("value", 245007.4700209090, probit.value(), 1e-10);
        assertWithin("slope", -700.0014285655977, probit.slope(), 1e-12);
        assertWithin("curvature", 0.9999979592086626, probit.curvature(), 1e-12);
    }

    @Test
    void ratesBeyondTheExponent_areInfiniteAndNotNaN() {
        ExpectedRow poisson = ExpectedRow.of(ReferenceLoss.POISSON.loss(), 3, 710, 0);
        assertEquals(Double.POSITIVE_INFINITY, poisson.value());
        ExpectedRow gamma = ExpectedRow.of(ReferenceLoss.GAMMA.loss(), 3, -710, 0);
        assertEquals(Double.POSITIVE_INFINITY, gamma.value());
    }

    @Test
    void gaussianOfAnEstimatedVariance_averagesOverIt() {
        DispersionPosterior.InverseGamma factor = new DispersionPosterior.InverseGamma(3, 4);
        RowLoss loss = Likelihoods.named("gaussian", 4, 2).loss(factor);
        double y = 1.2;
        double eta = -0.7;
        // E over σ² by a trapezoid in log σ², whose density is b^a/Γ(a) exp(−aℓ − b e^{−ℓ}); Γ(3) = 2.
        double expected = 0;
        double step = 0.005;
        for (double log = -6; log < 20; log += step) {
            double density = 32 * Math.exp(-3 * log - 4 * Math.exp(-log));
            expected += step * density * ReferenceLoss.GAUSSIAN.at(Math.exp(log), y, eta);
        }
        assertClose("value", expected, ExpectedRow.of(loss, y, eta, 0).value(), 1e-11);
        assertClose("curvature", 0.75, ExpectedRow.of(loss, y, eta, 9).curvature(), 1e-15);
        assertClose("slope", 0.75 * (eta - y), ExpectedRow.of(loss, y, eta, 9).slope(), 1e-15);
    }
}
