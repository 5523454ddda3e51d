package io.credence.fit;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.divergence.BlockDivergence;
import io.credence.divergence.Divergence;
import io.credence.divergence.Divergences;
import io.credence.divergence.KullbackLeibler;
import io.credence.divergence.ReferenceDivergence;
import io.credence.divergence.RenyiDivergence;
import io.credence.family.Blocks;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianStructure;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.fit.exact.NewtonAlgorithm;
import io.credence.prior.GaussianPrior;
import io.credence.testkit.NelderMead;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fits with other divergences than Kullback–Leibler's, of normal labels with known variance. */
class DivergenceFitTest {

    private static final double VARIANCE = 1.7;
    private static final double[] PRIOR_MEAN = {-1, 0.5};
    private static final double[] PRIOR_PRECISION = {0.8, 1.5};
    private final Rows rows = rows(25, new double[] {2, -1});
    private final RealMatrix x = new Array2DRowRealMatrix(rows.features());
    private final RealVector y = new ArrayRealVector(rows.labels());

    private static Rows rows(int count, double[] theta) {
        Random random = new Random(TestSeed.of("gvi"));
        Rows features = Rows.normal(count, theta.length, random);
        double[] labels = new double[count];
        for (int i = 0; i < count; i++) {
            features.features()[i][1] += 0.8;
            labels[i] = features.predictor(i, theta) + Math.sqrt(VARIANCE) * random.nextGaussian();
        }
        return features.withLabels(labels);
    }

    private static ExactProblem problem(Divergence divergence) {
        GaussianPrior prior = new GaussianPrior(PRIOR_MEAN, PRIOR_PRECISION);
        return ExactProblem.withKnownDispersion(Fits.likelihood("gaussian"), prior, VARIANCE)
                .with(divergence);
    }

    private static FitSettings settings(GaussianStructure family) {
        return FitSettings.of(family).withTolerance(1e-15);
    }

    private FitResult fit(Divergence divergence, GaussianStructure family) {
        return Fits.converged(problem(divergence), settings(family), rows.blocks(2, 7));
    }

