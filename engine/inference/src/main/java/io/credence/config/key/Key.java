package io.credence.config.key;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Key of a configuration, or a section of keys.
 *
 * @param name full name, such as {@code prior.sd}
 * @param defaultText default, as a configuration has it; empty for a section, {@code {}} for one whose keys are names
 *     that the user chooses
 * @param help meaning, in one line; the values that it can have come first
 * @param readers kinds of fit that alone read it; empty where all do but those that exclude it
 * @param exclusions reasons why it is refused, by kind of fit; those of a section are of all its keys
 * @param idleness reasons why it has no effect, by kind of fit; those of a section are of all its keys
 */
public record Key(
        String name,
        String defaultText,
        String help,
        List<FitKind> readers,
        Map<FitKind, String> exclusions,
        Map<FitKind, String> idleness) {

    private static final String NAMES = "{}";

    public Key {
        readers = List.copyOf(readers);
        exclusions = Map.copyOf(exclusions);
        idleness = Map.copyOf(idleness);
    }

    /** A key with its default and its meaning. */
    static Key of(String name, String defaultText, String help) {
        return new Key(name, defaultText, help, List.of(), Map.of(), Map.of());
    }

    /** A section of keys. */
    static Key section(String name, String help) {
        return of(name, "", help);
    }

    /** Copy that only the given kinds of fit read. */
    Key onlyOf(FitKind... kinds) {
        return new Key(name, defaultText, help, List.of(kinds), exclusions, idleness);
    }

    /** Copy that is refused beside the given kinds of fit. */
    Key notBeside(String why, FitKind... kinds) {
        return new Key(name, defaultText, help, readers, with(exclusions, why, kinds), idleness);
    }

    /** Copy that has no effect on the given kinds of fit. */
    Key idleIn(String why, FitKind... kinds) {
        return new Key(name, defaultText, help, readers, exclusions, with(idleness, why, kinds));
    }

    private static Map<FitKind, String> with(Map<FitKind, String> reasons, String why, FitKind... kinds) {
        Map<FitKind, String> all = new EnumMap<>(FitKind.class);
        all.putAll(reasons);
        for (FitKind kind : kinds) {
            all.put(kind, why);
        }
        return all;
    }

    /** Copy that is refused beside a network. */
    Key notBesideNetworks() {
        return notBeside("cannot be used with model.network", FitKind.NETWORK);
    }

    /** Reason why the key is refused beside a kind of fit; null where it is not. */
    public @Nullable String exclusion(FitKind kind) {
        return exclusions.get(kind);
    }

    /** Reason why the key has no effect on a kind of fit; null where it has one. */
    public @Nullable String idleReason(FitKind kind) {
        return idleness.get(kind);
    }

    /** Whether fits of a kind read the key, as far as its section does not say otherwise. */
    public boolean isReadBy(FitKind kind) {
        return !exclusions.containsKey(kind)
                && !idleness.containsKey(kind)
                && (readers.isEmpty() || readers.contains(kind));
    }

    /** Whether fits of a kind are the only ones that read the key. */
    public boolean isOnlyOf(FitKind kind) {
        return readers.contains(kind);
    }

    /** Whether keys of the table stand in it. */
    public boolean isSection() {
        return defaultText.isEmpty();
    }

    /** Whether the key is a section whose keys are names that the user chooses. */
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
