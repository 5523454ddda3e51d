package io.credence.spark.job;

import io.credence.model.Model;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Jar as a user builds it, with classes that refer to Credence, which does not know them. */
final class UserJar {

    private UserJar() {}

    /** Compiles a class of package {@code acme} into a jar in {@code folder}. */
    static Path of(Path folder, String simpleName, String source) throws IOException {
        Path java = Files.writeString(folder.resolve(simpleName + ".java"), source);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", engine(), "-d", classes.toString(), java.toString());
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

    private static String engine() {
        try {
            return Path.of(Model.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
