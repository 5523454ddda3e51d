package io.credence.gradient;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.gradient.GradientComparison.Contradiction;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.prior.DensityTerm;
import io.credence.random.AddressedRandom;
import io.credence.statistics.PartitionPass;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares the gradient of a loss with differences of its values, at a few rows of a partition. Rows that disagree have
 * to be several, since a formula may be hard to evaluate at one.
 *
 * @param loss loss with a gradient
 * @param whole whether a block is one series, and counts as one row
 * @param seed seed of the random points and directions
 */
public record GradientCheck(DrawLoss loss, boolean whole, long seed) implements PartitionPass<GradientFindings> {

    /** Number of rows that are checked. */
    static final int ROWS = 16;

    @Override
    public GradientFindings run(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        GradientFindings findings = new GradientFindings();
        RowBlock block = blocks.hasNext() ? blocks.next() : null;
        if (block == null || block.rows() == 0) {
            return findings;
        }
        int units = whole ? 1 : Math.min(ROWS, block.rows());
        for (int k = 0; k < units; k++) {
            int row = (int) ((long) k * block.rows() / units);
            OfRows one = new OfRows(block, row, whole ? block.rows() : 1, partition, kernel);
            long address = AddressedRandom.bits(seed, k);
            findings.add(row, new GradientComparison(one, loss.dimension(), address).find());
        }
        return findings;
    }

    private static Draws draw(double[] theta) {
        return new Draws.ExplicitDraws(theta, 1, theta.length);
    }

    /**
     * Error found in the gradient of a density, in words, or null.
     *
     * @param names names of its parameters
     */
    public static @Nullable String refusal(DensityTerm density, List<String> names, long seed) {
        GradientComparison.Differentiable function = new GradientComparison.Differentiable() {
            @Override
            public double value(double[] theta) {
                return density.logDensity(theta);
            }

            @Override
            public void addGradient(double[] theta, double[] gradient) {
                density.addGradient(theta, gradient);
            }
        };
        Contradiction first = null;
        for (int k = 0; k < GradientFindings.ENOUGH; k++) {
            long address = AddressedRandom.bits(seed, k);
            Contradiction found = new GradientComparison(function, names.size(), address).find();
            if (found == null) {
                return null;
            }
            first = first == null ? found : first;
        }
        return first == null ? null : "the gradient of its log prior is wrong: " + GradientFindings.text(first, names);
    }

    /** Log-likelihood of some rows as a function of the parameters. */
    private final class OfRows implements GradientComparison.Differentiable {
        private final RowBlock block;
        private final int first;
        private final int rows;
        private final int partition;
        private final DenseKernel kernel;
        private final double[] losses = new double[PredictorChunk.CAPACITY];
        private final double[] weights = new double[PredictorChunk.CAPACITY];

        OfRows(RowBlock block, int first, int rows, int partition, DenseKernel kernel) {
            this.block = block;
            this.first = first;
            this.rows = rows;
            this.partition = partition;
            this.kernel = kernel;
            Arrays.fill(weights, -1);
        }

        private DrawLoss.Evaluator forward(double[] theta) {
            DrawLoss.Evaluator evaluator = loss.evaluator(kernel, draw(theta), null);
            evaluator.position(partition, first);
            evaluator.forward(block, first, rows, losses);
            return evaluator;
        }

        @Override
        public double value(double[] theta) {
            try {
                forward(theta);
            } catch (RuntimeException refused) {
                // A random point may be one that the model refuses; a fit that gets there will report it.
                return Double.NaN;
            }
            return -losses[0];
        }

        @Override
        public void addGradient(double[] theta, double[] gradient) {
            forward(theta).pullback(weights, gradient);
        }
    }
}
