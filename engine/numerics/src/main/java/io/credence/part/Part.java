package io.credence.part;

import java.util.List;
import java.util.Map;

/**
 * A choice that a configuration can make by name, such as a prior or a divergence. Each kind of part extends this with the
 * one method that builds what is chosen.
 */
public interface Part {

    /** Name in configuration and results. */
    String name();

    /** What it is, in one line without a full stop. */
    String line();

    /** What else a configuration must state for it, in words; empty for nothing. */
    default String needs() {
        return "";
    }

    /** Its settings, in the order in which they are explained; parts of one kind may share an option. */
    default List<Option> options() {
        return List.of();
    }

    /** Whether it has an option of that name. */
    default boolean has(String option) {
        return options().stream().anyMatch(one -> one.name().equals(option));
    }

    /**
     * Its options with the given values, the others at their defaults.
     *
     * @throws IllegalArgumentException if an option is unknown, of another type or out of range
     */
    default OptionValues values(Map<String, ?> given) {
        return OptionValues.of(this, given);
    }
}
