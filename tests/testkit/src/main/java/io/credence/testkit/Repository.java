package io.credence.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Files of the repository, found from the directory of whichever module runs its tests. */
public final class Repository {

    private static final String MAIN = Path.of("src", "main", "java").toString();

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

    /** Java files of the main sources of all that is shipped. */
    public static List<Path> sources() throws IOException {
        return javaFiles().stream().filter(Repository::isMain).toList();
    }

    /** Java files of the main sources of a module and of those within it, in order of their paths. */
    public static List<Path> sources(String module) throws IOException {
        return javaFiles(module).stream().filter(Repository::isMain).toList();
    }

    /** Java files of all that is shipped and of its tests. */
    public static List<Path> javaFiles() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String module : List.of("engine", "native", "spark-jobs")) {
            files.addAll(javaFiles(module));
        }
        return files;
    }

    /** Java files of a module and of those within it, in order of their paths. */
    public static List<Path> javaFiles(String module) throws IOException {
        try (Stream<Path> files = Files.walk(file(module))) {
            return files.filter(path -> path.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isMain(Path source) {
        return source.toString().contains(MAIN);
    }
}
