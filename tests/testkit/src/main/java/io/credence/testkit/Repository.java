package io.credence.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Files of the repository, found from the directory of whichever module runs its tests. */
public final class Repository {

    private Repository() {}

    /** Directory that holds all modules. */
    public static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder.getParent() != null && !Files.exists(folder.resolve("spark-jobs"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    /** File or directory of that path below the root, such as {@code conf/data/labour.csv}. */
    public static Path file(String path) {
        return root().resolve(path);
    }

    /** Java files of the main sources of each module whose path starts with one of these, in order of their paths. */
    public static List<Path> sources(String... modules) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : modules) {
            try (Stream<Path> files = Files.walk(file(module))) {
                files.filter(path -> path.toString().endsWith(".java"))
                        .filter(path -> path.toString().contains("/src/main/java/"))
                        .sorted()
                        .forEach(sources::add);
            }
        }
        return sources;
    }
}
