package io.credence.config;

import io.credence.part.Catalogue;
import io.credence.part.Choice;
import io.credence.part.Option;
import io.credence.part.Part;
import io.credence.part.Piece;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

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
        P part = all.named(settings.choice(key, all));
        Map<String, Object> values = new LinkedHashMap<>();
        for (Option option : part.options()) {
            String path = Parts.section(key) + "." + option.name();
            values.put(
                    option.name(),
                    option.type() == Option.ValueType.PIECES
                            ? readPieces(path, key, all, option)
                            : settings.option(path, option));
        }
        return new Choice<>(part, part.values(values));
    }

    /** Reads a list of parts, each with an amount and options, such as [{ size = 2, kind = renyi, alpha = 0.3 }]. */
    private List<Piece> readPieces(String path, String key, Catalogue<? extends Part> all, Option option) {
        String word = key.substring(key.lastIndexOf('.') + 1);
        String measure = option.words().get(0);
        List<Piece> pieces = new ArrayList<>();
        for (Map<String, Object> given :
                settings.objects(path, "a list of { " + measure + " = …, " + word + " = … }")) {
            Map<String, Object> values = new LinkedHashMap<>(given);
            Object amount = values.remove(measure);
            Object name = values.remove(word);
            try {
                Part part = all.named(String.valueOf(name));
                if (!(amount instanceof Number number) || !option.rangeTest().test(number.doubleValue())) {
                    throw new IllegalArgumentException(measure + " of " + name + " must be "
                            + option.words().get(1) + " but was " + amount);
                }
                pieces.add(new Piece(
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

    /**
     * Notes options that were set but do not belong to the chosen part. The options of that are {@code own}. Values
     * that no part could take are refused.
     */
    void noteIdleOptions(String key, Catalogue<? extends Part> all, List<Option> own, String why) {
        List<String> names = own.stream().map(Option::name).toList();
        Map<String, List<Option>> others = all.parts().stream()
                .flatMap(part -> part.options().stream())
                .filter(option -> !names.contains(option.name()))
                .collect(Collectors.groupingBy(Option::name, TreeMap::new, Collectors.toList()));
        others.forEach((name, options) -> {
            String path = Parts.section(key) + "." + name;
            boolean nested = options.get(0).type() == Option.ValueType.PIECES;
            if (!nested && options.stream().noneMatch(option -> settings.isAllowed(path, option))) {
                settings.option(path, options.get(0));
            }
            notes.noteUnless(false, path, why);
        });
    }
}
