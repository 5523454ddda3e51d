package io.credence.loss;

import io.credence.data.CoefficientSpread;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A point around which a row's loss is replaced by what is left of it after an expansion, for the data-subsampling control
 * variate: the expansion of all rows is known on the driver, so only the remainder is estimated from a minibatch.
 *
 * @param point θ̄
 * @param order 1 for value and gradient, 2 with curvature
 * @param spread covariance over which derivatives are averaged, as a pass by expectations does: with η ~ N(x_iᵀθ̄ + o_i, v_i) a
 *     row's expansion is E f + E f′ δ + ½ E f″ (δ² − v_i), of a likelihood of one linear predictor with known dispersion; null
 *     for the derivatives at the point
 */
public record ExpansionPoint(
        double[] point, int order, @Nullable CoefficientSpread spread) implements Serializable {
    public ExpansionPoint {
        if (order != 1 && order != 2) {
            throw new IllegalArgumentException("an expansion must be of order 1 or 2 but was " + order);
        }
        if (spread != null && order != 2) {
            throw new IllegalArgumentException("an expansion by averaged derivatives must be of order 2 but was of 1");
        }
    }

    /** A Taylor expansion at a point. */
    public ExpansionPoint(double[] point, int order) {
        this(point, order, null);
    }
}
