package io.credence.config.key;

import com.typesafe.config.ConfigUtil;
import io.credence.part.Domain;
import io.credence.part.Option;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Key of a configuration, or a section of keys.
 *
 * @param name full name, such as {@code prior.sd}
 * @param domain values that it takes; null for a section
 * @param defaultText default, as a configuration has it; empty for a section
 * @param help meaning and values, in one line
 * @param readers kinds of fit that alone read it, as are those of a section of all its keys; empty where all do but
 *     those that exclude it
 * @param exclusions reasons why it is refused, by kind of fit; those of a section are of all its keys
 * @param idleness reasons why it has no effect, by kind of fit; those of a section are of all its keys
 * @param definesMethods whether a published method that sets it is known by its value, which cannot be changed then
 */
public record Key(
        String name,
        @Nullable Domain domain,
        String defaultText,
        String help,
        List<FitKind> readers,
        Map<FitKind, String> exclusions,
        Map<FitKind, String> idleness,
        boolean definesMethods) {

    private static final String NOTHING = "null";

    public Key {
        readers = List.copyOf(readers);
        exclusions = Map.copyOf(exclusions);
        idleness = Map.copyOf(idleness);
    }

    /**
     * A key with its values, its default and its meaning.
     *
     * @param meaning meaning, without what the values say of themselves
     */
    static Key of(String name, Domain domain, String defaultText, String meaning) {
        return ofAllFits(name, domain, defaultText, domain.explain(meaning));
    }

    /** A key for a text that may be absent, and is by default. */
    static Key optionalText(String name, String meaning) {
        return of(name, Domain.text().orNull(), NOTHING, meaning);
    }

    /** A key for true or false. */
    static Key flag(String name, boolean initial, String meaning) {
        return of(name, Domain.flag(), String.valueOf(initial), meaning);
    }

    /** A key for one of several words, by default the first. */
    static Key word(String name, List<String> words, String meaning) {
        return of(name, Domain.wordOf(words), words.get(0), meaning);
    }

    /** A key for a section whose keys are names that the user chooses. */
    static Key names(String name, String meaning) {
        return of(name, Domain.names(), "{}", meaning);
    }

    /** A key that chooses among parts, whose names {@link KeyTable#withParts} adds. */
    static Key part(String name, String initial, String meaning) {
        Domain any = Domain.word();
        return ofAllFits(name, initial.equals(NOTHING) ? any.orNull() : any, initial, meaning);
    }

    /** A section of keys. */
    static Key section(String name, String meaning) {
        return ofAllFits(name, null, "", meaning);
    }

    /**
     * A key for an option of parts.
     *
     * @param domain values of all parts that have the option
     * @param option option of one of them
     * @param help meaning and values, by the parts
     */
    static Key ofOption(String name, Domain domain, Option option, String help) {
        String initial = option.displayed();
        boolean quoted = option.defaultValue() instanceof String && !initial.matches("[\\w-]+");
        return ofAllFits(name, domain, quoted ? ConfigUtil.quoteString(initial) : initial, help);
    }

    private static Key ofAllFits(String name, @Nullable Domain domain, String defaultText, String help) {
        return new Key(name, domain, defaultText, help, List.of(), Map.of(), Map.of(), false);
    }

    /** Copy whose values are the given words. */
    Key withWords(List<String> words) {
        Domain chosen = valueDomain().withWords(words);
        return new Key(name, chosen, defaultText, chosen.explain(help), readers, exclusions, idleness, definesMethods);
    }

    /** Copy that only the given kinds of fit read. */
    Key onlyOf(FitKind... kinds) {
        return new Key(name, domain, defaultText, help, List.of(kinds), exclusions, idleness, definesMethods);
    }

    /** Copy that is refused beside the given kinds of fit. */
    Key notBeside(String why, FitKind... kinds) {
        return new Key(
                name, domain, defaultText, help, readers, with(exclusions, why, kinds), idleness, definesMethods);
    }

    /** Copy that has no effect on the given kinds of fit. */
    Key idleIn(String why, FitKind... kinds) {
        return new Key(
                name, domain, defaultText, help, readers, exclusions, with(idleness, why, kinds), definesMethods);
    }

    private static Map<FitKind, String> with(Map<FitKind, String> reasons, String why, FitKind... kinds) {
        Map<FitKind, String> all = new EnumMap<>(FitKind.class);
        all.putAll(reasons);
        for (FitKind kind : kinds) {
            all.put(kind, why);
        }
        return all;
    }

    /** Copy by whose value published methods are known. */
    Key definingMethods() {
        return new Key(name, domain, defaultText, help, readers, exclusions, idleness, true);
    }

    /** Copy that is refused beside a network. */
    Key notBesideNetworks() {
        return notBeside("cannot be used with model.network", FitKind.NETWORK);
    }

    /** Copy that is refused beside an autoencoder. */
    Key notBesideAutoencoders(String why) {
        return notBeside(why, FitKind.AUTOENCODER);
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
        return domain == null;
    }

    /** Values that the key takes; a section takes none. */
    public Domain valueDomain() {
        return Objects.requireNonNull(domain, name);
    }

    /** Whether the key is a section whose keys are names that the user chooses. */
    public boolean isOfNames() {
        return domain != null && domain.type() == Domain.ValueType.NAMES;
    }

    /** Name of the section; empty where there is none. */
    String section() {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }

    /** Line of a configuration with the default and the meaning, without a line for the end of a section. */
    String line() {
        String last = name.substring(name.lastIndexOf('.') + 1);
        return last + (isOfNames() ? " " : " = ") + defaultText;
    }
}
