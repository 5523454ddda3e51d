package io.credence.gradient;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.BlockGaussian;
import io.credence.family.Blocks;
import io.credence.family.DiagonalGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.linalg.JavaDenseKernel;
import io.credence.random.NormalDraws;
import io.credence.random.NormalDraws.Dependence;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What separating factors takes off the noise of gradients by values (GVI section 5.2.4). */
class RaoBlackwellTest {

    private static final int D = 20;
    private static final int DRAWS = 40;
    private static final int REPEATS = 200;

    /** Quartic polynomials of one parameter each. */
    private static PolynomialDensity independent() {
        double[][] directions = new double[D][D];
        double[][] coefficients = new double[D][];
        for (int j = 0; j < D; j++) {
            directions[j][j] = 1;
            coefficients[j] = new double[] {-2, 0.3 - 0.02 * j, -0.6, 0.04, -0.02};
        }
        return new PolynomialDensity(directions, coefficients);
    }

    /** Polynomials of the first parameter plus another, nearly quadratic, as sums over many rows of a group are. */
    private static PolynomialDensity groups() {
        double[][] directions = new double[D][D];
        double[][] coefficients = new double[D][];
        for (int j = 0; j < D; j++) {
            directions[j][0] = 1;
            directions[j][j] = 1;
            coefficients[j] = new double[] {-2, 0, -8, 0.1, -0.05};
        }
        return new PolynomialDensity(directions, coefficients);
    }

    private static GaussianPosterior diagonal(double precision) {
        double[] precisions = new double[D];
        Arrays.fill(precisions, precision);
        return new DiagonalGaussian(new double[D], precisions);
    }

    private static GaussianPosterior blocks() {
        int[] sizes = new int[D / 2];
        Arrays.fill(sizes, 2);
        Blocks cut = Blocks.of(sizes);
        double[] packed = new double[cut.packedLength()];
        for (int b = 0; b < sizes.length; b++) {
            System.arraycopy(new double[] {1.3, 0.2, 1.1}, 0, packed, 3 * b, 3);
        }
        return Objects.requireNonNull(BlockGaussian.of(JavaDenseKernel.INSTANCE, cut, new double[D], packed));
    }

    /** Mean squared errors of gradient and curvature in units of the posterior, and the noise that was stated. */
    private static double[] errors(
            PolynomialDensity density,
            GaussianPosterior q,
            GradientEstimator<GaussianPosterior> estimator,
            QuadraticControlVariate before,
            Dependence kind,
            boolean byFactor) {
        double[] gradient = density.expectedGradient(q);
        double[] curvature = q.blocks().packedWithinBlocks(density.expectedCurvature(q));
        double[] errors = new double[4];
        for (int r = 0; r < REPEATS; r++) {
            NormalDraws standard = new NormalDraws(TestSeed.of("told"), r, DRAWS, D, kind);
            EvaluatedDraws drawn =
                    byFactor ? density.ofFactors(standard, q) : density.at(standard, q, GradientForm.NONE);
            Estimate one = estimator.estimate(drawn, q, before);
            double[] off = GradientEstimatorContract.difference(one.gradient(), gradient);
            double[] bent = GradientEstimatorContract.difference(one.curvature(), curvature);
            errors[0] += 0.5 * io.credence.testkit.Naive.dot(off, q.covarianceTimes(off)) / REPEATS;
            errors[1] += 0.25 * GradientEstimatorContract.squaredSize(q, bent) / REPEATS;
            errors[2] += one.gradientNoise() / REPEATS;
            errors[3] += one.curvatureNoise() / REPEATS;
        }
        return errors;
    }

    private static QuadraticControlVariate quadratic(PolynomialDensity density, GaussianPosterior q) {
        return new QuadraticControlVariate(Blocks.full(D), density.expectedGradient(q), density.expectedCurvature(q));
    }

    private static QuadraticControlVariate before(
            String variate, PolynomialDensity density, GaussianPosterior q, boolean byFactor) {
        NormalDraws many = new NormalDraws(TestSeed.of("many"), -1, 4096, D, Dependence.SOBOL);
        return switch (variate) {
            case "none" -> QuadraticControlVariate.zero(q.blocks());
            case "constant" ->
                ConstantVariateEstimator.estimateConstants(
                        byFactor ? density.ofFactors(many, q) : density.at(many, q, GradientForm.NONE), q);
            default -> quadratic(density, q);
        };
    }

    private static GradientEstimator<GaussianPosterior> estimator(String variate) {
        return switch (variate) {
            case "none" -> new ScoreEstimator(false);
            case "constant" -> new ConstantVariateEstimator();
            default -> new ScoreEstimator(true);
        };
    }

    @ParameterizedTest
    @CsvSource({
        "none, INDEPENDENT, 100, 50",
        "none, ANTITHETIC, 4, 50",
        "constant, INDEPENDENT, 4, 2",
        "constant, ANTITHETIC, 4, 2",
        "quadratic, INDEPENDENT, 2.5, 1.2",
        "quadratic, ANTITHETIC, 2.5, 1.2"
    })
    void independentTerms_areSeenWithAFractionOfTheNoise(
            String variate, Dependence kind, double ofGradient, double ofCurvature) {
        PolynomialDensity density = independent();
        for (GaussianPosterior q : new GaussianPosterior[] {diagonal(1.3), blocks()}) {
            double[] own = errors(density, q, estimator(variate), before(variate, density, q, true), kind, true);
            double[] whole = errors(density, q, estimator(variate), before(variate, density, q, false), kind, false);
            String what = variate + " " + kind + " " + Arrays.toString(own) + " " + Arrays.toString(whole);
            double share = q instanceof DiagonalGaussian ? 1 : 0.5;
            assertTrue(whole[0] > share * ofGradient * own[0], what);
            assertTrue(whole[1] > Math.max(1, share * ofCurvature) * own[1], what);
            if (!variate.equals("constant")) {
                assertEquals(1, own[2] / own[0], 0.3, what);
                assertEquals(1, own[3] / own[1], 0.3, what);
            } else {
                assertTrue(own[2] > 0.8 * own[0] && own[3] > 0.8 * own[1], what);
            }
        }
    }

    /** What the blanket's other parameters do is no noise where the surrogate knows it better. */
    @ParameterizedTest
    @EnumSource
    void termsWithACommonParameter_areSeenNoWorse(Dependence kind) {
        PolynomialDensity density = groups();
        GaussianPosterior q = diagonal(16).withMean(new double[D]);
        for (QuadraticControlVariate before :
                new QuadraticControlVariate[] {quadratic(density, q), QuadraticControlVariate.zero(Blocks.full(D))}) {
            double[] own = errors(density, q, new ScoreEstimator(true), before, kind, true);
            double[] whole = errors(density, q, new ScoreEstimator(true), before, kind, false);
            String what = kind + " " + Arrays.toString(own) + " " + Arrays.toString(whole);
            assertTrue(own[0] < 1.25 * whole[0] && own[1] < 1.25 * whole[1], what);
            assertTrue(own[2] / own[0] > 0.6 && own[2] / own[0] < 1.6, what);
        }
    }
}
