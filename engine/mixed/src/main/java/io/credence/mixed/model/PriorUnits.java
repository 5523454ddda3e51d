package io.credence.mixed.model;

import io.credence.kind.RandomEffects;
import org.jspecify.annotations.Nullable;

/** Units of columns, in which priors of standard deviations are stated. */
public interface PriorUnits {

    /** Unit of column {@code j}. */
    double columnUnit(int j);

    /** Root of the sum of the mean squares of columns; 1 where all are 0. */
    double rootOfMeanSquares(int[] columns);

    /** Map of effects to those at the origins of their columns; null where these are the same. */
    @Nullable
    ColumnOriginShift columnShift(RandomEffects effects);
}
