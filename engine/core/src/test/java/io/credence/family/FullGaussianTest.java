package io.credence.family;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.data.CoefficientCovariance;
import io.credence.divergence.GoldenDivergences;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FullGaussianTest extends GaussianPosteriorContract {

    private static final DenseKernel KERNEL = JavaDenseKernel.INSTANCE;
    private static final double TOLERANCE = 1e-11;

    /** A random Gaussian with its precision in full. */
    private record Case(FullGaussian q, double[] precision, int d) {
        static Case of(String name, int d) {
            RandomArrays random = RandomArrays.of(name + d);
            double[] precision = random.definite(d);
            FullGaussian q = FullGaussian.of(KERNEL, random.normals(d), Symmetric.pack(precision, d));
            return new Case(q, precision, d);
        }

        double[] covariance() {
            return Naive.inverse(precision, d);
        }
    }

    @Override
    public GaussianPosterior any(RandomArrays random) {
        double[] parameters = random.uniforms(3 + 6, -0.6, 0.6);
        return FullGaussian.around(KERNEL, new double[3], filled(3, 1)).with(parameters);
    }

    @Override
    GaussianPosterior wide(RandomArrays random) {
        return FullGaussian.of(KERNEL, random.normals(6), Symmetric.pack(random.definite(6), 6));
    }

    @Override
    GaussianPosterior one() {
        return FullGaussian.of(KERNEL, new double[] {0.5}, new double[] {4});
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 40})
    void moments_areThoseOfTheInversePrecision(int d) {
        Case c = Case.of("moments", d);
        double[] covariance = c.covariance();
        double[] v = RandomArrays.of("vector").normals(d);
        assertClose("covariance", covariance, c.q().covariance(), TOLERANCE);
        assertClose("S v", Naive.times(covariance, v), c.q().covarianceTimes(v), TOLERANCE);
        double[] sd = new double[d];
        double trace = 0;
        for (int j = 0; j < d; j++) {
            sd[j] = Math.sqrt(covariance[j * d + j]);
            trace += v[j] * covariance[j * d + j];
        }
        assertClose("sd", sd, c.q().sd(), TOLERANCE);
        assertClose("weighted trace", trace, c.q().weightedTrace(v), TOLERANCE);
        assertClose("log |P|", Naive.logDeterminant(c.precision(), d), c.q().logDeterminantPrecision(), TOLERANCE);
        assertEquals(d, c.q().dimension());
        assertEquals(FullGaussian.NAME, c.q().family());
    }

    /** ½[tr(TS) − d − log |TS|] and tr(TS)/d. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 40})
    void shapeChange_matchesItsFormula(int d) {
        Case q = Case.of("from", d);
        Case target = Case.of("to", d);
        double[] ratio = Naive.product(target.precision(), q.covariance(), d);
        double trace = Naive.trace(ratio, d);
        CovarianceChange change = q.q().covarianceChange(target.q());
        assertClose("divergence", 0.5 * (trace - d - Naive.logDeterminant(ratio, d)), change.divergence(), TOLERANCE);
        assertClose("mean ratio", trace / d, change.meanRatio(), TOLERANCE);
        CovarianceChange none = q.q().covarianceChange(q.q().withMean(new double[d]));
        assertClose("divergence from itself", 0, none.divergence(), TOLERANCE);
        assertClose("ratio to itself", 1, none.meanRatio(), TOLERANCE);
    }

    @Test
    void shapeChangeAndDistance_makeTheGoldenDivergence() {
        List<GoldenDivergences> pairs = GoldenDivergences.pairs();
        assertEquals(15, pairs.size());
        for (GoldenDivergences pair : pairs) {
            int d = pair.dimension();
            double[] priorPrecision = Naive.inverse(pair.priorCovariance(), d);
            FullGaussian q = gaussian(pair.mean(), Naive.inverse(pair.covariance(), d));
            FullGaussian prior = gaussian(pair.priorMean(), priorPrecision);
            double[] apart = new double[d];
            for (int j = 0; j < d; j++) {
                apart[j] = pair.mean()[j] - pair.priorMean()[j];
            }
            double actual = q.covarianceChange(prior).divergence() + 0.5 * Naive.form(apart, priorPrecision, apart);
            assertClose("KL", pair.kullbackLeibler(), actual, 1e-10);
        }
    }

    private static FullGaussian gaussian(double[] mean, double[] precision) {
        return FullGaussian.of(KERNEL, mean, Symmetric.pack(precision, mean.length));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 40})
    void serialisation_keepsEveryBit(int d) {
        FullGaussian q = Case.of("written", d).q();
        FullGaussian read = Serialised.copy(q);
        assertArrayEquals(q.mean(), read.mean());
        assertArrayEquals(q.precision(), read.precision());
        assertArrayEquals(q.cholesky().factor(), read.cholesky().factor());
        assertArrayEquals(q.covariance(), read.covariance());
        assertSame(q.kernel(), read.kernel());
    }

    @Test
    void scaledPrecision_dividesTheCovariance() {
        Case c = Case.of("scaled", 5);
        GaussianPosterior scaled = c.q().withPrecisionScaled(4);
        double[] sd = c.q().sd();
        for (int j = 0; j < 5; j++) {
            assertClose("sd", 0.5 * sd[j], scaled.sd()[j], 1e-13);
        }
        assertSame(c.q().mean(), scaled.mean());
        assertClose("unchanged", Symmetric.pack(c.precision(), 5), c.q().precision(), 0);
        assertThrows(IllegalArgumentException.class, () -> c.q().withPrecisionScaled(-1));
        assertThrows(IllegalArgumentException.class, () -> c.q().withPrecisionScaled(Double.NaN));
    }

    @Test
    void otherMean_keepsThePrecision() {
        Case c = Case.of("moved", 5);
        double[] mean = {1, 2, 3, 4, 5};
        FullGaussian moved = c.q().withMean(mean);
        assertArrayEquals(mean, moved.mean());
        assertSame(c.q().cholesky(), moved.cholesky());
        assertSame(c.q().precision(), moved.precision());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 40})
    void spread_standsForTheCovarianceInBothForms(int d) {
        Case c = Case.of("spread", d);
        double[] f = assertInstanceOf(CoefficientCovariance.CovarianceFactor.class, c.q().coefficientCovariance(false))
                .factor();
        double[] s = assertInstanceOf(CoefficientCovariance.Covariance.class, c.q().coefficientCovariance(true))
                .matrix();
        assertClose("FᵀF", c.covariance(), Naive.product(Naive.transpose(f, d), f, d), TOLERANCE);
        assertClose("S", c.covariance(), s, TOLERANCE);
    }

    @Test
    void precisionThatIsNotPositiveDefinite_givesNone() {
        assertNull(FullGaussian.of(KERNEL, new double[2], new double[] {1, 2, 1}));
        assertNull(FullGaussian.of(KERNEL, new double[1], new double[] {Double.NaN}));
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class, () -> FullGaussian.of(KERNEL, new double[2], new double[4]));
        assertEquals("a precision of order 2 has 3 packed numbers but found 4", refused.getMessage());
    }
}
