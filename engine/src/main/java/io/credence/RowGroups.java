package io.credence;

import io.credence.mixed.GroupingFactor;
import io.credence.mixed.RandomEffects;
import java.util.List;

/**
 * How rows are in groups, and which coefficients vary between them.
 *
 * @param factors grouping factors, in the order of the rows' levels
 * @param effects coefficients of their levels
 * @param fixed of each column, whether it has a coefficient that all rows share
 * @param largest of each factor, rows of its largest level
 */
public record RowGroups(List<GroupingFactor> factors, List<RandomEffects> effects, boolean[] fixed, long[] largest) {

    public RowGroups {
        factors = List.copyOf(factors);
        effects = List.copyOf(effects);
    }
}
