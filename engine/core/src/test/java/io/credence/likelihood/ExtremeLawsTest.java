package io.credence.likelihood;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.NormalTail;
import io.credence.random.AddressedGenerator;
import java.util.Objects;
import org.hipparchus.distribution.continuous.BetaDistribution;
import org.hipparchus.distribution.continuous.GammaDistribution;
import org.hipparchus.distribution.discrete.PoissonDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Distribution functions and draws at the ends of what parameters can be. */
class ExtremeLawsTest {

    private static final double[] PREDICTORS = {-700, -100, -20, -3, 0, 3, 9, 16, 28, 35, 100, 700};
    private static final double[] DISPERSIONS = {1e-12, 1e-9, 1e-6, 1e-3, 1, 1e3, 1e6, 1e9};
    private static final double[] RESPONSES = {
        -1, 0, 1e-300, 1e-12, 1e-3, 0.5, 1, 2, 9, 100, 1e4, 99999, 100001, 1e6, 1e9, 1e12, 1e15, 1e100, 1e300
    };

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gaussian",
                "student-t",
                "poisson",
                "negative-binomial",
                "gamma",
                "beta",
                "weibull",
                "exponential",
                "tweedie",
                "hurdle-poisson",
                "hurdle-negative-binomial"
            })
    void distributionFunctions_riseFromZeroToOne(String family) {
        ResponseLaw law = Objects.requireNonNull(Likelihoods.named(family, 4, 2).responseLaw());
        for (double eta : PREDICTORS) {
            for (double dispersion : DISPERSIONS) {
                double before = 0;
                for (double y : RESPONSES) {
                    double cdf = law.cdf(y, eta, dispersion);
                    String what = family + " at " + y + ", η = " + eta + ", φ = " + dispersion;
                    assertTrue(cdf >= before - 1e-5 && cdf <= 1 + 1e-12, () -> what + ": " + cdf);
                    before = cdf;
                }
                assertTrue(law.predictorNoise(eta, dispersion) >= 0);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"poisson", "negative-binomial", "gamma", "beta", "tweedie", "student-t", "hurdle-poisson"})
    void draws_areNumbers(String family) {
        Likelihood likelihood = Likelihoods.named(family, 4, 2);
        ResponseSampler draw = Objects.requireNonNull(likelihood.responseSampler());
        AddressedGenerator random = new AddressedGenerator();
        for (double eta : PREDICTORS) {
            for (double dispersion : DISPERSIONS) {
                double[] predictors = new double[likelihood.predictorCount()];
                predictors[0] = eta;
                for (int i = 0; i < 20; i++) {
                    double y = draw.draw(predictors, dispersion, random.moveTo(1, i));
                    assertTrue(Double.isFinite(y), () -> family + ", η = " + eta + ", φ = " + dispersion + ": " + y);
                }
            }
        }
    }

    /** A negative binomial of no dispersion is a Poisson one, and of large means a gamma. */
    @Test
    void negativeBinomial_hasItsLimits() {
        ResponseLaw law = Objects.requireNonNull(
                Likelihoods.named("negative-binomial", 4, 2).responseLaw());
        for (double mean : new double[] {0.1, 3, 60, 2000}) {
            PoissonDistribution poisson = new PoissonDistribution(mean);
            for (int count : new int[] {0, 1, (int) mean, (int) (mean + 2 * Math.sqrt(mean))}) {
                for (double dispersion : new double[] {1e-10, 1e-12, 1e-15}) {
                    double cdf = law.cdf(count, Math.log(mean), dispersion);
                    assertEquals(poisson.cumulativeProbability(count), cdf, 1e-6, () -> mean + ", " + count);
                }
            }
        }
        for (double dispersion : new double[] {1e-3, 0.2, 1, 8}) {
            for (double mean : new double[] {1e7, 1e10, 1e14}) {
                GammaDistribution gamma = new GammaDistribution(1 / dispersion, dispersion * mean);
                for (double at : new double[] {0.3, 0.9, 1, 1.4}) {
                    double cdf = law.cdf(at * mean, Math.log(mean), dispersion);
                    assertEquals(
                            gamma.cumulativeProbability(at * mean),
                            cdf,
                            2e-4,
                            () -> mean + ", " + at + ", " + dispersion);
                }
            }
        }
    }

    /** Against the continued fraction, where its terms are few, on either side of the bounds. */
    @Test
    void incompleteBeta_isTheSameOnBothSidesOfItsBounds() {
        for (double[] shapes : new double[][] {{9_000, 2e4}, {12_000, 2e4}, {30, 0.9e8}, {30, 1.1e8}, {1.1e8, 0.5}}) {
            double a = shapes[0];
            double b = shapes[1];
            double mean = a / (a + b);
            double sd = Math.sqrt(mean * (1 - mean) / (a + b + 1));
            BetaDistribution law = new BetaDistribution(a, b);
            for (double z : new double[] {-3, -1, 0, 1, 3}) {
                double x = mean + z * sd;
                if (x > 0 && x < 1) {
                    double found = IncompleteBeta.regularisedBeta(x, 1 - x, a, b);
                    assertEquals(law.cumulativeProbability(x), found, 1e-5, () -> a + ", " + b + ", " + z);
                }
            }
        }
        assertEquals(
                NormalTail.cdf(1),
                IncompleteBeta.regularisedBeta(0.5 + 0.5e-6 / 2, 0.5 - 0.5e-6 / 2, 2e12, 2e12),
                1e-4);
    }

    @Test
    void studentsLaw_isNormalForManyDegreesOfFreedom() {
        for (double nu : new double[] {1e7, 1e9, 1e12, 1e15}) {
            ResponseLaw law = new ResponseLaw.Student(nu);
            for (double t : new double[] {-5, -1, 0, 0.3, 4}) {
                assertEquals(NormalTail.cdf(t), law.cdf(t, 0, 1), 1e-7, () -> "ν = " + nu + ", t = " + t);
            }
        }
    }
}
