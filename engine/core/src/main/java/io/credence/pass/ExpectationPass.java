package io.credence.pass;

import io.credence.data.CoefficientCovariance;
import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.random.AddressedRandom;
import io.credence.statistics.NonFiniteValue;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.PassStatistics;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Pass that sums the exact expectations of losses, slopes and curvatures over rows. With η_i ~ N(x_iᵀμ + o_i, x_iᵀSx_i)
 * the sums are of w_i E f, w_i x_i E f′ and w_i x_i x_iᵀ E f″ (math: exact expectation). Deterministic: no draws, no
 * Monte-Carlo noise.
 *
 * @param loss loss of a row
 * @param mean means μ: coefficients of predictor k are at k·columns
 * @param spread covariance S of the coefficients, or none for a point
 * @param form form of the curvature to sum
 * @param sample rows to visit
 * @param curvatureDirection direction by which the curvature is multiplied, where its product is requested; else null
 */
public record ExpectationPass(
        RowLoss loss,
        double[] mean,
        CoefficientCovariance spread,
        CurvatureForm form,
        RowSample sample,
        double @Nullable [] curvatureDirection)
        implements PartitionPass<PassStatistics> {

    public ExpectationPass {
        if ((form == CurvatureForm.PRODUCT) != (curvatureDirection != null)
                || (curvatureDirection != null && loss.predictorCount() > 1)) {
            throw new IllegalArgumentException("a product with the curvature requires a direction and one linear"
                    + " predictor, other forms no direction: form " + form + ", " + loss.predictorCount()
                    + " predictors");
        }
    }

    /** A pass without a product. */
    public ExpectationPass(
            RowLoss loss, double[] mean, CoefficientCovariance spread, CurvatureForm form, RowSample sample) {
        this(loss, mean, spread, form, sample, null);
    }

    private PassStatistics emptySums() {
        return new PassStatistics(mean.length, form.length(mean.length), loss.dispersionTotalCount());
    }

    @Override
    public PassStatistics sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        PassStatistics totals = emptySums();
        PredictorChunk chunk = new PredictorChunk(loss.predictorCount(), totals.dispersionTotals());
        PredictorAlgebra algebra = PredictorAlgebra.of(this, kernel);
        long firstRow = 0;
        while (blocks.hasNext()) {
            RowBlock whole = blocks.next();
            RowBlock block = sample.sampledBlock(whole, partition, firstRow);
            for (int first = 0; first < block.rows(); first += PredictorChunk.CAPACITY) {
                chunk.resize(Math.min(PredictorChunk.CAPACITY, block.rows() - first));
                load(block, first, chunk);
                algebra.predict(block, first, chunk);
                loss.writeExpectedMoments(kernel, chunk);
                int wrong = addValues(chunk, totals);
                if (wrong >= 0 && totals.firstNonFinite() == null) {
                    long row = sample.number(first + wrong, whole.rows(), partition, firstRow);
                    totals.report(nonFinite(chunk, wrong, loss.predictorCount(), partition, row));
                }
                algebra.addDerivatives(block, first, chunk, totals);
            }
            firstRow += whole.rows();
        }
        return algebra.finishSums(totals);
    }

    private static void load(RowBlock block, int first, PredictorChunk chunk) {
        for (int i = 0; i < chunk.rows(); i++) {
            chunk.label()[i] = block.attributes().labels()[first + i];
            chunk.weight()[i] = block.attributes().weight(first + i);
        }
    }

    /**
     * Adds up the chunk's losses, and multiplies slopes and curvatures by weights. Returns the first row that is not
     * finite, or −1.
     */
    private int addValues(PredictorChunk chunk, PassStatistics totals) {
        int k = loss.predictorCount();
        double[] weight = chunk.weight();
        double[] slope = chunk.moments().slope();
        double[] curvature = chunk.moments().curvature();
        double variance = 0;
        double leverage = 0;
        // Entry by entry, so that the inner loops are long where there is one linear predictor
        for (int a = 0; a < k; a++) {
            for (int i = 0; i < chunk.rows(); i++) {
                slope[i * k + a] *= weight[i];
                variance += weight[i] * chunk.predictorCovariances()[(i * k + a) * k + a];
            }
        }
        for (int a = 0; a < k * k; a++) {
            for (int i = 0, at = a; i < chunk.rows(); i++, at += k * k) {
                curvature[at] *= weight[i];
                leverage += curvature[at] * chunk.predictorCovariances()[at];
            }
        }
        double counted = 0;
        double value = 0;
        double first = 0;
        double slopes = 0;
        for (int i = 0; i < chunk.rows(); i++) {
            counted += weight[i];
            value += weight[i] * chunk.moments().value()[i];
            first += curvature[i * k * k];
            slopes += slope[i * k];
        }
        totals.addRows(chunk.rows(), counted, value, variance, first, leverage);
        return Double.isFinite(value + slopes + first) ? -1 : firstNonFinite(chunk);
    }

    private int firstNonFinite(PredictorChunk chunk) {
        int k = loss.predictorCount();
        for (int i = 0; i < chunk.rows(); i++) {
            double weighted = chunk.weight()[i] * chunk.moments().value()[i];
            if (!Double.isFinite(
                    weighted + chunk.moments().slope()[i * k] + chunk.moments().curvature()[i * k * k])) {
                return i;
            }
        }
        return -1;
    }

    private static NonFiniteValue nonFinite(PredictorChunk chunk, int i, int k, int partition, long row) {
        double eta = chunk.predictorMeans()[i * k];
        if (!Double.isFinite(eta)) {
            return new NonFiniteValue("linear predictor", partition, row, eta);
        }
        double value = chunk.moments().value()[i];
        if (!Double.isFinite(value)) {
            return new NonFiniteValue("loss", partition, row, value);
        }
        double slope = chunk.moments().slope()[i * k];
        return Double.isFinite(slope)
                ? new NonFiniteValue(
                        "curvature", partition, row, chunk.moments().curvature()[i * k * k])
                : new NonFiniteValue("slope", partition, row, slope);
    }

    /**
     * Fixed sample of rows, addressed by seed, partition and position, never by the order of execution.
     *
     * @param fraction share of rows, in (0, 1]
     * @param seed seed
     */
    public record RowSample(double fraction, long seed) implements Serializable {

        /** Every row. */
        public static final RowSample ALL = new RowSample(1, 0);

        /** A sample of all rows where they are at most {@code most}, and of about {@code some} of them otherwise. */
        public static RowSample ofExpectedSize(long rows, long most, double some, long seed) {
            return rows <= most ? ALL : new RowSample(some / rows, seed);
        }

        public RowSample {
            if (!(fraction > 0 && fraction <= 1)) {
                throw new IllegalArgumentException("the fraction of rows must lie in (0, 1] but was " + fraction);
            }
        }

        /** Whether the sample has every row. */
        public boolean isAll() {
            return fraction == 1;
        }

        /**
         * The block's rows in the sample, where {@code firstRow} is the number of the block's first row in its
         * partition.
         */
        public RowBlock sampledBlock(RowBlock block, int partition, long firstRow) {
            if (isAll()) {
                return block;
            }
            return block.select(sampledRows(block.rows(), partition, firstRow));
        }

        /**
         * Number within the partition of row {@code i} of a {@link #sampledBlock}, which was taken from a block of
         * {@code rows} rows.
         */
        public long number(int i, int rows, int partition, long firstRow) {
            return firstRow + (isAll() ? i : sampledRows(rows, partition, firstRow)[i]);
        }

        /** Indices, in order, of the rows in the sample among {@code rows} rows from {@code firstRow} on. */
        public int[] sampledRows(int rows, int partition, long firstRow) {
            int[] picked = new int[rows];
            int count = 0;
            AddressedRandom.NumberSequence random = AddressedRandom.sequenceAfter(seed, partition);
            for (int i = 0; i < rows; i++) {
                if (random.uniform(firstRow + i) < fraction) {
                    picked[count++] = i;
                }
            }
            return Arrays.copyOf(picked, count);
        }
    }

    /** Form of the expected curvature that a pass sums. */
    public enum CurvatureForm {
        /** No curvature. */
        NONE,
        /** Diagonal, d numbers. */
        DIAGONAL,
        /** Packed lower triangle, d(d+1)/2 numbers. */
        FULL,
        /**
         * Packed lower triangle F T Fᵀ in the frame of the spread's factor F, S = FᵀF, in which S is the identity. The
         * gradient is F g. Where columns are nearly collinear, T itself would lose in rounding what separates them.
         */
        WHITENED,
        /** Product with a direction, d numbers. */
        PRODUCT;

        /** Length of the curvature that is sent to the driver, in numbers, for d coefficients. */
        public int length(int d) {
            return switch (this) {
                case NONE -> 0;
                case DIAGONAL, PRODUCT -> d;
                case FULL, WHITENED -> Symmetric.packedLength(d);
            };
        }
    }
}