    @ParameterizedTest
    @CsvSource({"0.5", "1", "3"})
    void weightedKullbackLeibler_isThePowerPosterior(double w) {
        FitResult result = fit(new KullbackLeibler(w), GaussianStructure.FULL);
        RealMatrix priorPrecision = MatrixUtils.createRealDiagonalMatrix(PRIOR_PRECISION);
        RealMatrix precision =
                x.transpose().multiply(x).scalarMultiply(w / VARIANCE).add(priorPrecision);
        RealMatrix covariance = new LUDecomposition(precision).getSolver().getInverse();
        RealVector mean = covariance.operate(x.transpose()
                .operate(y)
                .mapMultiply(w / VARIANCE)
                .add(priorPrecision.operate(new ArrayRealVector(PRIOR_MEAN))));
        FullGaussian q = (FullGaussian) result.posterior();
        for (int i = 0; i < 2; i++) {
            assertEquals(mean.getEntry(i), q.mean()[i], 1e-8);
            for (int j = 0; j < 2; j++) {
                assertEquals(covariance.getEntry(i, j), q.covariance()[i * 2 + j], 1e-8);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "weighted-kl, 0.5",
        "renyi, 0.25",
        "renyi, 0.5",
        "renyi, 0.9",
        "renyi, 1.5",
        "renyi, 3",
        "renyi, -0.4",
        "alpha, 0.95",
        "alpha, 1.3",
        "beta, 0.75",
        "beta, 1.25",
        "beta, 1.5",
        "gamma, 0.5",
        "gamma, 1.3",
        "gamma, 2"
    })
    void anyDivergence_isTheMinimumOfADirectSearch(String kind, double order) {
        Divergence divergence = Divergences.named(kind, order);
        for (GaussianStructure family : List.of(GaussianStructure.FULL, GaussianStructure.DIAGONAL)) {
            assertMinimum(
                    divergence, (GaussianPosterior) fit(divergence, family).posterior());
        }
    }

    @Test
    void alphaBetaGamma_isTheMinimumOfADirectSearch() {
        Divergence divergence = Divergences.named("alpha-beta-gamma", 1.1, 1.2, 0.7);
        assertMinimum(divergence, (GaussianPosterior)
                fit(divergence, GaussianStructure.FULL).posterior());
    }

    @Test
    void divergenceOfEachBlock_isTheMinimumOfADirectSearch() {
        Divergence divergence = new BlockDivergence(List.of(
                new BlockDivergence.BlockTerm(1, 1, new RenyiDivergence(0.5)),
                new BlockDivergence.BlockTerm(1, 2, Divergences.named("gamma", 1.5))));
        FitSettings settings = settings(GaussianStructure.ofBlocks(Blocks.of(1, 1)));
        GaussianPosterior q = (GaussianPosterior)
                Fits.converged(problem(divergence), settings, rows.blocks(2, 7)).posterior();
        assertMinimum(divergence, new DiagonalGaussian(q.mean(), q.precision()));
        assertThrows(IllegalArgumentException.class, () -> fit(divergence, GaussianStructure.FULL));
    }

    /** Against a simplex search over the mean and the Cholesky factor of S, with integrals written down anew. */
    private void assertMinimum(Divergence divergence, GaussianPosterior found) {
        boolean full = found instanceof FullGaussian;
        double[] sd = found.sd();
        double[] mean = found.mean();
        double correlation = full ? ((FullGaussian) found).covariance()[1] / (sd[0] * sd[1]) : 0;
        ToDoubleFunction<double[]> objective = at -> objective(
                divergence,
                new double[] {mean[0] + sd[0] * at[0], mean[1] + sd[1] * at[1]},
                sd[0] * Math.exp(at[2]),
                sd[1] * Math.exp(at[3]),
                full ? Math.tanh(atanh(correlation) + at[4]) : 0);
        double[] best = full ? new double[5] : new double[4];
        java.util.Arrays.fill(best, 0.3);
        for (int restart = 0; restart < 6; restart++) {
            best = NelderMead.minimize(objective, best, 0.1, 1e-15);
        }
        for (double left : best) {
            // A search by values alone stops where they are flat, at the root of their rounding.
            assertWithin(divergence.name() + " " + found.family(), 0, left, 1e-6);
        }
    }

    private static double atanh(double r) {
        return 0.5 * Math.log((1 + r) / (1 - r));
    }

    private double objective(Divergence divergence, double[] mean, double sd0, double sd1, double correlation) {
        double cross = correlation * sd0 * sd1;
        RealMatrix s = new Array2DRowRealMatrix(new double[][] {{sd0 * sd0, cross}, {cross, sd1 * sd1}});
        RealVector residual = y.subtract(x.operate(new ArrayRealVector(mean)));
        double loss = (residual.dotProduct(residual)
                        + x.transpose().multiply(x).multiply(s).getTrace())
                / (2 * VARIANCE);
        return loss + ReferenceDivergence.between(divergence, mean, s, PRIOR_MEAN, PRIOR_PRECISION);
    }

    @Test
    void resultOfAnotherDivergence_reportsTheElboAtItsPosteriorBelowTheBestOne() {
        FitResult plain = fit(KullbackLeibler.PLAIN, GaussianStructure.FULL);
        FitResult other = fit(new RenyiDivergence(0.5), GaussianStructure.FULL);
        assertNotNull(plain.elbo());
        assertNotNull(other.elbo());
        assertTrue(other.elbo() < plain.elbo());
        try (InProcessBackend backend = new InProcessBackend(rows.blocks(1, 30), Fits.KERNEL, 1)) {
            List<FitState> states = new ArrayList<>();
            ExactProblem problem = problem(new RenyiDivergence(0.5));
            Algorithm fitter = new NewtonAlgorithm(problem, settings(GaussianStructure.FULL), backend, Fits.KERNEL);
            fitter.run(fitter.init(), List.of(states::add));
            StepInfo last = states.get(states.size() - 1).lastStep();
            assertNotNull(last);
            assertEquals(Phase.VARIATIONAL, last.phase());
            assertNull(last.elbo());
        }
    }

    /** Knoblauch et al. 2022, sections 4.2.2 to 4.2.7: orders below 1 are more conservative than Kullback–Leibler's, orders above less. */
    @ParameterizedTest
    @CsvSource({"renyi", "beta", "gamma"})
    void ordersOnBothSidesOf1_widenAndNarrowThePosterior(String kind) {
        GaussianPrior near = new GaussianPrior(new double[] {2, -1}, PRIOR_PRECISION);
        for (GaussianStructure family : List.of(GaussianStructure.FULL, GaussianStructure.DIAGONAL)) {
            double[][] sds = new double[3][];
            for (int k = 0; k < 3; k++) {
                ExactProblem problem = ExactProblem.withKnownDispersion(Fits.likelihood("gaussian"), near, VARIANCE)
                        .with(Divergences.named(kind, 0.6 + 0.4 * k));
                sds[k] = Fits.converged(problem, settings(family), rows.blocks(2, 7))
                        .posterior()
                        .sd();
            }
            double[] wider = sds[0];
            double[] plain = sds[1];
            double[] narrower = sds[2];
            for (int j = 0; j < 2; j++) {
                assertTrue(narrower[j] < plain[j] && plain[j] < wider[j], kind + " " + j);
            }
        }
    }

    /** Knoblauch et al. 2022, section 4.2.2: Rényi's divergence heeds the location of a misplaced prior less. */
    @Test
    void misplacedPrior_pullsLessUnderRenyisDivergenceBelow1() {
        GaussianPrior far = new GaussianPrior(new double[] {-8, 6}, new double[] {1, 1});
        double[] shifts = new double[2];
        RealVector squares = new LUDecomposition(x.transpose().multiply(x))
                .getSolver()
                .solve(x.transpose().operate(y));
        for (int k = 0; k < 2; k++) {
            ExactProblem problem = ExactProblem.withKnownDispersion(Fits.likelihood("gaussian"), far, VARIANCE)
                    .with(k == 0 ? KullbackLeibler.PLAIN : new RenyiDivergence(0.5));
            GaussianPosterior q =
                    (GaussianPosterior) Fits.converged(problem, settings(GaussianStructure.FULL), rows.blocks(1, 30))
                            .posterior();
            shifts[k] = squares.subtract(new ArrayRealVector(q.mean())).getNorm();
        }
        assertTrue(shifts[1] < shifts[0], shifts[1] + " against " + shifts[0]);
    }

    /** Knoblauch et al. 2022, section 4.4.1: the α-divergence is bounded below order 1. */
    @ParameterizedTest
    @CsvSource({"0.5, 20", "0.9, 40"})
    void boundedDivergenceFromAFarPrior_collapsesAndIsReported(double order, double distance) {
        GaussianPrior far = new GaussianPrior(new double[] {-distance, distance}, new double[] {1, 1});
        ExactProblem problem = ExactProblem.withKnownDispersion(Fits.likelihood("gaussian"), far, VARIANCE)
                .with(Divergences.named("alpha", order));
        for (GaussianStructure family : List.of(GaussianStructure.FULL, GaussianStructure.DIAGONAL)) {
            FitResult result = Fits.fit(problem, FitSettings.of(family), rows.blocks(1, 30));
            assertEquals(FitStatus.DIVERGED, result.status(), result.stopReason());
            assertTrue(result.stopReason().contains("collapses"), result.stopReason());
        }
    }

    @ParameterizedTest
    @CsvSource({"renyi, 0.5", "gamma, 1.5", "beta, 1.3", "alpha, 1.2"})
    void unequalBlocks_areStationary(String kind, double order) {
        Divergence divergence = Divergences.named(kind, order);
        Rows wider = rows(40, new double[] {1, -1, 0.5, 2});
        GaussianPrior prior = GaussianPrior.of(4, 0.3, 1.5);
        ExactProblem problem = ExactProblem.withKnownDispersion(Fits.likelihood("gaussian"), prior, VARIANCE)
                .with(divergence);
        FitSettings settings = settings(GaussianStructure.ofBlocks(Blocks.of(3, 1)));
        GaussianPosterior q = (GaussianPosterior)
                Fits.converged(problem, settings, wider.blocks(2, 7)).posterior();
        RealMatrix features = new Array2DRowRealMatrix(wider.features());
        RealMatrix gram = features.transpose().multiply(features).scalarMultiply(1 / VARIANCE);
        RealVector residual =
                features.operate(new ArrayRealVector(q.mean())).subtract(new ArrayRealVector(wider.labels()));
        RealVector gradient = features.transpose().operate(residual).mapDivide(VARIANCE);
        Divergence.DivergenceGradient slope = divergence.gradient(q, prior);
        double[] ofShape = slope.covarianceGradient(q);
        for (int j = 0; j < 4; j++) {
            assertWithin("mean", 0, q.sd()[j] * (gradient.getEntry(j) + slope.meanGradient()[j]), 1e-6);
        }
        for (int i = 0, e = 0; i < 4; i++) {
            for (int j = i == 3 ? 3 : 0; j <= i; j++, e++) {
                double left = ofShape[e] + 0.5 * gram.getEntry(i, j);
                assertWithin("covariance", 0, q.sd()[i] * q.sd()[j] * left, 1e-6);
            }
        }
    }

    @Test
    void divergenceThatIsNeverFinite_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> problem(Divergences.named("beta", -1)));
    }
}
