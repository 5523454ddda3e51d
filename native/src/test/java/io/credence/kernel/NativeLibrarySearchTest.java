package io.credence.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Where the library is looked for, and what is reported when it is not there. */
class NativeLibrarySearchTest {

    @TempDir
    Path directory;

    @Test
    void aMissingNamedFile_isNamedAndNothingElseTried() {
        Path missing = directory.resolve("libmissing.so");
        UnsatisfiedLinkError error = failure(NativeLibrarySearch.PATH_PROPERTY, missing);

        assertContains(error, "-Dcredence.native.path=" + missing);
        assertContains(error, "not a readable file");
        assertContains(error, "correct or remove the setting");
        assertFalse(error.getMessage().contains("java.library.path"), error.getMessage());
        assertEquals(1, error.getSuppressed().length);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aNamedFileForAnotherMachine_isNamedWithTheLinkersReason() throws IOException {
        BuiltLibrary.assumeBuilt();
        byte[] foreign = libraryBytes();
        foreign[18] = 8; // the machine in an ELF header: MIPS
        Path file = Files.write(directory.resolve("foreign.so"), foreign);
        UnsatisfiedLinkError error = failure(NativeLibrarySearch.PATH_PROPERTY, file);

        assertContains(error, file.toString());
        assertContains(error, error.getSuppressed()[0].getMessage());
        assertFalse(error.getMessage().contains("the jar's copy"), error.getMessage());
    }

    @Test
    void aDirectoryThatCannotBeWritten_isNamedWithEveryPlaceAndTheCure() {
        BuiltLibrary.assumeBuilt();
        Path missing = directory.resolve("missing");
        UnsatisfiedLinkError error = failure(NativeLibrarySearch.DIRECTORY_PROPERTY, missing);

        assertContains(error, "java.library.path");
        assertContains(error, "cannot write into " + missing);
        assertContains(error, "mounted noexec, set -Dcredence.native.tmpdir");
        assertEquals(2, error.getSuppressed().length);
    }

    @Test
    void whatTheBuildMissed_isAllThatIsReported() throws Exception {
        Path home = Files.createDirectories(directory.resolve("io/credence/kernel"));
        Path built = Path.of(NativeLibrarySearch.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        for (String name : List.of("NativeLibrarySearch.class", "NativeLibrarySearch$Attempt.class")) {
            Files.copy(built.resolve("io/credence/kernel").resolve(name), home.resolve(name));
        }
        Path reason = Files.createDirectories(directory.resolve("native")).resolve("unbuilt.txt");
        Files.writeString(reason, "no BLAS and LAPACK to link; install libopenblas and build again\n");
        try (URLClassLoader unbuilt =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, null)) {
            Method load =
                    unbuilt.loadClass(NativeLibrarySearch.class.getName()).getDeclaredMethod("load", Properties.class);
            load.setAccessible(true);
            Throwable error = assertThrows(
                            InvocationTargetException.class, () -> load.invoke(null, System.getProperties()))
                    .getCause();
            assertEquals(
                    "the jar was built without it: no BLAS and LAPACK to link; install libopenblas and build again",
                    error.getMessage());
        }
    }

    @Test
    void buildWithoutCompiler_leavesWordOfIt() throws Exception {
        Path script = Path.of("src/main/c/build.sh");
        Path copy = directory.resolve("src/main/c/build.sh");
        Files.createDirectories(copy.getParent());
        Files.copy(script, copy);
        ProcessBuilder builder = new ProcessBuilder("sh", copy.toString(), directory.toString());
        builder.environment().put("CC", "no-such-compiler");
        Process build = builder.start();
        String printed = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, build.waitFor());
        String left = Files.readString(directory.resolve("target/classes/native/unbuilt.txt"));
        assertTrue(left.matches("no .*; install .* and build again\n"), left);
        assertEquals("native kernel not built: " + left, printed);
    }

    @Test
    void theJarsCopy_isDeletedOnceLoaded() throws IOException {
        BuiltLibrary.assumeBuilt();
        NativeLibrarySearch.load(settings(NativeLibrarySearch.DIRECTORY_PROPERTY, directory));

        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(0, left.count());
        }
    }

    @Test
    void severalClassLoaders_loadOneNamedFile() throws Exception {
        BuiltLibrary.assumeBuilt();
        Path file = Files.write(directory.resolve("named.so"), libraryBytes());
        Properties settings = settings(NativeLibrarySearch.PATH_PROPERTY, file);
        NativeLibrarySearch.load(settings);
        try (Apart first = new Apart();
                Apart second = new Apart()) {
            loadIn(first, settings);
            loadIn(second, settings);
        }
    }

    @Test
    void severalClassLoaders_loadTheJarsCopy() throws Exception {
        BuiltLibrary.assumeBuilt();
        Properties settings = settings(NativeLibrarySearch.DIRECTORY_PROPERTY, directory);
        NativeLibrarySearch.load(settings);
        try (Apart first = new Apart();
                Apart second = new Apart()) {
            loadIn(first, settings);
            loadIn(second, settings);
        }
    }

    private static byte[] libraryBytes() throws IOException {
        try (InputStream library = NativeLibrarySearch.class.getResourceAsStream(NativeLibrarySearch.resource())) {
            return library.readAllBytes();
        }
    }

    private static void loadIn(ClassLoader loader, Properties settings) throws Exception {
        Class<?> other = loader.loadClass(NativeLibrarySearch.class.getName());
        assertFalse(other == NativeLibrarySearch.class);
        Method load = other.getDeclaredMethod("load", Properties.class);
        load.setAccessible(true);
        load.invoke(null, settings);
    }

    private static UnsatisfiedLinkError failure(String property, Path value) {
        return assertThrows(UnsatisfiedLinkError.class, () -> NativeLibrarySearch.load(settings(property, value)));
    }

    private static Properties settings(String property, Path value) {
        Properties settings = new Properties(System.getProperties());
        settings.setProperty(property, value.toString());
        return settings;
    }

    private static void assertContains(UnsatisfiedLinkError error, String part) {
        assertTrue(error.getMessage().contains(part), error.getMessage());
    }

    /** Defines this package's classes anew. */
    private static final class Apart extends URLClassLoader {
        Apart() {
            super(
                    new URL[] {
                        NativeLibrarySearch.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                    },
                    NativeLibrarySearchTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            boolean own = name.startsWith(NativeLibrarySearch.class.getPackageName()) && findLoadedClass(name) == null;
            return own ? findClass(name) : super.loadClass(name, resolve);
        }
    }
}
