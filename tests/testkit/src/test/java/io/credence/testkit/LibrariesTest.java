package io.credence.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that sources name no library that is on their class path only because Spark needs it. */
class LibrariesTest {

    private static final String COMMONS_MATH = String.join(".", "org", "apache", "commons", "math");

    @Test
    void commonsMath_isNamedNowhere() throws IOException {
        List<Path> sources = new ArrayList<>(Repository.javaFiles());
        sources.addAll(Repository.javaFiles("tests"));
        assertFalse(sources.isEmpty());
        List<Path> naming = new ArrayList<>();
        for (Path source : sources) {
            if (Files.readString(source).contains(COMMONS_MATH)) {
                naming.add(Repository.root().relativize(source));
            }
        }
        assertEquals(List.of(), naming, "org.hipparchus is its successor");
    }
}
