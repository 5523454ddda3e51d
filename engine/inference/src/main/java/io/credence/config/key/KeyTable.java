package io.credence.config.key;

import io.credence.part.Catalogue;
import io.credence.part.Part;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The table of all keys but the options of parts, in the order of the file of defaults. */
public final class KeyTable {

    /** All keys and sections but options of parts; a section is followed by its keys. */
    public static final List<Key> ALL = Stream.of(DataKeys.ALL, ModelKeys.ALL, AlgorithmKeys.ALL, ResultKeys.ALL)
            .flatMap(List::stream)
            .toList();

    private static final String HEAD = """
            # Every key that Credence knows, with its default. A key that is not here is refused.
            # null: no default; data.path, data.label, model.family or model.class, and output.path have to be given. A method (its
            # keys are in methods.conf) lies between the user's keys and these. The file is written from the table of keys.
            """;

    /** Column of the comments. */
    private static final int COMMENTS = 25;

    private KeyTable() {}

    /**
     * Keys of the table, with the names of the given parts as values of the keys that choose among them, each followed
     * by the options of the parts.
     *
     * @param catalogues parts by the key that chooses among them
     * @throws IllegalArgumentException if an option has another default than the table or another part gives it
     */
    public static List<Key> withParts(Map<String, Catalogue<? extends Part>> catalogues) {
        List<Key> all = new ArrayList<>();
        for (Key key : ALL) {
            Catalogue<? extends Part> parts = catalogues.get(key.name());
            if (parts == null) {
                all.add(key);
            } else {
                all.add(key.withWords(parts.names()));
                all.addAll(new PartOptions(key.section(), parts).keys());
            }
        }
        return List.copyOf(all);
    }

    /** Key of the table by its name; empty where a part has it, or nobody. */
    public static Optional<Key> named(String name) {
        return ALL.stream().filter(key -> key.name().equals(name)).findFirst();
    }

    /** Keys whose values define a published method. */
    public static List<String> keysOfMethods() {
        return ALL.stream().filter(Key::definesMethods).map(Key::name).toList();
    }

    /** Sections whose keys are names that the user chooses. */
    public static List<String> sectionsOfNames() {
        return ALL.stream().filter(Key::isOfNames).map(Key::name).toList();
    }

    /** Sections about rows and results, which no inference alone reads. */
    public static List<String> sectionsOfRows() {
        return Stream.concat(DataKeys.ALL.stream(), ResultKeys.ALL.stream())
                .filter(Key::isSection)
                .map(Key::name)
                .toList();
    }

    /** Keys and sections that are refused beside a kind of fit. */
    public static List<Key> excludedBy(FitKind kind) {
        return ALL.stream().filter(key -> key.exclusion(kind) != null).toList();
    }

    /** Keys and sections that have no effect on a kind of fit. */
    public static List<Key> idleIn(FitKind kind) {
        return ALL.stream().filter(key -> key.idleReason(kind) != null).toList();
    }

    /** Keys that only fits of a kind read. */
    public static List<Key> onlyOf(FitKind kind) {
        return ALL.stream().filter(key -> key.isOnlyOf(kind)).toList();
    }

    /** Whether fits of a kind read a key of the table or one within a section of it. */
    public static boolean isRead(String name, FitKind kind) {
        return withSections(name).stream().allMatch(key -> key.isReadBy(kind));
    }

    /** The key of a name and the sections that it stands in, as far as the table has them. */
    public static List<Key> withSections(String name) {
        return ALL.stream()
                .filter(key -> key.name().equals(name) || name.startsWith(key.name() + "."))
                .toList();
    }

    /** Text of a configuration that has the given keys with their defaults, each with its meaning as a comment. */
    public static String text(List<Key> keys) {
        StringBuilder text = new StringBuilder(HEAD);
        Deque<String> open = new ArrayDeque<>();
        for (Key key : keys) {
            while (!open.isEmpty() && !open.getFirst().equals(key.section())) {
                open.pop();
                text.append("  ".repeat(open.size())).append("}\n");
            }
            if (open.isEmpty()) {
                text.append("\n");
            }
            String indent = "  ".repeat(open.size());
            String comment = key.help().isEmpty() ? "" : "# " + key.help();
            if (key.isSection()) {
                String last = key.name().substring(key.name().lastIndexOf('.') + 1);
                text.append(comment.isEmpty() ? "" : indent + comment + "\n");
                text.append(indent).append(last).append(" {\n");
                open.push(key.name());
            } else {
                String line = indent + key.line();
                String space = comment.isEmpty() ? "" : " ".repeat(Math.max(1, COMMENTS - line.length()));
                text.append(line).append(space).append(comment).append("\n");
            }
        }
        while (!open.isEmpty()) {
            open.pop();
            text.append("  ".repeat(open.size())).append("}\n");
        }
        return text.toString();
    }
}
