package io.credence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
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

    @Test
    void manifest_namesTheReleasesOfSpark() throws IOException {
        try (JarFile jar = new JarFile(Submission.JAR.toFile())) {
            String tested = jar.getManifest().getMainAttributes().getValue("Tested-Spark");
            assertTrue(tested.matches("4\\.0\\.\\d+ 4\\.1\\.\\d+ 4\\.2\\.\\d+ 4\\.3\\.\\d+"), tested);
        }
    }
}
