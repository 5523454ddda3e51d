package io.credence.part;

import java.util.List;
import java.util.Map;

/**
 * Component of a model or fit that a configuration can choose by name, such as a prior or a divergence. Each kind of
 * part extends this with the one method that builds the chosen component.
 */
public interface Part {

    /** Name in configuration and results. */
    String name();

    /** Description in one line without a full stop. */
    String description();

    /** Further statements that a configuration requires with this part, in words; empty for none. */
    default String requirements() {
        return "";
    }

    /** Options in the order in which they are explained; parts of one kind may share an option. */
    default List<Option> options() {
        return List.of();
    }

    /** Whether the part has an option with the given name. */
    default boolean has(String option) {
        return options().stream().anyMatch(one -> one.name().equals(option));
    }

    /**
     * Values of the options: the given ones, the others at their defaults.
     *
     * @throws IllegalArgumentException if an option is unknown, of another type or out of range
     */
    default OptionValues values(Map<String, ?> given) {
        return OptionValues.of(this, given);
    }
}
