package io.credence.pass;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.data.CoefficientCovariance;
import io.credence.data.RowBlock;
import io.credence.family.law.LogNormalDispersion;
import io.credence.gradient.NaivePass;
import io.credence.gradient.RandomRows;
import io.credence.gradient.RandomRows.Storage;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.Symmetric;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.statistics.PassStatistics;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Passes over blocks of every kind against one row at a time. */
class ExpectationPassTest {

    private static final double TOLERANCE = 1e-12;
    private static final int COLUMNS = 7;

    private final RandomArrays random = RandomArrays.of("pass");

    private double[] coefficients(int d) {
        double[] mean = random.normals(d);
        for (int j = 0; j < d; j++) {
            mean[j] *= 0.4;
        }
        return mean;
    }

    private double[] covariance(int d) {
        double[] covariance = random.definite(d);
        for (int j = 0; j < d * d; j++) {
            covariance[j] *= 0.1;
        }
        return covariance;
    }

    /** Every form of spread that the storage takes, with the covariance it stands for. */
    private Map<CoefficientCovariance, double[]> spreads(int d, boolean factor) {
        double[] variances = random.uniforms(d, 0.01, 0.3);
        double[] covariance = covariance(d);
        double[] f = random.lower(d);
        for (int j = 0; j < d * d; j++) {
            f[j] *= 0.2;
        }
        Map<CoefficientCovariance, double[]> spreads = new HashMap<>(Map.of(
                new CoefficientCovariance.None(),
                new double[d * d],
                new CoefficientCovariance.Diagonal(variances),
                Naive.diagonal(variances),
                new CoefficientCovariance.Covariance(covariance),
                covariance));
        if (factor) {
            spreads.put(new CoefficientCovariance.CovarianceFactor(f), Naive.product(Naive.transpose(f, d), f, d));
        }
        return spreads;
    }

    private static RowLoss loss(String likelihood) {
        return Likelihoods.named(likelihood, 4, 3).loss(new LogNormalDispersion(-0.5, 0.3));
    }

