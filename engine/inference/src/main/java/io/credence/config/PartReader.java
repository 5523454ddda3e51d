package io.credence.config;

import io.credence.part.Catalogue;
import io.credence.part.Choice;
import io.credence.part.Option;
import io.credence.part.Part;
import io.credence.part.WeightedPart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the part that a key chooses, with its options from the same section. Options of other parts are noted as
 * without effect.
 */
final class PartReader {

    private final Settings settings;
    private final IdleKeyNotes notes;

    PartReader(Settings settings, IdleKeyNotes notes) {
        this.settings = settings;
        this.notes = notes;
    }

    /**
     * Reads the part that a key chooses, and notes options of other parts.
     *
     * @param why reason why an option of another part has no effect, with %s for the name of the chosen part
     */
    <P extends Part> Choice<P> read(String key, Catalogue<P> all, String why) {
        Choice<P> choice = readChoice(key, all);
        noteIdleOptions(key, all, choice.part().options(), why.formatted(choice.name()));
        return choice;
    }

    /** Reads the part that a key chooses, without notes on options of other parts. */
    <P extends Part> Choice<P> readChoice(String key, Catalogue<P> all) {
        P part = all.named(settings.word(key, all.names()));
        Map<String, Object> values = new LinkedHashMap<>();
        for (Option option : part.options()) {
            String path = Parts.section(key) + "." + option.name();
            values.put(
                    option.name(),
                    option.amount() == null
                            ? settings.option(path, option)
                            : readPieces(path, key, all, option.amount()));
        }
        return new Choice<>(part, part.values(values));
    }

    /** Reads a list of parts, each with an amount and options, such as [{ size = 2, kind = renyi, alpha = 0.3 }]. */
    private List<WeightedPart> readPieces(String path, String key, Catalogue<? extends Part> all, Option amount) {
        String word = key.substring(key.lastIndexOf('.') + 1);
        List<WeightedPart> pieces = new ArrayList<>();
        for (Map<String, Object> given : settings.objects(path)) {
            Map<String, Object> values = new LinkedHashMap<>(given);
            Object size = values.remove(amount.name());
            Object name = values.remove(word);
            try {
                Part part = all.named(String.valueOf(name));
                if (!(size instanceof Number number) || amount.domain().fault(size) != null) {
                    throw new IllegalArgumentException(
                            amount.name() + " of " + name + " must be " + amount.requirement() + " but was " + size);
                }
                pieces.add(new WeightedPart(
                        settings.requireOrdinarySize(path, number.doubleValue()),
                        new Choice<>(part, part.values(values))));
            } catch (IllegalArgumentException refused) {
                throw new ConfigurationException(
                        path + " cannot be used: " + refused.getMessage() + Settings.originText(settings.value(path)),
                        refused);
            }
        }
        return List.copyOf(pieces);
    }

    /** Notes options that were set but do not belong to the chosen part. The options of that are {@code own}. */
    void noteIdleOptions(String key, Catalogue<? extends Part> all, List<Option> own, String why) {
        List<String> names = own.stream().map(Option::name).toList();
        all.parts().stream()
                .flatMap(part -> part.options().stream())
                .map(Option::name)
                .filter(name -> !names.contains(name))
                .distinct()
                .sorted()
                .forEach(name -> notes.noteUnless(false, Parts.section(key) + "." + name, why));
    }
}
