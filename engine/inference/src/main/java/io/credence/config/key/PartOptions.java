package io.credence.config.key;

import io.credence.part.Catalogue;
import io.credence.part.Domain;
import io.credence.part.Option;
import io.credence.part.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keys for the options of parts of one kind. Parts may share an option if they give it one default.
 *
 * @param section section of the key that chooses among the parts
 */
record PartOptions(String section, Catalogue<? extends Part> parts) {

    /** One key for each option, but for those that the table has itself. */
    List<Key> keys() {
        Map<String, Owners> owners = new LinkedHashMap<>();
        for (Part part : parts) {
            for (Option option : part.options()) {
                String name = section + "." + option.name();
                KeyTable.named(name).ifPresent(key -> requireDefault(name, key.defaultText(), part, option));
                owners.computeIfAbsent(name, first -> new Owners(name, option)).add(part, option);
            }
        }
        return owners.values().stream()
                .filter(each -> KeyTable.named(each.name).isEmpty())
                .map(each -> each.key(parts.parts().size()))
                .toList();
    }

    private static void requireDefault(String name, String known, Part part, Option option) {
        if (!option.displayed().equals(known)) {
            throw new IllegalArgumentException(name + " must have one default but is " + known + " and, in the part "
                    + part.name() + ", " + option.displayed());
        }
    }

    /** The parts that have an option, by its meaning. */
    private static final class Owners {

        private final String name;
        private final Option first;
        private final Map<String, List<String>> namesByMeaning = new LinkedHashMap<>();
        private Domain domain;

        Owners(String name, Option first) {
            this.name = name;
            this.first = first;
            this.domain = first.domain();
        }

        void add(Part part, Option option) {
            requireDefault(name, first.displayed(), part, option);
            domain = option.domain().equals(domain) ? domain : domain.union(option.domain());
            namesByMeaning
                    .computeIfAbsent(option.domain().explain(option.line()), meaning -> new ArrayList<>())
                    .add(part.name());
        }

        Key key(int all) {
            List<String> meanings = new ArrayList<>();
            namesByMeaning.forEach((meaning, names) ->
                    meanings.add(names.size() == all ? meaning : "of " + listed(names) + ": " + meaning));
            String further = ModelKeys.FURTHER_MEANINGS.get(name);
            if (further != null) {
                meanings.add(further);
            }
            return Key.ofOption(name, domain, first, String.join("; ", meanings));
        }

        /** Names as in a sentence: "a, b and c". */
        private static String listed(List<String> names) {
            int last = names.size() - 1;
            return last == 0 ? names.get(0) : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
        }
    }
}
