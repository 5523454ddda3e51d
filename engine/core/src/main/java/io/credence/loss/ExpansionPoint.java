package io.credence.loss;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A point around which a row's loss is replaced by what is left of it after an expansion, for the data-subsampling control
 * variate: the expansion of all rows is known on the driver, so only the remainder is estimated from a minibatch.
 *
 * @param point θ̄
 * @param order 1 for value and gradient, 2 with curvature
 */
public record ExpansionPoint(double[] point, int order) implements Serializable {
    public ExpansionPoint {
        if (order != 1 && order != 2) {
            throw new IllegalArgumentException("an expansion must be of order 1 or 2 but was " + order);
        }
    }

    /** Requires that a loss has derivatives of an anchor's order; null is no anchor. */
    static void requireOrder(@Nullable ExpansionPoint anchor, DrawLoss loss) {
        if (anchor != null && anchor.order() > loss.anchorOrder()) {
            throw new IllegalArgumentException("an anchor must be of an order up to " + loss.anchorOrder()
                    + " for this model but was of order " + anchor.order());
        }
    }
}
