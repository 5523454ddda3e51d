package io.credence.fit;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.loss.ExpansionPoint;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A loss with one wrong number: at the first draw, in one of the evaluations, each of which is of one partition. */
public final class OnceFaultyLoss implements DrawLoss {

    private static final long serialVersionUID = 1;

    private final DrawLoss right;
    private final int when;
    private final int row;
    private final double wrong;
    private final AtomicInteger evaluations = new AtomicInteger();

    /**
     * The loss.
     *
     * @param when number of the evaluation, from 0
     * @param row row of the partition's first block
     * @param wrong what the loss is there
     */
    public OnceFaultyLoss(DrawLoss right, int when, int row, double wrong) {
        this.right = right;
        this.when = when;
        this.row = row;
        this.wrong = wrong;
    }

    @Override
    public int dimension() {
        return right.dimension();
    }

    @Override
    public boolean hasGradient() {
        return right.hasGradient();
    }

    @Override
    public int maxExpansionOrder() {
        return 0;
    }

    @Override
    public Evaluator evaluator(DenseKernel kernel, Draws draws, @Nullable ExpansionPoint anchor) {
        Evaluator inner = right.evaluator(kernel, draws, anchor);
        boolean now = evaluations.getAndIncrement() == when;
        return new Evaluator() {
            private boolean first = true;

            @Override
            public int computeLosses(RowBlock block, int from, int rows, double[] losses) {
                int units = inner.computeLosses(block, from, rows, losses);
                if (now && first) {
                    losses[row] = wrong;
                }
                first = false;
                return units;
            }

            @Override
            public void addGradients(double[] weights, double[] gradients) {
                inner.addGradients(weights, gradients);
            }
        };
    }
}
