package io.credence.gradient;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.BlockGaussian;
import io.credence.family.Blocks;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Vectors;
import io.credence.random.NormalDraws;
import io.credence.random.NormalDraws.Dependence;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every estimator of gradient and curvature must do: be unbiased whatever was known before, and know its noise. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GradientEstimatorContract {

    static final int DRAWS = 16;
    private static final int REPEATS = 1000;
    private static final double[] MEAN = {0.3, -0.4, 0.2};

    abstract GradientEstimator<GaussianPosterior> estimator();

    /** A surrogate of the estimator that is neither zero nor right. */
    abstract QuadraticControlVariate arbitrary(GaussianPosterior q);

    /** What the estimator would know after many steps near {@code q}. */
    abstract QuadraticControlVariate known(PolynomialDensity density, GaussianPosterior q);

    /** What a pass brings home. */
    EvaluatedDraws drawn(PolynomialDensity density, NormalDraws standard, GaussianPosterior q) {
        return density.at(standard, q, estimator().form());
    }

    Stream<GaussianPosterior> posteriors() {
        return Stream.of(full(), diagonal(), block());
    }

    /** The bounds on estimated over observed noise, of the gradient and of the curvature. */
    double[] gradientNoiseRatio() {
        return new double[] {0.7, 1.4};
    }

    double[] curvatureNoiseRatio(Dependence kind) {
        return new double[] {0.7, kind == Dependence.SOBOL ? Double.POSITIVE_INFINITY : 1.4};
    }

    static GaussianPosterior full() {
        GaussianPosterior q =
                FullGaussian.of(JavaDenseKernel.INSTANCE, MEAN, new double[] {1.9, 0.5, 1.4, -0.4, 0.3, 2.2});
        assertNotNull(q);
        return q;
    }

    static GaussianPosterior diagonal() {
        return new DiagonalGaussian(MEAN, new double[] {1.9, 1.2, 2.2});
    }

    static GaussianPosterior block() {
        GaussianPosterior q =
                BlockGaussian.of(JavaDenseKernel.INSTANCE, Blocks.of(2, 1), MEAN, new double[] {1.9, 0.5, 1.4, 2.2});
        assertNotNull(q);
        return q;
    }

    Stream<Arguments> cases() {
        return posteriors()
                .flatMap(q -> Arrays.stream(Dependence.values()).map(kind -> Arguments.of(q.family(), q, kind)));
    }

    /** Whether the estimate is linear in the losses: not where these decide how much of other terms is subtracted. */
    boolean isLinearInLosses() {
        return true;
    }

    Stream<Arguments> linearCases() {
        return isLinearInLosses() ? cases() : Stream.of();
    }

    NormalDraws draws(Dependence kind, int repeat) {
        return new NormalDraws(TestSeed.of(getClass().getSimpleName()), repeat, DRAWS, 3, kind);
    }

    /** Estimates from {@link #REPEATS} sets of draws. */
    List<Estimate> estimates(
            PolynomialDensity density, GaussianPosterior q, Dependence kind, QuadraticControlVariate before) {
        return IntStream.range(0, REPEATS)
                .mapToObj(r -> estimator().estimate(drawn(density, draws(kind, r), q), q, before))
                .toList();
    }

    @ParameterizedTest(name = "{0} {2}")
    @MethodSource("cases")
    void arbitrarySurrogate_leavesTheMean(String family, GaussianPosterior q, Dependence kind) {
        assertUnbiased(family + " " + kind, q, kind, arbitrary(q));
    }

    void assertUnbiased(String name, GaussianPosterior q, Dependence kind, QuadraticControlVariate before) {
        PolynomialDensity density = PolynomialDensity.quartic();
        List<Estimate> found = estimates(density, q, kind, before);
        String what = name + " ";
        MonteCarlo.assertWithin4StandardErrors(
                what + "value",
                density.expectation(q),
                found.stream().mapToDouble(Estimate::value).toArray());
        MonteCarlo.assertWithin4StandardErrors(
                what + "gradient",
                density.expectedGradient(q),
                found.stream().map(Estimate::gradient).toArray(double[][]::new));
        double[] whole = density.expectedCurvature(q);
        MonteCarlo.assertWithin4StandardErrors(
                what + "curvature",
                q.blocks().packedWithinBlocks(whole),
                found.stream().map(Estimate::curvature).toArray(double[][]::new));
        MonteCarlo.assertWithin4StandardErrors(
                what + "whole curvature",
                before.blocks().packedWithinBlocks(whole),
                found.stream().map(Estimate::wholeCurvature).toArray(double[][]::new));
    }

    @ParameterizedTest(name = "{0} {2}")
    @MethodSource("cases")
    void noise_agreesWithTheSpreadOfEstimates(String family, GaussianPosterior q, Dependence kind) {
        PolynomialDensity density = PolynomialDensity.quartic();
        List<Estimate> found = estimates(density, q, kind, known(density, q));
        double value = density.expectation(q);
        double[] gradient = density.expectedGradient(q);
        double[] curvature = q.blocks().packedWithinBlocks(density.expectedCurvature(q));
        double valueSpread = 0;
        double gradientSpread = 0;
        double curvatureSpread = 0;
        for (Estimate one : found) {
            valueSpread += (one.value() - value) * (one.value() - value) / REPEATS;
            double[] off = difference(one.gradient(), gradient);
            gradientSpread += 0.5 * Naive.dot(off, q.covarianceTimes(off)) / REPEATS;
            curvatureSpread += 0.25 * squaredSize(q, difference(one.curvature(), curvature)) / REPEATS;
        }
        String what = family + " " + kind;
        assertRatio(what + " value", mean(found, Estimate::valueVariance), valueSpread, new double[] {0.7, 1.4});
        assertRatio(what + " gradient", mean(found, Estimate::gradientNoise), gradientSpread, gradientNoiseRatio());
        assertRatio(
                what + " curvature", mean(found, Estimate::curvatureNoise), curvatureSpread, curvatureNoiseRatio(kind));
    }

    /**
     * Partitions may form products with scores and sums of the control variate of their own rows: they add up to the
     * estimate from the sum of their losses.
     */
    @ParameterizedTest(name = "{0} {2}", allowZeroInvocations = true)
    @MethodSource("linearCases")
    void estimatesOfPartitions_addUpToThatOfAllRows(String family, GaussianPosterior q, Dependence kind) {
        EvaluatedDraws all = drawn(PolynomialDensity.quartic(), draws(kind, 0), q);
        QuadraticControlVariate before = arbitrary(q);
        Estimate wanted = estimator().estimate(all, q, before);
        RandomArrays random = RandomArrays.of("partitions of " + family + kind);
        EvaluatedDraws rest = all;
        double value = 0;
        double[] gradient = new double[wanted.gradient().length];
        double[] curvature = new double[wanted.curvature().length];
        double[] whole = new double[wanted.wholeCurvature().length];
        double[] shares = {0.2, 0.5, 0.3};
        for (int partition = 0; partition < shares.length; partition++) {
            EvaluatedDraws own = partition + 1 < shares.length
                    ? with(
                            all,
                            random.normals(all.values().length),
                            random.normals(all.gradients().length),
                            random.normals(all.blanketValues().length))
                    : rest;
            rest = with(
                    all,
                    difference(rest.values(), own.values()),
                    difference(rest.gradients(), own.gradients()),
                    difference(rest.blanketValues(), own.blanketValues()));
            QuadraticControlVariate part = new QuadraticControlVariate(
                    before.blocks(),
                    Vectors.scaled(shares[partition], before.slope()),
                    Vectors.scaled(shares[partition], before.curvature()));
            Estimate found = estimator().estimate(own, q, part);
            value += found.value();
            gradient = Vectors.plusScaled(gradient, 1, found.gradient());
            curvature = Vectors.plusScaled(curvature, 1, found.curvature());
            whole = Vectors.plusScaled(whole, 1, found.wholeCurvature());
        }
        assertClose("value", wanted.value(), value, 1e-10);
        assertClose("gradient", wanted.gradient(), gradient, 1e-10);
        assertClose("curvature", wanted.curvature(), curvature, 1e-10);
        assertClose("whole curvature", wanted.wholeCurvature(), whole, 1e-10);
    }

    private static EvaluatedDraws with(EvaluatedDraws drawn, double[] values, double[] gradients, double[] blankets) {
        return new EvaluatedDraws(drawn.standardDraws(), values, gradients, blankets, drawn.strata());
    }

    static double mean(List<Estimate> all, ToDoubleFunction<Estimate> number) {
        return all.stream().mapToDouble(number).average().orElseThrow();
    }

    static double[] difference(double[] x, double[] y) {
        double[] difference = x.clone();
        for (int j = 0; j < y.length; j++) {
            difference[j] -= y[j];
        }
        return difference;
    }

    /** tr(MSMS) for a matrix in the packed form of the posterior. */
    static double squaredSize(GaussianPosterior q, double[] packed) {
        int d = q.dimension();
        double[][] product = new double[d][];
        for (int j = 0; j < d; j++) {
            double[] unit = new double[d];
            unit[j] = 1;
            product[j] = SymmetricBlocks.times(q.blocks(), packed, q.covarianceTimes(unit));
        }
        double trace = 0;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                trace += product[i][j] * product[j][i];
            }
        }
        return trace;
    }

    private static void assertRatio(String what, double estimated, double observed, double[] bounds) {
        double ratio = estimated / observed;
        assertTrue(
                ratio >= bounds[0] && ratio <= bounds[1],
                what + " noise was estimated " + estimated + " but observed " + observed + ", ratio " + ratio + "; "
                        + TestSeed.replay());
    }

    /** The estimate where the surrogate is the whole truth. */
    void assertExactForQuadratic(GaussianPosterior q, Dependence kind, Blocks cut) {
        PolynomialDensity density = PolynomialDensity.quadratic();
        double[] whole = density.expectedCurvature(q);
        QuadraticControlVariate truth =
                new QuadraticControlVariate(cut, density.expectedGradient(q), cut.packedWithinBlocks(whole));
        NormalDraws few = new NormalDraws(1, 1, 8, 3, kind);
        Estimate one = estimator().estimate(drawn(density, few, q), q, truth);
        assertClose("value", density.expectation(q), one.value(), 1e-10);
        assertClose("gradient", density.expectedGradient(q), one.gradient(), 1e-10);
        assertClose("curvature", q.blocks().packedWithinBlocks(whole), one.curvature(), 1e-10);
        assertClose("whole curvature", cut.packedWithinBlocks(whole), one.wholeCurvature(), 1e-10);
        assertClose("value variance", 0, one.valueVariance(), 1e-18);
        assertClose("gradient noise", 0, one.gradientNoise(), 1e-18);
        assertClose("curvature noise", 0, one.curvatureNoise(), 1e-18);
    }
}
