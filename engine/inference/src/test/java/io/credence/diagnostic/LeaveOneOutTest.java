package io.credence.diagnostic;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.PartitionedRows;
import io.credence.Rows;
import io.credence.data.BlockBuilder;
import io.credence.data.Draws;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.data.RowDigest;
import io.credence.family.FullGaussian;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.CountingBackend;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.ImportanceWeights;
import io.credence.fit.ImportanceWeights.KnownLoss;
import io.credence.fit.InProcessBackend;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.JavaDenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.loss.ModelLosses;
import io.credence.loss.PredictorLoss;
import io.credence.model.Parameter;
import io.credence.model.Series;
import io.credence.model.SeriesModel;
import io.credence.pass.DrawPass;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Leaving out rows: what it adds up to, and against the closed form of a conjugate model. */
class LeaveOneOutTest {

    private static final int COLUMNS = 3;
    private static final double[] THETA = {0.3, -0.8, 0.5};
    private static final DrawLoss LOSS =
            new PredictorLoss(Likelihoods.named("bernoulli", 4, 0), COLUMNS, new DispersionPosterior.Known(1));

    private static PartitionedRows rows(int count, int partitions) {
        return PartitionedRows.random("left out " + count, count, partitions, THETA, PartitionedRows::bernoulli);
    }

    /** Draws around the coefficients that are somewhat off. */
    private static ImportanceWeights draws(int count, double sd) {
        Random random = new Random(TestSeed.of("left out"));
        double[][] theta = new double[count][COLUMNS];
        double[] base = new double[count];
        double[] logs = new double[count];
        for (int s = 0; s < count; s++) {
            base[s] = 1.0 / count;
            for (int j = 0; j < COLUMNS; j++) {
                double z = random.nextGaussian();
                theta[s][j] = THETA[j] + sd * z;
                logs[s] += 0.05 * z * z;
            }
        }
        return new ImportanceWeights(theta, base, logs);
    }

    private static LeaveOneOut of(Rows rows, ImportanceWeights draws, boolean all) {
        try (ExecutionBackend backend = rows.toBackend("java")) {
            return of(backend, draws, all);
        }
    }

    private static LeaveOneOut of(ExecutionBackend backend, ImportanceWeights draws, boolean all) {
        return Objects.requireNonNull(new LeaveOneOutEstimator(LOSS, backend, 3, all).estimate(draws));
    }

    private static double[] sortedElpd(LeaveOneOut found) {
        return found.rows().allRows().stream()
                .mapToDouble(LeftOutRow::elpd)
                .sorted()
                .toArray();
    }

    @Test
    void partitions_changeNoRow() {
        ImportanceWeights draws = draws(300, 0.1);
        LeaveOneOut one = of(rows(500, 1), draws, false);
        LeaveOneOut three = of(rows(500, 3), draws, false);
        assertArrayEquals(sortedElpd(one), sortedElpd(three));
        assertClose("elpd", one.elpd().value(), three.elpd().value(), 1e-12);
        assertClose("error", one.elpd().error(), three.elpd().error(), 1e-12);
        assertClose("WAIC", one.waic().value(), three.waic().value(), 1e-12);
        assertEquals(one.rows().largestTailIndex(), three.rows().largestTailIndex());
    }

    @Test
    void worstRows_areThoseOfTheTable() {
        LeaveOneOut found = of(rows(500, 3), draws(300, 0.1), false);
        List<LeftOutRow> all = found.rows().allRows();
        for (int i = 0; i < all.size(); i++) {
            assertEquals(i + 1, all.get(i).row());
        }
        assertEquals(
                all.stream().mapToDouble(LeftOutRow::elpd).min().orElseThrow(),
                found.rows().surprisingRows().get(0).elpd());
        assertEquals(
                found.rows().largestTailIndex(),
                found.rows().influentialRows().get(0).tailIndex());
        for (LeftOutRow row : found.rows().influentialRows()) {
            assertEquals(all.get((int) row.row() - 1), row);
        }
        assertEquals(5, found.rows().surprisingRows().size());
        double sum = all.stream().mapToDouble(LeftOutRow::elpd).sum();
        assertClose("elpd", sum, found.elpd().value(), 1e-12);
    }

    /** Whatever partitions and the part of the rows that is looked at are, each of the worst rows is looked up by its content. */
    @ParameterizedTest
    @CsvSource({"500, 1", "500, 3", "8000, 2"})
    void worstRows_haveTheKeysOfTheirContent(int count, int partitions) {
        PartitionedRows rows = rows(count, partitions);
        Map<Long, RowKey> table = new HashMap<>();
        Map<Long, Long> numbers = new HashMap<>();
        long row = 0;
        for (List<RowBlock> blocks : rows.partitions()) {
            for (RowBlock block : blocks) {
                for (int i = 0; i < block.rows(); i++) {
                    numbers.put(RowDigest.rowsDigest(block, i, 1), ++row);
                    table.put(RowDigest.rowsDigest(block, i, 1), new RowKey("number " + row, 0));
                }
            }
        }
        assertEquals(count, numbers.size());
        try (ExecutionBackend backend = rows.toBackend("java")) {
            LeaveOneOut found = Objects.requireNonNull(
                    new LeaveOneOutEstimator(LOSS, backend, requested(table), 3, false).estimate(draws(120, 0.03)));
            for (LeftOutRow worst : found.rows().surprisingRows()) {
                assertEquals("number " + worst.row(), worst.name());
            }
            for (LeftOutRow worst : found.rows().influentialRows()) {
                assertEquals("number " + worst.row(), worst.name());
            }
            assertEquals(5, found.rows().surprisingRows().size());
            assertFalse(found.rows().hasRowWithoutKey());
            assertTrue(of(backend, draws(120, 0.03), false).rows().hasRowWithoutKey());
        }
    }

