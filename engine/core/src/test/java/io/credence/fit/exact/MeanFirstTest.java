package io.credence.fit.exact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.RowBlock;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianStructure;
import io.credence.fit.CountingBackend;
import io.credence.fit.ExactProblem;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.Fits;
import io.credence.fit.InProcessBackend;
import io.credence.fit.Rows;
import io.credence.fit.exact.NewtonStages.PlugInVariances;
import io.credence.linalg.Symmetric;
import io.credence.pass.ExpectationPass;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.prior.GaussianPrior;
import io.credence.testkit.RandomArrays;
import io.credence.testkit.TestSeed;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Wide posteriors over many rows: the mean of the bound first, one curvature there, a probe of its shape. */
class MeanFirstTest {

    private static final int COLUMNS = 160;
    private static final FitSettings DEFAULTS = FitSettings.of(GaussianStructure.FULL);

    private final RandomArrays random = RandomArrays.of("mean first");

    /** Counts the passes over all rows that sum a whole curvature. */
    private static CountingBackend curvatures(ExecutionBackend rows) {
        return new CountingBackend(
                rows,
                pass -> pass instanceof ExpectationPass expectation
                        && expectation.form() == CurvatureForm.FULL
                        && expectation.sample().isAll());
    }

    private static Rows correlated(int rows) {
        Random random = new Random(TestSeed.of("wide rows"));
        double[][] features = new double[rows][COLUMNS];
        double[] labels = new double[rows];
        for (int i = 0; i < rows; i++) {
            double eta = 0;
            for (int j = 0; j < COLUMNS; j++) {
                double fresh = random.nextGaussian();
                features[i][j] = j == 0 ? fresh : 0.3 * features[i][j - 1] + Math.sqrt(0.91) * fresh;
                eta += features[i][j] * (j % 3 - 1) / Math.sqrt(COLUMNS);
            }
            labels[i] = random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
        }
        return new Rows(features, labels);
    }

    @Test
    void oneCurvatureOfAllRows_reachesTheOptimum() {
        List<List<RowBlock>> blocks = correlated(100 * COLUMNS).blocks(2, 1000);
        ExactProblem problem = Fits.problem("bernoulli", COLUMNS, Math.sqrt(5));
        try (InProcessBackend rows = new InProcessBackend(blocks, Fits.KERNEL, 2)) {
            CountingBackend counting = curvatures(rows);
            FitResult lean = new NewtonAlgorithm(problem, DEFAULTS, counting, Fits.KERNEL).fit();
            assertEquals(FitStatus.CONVERGED, lean.status(), lean.stopReason());
            assertEquals(1, counting.passes(), TestSeed.replay());
            FitResult strict = Fits.converged(problem, DEFAULTS.withTolerance(1e-12), blocks);
            Double bound = lean.elbo();
            Double best = strict.elbo();
            assertTrue(bound != null && best != null && best - bound < DEFAULTS.gainLimit(bound, COLUMNS));
            assertTrue(Fits.meanShift(strict.posterior(), lean.posterior()) < 1e-2);
            assertTrue(Fits.sdShift(strict.posterior(), lean.posterior()) < 1e-3);
        }
    }

    private FullGaussian posterior(int d) {
        FullGaussian q = FullGaussian.of(Fits.KERNEL, random.normals(d), Symmetric.pack(random.definite(d), d));
        return java.util.Objects.requireNonNull(q);
    }

    @Test
    void standingVariances_haveTheLeverageOfTheOptimum() {
        int d = 6;
        FullGaussian q = posterior(d);
        GaussianPrior prior = GaussianPrior.of(d, 0, 3);
        double[] variances = PlugInVariances.of(q, prior);
        double leverage = 0;
        double determined = d;
        for (int j = 0; j < d; j++) {
            leverage += variances[j] * (q.precision()[Symmetric.packedLength(j + 1) - 1] - prior.precision()[j]);
            determined -= prior.precision()[j] * q.sd()[j] * q.sd()[j];
        }
        assertEquals(determined, leverage, 1e-12 * d);
        double[] halved = PlugInVariances.scaled(variances, q, prior, 2 * leverage);
        assertEquals(0.5 * variances[2], halved[2], 1e-12);
    }

    /** The divergence to second order, ¼ tr (P⁻¹T − I)², with the caution of a factor 2, on average over directions. */
    @Test
    void probe_seesTheDivergenceOnAverage() {
        int d = 5;
        FullGaussian q = posterior(d);
        GaussianPrior prior = GaussianPrior.of(d, 0, 3);
        double[] change = Symmetric.pack(random.definite(d), d);
        double expected = 0;
        for (int j = 0; j < d; j++) {
            double[] unit = new double[d];
            unit[j] = 1;
            double[] once = q.covarianceTimes(Symmetric.multiplyPacked(change, unit));
            expected += 0.25 * q.covarianceTimes(Symmetric.multiplyPacked(change, once))[j];
        }
        int repeats = 4000;
        double sum = 0;
        double squares = 0;
        for (int seed = 0; seed < repeats; seed++) {
            HutchinsonProbe probe = HutchinsonProbe.of(q, TestSeed.of("probe") + seed);
            double[] product = q.precisionTimes(probe.direction());
            double[] more = Symmetric.multiplyPacked(change, probe.direction());
            for (int j = 0; j < d; j++) {
                product[j] += more[j] - prior.precision()[j] * probe.direction()[j];
            }
            double gain = 0.5 * probe.remainingGain(q, prior, product);
            sum += gain;
            squares += gain * gain;
        }
        double mean = sum / repeats;
        double error = Math.sqrt((squares / repeats - mean * mean) / repeats);
        assertEquals(expected, mean, 4 * error, TestSeed.replay());
    }
}