    private void assertEverySpreadAndForm(String likelihood, RandomRows rows, Storage storage, boolean factor) {
        RowLoss loss = loss(likelihood);
        int d = COLUMNS * loss.predictorCount();
        double[] mean = coefficients(d);
        spreads(d, factor).forEach((spread, covariance) -> {
            NaivePass expected = NaivePass.over(rows, loss, mean, covariance);
            for (CurvatureForm form : List.of(CurvatureForm.NONE, CurvatureForm.DIAGONAL, CurvatureForm.FULL)) {
                ExpectationPass pass = new ExpectationPass(loss, mean, spread, form, RowSample.ALL);
                String what =
                        likelihood + " " + storage + " " + spread.getClass().getSimpleName() + " " + form;
                PassStatistics actual = rows.run(pass, storage, 13);
                expected.assertMatches(what, rows.rows(), form, actual, TOLERANCE);
                assertNull(actual.firstNonFinite());
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void onePredictor_matchesRowByRow(Storage storage) {
        RandomRows rows = RandomRows.of("rows", 60, COLUMNS, 2);
        for (String likelihood : List.of("bernoulli", "negative-binomial", "student-t")) {
            assertEverySpreadAndForm(likelihood, rows, storage, !storage.sparse());
        }
    }

    @ParameterizedTest
    @EnumSource
    void softmax_matchesRowByRow(Storage storage) {
        assertEverySpreadAndForm("softmax", RandomRows.of("classes", 30, COLUMNS, 3), storage, true);
    }

    /** More rows than a chunk holds, in blocks of any size. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 511, 513, 100_000})
    void blockSize_doesNotMatter(int blockRows) {
        RandomRows rows = RandomRows.of("many rows", 2 * PredictorChunk.CAPACITY + 77, COLUMNS, 2);
        RowLoss loss = loss("negative-binomial");
        double[] mean = coefficients(COLUMNS);
        double[] covariance = covariance(COLUMNS);
        NaivePass expected = NaivePass.over(rows, loss, mean, covariance);
        for (Storage storage : Storage.values()) {
            ExpectationPass pass = new ExpectationPass(
                    loss, mean, new CoefficientCovariance.Covariance(covariance), CurvatureForm.FULL, RowSample.ALL);
            String what = storage + " in blocks of " + blockRows;
            expected.assertMatches(
                    what, rows.rows(), CurvatureForm.FULL, rows.run(pass, storage, blockRows), TOLERANCE);
        }
    }

    @Test
    void partitionsAndOrderOfRows_doNotMatter() {
        RandomRows rows = RandomRows.of("partitioned", 200, COLUMNS, 3);
        for (String likelihood : List.of("poisson", "softmax")) {
            RowLoss loss = loss(likelihood);
            int d = COLUMNS * loss.predictorCount();
            double[] mean = coefficients(d);
            double[] covariance = covariance(d);
            NaivePass expected = NaivePass.over(rows, loss, mean, covariance);
            ExpectationPass pass = new ExpectationPass(
                    loss, mean, new CoefficientCovariance.Covariance(covariance), CurvatureForm.FULL, RowSample.ALL);
            for (int[] sizes : new int[][] {{200}, {150, 50}, {0, 199, 0, 1, 0}, {40, 40, 40, 40, 40}}) {
                for (RandomRows order : List.of(rows, rows.shuffled("order"))) {
                    PassStatistics actual = RandomRows.run(pass, order.partitions(Storage.DENSE, 16, sizes));
                    expected.assertMatches(likelihood, 200, CurvatureForm.FULL, actual, TOLERANCE);
                }
            }
        }
    }

    @Test
    void passRunAgain_givesTheSameBits() {
        RandomRows rows = RandomRows.of("again", 100, COLUMNS, 2);
        ExpectationPass pass = new ExpectationPass(
                loss("bernoulli"),
                coefficients(COLUMNS),
                new CoefficientCovariance.Covariance(covariance(COLUMNS)),
                CurvatureForm.FULL,
                RowSample.ALL);
        List<List<RowBlock>> partitions = rows.partitions(Storage.DENSE, 9, 30, 70);
        PassStatistics once = RandomRows.run(pass, partitions);
        PassStatistics again = RandomRows.run(pass, partitions);
        assertEquals(once.expectedLoss(), again.expectedLoss());
        assertArrayEquals(once.gradient(), again.gradient());
        assertArrayEquals(once.curvature(), again.curvature());
    }

    @ParameterizedTest
    @EnumSource
    void product_isThatOfTheCurvatureAndTheDirection(Storage storage) {
        RandomRows rows = RandomRows.of("product", 60, COLUMNS, 2);
        RowLoss loss = loss("bernoulli");
        double[] mean = coefficients(COLUMNS);
        double[] variances = random.uniforms(COLUMNS, 0.01, 0.3);
        double[] direction = random.normals(COLUMNS);
        NaivePass all = NaivePass.over(rows, loss, mean, Naive.diagonal(variances));
        ExpectationPass pass = new ExpectationPass(
                loss,
                mean,
                new CoefficientCovariance.Diagonal(variances),
                CurvatureForm.PRODUCT,
                RowSample.ALL,
                direction);
        assertClose(
                storage.name(),
                Symmetric.multiplyPacked(all.curvature(CurvatureForm.FULL), direction),
                rows.run(pass, storage, 13).curvature(),
                TOLERANCE);
    }

    @Test
    void productWithoutDirectionOrOfManyPredictors_isRefused() {
        double[] mean = coefficients(COLUMNS);
        CoefficientCovariance none = new CoefficientCovariance.None();
        assertThrows(
                IllegalArgumentException.class,
                () -> new ExpectationPass(loss("bernoulli"), mean, none, CurvatureForm.PRODUCT, RowSample.ALL));
        assertThrows(
                IllegalArgumentException.class,
                () -> new ExpectationPass(loss("softmax"), mean, none, CurvatureForm.PRODUCT, RowSample.ALL, mean));
        assertThrows(
                IllegalArgumentException.class,
                () -> new ExpectationPass(loss("bernoulli"), mean, none, CurvatureForm.FULL, RowSample.ALL, mean));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"WHITENED", "PRODUCT"})
    void emptyPartition_givesTheEmptySums(CurvatureForm form) {
        for (String likelihood : List.of("gamma", "softmax")) {
            RowLoss loss = loss(likelihood);
            int d = COLUMNS * loss.predictorCount();
            ExpectationPass pass =
                    new ExpectationPass(loss, new double[d], new CoefficientCovariance.None(), form, RowSample.ALL);
            PassStatistics empty = RandomRows.run(pass, List.of(List.of()));
            assertEquals(0, empty.rows());
            assertEquals(0, empty.expectedLoss());
            assertArrayEquals(new double[d], empty.gradient());
            assertArrayEquals(new double[form.length(d)], empty.curvature());
            assertEquals(loss.dispersionTotalCount(), empty.dispersionTotals().length);
        }
    }

    @Test
    void unitWeightsAndNoOffsets_areTheDefault() {
        RandomRows weighted = RandomRows.of("plain", 40, COLUMNS, 2);
        double[] ones = random.uniforms(40, 1, 1);
        RandomRows plain = new RandomRows(weighted.x(), weighted.labels(), ones, new double[40]);
        ExpectationPass pass = new ExpectationPass(
                loss("bernoulli"),
                coefficients(COLUMNS),
                new CoefficientCovariance.None(),
                CurvatureForm.NONE,
                RowSample.ALL);
        NaivePass.over(plain, pass.loss(), pass.mean(), new double[COLUMNS * COLUMNS])
                .assertMatches("plain", 40, CurvatureForm.NONE, plain.run(pass, Storage.DENSE, 40), TOLERANCE);
        assertClose("weight", 40, plain.run(pass, Storage.DENSE, 40).weight(), 0);
    }
}
