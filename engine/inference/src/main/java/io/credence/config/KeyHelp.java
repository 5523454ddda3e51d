package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import io.credence.part.Catalogue;
import io.credence.part.Option;
import io.credence.part.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Help on a key, a section, a method or a part, in lines for the command line. */
public final class KeyHelp {

    private final Parts parts;
    private final KnownKeys known;
    private final Settings defaults;
    private final List<String> lines = new ArrayList<>();

    KeyHelp(Parts parts) {
        this.parts = parts;
        this.known = KnownKeys.of(parts);
        this.defaults = new Settings(known.defaults());
    }

    /**
     * Lines of help on a word.
     *
     * @param word a key such as prior.kind, a section, the name of a method or of a part
     * @throws ConfigurationException if it is none of these, with the nearest one
     */
    public static List<String> helpLines(String word, Parts parts) {
        KeyHelp help = new KeyHelp(parts);
        if (help.known.isSection(word)) {
            help.addSection(word);
        } else if (help.known.keys().contains(word)) {
            help.addKey(word, "");
            help.addChoices(word);
        }
        parts.cataloguesByKey().forEach((key, all) -> {
            if (all.has(word)) {
                help.lines.add(key + " = " + word);
                help.addPart(all.named(word), "    ");
            }
        });
        help.addMethod(word);
        if (help.lines.isEmpty()) {
            throw help.unknownWord(word);
        }
        return List.copyOf(help.lines);
    }

    private ConfigurationException unknownWord(String word) {
        TreeSet<String> words = new TreeSet<>(known.keys());
        words.addAll(known.sections());
        parts.cataloguesByKey().values().forEach(all -> words.addAll(all.names()));
        return new ConfigurationException("no key, method or part is called " + word + ": the nearest known one is "
                + KnownKeys.nearestKey(word, words));
    }

    private void addSection(String section) {
        lines.add(section + " { … }");
        addMeaning(section, "    ");
        for (Map.Entry<String, ConfigValue> entry : new TreeMap<>((ConfigObject) defaults.value(section)).entrySet()) {
            String key = section + "." + entry.getKey();
            if (entry.getValue() instanceof ConfigObject) {
                lines.add("    " + key + " { … }");
            } else {
                addKey(key, "    ");
            }
        }
    }

    /** Adds a line for a key, with its default, and one for its meaning. */
    private void addKey(String key, String indent) {
        lines.add(indent + key + " = " + Settings.show(defaults.value(key)));
        addMeaning(key, indent + "    ");
    }

    private void addMeaning(String key, String indent) {
        String meaning = known.named(key).help();
        if (!meaning.isEmpty()) {
            lines.add(indent + meaning);
        }
    }

    private void addChoices(String key) {
        Catalogue<? extends Part> all = parts.cataloguesByKey().get(key);
        if (all != null) {
            for (Part part : all) {
                lines.add("    " + part.name());
                addPart(part, "        ");
            }
        }
    }

    private void addPart(Part part, String indent) {
        lines.add(indent + part.description());
        if (!part.requirements().isEmpty()) {
            lines.add(indent + "requires " + part.requirements());
        }
        for (Option option : part.options()) {
            lines.add(indent + option.name() + " = " + option.displayed() + ": "
                    + option.domain().explain(option.line()));
        }
    }

    private void addMethod(String name) {
        if (!Methods.names().contains(name)) {
            return;
        }
        Config fragment = Methods.methodKeys(name);
        for (String key : new TreeSet<>(known.keys())) {
            if (fragment.hasPath(key)) {
                lines.add("    sets " + key + " = " + Settings.show(fragment.getValue(key)));
            }
        }
    }
}
