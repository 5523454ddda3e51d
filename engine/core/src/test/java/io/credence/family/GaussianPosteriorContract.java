package io.credence.family;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.credence.data.CoefficientCovariance;
import io.credence.linalg.Symmetric;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import org.junit.jupiter.api.Test;

/** What every Gaussian family must do, against dense algebra by its definition. */
abstract class GaussianPosteriorContract extends InformationContract {

    private static final double TOLERANCE = 1e-11;
    private static final int DRAWS = 4000;

    private final RandomArrays random = RandomArrays.of("contract " + getClass().getSimpleName());

    @Override
    public abstract GaussianPosterior any(RandomArrays random);

    /** Any member of the family of six coefficients; always of the same blocks. */
    abstract GaussianPosterior wide(RandomArrays random);

    /** A member with one coefficient, mean 0.5 and precision 4. */
    abstract GaussianPosterior one();

    /** P, row-major. */
    static double[] dense(GaussianPosterior q) {
        Blocks blocks = q.blocks();
        int d = q.dimension();
        double[] matrix = new double[d * d];
        for (int b = 0, at = 0; b < blocks.count(); b++) {
            for (int i = 0; i < blocks.size(b); i++) {
                for (int j = 0; j <= i; j++, at++) {
                    matrix[(blocks.firstCoefficient(b) + i) * d + blocks.firstCoefficient(b) + j] = q.precision()[at];
                }
            }
        }
        Symmetric.fillUpper(matrix, d);
        return matrix;
    }

    @Test
    void blocks_measureThePackedPrecision() {
        GaussianPosterior q = wide(random);
        assertEquals(q.dimension(), q.blocks().dimension());
        assertEquals(q.precision().length, q.blocks().packedLength());
    }

    @Test
    void products_areThoseOfTheDenseMatrices() {
        GaussianPosterior q = wide(random);
        int d = q.dimension();
        double[] precision = dense(q);
        double[] covariance = Naive.inverse(precision, d);
        double[] v = random.normals(d);
        assertClose("P v", Naive.times(precision, v), q.precisionTimes(v), TOLERANCE);
        assertClose("S v", Naive.times(covariance, v), q.covarianceTimes(v), TOLERANCE);
        assertClose("log |P|", Naive.logDeterminant(precision, d), q.logDeterminantPrecision(), TOLERANCE);
        double trace = 0;
        for (int j = 0; j < d; j++) {
            assertClose("sd", Math.sqrt(covariance[j * d + j]), q.sd()[j], TOLERANCE);
            trace += v[j] * covariance[j * d + j];
        }
        assertClose("weighted trace", trace, q.weightedTrace(v), TOLERANCE);
    }

    @Test
    void score_isThePrecisionTimesTheDeviation() {
        GaussianPosterior q = wide(random);
        double[] standard = random.normals(q.dimension());
        double[] given = standard.clone();
        double[] deviation = q.deviation(standard);
        assertClose("Pδ", Naive.times(dense(q), deviation), q.score(standard), TOLERANCE);
        assertClose("δᵀPδ", Naive.dot(standard, standard), Naive.dot(deviation, q.score(standard)), TOLERANCE);
        assertArrayEquals(given, standard);
    }

    @Test
    void draws_haveTheMomentsOfThePosterior() {
        GaussianPosterior q = wide(random);
        int d = q.dimension();
        double[][] deviations = new double[DRAWS][];
        double[][] outer = new double[DRAWS][];
        double[][] scores = new double[DRAWS][];
        for (int s = 0; s < DRAWS; s++) {
            double[] standard = random.normals(d);
            deviations[s] = q.deviation(standard);
            outer[s] = outer(deviations[s]);
            scores[s] = outer(q.score(standard));
        }
        MonteCarlo.assertWithin4StandardErrors("E δ", new double[d], deviations);
        MonteCarlo.assertWithin4StandardErrors("E δδᵀ", Naive.inverse(dense(q), d), outer);
        MonteCarlo.assertWithin4StandardErrors("E vvᵀ", dense(q), scores);
    }

    private static double[] outer(double[] v) {
        double[] outer = new double[v.length * v.length];
        for (int i = 0; i < outer.length; i++) {
            outer[i] = v[i / v.length] * v[i % v.length];
        }
        return outer;
    }

    @Test
    void draw_isTheMeanAndTheDeviation() {
        GaussianPosterior q = wide(random);
        double[] standard = random.normals(q.dimension());
        double[] expected = q.deviation(standard);
        for (int j = 0; j < expected.length; j++) {
            expected[j] += q.mean()[j];
        }
        assertArrayEquals(expected, q.draw(0, standard));
    }

    @Test
    void otherMeanAndPrecision_makeAMemberOfTheSameBlocks() {
        GaussianPosterior q = wide(random);
        GaussianPosterior other = wide(random);
        GaussianPosterior found = q.with(other.mean(), other.precision());
        assertNotNull(found);
        assertEquals(q.blocks(), found.blocks());
        assertArrayEquals(other.coordinates(), found.coordinates());
        double[] negative = other.precision().clone();
        negative[0] = -1;
        assertNull(q.with(other.mean(), negative));
    }

