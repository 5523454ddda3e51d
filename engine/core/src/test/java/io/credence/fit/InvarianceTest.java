package io.credence.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianStructure;
import io.credence.prior.GaussianPrior;
import io.credence.testkit.TestSeed;
import java.util.List;
import java.util.Random;
import org.hipparchus.random.RandomDataGenerator;
import org.hipparchus.random.Well19937c;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The posterior does not depend on how rows are cut into blocks and partitions, in which order they come, or how they are stored. */
class InvarianceTest {

    private static final FitSettings SETTINGS =
            FitSettings.of(GaussianStructure.FULL).withTolerance(1e-13);
    private final Random random = new Random(TestSeed.get());
    private final Rows rows = binary(400, 6);
    private final ExactProblem problem = Fits.problem("bernoulli", 6, Math.sqrt(5));
    private final FitResult reference = Fits.converged(problem, SETTINGS, rows.blocks(1, 1000));

    private Rows binary(int n, int d) {
        Rows features = Rows.normal(n, d, random);
        double[] labels = new double[n];
        double[] theta = new double[d];
        for (int j = 0; j < d; j++) {
            theta[j] = random.nextGaussian() / Math.sqrt(d);
        }
        for (int i = 0; i < n; i++) {
            labels[i] = random.nextDouble() < 1 / (1 + Math.exp(-features.predictor(i, theta))) ? 1 : 0;
        }
        return features.withLabels(labels);
    }

    @ParameterizedTest(name = "{0} partitions, blocks of {1}")
    @CsvSource({"1, 1", "2, 1", "7, 1", "2, 1000", "7, 1000", "7, 13"})
    void partitionsAndBlocks_samePosterior(int partitions, int blockRows) {
        assertSame(Fits.converged(problem, SETTINGS, rows.blocks(partitions, blockRows)));
    }

    @Test
    void morePartitionsThanRows_samePosterior() {
        assertSame(Fits.converged(problem, SETTINGS, rows.blocks(500, 10)));
    }

    @Test
    void permutedRows_samePosterior() {
        assertSame(Fits.converged(problem, SETTINGS, rows.shuffled(random).blocks(3, 50)));
    }

    @Test
    void sparseStorage_samePosterior() {
        assertSame(Fits.converged(problem, SETTINGS, rows.blocks(2, 50, Precision.FLOAT64, true)));
    }

    @Test
    void singlePrecision_meanWithinATenThousandthOfAnSd() {
        FitResult single = Fits.converged(problem, SETTINGS, rows.blocks(2, 50, Precision.FLOAT32, false));
        assertEquals(0, Fits.meanShift(reference.posterior(), single.posterior()), 1e-4);
        assertEquals(0, Fits.sdShift(reference.posterior(), single.posterior()), 1e-5);
    }

    @Test
    void sameBlocks_sameBits() {
        List<List<RowBlock>> blocks = rows.blocks(5, 20);
        FitResult first = Fits.converged(problem, SETTINGS, blocks);
        FitResult second = Fits.converged(problem, SETTINGS, blocks);
        assertArrayEquals(first.posterior().mean(), second.posterior().mean(), 0.0);
        assertArrayEquals(first.posterior().coordinates(), second.posterior().coordinates(), 0.0);
    }

    @Test
    void manyRows_startOnASampleFindsTheSameOptimum() {
        Rows many = binary(20_000, 110);
        ExactProblem wide = Fits.problem("bernoulli", 110, Math.sqrt(5));
        List<List<RowBlock>> blocks = many.blocks(2, 1000);
        FitResult lean = Fits.converged(wide, FitSettings.of(GaussianStructure.FULL), blocks);
        FitResult strict =
                Fits.converged(wide, FitSettings.of(GaussianStructure.FULL).withTolerance(1e-12), blocks);
        assertTrue(
                lean.decisions().toString().contains("sample"), lean.decisions().toString());
        assertTrue(lean.passes() < strict.passes());
        assertTrue(Fits.meanShift(strict.posterior(), lean.posterior()) < 1e-2);
        assertTrue(Fits.sdShift(strict.posterior(), lean.posterior()) < 1e-3);
    }

    @Test
    void rowsWithWeightTwo_areRowsTwice() {
        Rows half = binary(100, 4);
        ExactProblem small = Fits.problem("bernoulli", 4, 2);
        io.credence.data.BlockBuilder weighted = io.credence.data.BlockBuilder.dense(4, Precision.FLOAT64, 1 << 20);
        io.credence.data.BlockBuilder doubled = io.credence.data.BlockBuilder.dense(4, Precision.FLOAT64, 1 << 20);
        for (int i = 0; i < 100; i++) {
            weighted.add(half.labels()[i], 2, 0.3, half.features()[i]);
            doubled.add(half.labels()[i], 1, 0.3, half.features()[i]);
            doubled.add(half.labels()[i], 1, 0.3, half.features()[i]);
        }
        FitResult once = Fits.converged(small, SETTINGS, List.of(List.of(weighted.build())));
        FitResult twice = Fits.converged(small, SETTINGS, List.of(List.of(doubled.build())));
        assertEquals(twice.elbo() == null ? 0 : twice.elbo(), once.elbo() == null ? 1 : once.elbo(), 1e-9);
        assertTrue(Fits.meanShift(once.posterior(), twice.posterior()) < 1e-9);
    }

    @Test
    void offset_isAKnownPartOfTheLinearPredictor() {
        double[] labels = new double[200];
        Rows features = Rows.normal(200, 3, random);
        for (int i = 0; i < 200; i++) {
            double rate = Math.exp(0.5 + features.features()[i][1]);
            labels[i] =
                    RandomDataGenerator.of(new Well19937c(random.nextLong())).nextPoisson(rate);
        }
        io.credence.data.BlockBuilder shifted = io.credence.data.BlockBuilder.dense(3, Precision.FLOAT64, 1 << 20);
        for (int i = 0; i < 200; i++) {
            shifted.add(labels[i], 1, 0.7, features.features()[i]);
        }
        double[] priorMean = {0.7, 0, 0};
        ExactProblem plain = ExactProblem.withKnownDispersion(
                Fits.likelihood("poisson"), new GaussianPrior(priorMean, new double[] {0.2, 0.2, 0.2}), 1);
        FitResult without =
                Fits.converged(plain, SETTINGS, features.withLabels(labels).blocks(1, 1000));
        FitResult with =
                Fits.converged(Fits.problem("poisson", 3, Math.sqrt(5)), SETTINGS, List.of(List.of(shifted.build())));
        assertEquals(without.posterior().mean()[0] - 0.7, with.posterior().mean()[0], 1e-9);
        assertEquals(without.posterior().mean()[1], with.posterior().mean()[1], 1e-9);
    }

    private void assertSame(FitResult result) {
        assertTrue(Fits.meanShift(reference.posterior(), result.posterior()) < 1e-12);
        double shift = Fits.covarianceShift((FullGaussian) reference.posterior(), (FullGaussian) result.posterior());
        assertTrue(shift < 1e-12, "covariance differs by " + shift);
    }
}
