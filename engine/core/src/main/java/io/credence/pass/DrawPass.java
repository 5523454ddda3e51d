package io.credence.pass;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.family.Blocks;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.loss.DrawLoss;
import io.credence.loss.ExpansionPoint;
import io.credence.risk.RowReduction;
import io.credence.statistics.DrawSums;
import io.credence.statistics.NonFiniteValue;
import io.credence.statistics.PartitionPass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pass that sums the losses of rows at draws, with gradients where requested.
 *
 * @param loss loss of a row
 * @param draws draws at which the loss is evaluated
 * @param expansion expansion that is subtracted from each row's loss; null for none
 * @param form form in which gradients are summed
 * @param rowReduction risk of a row over its draws, whose gradients are taken instead of the losses'; null for none
 * @param factors blocks of the parameters whose Markov blankets are requested; null if none are
 */
public record DrawPass(
        DrawLoss loss,
        Draws draws,
        @Nullable ExpansionPoint expansion,
        GradientForm form,
        @Nullable RowReduction rowReduction,
        @Nullable Blocks factors)
        implements PartitionPass<DrawSums> {

    /** Number of draws evaluated at a time where rows are few, so that their workspace stays in cache. */
    private static final int TOGETHER = 64;

    /** A pass without a risk. */
    public DrawPass(DrawLoss loss, Draws draws, @Nullable ExpansionPoint anchor, GradientForm form) {
        this(loss, draws, anchor, form, null);
    }

    /** A pass with a row risk, or none. */
    public DrawPass(
            DrawLoss loss,
            Draws draws,
            @Nullable ExpansionPoint anchor,
            GradientForm form,
            @Nullable RowReduction reduction) {
        this(loss, draws, anchor, form, reduction, null);
    }

    /**
     * A pass for the losses of the Markov blankets of the given factors, S × number of factors in place of gradients.
     */
    public static DrawPass ofBlankets(DrawLoss loss, Draws draws, Blocks factors) {
        return new DrawPass(loss, draws, null, GradientForm.BLANKETS, null, factors);
    }

    public DrawPass {
        if ((form == GradientForm.BLANKETS) != (factors != null) || (factors != null && !loss.isDecomposed())) {
            throw new IllegalArgumentException(
                    "Markov blankets are those of given factors under a loss that is a sum of terms");
        }
        if (factors != null && (expansion != null || rowReduction != null)) {
            throw new IllegalArgumentException("Markov blankets are those of whole losses, without anchor or risk");
        }
        if (form == GradientForm.CURVED && (!loss.hasCurvature() || expansion != null || rowReduction != null)) {
            throw new IllegalArgumentException("second derivatives are those of whole losses that have them");
        }
        if ((form == GradientForm.PER_DRAW || form == GradientForm.FOLDED) && !loss.hasGradient()) {
            throw new IllegalArgumentException("gradients were requested of a loss that has values only");
        }
        if (form == GradientForm.FOLDED && !(draws instanceof Draws.RegeneratedDraws)) {
            throw new IllegalArgumentException("only draws that executors make themselves can be folded");
        }
        if (rowReduction != null && loss.isRandom()) {
            throw new IllegalArgumentException(
                    "the risk " + rowReduction.name()
                            + " of a row takes exact losses: required a loss without latent numbers of the rows, found a random one");
        }
        if (rowReduction != null && (expansion != null || form == GradientForm.FOLDED)) {
            throw new IllegalArgumentException("a risk over draws takes whole losses at all draws together");
        }
    }

    @Override
    public DrawSums sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        if (form == GradientForm.FOLDED) {
            return sumDrawByDraw(partition, blocks, kernel);
        }
        RowBlock begun = blocks.hasNext() ? blocks.next() : null;
        return begun == null || blocks.hasNext() || !isOfManyPlainLosses()
                ? new Accumulation(partition, 0, kernel).sumBlocks(begun, blocks)
                : sumFewDraws(partition, List.of(List.of(begun)), kernel).get(0);
    }

    /** Whether there are many draws of losses alone, whose evaluators take next to no time to make. */
    private boolean isOfManyPlainLosses() {
        return form == GradientForm.NONE
                && rowReduction == null
                && !loss.isRandom()
                && loss.asPredictorLoss() != null
                && draws instanceof Draws.ExplicitDraws
                && draws.count() > TOGETHER;
    }

    /**
     * Sums of the losses at explicit draws over each of several lists of blocks, a few draws at a time in the same
     * workspace.
     */
    List<DrawSums> sumFewDraws(int partition, List<List<RowBlock>> lists, DenseKernel kernel) {
        List<DrawSums> sums =
                lists.stream().map(list -> new DrawSums(draws.count(), 0)).toList();
        Accumulation room = null;
        for (int first = 0; first < draws.count(); first += TOGETHER) {
            Draws.ExplicitDraws some = ((Draws.ExplicitDraws) draws).subset(first, TOGETHER);
            if (room == null || !room.moveTo(some, first)) {
                room = new DrawPass(loss, some, expansion, form).new Accumulation(partition, first, kernel);
            }
            for (int k = 0; k < sums.size(); k++) {
                sums.get(k).put(first, room.sumBlocks(null, lists.get(k).iterator()));
            }
        }
        return sums;
    }

    /** Workspace in which blocks are summed, which is large with many draws. */
    private final class Accumulation {
        private final DrawLoss.Evaluator evaluator;
        private final ChunkedRows rows;

        /**
         * A workspace for a partition.
         *
         * @param firstDraw number of the first draw within the whole pass
         */
        Accumulation(int partition, int firstDraw, DenseKernel kernel) {
            evaluator = loss.evaluator(kernel, draws, expansion);
            if (form == GradientForm.NONE || form == GradientForm.BLANKETS) {
                evaluator.announceNoGradients();
            }
            rows = new ChunkedRows(evaluator, partition, firstDraw, draws.count(), rowReduction, factors);
        }

        /** Moves to as many other draws; false where they take another workspace. */
        boolean moveTo(Draws others, int firstDraw) {
            rows.firstDraw = firstDraw;
            return evaluator.moveTo(others);
        }

        /**
         * Sums over some blocks. Second derivatives, which evaluators sum themselves, are over all blocks so far.
         *
         * @param begun block before the others; null for none
         */
        DrawSums sumBlocks(@Nullable RowBlock begun, Iterator<? extends RowBlock> blocks) {
            int each = form == GradientForm.PER_DRAW || form == GradientForm.CURVED ? draws.dimension() : 0;
            int gradients = Math.multiplyExact(draws.count(), factors == null ? each : factors.count());
            int curvature = form == GradientForm.CURVED ? Symmetric.packedLength(draws.dimension()) : 0;
            DrawSums sums = new DrawSums(draws.count(), gradients, curvature);
            rows.observed = 0;
            rows.weight = 0;
            double[] pulledBack = gradients > 0 ? sums.gradients() : null;
            if (begun != null) {
                rows.add(begun, sums, pulledBack);
            }
            while (blocks.hasNext()) {
                rows.add(blocks.next(), sums, pulledBack);
            }
            if (curvature > 0) {
                sums.addCurvature(evaluator.packedCurvatureSum());
            }
            sums.addRowCount(rows.observed, rows.weight);
            return sums;
        }
    }

    /** Sums over all blocks, one draw after the other, so that only a few vectors of length d are held. */
    private DrawSums sumDrawByDraw(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        List<RowBlock> kept = new ArrayList<>();
        blocks.forEachRemaining(kept::add);
        int d = draws.dimension();
        DrawSums sums = new DrawSums(draws.count(), Math.multiplyExact(2 * GradientForm.REPLICATES, d));
        double[] theta = new double[d];
        double[] gradient = new double[d];
        for (int s = 0; s < draws.count(); s++) {
            draws.fill(s, theta);
            Arrays.fill(gradient, 0);
            DrawSums one = new DrawSums(1, 0);
            Draws.ExplicitDraws alone = new Draws.ExplicitDraws(theta.clone(), 1, d, draws.seedOfDraw(s));
            ChunkedRows rows = new ChunkedRows(loss.evaluator(kernel, alone, expansion), partition, s, 1, null, null);
            for (RowBlock block : kept) {
                rows.add(block, one, gradient);
            }
            sums.losses()[s] = one.losses()[0];
            NonFiniteValue wrong = one.firstNonFinite();
            if (wrong != null) {
                sums.report(wrong);
            }
            if (s == 0) {
                sums.addRowCount(rows.observed, rows.weight);
            }
            ((Draws.RegeneratedDraws) draws).standardDraws().fill(s, theta);
            GradientForm.addToReplicate(gradient, theta, s, draws.count(), sums.gradients());
        }
        return sums;
    }

    /** Sums over the rows of a partition, chunk by chunk. */
    private static final class ChunkedRows {
        private final DrawLoss.Evaluator evaluator;
        private final int partition;
        private int firstDraw;
        private final int count;
        private final double[] losses;
        private final double[] rowWeights = new double[PredictorChunk.CAPACITY];
        private double[] weights = new double[0]; // per draw, laid out as the losses, where gradients take them
        private final @Nullable RowReduction reduction;
        private final @Nullable Blocks factors;
        private long observed;
        private double weight;

        ChunkedRows(
                DrawLoss.Evaluator evaluator,
                int partition,
                int firstDraw,
                int count,
                @Nullable RowReduction reduction,
                @Nullable Blocks factors) {
            this.reduction = reduction;
            this.factors = factors;
            this.evaluator = evaluator;
            this.partition = partition;
            this.firstDraw = firstDraw;
            this.count = count;
            this.losses = new double[Math.multiplyExact(count, PredictorChunk.CAPACITY)];
            if (factors != null) {
                evaluator.announceBlankets(factors);
            }
        }

        void add(RowBlock block, DrawSums sums, double @Nullable [] gradients) {
            for (int first = 0; first < block.rows(); ) {
                int rows = evaluator.rowCountTogether(block, first);
                evaluator.setRowPosition(partition, observed + first);
                if (weights.length == 0 && (reduction != null || gradients != null)) {
                    weights = new double[losses.length];
                }
                int units = evaluator.computeLosses(block, first, rows, losses);
                readWeights(block, first, rows, units);
                addLosses(units, observed + first, sums);
                if (reduction != null) {
                    addRisks(reduction, units, sums);
                }
                if (gradients != null) {
                    addGradients(gradients);
                }
                if (sums.curvature().length > 0) {
                    evaluator.addCurvature(rowWeights);
                }
                first += rows;
            }
            observed += block.rows();
        }

        /** Looks up the weights of rows. A series has that of its first row, and counts as its number of rows. */
        private void readWeights(RowBlock block, int first, int rows, int units) {
            for (int i = 0; i < units; i++) {
                rowWeights[i] = block.attributes().weight(first + i);
                weight += units == rows ? rowWeights[i] : rows;
            }
        }

        private void addGradients(double[] gradients) {
            if (factors == null && reduction == null) {
                evaluator.addGradients(rowWeights, weights, gradients);
            } else if (factors == null) {
                evaluator.addGradients(weights, gradients);
            } else {
                for (int at = 0; at < weights.length; at += PredictorChunk.CAPACITY) {
                    System.arraycopy(rowWeights, 0, weights, at, PredictorChunk.CAPACITY);
                }
                evaluator.addBlankets(weights, gradients);
            }
        }

        /** Adds the risks of rows, and computes the weights that their gradients have at each draw. */
        private void addRisks(RowReduction risk, int units, DrawSums sums) {
            double sum = 0;
            for (int i = 0; i < units; i++) {
                double w = rowWeights[i];
                sum += w * risk.reduce(losses, i, PredictorChunk.CAPACITY, count, weights);
                for (int at = i; at < weights.length; at += PredictorChunk.CAPACITY) {
                    weights[at] *= w;
                }
            }
            sums.addRisk(sum);
        }

        private void addLosses(int units, long firstRow, DrawSums sums) {
            double[] four = new double[4];
            for (int s = 0; s < count; s += 4) {
                sumFourDraws(s, units, four);
                for (int m = 0; m < 4 && s + m < count; m++) {
                    sums.losses()[s + m] += four[m];
                    if (!Double.isFinite(four[m]) && sums.firstNonFinite() == null) {
                        sums.report(firstNonFinite(s + m, units, firstRow));
                    }
                }
            }
        }

        /** Weighted loss sums of four draws. These are independent, so that the processor need not wait for each. */
        private void sumFourDraws(int s, int units, double[] four) {
            int a = s * PredictorChunk.CAPACITY;
            int b = Math.min(s + 1, count - 1) * PredictorChunk.CAPACITY;
            int c = Math.min(s + 2, count - 1) * PredictorChunk.CAPACITY;
            int d = Math.min(s + 3, count - 1) * PredictorChunk.CAPACITY;
            double sumA = 0;
            double sumB = 0;
            double sumC = 0;
            double sumD = 0;
            for (int i = 0; i < units; i++) {
                double w = rowWeights[i];
                sumA += w * losses[a + i];
                sumB += w * losses[b + i];
                sumC += w * losses[c + i];
                sumD += w * losses[d + i];
            }
            four[0] = sumA;
            four[1] = sumB;
            four[2] = sumC;
            four[3] = sumD;
        }

        private NonFiniteValue firstNonFinite(int s, int units, long firstRow) {
            for (int i = 0; i < units; i++) {
                double loss = losses[s * PredictorChunk.CAPACITY + i];
                if (!Double.isFinite(loss)) {
                    String why = evaluator.explainLoss(i, s);
                    String quantity = "loss at draw " + (firstDraw + s) + (why == null ? "" : " (" + why + ")");
                    return new NonFiniteValue(quantity, partition, firstRow + i, loss);
                }
            }
            return new NonFiniteValue(
                    "sum of losses at draw " + (firstDraw + s), partition, firstRow, Double.POSITIVE_INFINITY);
        }
    }
}
