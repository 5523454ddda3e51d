package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import io.credence.part.Catalogue;
import io.credence.part.Option;
import io.credence.part.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Help on a key, a section, a method or a part, in lines for the command line. */
public final class KeyHelp {

    private final Parts parts;
    private final KnownKeys known;
    private final Settings defaults;
    private final List<String> lines = new ArrayList<>();

    KeyHelp(Parts parts) {
        this.parts = parts;
        this.known = new KnownKeys(parts);
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
        help.addMethod(word);
        parts.cataloguesByKey().forEach((key, all) -> {
            if (all.has(word)) {
                help.lines.add(key + " = " + word);
                help.addPart(all.named(word), "    ");
            }
        });
        if (help.lines.isEmpty()) {
            throw help.unknownWord(word);
        }
        return List.copyOf(help.lines);
    }

    /** Meaning of a key, in one line: its comment in the file of defaults, or else the description by its parts. */
    String keyMeaning(String key) {
        lines.clear();
        addComments(key, "");
        if (lines.isEmpty()) {
            addKey(key, "");
            lines.remove(0);
        }
        return lines.stream().map(String::strip).collect(Collectors.joining("; "));
    }

    private ConfigurationException unknownWord(String word) {
        TreeSet<String> words = new TreeSet<>(known.keys());
        words.addAll(known.sections());
        words.addAll(Methods.names());
        parts.cataloguesByKey().values().forEach(all -> words.addAll(all.names()));
        return new ConfigurationException("no key, method or part is called " + word + ": the nearest known one is "
                + KnownKeys.nearestKey(word, words));
    }

    private void addSection(String section) {
        lines.add(section + " { … }");
        addComments(section, "    ");
        for (Map.Entry<String, ConfigValue> entry : new TreeMap<>((ConfigObject) defaults.value(section)).entrySet()) {
            String key = section + "." + entry.getKey();
            if (entry.getValue() instanceof ConfigObject) {
                lines.add("    " + key + " { … }");
            } else {
                addKey(key, "    ");
            }
        }
    }

    /** Adds a line for a key, with its default and its meaning. */
    private void addKey(String key, String indent) {
        lines.add(indent + key + " = " + Settings.show(defaults.value(key)));
        addComments(key, indent + "    ");
        String section = Parts.section(key);
        parts.cataloguesByKey().forEach((chooser, all) -> {
            if (Parts.section(chooser).equals(section)) {
                addOptions(all, key.substring(section.length() + 1), indent);
            }
        });
    }

    private void addComments(String key, String indent) {
        defaults.value(key).origin().comments().forEach(comment -> lines.add(indent + comment.strip()));
    }

    /** Adds the meanings of an option. Each is followed by the names of the parts that share it. */
    private void addOptions(Catalogue<? extends Part> all, String name, String indent) {
        Map<String, List<String>> owners = new LinkedHashMap<>();
        for (Part part : all) {
            part.options().stream()
                    .filter(option -> option.name().equals(name))
                    .forEach(option -> owners.computeIfAbsent(optionMeaning(option), text -> new ArrayList<>())
                            .add(part.name()));
        }
        owners.forEach((text, names) -> lines.add(indent + "    of " + String.join(", ", names) + ": " + text));
    }

    private void addChoices(String key) {
        Catalogue<? extends Part> all = parts.cataloguesByKey().get(key);
        if (all != null) {
            for (Part part : all) {
                lines.add("    " + part.name());
                addPart(part, "        ");
            }
        } else if (key.equals("method")) {
            Methods.names().forEach(name -> lines.add("    " + name + ": " + Methods.line(name)));
        }
    }

    private void addPart(Part part, String indent) {
        lines.add(indent + part.description());
        if (!part.requirements().isEmpty()) {
            lines.add(indent + "requires " + part.requirements());
        }
        for (Option option : part.options()) {
            lines.add(indent + option.name() + " = " + option.displayed() + ": " + optionMeaning(option));
        }
    }

    private static String optionMeaning(Option option) {
        return option.line() + "; " + option.requirement();
    }

    private void addMethod(String name) {
        if (!Methods.names().contains(name)) {
            return;
        }
        lines.add("method = " + name);
        lines.add("    " + Methods.line(name));
        Config fragment = Methods.methodKeys(name);
        for (String key : new TreeSet<>(known.keys())) {
            if (fragment.hasPath(key)) {
                lines.add("    sets " + key + " = " + Settings.show(fragment.getValue(key)));
            }
        }
    }
}
