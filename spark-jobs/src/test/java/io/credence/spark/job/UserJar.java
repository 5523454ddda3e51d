package io.credence.spark.job;

import io.credence.model.Model;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.hipparchus.CalculusFieldElement;

/** Jar as a user builds it, with classes that refer to Credence, which does not know them. */
final class UserJar {

    private UserJar() {}

    /** Compiles a class of package {@code acme} into a jar in {@code folder}. */
    static Path of(Path folder, String simpleName, String source) throws IOException {
        Path java = Files.writeString(folder.resolve(simpleName + ".java"), source);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", classPath(), "-d", classes.toString(), java.toString());
        if (status != 0) {
            throw new IllegalStateException("the user's class does not compile");
        }
        Path jar = Files.createTempFile(folder, simpleName, ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            List<Path> compiled = files.filter(Files::isRegularFile).toList();
            for (Path file : compiled) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
        return jar;
    }

    private static String classPath() {
        return Stream.of(Model.class, CalculusFieldElement.class)
                .map(type -> Path.of(URI.create(type.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toString()))
                        .toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
