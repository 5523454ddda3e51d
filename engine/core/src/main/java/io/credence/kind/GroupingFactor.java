package io.credence.kind;

import java.io.Serializable;
import java.util.List;

/**
 * Column that groups rows, such as a county or a patient.
 *
 * @param name name of the column, or of the columns of an interaction, as {@code batch:cask}
 * @param levels distinct values of the column, sorted as texts; rows hold their indices
 */
public record GroupingFactor(String name, List<String> levels) implements Serializable {

    public GroupingFactor {
        levels = List.copyOf(levels);
        if (levels.isEmpty()) {
            throw new IllegalArgumentException("the grouping factor " + name + " must have at least one level");
        }
        for (int i = 1; i < levels.size(); i++) {
            if (levels.get(i - 1).compareTo(levels.get(i)) >= 0) {
                throw new IllegalArgumentException("levels of the grouping factor " + name
                        + " must be different and sorted as texts: '" + levels.get(i) + "' follows '"
                        + levels.get(i - 1) + "'");
            }
        }
    }
}