    /** A level of all rows of a series. */
    private record Level() implements SeriesModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("level"));
        }

        @Override
        public double logLikelihood(Series series, double[] parameters) {
            double sum = 0;
            for (int t = 0; t < series.length(); t++) {
                sum -= 0.5 * Math.pow(series.label(t) - parameters[0], 2);
            }
            return sum;
        }
    }

    /** Series that begin alike are distinguished, and each is found by all of its rows. */
    @Test
    void worstSeries_haveTheKeysOfAllTheirRows() {
        List<RowBlock> blocks = new ArrayList<>();
        Map<Long, RowKey> table = new HashMap<>();
        for (int s = 0; s < 8; s++) {
            BlockBuilder builder = BlockBuilder.ofWholeSeries(1, false, Precision.FLOAT64, 4 + s);
            for (int t = 0; t < 4 + s; t++) {
                builder.add(t == 0 ? 0.5 : Math.sin(t * (s + 1)) + (s == 3 ? 2 : 0), 1, 0, new double[] {1});
            }
            blocks.add(builder.build());
            table.put(RowDigest.rowsDigest(blocks.get(s), 0, 4 + s), new RowKey("series " + s, 0));
        }
        assertEquals(8, table.size());
        Random random = new Random(TestSeed.of("series"));
        double[][] theta = new double[200][];
        Arrays.setAll(theta, s -> new double[] {0.2 * random.nextGaussian()});
        double[] base = new double[200];
        Arrays.fill(base, 1.0 / 200);
        DrawLoss loss = ModelLosses.of(new Level(), List.of("x"));
        try (ExecutionBackend backend = new InProcessBackend(
                List.of(blocks.subList(0, 2), blocks.subList(2, 8)), JavaDenseKernel.INSTANCE, 2)) {
            LeaveOneOut found =
                    Objects.requireNonNull(new LeaveOneOutEstimator(loss, backend, requested(table), 3, false)
                            .estimate(new ImportanceWeights(theta, base, new double[200])));
            assertEquals("series 3", found.rows().surprisingRows().get(0).name());
            assertEquals(4 + 5 + 6 + 1, found.rows().surprisingRows().get(0).row());
            assertFalse(found.rows().hasRowWithoutKey());
        }
    }

    /** Answers what it is requested, of no more than ten rows. */
    private static RowKeyLookup requested(Map<Long, RowKey> table) {
        return contents -> {
            assertTrue(contents.size() <= 10);
            Map<Long, RowKey> found = new HashMap<>(table);
            found.keySet().retainAll(contents);
            return found;
        };
    }

    private static ExecutionBackend weighted(boolean repeated) {
        BlockBuilder builder = BlockBuilder.dense(COLUMNS, Precision.FLOAT64, BlockBuilder.DEFAULT_BLOCK_BYTES);
        Random random = new Random(TestSeed.of("weighted"));
        for (int i = 0; i < 100; i++) {
            double[] x = {1, random.nextGaussian(), random.nextGaussian()};
            int times = 1 + i % 3;
            for (int copy = 0; copy < (repeated ? times : 1); copy++) {
                builder.add(i % 2, repeated ? 1 : times, 0.1 * (i % 5), x);
            }
        }
        List<RowBlock> blocks = List.of(builder.build());
        return new InProcessBackend(List.of(blocks), JavaDenseKernel.INSTANCE, 1);
    }

    @Test
    void weight_countsAsThatManyRows() {
        ImportanceWeights draws = draws(300, 0.1);
        try (ExecutionBackend once = weighted(false);
                ExecutionBackend often = weighted(true)) {
            LeaveOneOut counted = of(once, draws, false);
            LeaveOneOut expected = of(often, draws, false);
            assertEquals(100, counted.rows().rowCount());
            assertEquals(199, expected.rows().rowCount());
            assertClose("elpd", expected.elpd().value(), counted.elpd().value(), 1e-12);
            assertClose("error", expected.elpd().error(), counted.elpd().error(), 1e-12);
            assertClose(
                    "p",
                    expected.effectiveParameters().value(),
                    counted.effectiveParameters().value(),
                    1e-12);
            assertClose("WAIC", expected.waic().error(), counted.waic().error(), 1e-12);
            assertClose(
                    "Monte Carlo",
                    expected.precision().monteCarloError(),
                    counted.precision().monteCarloError(),
                    1e-12);
        }
    }

    /** What is reported of a part of the rows is within its error, which the difference to the mean's densities makes small. */
    @Test
    void partOfTheRows_estimatesAll() {
        PartitionedRows rows = rows(8000, 2);
        ImportanceWeights draws = draws(120, 0.03);
        LeaveOneOut all = of(rows, draws, true);
        LeaveOneOut part = of(rows, draws, false);
        assertEquals(1, all.rows().rowShare());
        assertEquals(0, all.samplingError());
        assertEquals(1000 / 8000.0, part.rows().rowShare(), 0.03);
        assertTrue(part.rows().allRows().isEmpty());
        assertTrue(Double.isNaN(part.precision().monteCarloError()));
        assertTrue(part.samplingError() > 0
                && part.samplingError() < 0.1 * all.elpd().error());
        assertWithin("elpd", all.elpd().value(), part.elpd().value(), 4 * part.samplingError());
        assertWithin("WAIC", all.waic().value(), part.waic().value(), 4 * part.samplingError());
        // The sd of 1,000 numbers has an error of two or three in a hundred
        assertClose("error", all.elpd().error(), part.elpd().error(), 0.1);
        assertClose(
                "p",
                all.effectiveParameters().value(),
                part.effectiveParameters().value(),
                0.2);
        LeftOutRow worst = part.rows().surprisingRows().get(0);
        LeftOutRow same = all.rows().allRows().get((int) worst.row() - 1);
        assertEquals(same, worst);
    }

    /** What all rows lose at some point near the mean stands in for the pass that would find it at the mean. */
    @Test
    void lossThatIsKnown_takesNoPass() {
        ImportanceWeights draws = draws(120, 0.03);
        try (ExecutionBackend backend = rows(8000, 2).toBackend("java")) {
            DrawPass pass = new DrawPass(LOSS, new Draws.ExplicitDraws(THETA, 1, COLUMNS), null, GradientForm.NONE);
            double loss = backend.run(pass).losses()[0];
            ImportanceWeights known = new ImportanceWeights(
                    draws.theta(), draws.baseWeights(), draws.logWeights(), 0.1, 0.01, new KnownLoss(THETA, loss));
            CountingBackend counted = new CountingBackend(backend, any -> true);
            LeaveOneOut part = of(counted, known, false);
            assertEquals(1, counted.passes());
            of(counted, draws, false);
            assertEquals(3, counted.passes());
            assertWithin(
                    "elpd", of(backend, draws, true).elpd().value(), part.elpd().value(), 4 * part.samplingError());
        }
    }

    @Test
    void fewDrawsOfFiniteWeight_sayNothing() {
        ImportanceWeights draws = draws(120, 0.1);
        double[] logs = draws.logWeights();
        Arrays.fill(logs, 0, 30, Double.NEGATIVE_INFINITY);
        try (ExecutionBackend backend = rows(50, 1).toBackend("java")) {
            assertEquals(null, new LeaveOneOutEstimator(LOSS, backend, 3, true).estimate(draws));
        }
    }

    /**
     * With a normal prior and a known variance σ² the row left out has density N(y; y − r/(1 − h), σ²/(1 − h)), where r is the
     * residual at the posterior's mean and h = xᵀSx/σ².
     */
    @Test
    void conjugateNormal_hasItsClosedForm() {
        Random random = new Random(TestSeed.of("conjugate"));
        double[][] features = new double[60][];
        double[] labels = new double[60];
        for (int i = 0; i < labels.length; i++) {
            features[i] = new double[] {random.nextGaussian(), random.nextGaussian()};
            labels[i] = 1 + features[i][0] - 0.5 * features[i][1] + 0.7 * random.nextGaussian();
        }
        double variance = 0.5;
        Fit fit = Inference.of("gaussian")
                .with("model.dispersion", variance)
                .prior("normal", Map.of("sd", 2.0))
                .fit(Rows.of(features, labels));
        LeaveOneOut found = Objects.requireNonNull(fit.leaveOneOut());
        FullGaussian q = (FullGaussian) fit.posterior();
        double sum = 0;
        for (int i = 0; i < labels.length; i++) {
            double[] x = {1, features[i][0], features[i][1]};
            double residual = labels[i];
            double leverage = 0;
            for (int j = 0; j < x.length; j++) {
                residual -= x[j] * q.mean()[j];
                for (int k = 0; k < x.length; k++) {
                    leverage += x[j] * x[k] * q.covariance()[j * x.length + k] / variance;
                }
            }
            double out = residual / (1 - leverage);
            double spread = variance / (1 - leverage);
            double exact = -0.5 * (Math.log(2 * Math.PI * spread) + out * out / spread);
            assertWithin("row " + i, exact, found.rows().allRows().get(i).elpd(), 0.05 + 0.05 * Math.abs(exact));
            sum += exact;
        }
        assertWithin("elpd", sum, found.elpd().value(), 4 * found.precision().monteCarloError());
        assertTrue(
                found.precision().monteCarloError() < 0.1,
                "error " + found.precision().monteCarloError());
        assertEquals(0, found.rows().doubtfulRowCount());
        assertEquals(2.9, found.effectiveParameters().value(), 1.5);
    }
}
