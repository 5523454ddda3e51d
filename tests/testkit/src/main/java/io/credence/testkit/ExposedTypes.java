package io.credence.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Types of a module that other modules name, read from sources: byte code does not show an import that nobody uses.
 *
 * @param byPackage simple names of those types by package, without {@code io.credence.}
 */
public record ExposedTypes(SortedMap<String, SortedSet<String>> byPackage) {

    private static final Pattern QUALIFIED = Pattern.compile("\\bio\\.credence\\.((?:[a-z]\\w*\\.)*)([A-Z]\\w*)");

    /** Reads the types of the module in a directory, such as {@code engine/core}. */
    public static ExposedTypes of(String module) throws IOException {
        Path own = Repository.file(module);
        SortedSet<String> types = new TreeSet<>();
        for (Path source : Repository.sources(module)) {
            String path =
                    own.resolve("src/main/java/io/credence").relativize(source).toString();
            types.add(path.substring(0, path.length() - ".java".length())
                    .replace(source.getFileSystem().getSeparator(), "."));
        }
        SortedMap<String, SortedSet<String>> face = new TreeMap<>();
        for (Path source : Repository.sources()) {
            if (source.startsWith(own)) {
                continue;
            }
            Matcher name = QUALIFIED.matcher(Files.readString(source));
            while (name.find()) {
                if (types.contains(name.group(1) + name.group(2))) {
                    String room = name.group(1).replaceAll("\\.$", "");
                    face.computeIfAbsent(room, key -> new TreeSet<>()).add(name.group(2));
                }
            }
        }
        return new ExposedTypes(face);
    }

    /** Number of types. */
    public int size() {
        return byPackage.values().stream().mapToInt(SortedSet::size).sum();
    }

    /** One line for each package: its name, a colon and its types in order. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        byPackage.forEach((room, types) ->
                text.append(room).append(": ").append(String.join(" ", types)).append('\n'));
        return text.toString();
    }
}
