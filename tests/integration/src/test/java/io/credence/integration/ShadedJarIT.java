package io.credence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** What lies in the jar that users put beside their own. */
class ShadedJarIT {

    /** Ours, with what is relocated below them, and Hipparchus, in whose types models of the user's are written. */
    private static final List<String> HOMES = List.of("io/credence/", "credence/ml/", "org/hipparchus/");

    @Test
    void classesOfLibraries_areRelocated() throws IOException {
        try (JarFile jar = new JarFile(Submission.JAR.toFile())) {
            List<String> classes = jar.stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.endsWith(".class"))
                    .toList();
            assertTrue(classes.contains("io/credence/Inference.class"), () -> classes.size() + " classes");
            TreeSet<String> strangers = classes.stream()
                    .filter(name -> HOMES.stream().noneMatch(name::startsWith))
                    .map(name -> name.substring(0, name.lastIndexOf('/') + 1))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertEquals(new TreeSet<>(), strangers);
        }
    }

    /** Licences and notices of what is bundled are in the jar and in the wheel that carries it. */
    @Test
    void licences_areInJarAndWheel() throws IOException {
        String notice;
        try (JarFile jar = new JarFile(Submission.JAR.toFile())) {
            notice = text(jar, "META-INF/NOTICE");
            assertTrue(text(jar, "META-INF/LICENSE").contains("Apache License"));
            assertTrue(text(jar, "META-INF/LICENSE.txt").contains("Hipparchus"), "the licence of Hipparchus");
        }
        for (String bundled : List.of("org.hipparchus", "info.picocli", "com.typesafe", "com.samskivert")) {
            assertTrue(
                    Pattern.compile(" \\d+(\\.\\d+)+ \\(" + Pattern.quote(bundled))
                            .matcher(notice)
                            .find(),
                    () -> bundled + " and its version in " + notice);
        }
        try (Stream<Path> wheels = Files.list(Submission.JAR.resolveSibling("python"))) {
            Path file = wheels.filter(each -> each.toString().endsWith(".whl"))
                    .findFirst()
                    .orElseThrow();
            try (ZipFile wheel = new ZipFile(file.toFile())) {
                String info = Collections.list(wheel.entries()).stream()
                        .map(ZipEntry::getName)
                        .filter(name -> name.endsWith("/METADATA"))
                        .findFirst()
                        .orElseThrow()
                        .replace("METADATA", "");
                assertEquals(notice, text(wheel, info + "licenses/NOTICE"));
                String metadata = text(wheel, info + "METADATA");
                for (String line : List.of("License-Expression: Apache-2.0", "License-File: NOTICE", "# Credence")) {
                    assertTrue(metadata.lines().anyMatch(line::equals), line);
                }
            }
        }
    }

    private static String text(ZipFile zip, String name) throws IOException {
        return new String(zip.getInputStream(zip.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void manifest_namesTheReleasesOfSpark() throws IOException {
        try (JarFile jar = new JarFile(Submission.JAR.toFile())) {
            String tested = jar.getManifest().getMainAttributes().getValue("Tested-Spark");
            assertTrue(tested.matches("4\\.0\\.\\d+ 4\\.1\\.\\d+ 4\\.2\\.\\d+ 4\\.3\\.\\d+"), tested);
        }
    }
}