    @Test
    void logDensity_matchesItsFormula() {
        GaussianPosterior q = wide(random);
        int d = q.dimension();
        double[] theta = random.normals(d);
        double[] apart = theta.clone();
        for (int j = 0; j < d; j++) {
            apart[j] -= q.mean()[j];
        }
        double[] p = dense(q);
        double expected = 0.5 * (Naive.logDeterminant(p, d) - d * Math.log(2 * Math.PI) - Naive.form(apart, p, apart));
        assertClose("log q", expected, q.logDensity(theta), TOLERANCE);
    }

    /** By the logarithms of the Cholesky factor of its precision. */
    @Override
    double parameterError() {
        return 1e-13;
    }

    /** The trapezoid is exact to rounding for a normal density. */
    @Test
    void densityOfOneCoefficient_integratesToOne() {
        GaussianPosterior q = one();
        double sum = 0;
        for (int k = -400; k <= 400; k++) {
            sum += 0.02 * Math.exp(q.logDensity(new double[] {0.5 + 0.02 * k}));
        }
        assertEquals(1, sum, 1e-13);
        // At the mean, √(4/2π).
        assertEquals(0.7978845608028654, Math.exp(q.logDensity(new double[] {0.5})), 1e-15);
    }

    @Test
    void spread_standsForTheCovariance() {
        GaussianPosterior q = wide(random);
        int d = q.dimension();
        double[] covariance = Naive.inverse(dense(q), d);
        for (boolean sparse : new boolean[] {false, true}) {
            assertClose("S", covariance, matrix(q.coefficientCovariance(sparse), d), TOLERANCE);
        }
    }

    private static double[] matrix(CoefficientCovariance spread, int d) {
        if (spread instanceof CoefficientCovariance.Diagonal diagonal) {
            return Naive.diagonal(diagonal.variances());
        }
        if (spread instanceof CoefficientCovariance.CovarianceFactor inverse) {
            assertArrayEquals(Naive.lower(inverse.factor(), d), inverse.factor());
            return Naive.product(Naive.transpose(inverse.factor(), d), inverse.factor(), d);
        }
        return ((CoefficientCovariance.Covariance) spread).matrix();
    }

    /** ½[tr(TS) − d − log |TS|] and tr(TS)/d. */
    @Test
    void shapeChange_matchesItsDenseFormula() {
        GaussianPosterior q = wide(random);
        GaussianPosterior target = wide(random);
        int d = q.dimension();
        double[] ratio = Naive.product(dense(target), Naive.inverse(dense(q), d), d);
        double trace = Naive.trace(ratio, d);
        CovarianceChange change = q.covarianceChange(target);
        assertClose("divergence", 0.5 * (trace - d - Naive.logDeterminant(ratio, d)), change.divergence(), TOLERANCE);
        assertClose("mean ratio", trace / d, change.meanRatio(), TOLERANCE);
    }

    @Test
    void copies_changeOnePartOnly() {
        GaussianPosterior q = wide(random);
        double[] mean = random.normals(q.dimension());
        GaussianPosterior moved = q.withMean(mean);
        assertArrayEquals(mean, moved.mean());
        assertSame(q.precision(), moved.precision());
        assertEquals(q.blocks(), moved.blocks());
        double[] standard = random.normals(q.dimension());
        assertArrayEquals(q.deviation(standard), moved.deviation(standard));
        double atMean = 0.5 * (q.logDeterminantPrecision() - q.dimension() * Math.log(2 * Math.PI));
        assertClose("log q at its mean", atMean, moved.logDensity(mean), TOLERANCE);
        GaussianPosterior scaled = q.withPrecisionScaled(4);
        assertArrayEquals(q.mean(), scaled.mean());
        for (int i = 0; i < q.precision().length; i++) {
            assertEquals(4 * q.precision()[i], scaled.precision()[i]);
        }
        assertClose("δ", q.deviation(standard), doubled(scaled.deviation(standard)), TOLERANCE);
    }

    private static double[] doubled(double[] v) {
        double[] doubled = v.clone();
        for (int j = 0; j < v.length; j++) {
            doubled[j] *= 2;
        }
        return doubled;
    }

    @Test
    void written_readsBackToTheSameBits() {
        GaussianPosterior q = wide(random);
        GaussianPosterior read = Serialised.copy(q);
        double[] standard = random.normals(q.dimension());
        assertEquals(q.family(), read.family());
        assertEquals(q.blocks(), read.blocks());
        assertArrayEquals(q.mean(), read.mean());
        assertArrayEquals(q.precision(), read.precision());
        assertArrayEquals(q.deviation(standard), read.deviation(standard));
        assertArrayEquals(q.score(standard), read.score(standard));
        assertEquals(q.logDensity(standard), read.logDensity(standard));
    }
}
