package io.credence.kind;

import java.io.Serializable;
import java.util.List;

/**
 * Column that groups rows, such as a county or a patient. It has the number of its levels, and not their names: every
 * pass takes it to the tasks.
 *
 * @param name name of the column, or of the columns of an interaction, as {@code batch:cask}
 * @param levelCount number of distinct values of the column; rows hold their indices, in the order of the texts
 */
public record GroupingFactor(String name, int levelCount) implements Serializable {

    public GroupingFactor {
        if (levelCount < 1) {
            throw new IllegalArgumentException("the grouping factor " + name + " must have at least one level");
        }
    }

    /**
     * Grouping factor with the given levels.
     *
     * @throws IllegalArgumentException if they are not different and sorted as texts
     */
    public static GroupingFactor of(String name, List<String> levels) {
        for (int i = 1; i < levels.size(); i++) {
            if (levels.get(i - 1).compareTo(levels.get(i)) >= 0) {
                throw new IllegalArgumentException("levels of the grouping factor " + name
                        + " must be different and sorted as texts: '" + levels.get(i) + "' follows '"
                        + levels.get(i - 1) + "'");
            }
        }
        return new GroupingFactor(name, levels.size());
    }
}
