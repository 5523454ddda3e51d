package io.credence.config.key;

/**
 * Key of a configuration, or a section of keys.
 *
 * @param name full name, such as {@code prior.sd}
 * @param defaultText default, as a configuration has it; empty for a section, {@code {}} for one whose keys are names
 *     that the user chooses
 * @param help meaning, in one line; the values that it can have come first
 */
public record Key(String name, String defaultText, String help) {

    private static final String NAMES = "{}";

    /** A key with its default and its meaning. */
    static Key of(String name, String defaultText, String help) {
        return new Key(name, defaultText, help);
    }

    /** A section of keys. */
    static Key section(String name, String help) {
        return new Key(name, "", help);
    }

    /** Whether keys of the table stand in it. */
    public boolean isSection() {
        return defaultText.isEmpty();
    }

    /** Whether it is a section whose keys are names that the user chooses. */
    public boolean isOfNames() {
        return defaultText.equals(NAMES);
    }

    /** Name of the section; empty where there is none. */
    String section() {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }

    /** Line of a configuration with the default and the meaning, without a line for the end of a section. */
    String line() {
        String last = name.substring(name.lastIndexOf('.') + 1);
        return isOfNames() ? last + " " + NAMES : last + " = " + defaultText;
    }
}
