package io.credence.loss;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Point around which each row's loss is expanded, for the data-subsampling control variate. The expansion is subtracted
 * from the loss. The expansion of all rows is known on the driver, so only the remainder is estimated from a minibatch.
 *
 * @param point expansion point θ̄
 * @param order order of the expansion: 1 for value and gradient, 2 with curvature
 */
public record ExpansionPoint(double[] point, int order) implements Serializable {
    public ExpansionPoint {
        if (order != 1 && order != 2) {
            throw new IllegalArgumentException("an expansion must be of order 1 or 2 but was " + order);
        }
    }

    /** Requires that a loss supports the order of an expansion; null means no expansion. */
    static void requireOrder(@Nullable ExpansionPoint anchor, DrawLoss loss) {
        if (anchor != null && anchor.order() > loss.maxExpansionOrder()) {
            throw new IllegalArgumentException("an anchor must be of an order up to " + loss.maxExpansionOrder()
                    + " for this model but was of order " + anchor.order());
        }
    }
}
