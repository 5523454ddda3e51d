package io.credence.fit;

import io.credence.data.Draws;
import io.credence.linalg.DenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.loss.ExpansionPoint;
import org.jspecify.annotations.Nullable;

/** A loss whose gradients are not given. */
record ValuesOnlyLoss(DrawLoss right) implements DrawLoss {

    @Override
    public int dimension() {
        return right.dimension();
    }

    @Override
    public boolean hasGradient() {
        return false;
    }

    @Override
    public int maxExpansionOrder() {
        return 0;
    }

    @Override
    public Evaluator evaluator(DenseKernel kernel, Draws draws, @Nullable ExpansionPoint anchor) {
        return right.evaluator(kernel, draws, anchor);
    }
}
