package io.credence.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;

/**
 * Search for the kernel's library.
 *
 * <p>The file named by {@value #PATH_PROPERTY}, if set, and nothing else; otherwise {@code java.library.path}, and then
 * the copy inside the jar, written to {@value #DIRECTORY_PROPERTY} or {@code java.io.tmpdir}, loaded, and deleted at
 * once.
 */
final class NativeLibrarySearch {

    static final String PATH_PROPERTY = "credence.native.path";
    static final String DIRECTORY_PROPERTY = "credence.native.tmpdir";

    private static final String NAME = "credence_kernel";
    private static final String PACKED_CURE =
            "if it is missing, build on this platform with gcc, make and libopenblas; if"
                    + " it names another library, install that; if its directory is read-only or mounted noexec, set -D"
                    + DIRECTORY_PROPERTY + " to one that is neither";

    private static boolean loaded;

    private final Properties settings;
    private final List<String> failures = new ArrayList<>();
    private final List<Throwable> causes = new ArrayList<>();

    private NativeLibrarySearch(Properties settings) {
        this.settings = settings;
    }

    /**
     * Loads the library once for this class's loader.
     *
     * @throws UnsatisfiedLinkError naming each path tried, why it failed, and the cure
     */
    static synchronized void ensureLoaded() {
        if (!loaded) {
            load(System.getProperties());
            loaded = true;
        }
    }

    /** Searches for the library by the given properties, and loads it. */
    static void load(Properties settings) {
        new NativeLibrarySearch(settings).search();
    }

    /** Path of the library inside the jar, for this machine. */
    static String resource() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch");
        return "/native/" + (os.startsWith("mac") ? "macos" : os) + "-" + (arch.equals("amd64") ? "x86_64" : arch) + "/"
                + System.mapLibraryName(NAME);
    }

    private void search() {
        String path = settings.getProperty(PATH_PROPERTY);
        boolean found = path != null
                ? tryToLoad(
                        "-D" + PATH_PROPERTY + "=" + path,
                        () -> loadNamed(Path.of(path)),
                        "correct or remove the setting")
                : tryToLoad(
                                "java.library.path",
                                () -> System.loadLibrary(NAME),
                                "add its directory, or use the jar's copy")
                        || tryToLoad("the jar's copy", this::loadFromJar, PACKED_CURE);
        if (!found) {
            UnsatisfiedLinkError error = new UnsatisfiedLinkError(
                    path == null && isUnavailable() ? unbuiltMessage() : String.join("; ", failures));
            causes.forEach(error::addSuppressed);
            throw error;
        }
    }

    /** Whether there is nothing on this machine that could be loaded. */
    private boolean isUnavailable() {
        return NativeLibrarySearch.class.getResource(resource()) == null
                && failures.get(0).contains("no " + NAME + " in");
    }

    /** Error message for a jar built without the library, with the cause as the build wrote it into the jar. */
    private static String unbuiltMessage() {
        try (InputStream unbuilt = NativeLibrarySearch.class.getResourceAsStream("/native/unbuilt.txt")) {
            return "the jar was built without it: "
                    + (unbuilt == null
                            ? resource() + " is not in it; build on this platform with gcc, make and libopenblas"
                            : new String(unbuilt.readAllBytes(), StandardCharsets.UTF_8).strip());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private boolean tryToLoad(String path, Attempt attempt, String cure) {
        try {
            attempt.run();
            return true;
        } catch (IOException | InvalidPathException | UnsatisfiedLinkError cause) {
            causes.add(cause);
            failures.add(path + ": " + cause.getMessage() + " (" + cure + ")");
            return false;
        }
    }

    private void loadNamed(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            throw new NoSuchFileException(file + " is not a readable file");
        }
        try {
            System.load(file.toAbsolutePath().toString());
        } catch (UnsatisfiedLinkError cause) {
            if (!String.valueOf(cause.getMessage()).contains("another classloader")) {
                throw cause;
            }
            // The JVM gives a file to one class loader only; a copy is another file.
            try (InputStream library = Files.newInputStream(file)) {
                loadCopy(library);
            }
        }
    }

    private void loadFromJar() throws IOException {
        try (InputStream library = NativeLibrarySearch.class.getResourceAsStream(resource())) {
            if (library == null) {
                throw new NoSuchFileException(resource() + " is not in it");
            }
            loadCopy(library);
        }
    }

    private void loadCopy(InputStream library) throws IOException {
        String directory = settings.getProperty(DIRECTORY_PROPERTY, settings.getProperty("java.io.tmpdir"));
        Path copy = createFile(Path.of(directory));
        try {
            Files.copy(library, copy, StandardCopyOption.REPLACE_EXISTING);
            System.load(copy.toAbsolutePath().toString());
        } finally {
            Files.deleteIfExists(copy); // the loaded library stays in memory
        }
    }

    private static Path createFile(Path directory) throws IOException {
        try {
            return Files.createTempFile(directory, "credence", System.mapLibraryName(NAME));
        } catch (IOException cause) {
            throw new IOException("cannot write into " + directory + ", " + cause, cause);
        }
    }

    @FunctionalInterface
    private interface Attempt {
        void run() throws IOException;
    }
}
