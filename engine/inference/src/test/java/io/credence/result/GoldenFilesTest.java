package io.credence.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.result.section.PosteriorFile;
import io.credence.result.section.SectionMapper;
import io.credence.result.section.SegmentsFile;
import io.credence.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that earlier builds wrote, of every kind of fit: read, and written again to the same content. */
class GoldenFilesTest {

    private static final String SEGMENTS = "by.json";

    private static Path folder() {
        return Repository.root().resolve("engine/inference/src/test/resources/io/credence");
    }

    static List<Path> files() throws IOException {
        try (Stream<Path> golden = Files.list(folder().resolve("result/golden"));
                Stream<Path> pages = Files.walk(folder().resolve("report/page"))) {
            return Stream.of(
                            golden,
                            pages.filter(path -> path.endsWith("posterior.json")),
                            Stream.of(folder().resolve("result/posterior-1.json")))
                    .flatMap(paths -> paths)
                    .sorted()
                    .toList();
        }
    }

    private static JsonNode writtenAgain(JsonNode root, boolean segments) throws JsonProcessingException {
        Record read = segments ? SectionMapper.read(root, SegmentsFile.class) : PosteriorFile.read(root);
        return SectionMapper.parse(SectionMapper.toNode(read).toString());
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyField_isReadAndWrittenAgain(Path file) throws IOException {
        JsonNode root = SectionMapper.parse(Files.readString(file));
        assertEquals(root, writtenAgain(root, file.endsWith(SEGMENTS)));
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyFile_isRestored(Path file) throws IOException {
        String text = Files.readString(file);
        if (file.endsWith(SEGMENTS)) {
            assertTrue(SegmentsFile.isSegmentsText(text));
            assertEquals(List.of("Subject"), SegmentsFile.parse(text).by());
            return;
        }
        assertFalse(SegmentsFile.isSegmentsText(text));
        SavedPosterior saved = SavedPosterior.parseAny(text);
        assertNotNull(saved.reliability());
        assertFalse(saved.names().isEmpty());
        if (!saved.isOfNetworks()) {
            assertEquals(
                    saved.names().size(),
                    saved.normalMixture(() -> new double[0], 1)
                            .components()
                            .get(0)
                            .mean()
                            .length);
        }
    }

    /** A later version adds fields; this one reads the others. */
    @ParameterizedTest
    @MethodSource("files")
    void unknownFields_areIgnored(Path file) throws IOException {
        ObjectNode root = (ObjectNode) SectionMapper.parse(Files.readString(file));
        JsonNode before = writtenAgain(root, file.endsWith(SEGMENTS));
        for (String section :
                List.of("posterior", "data", "bounds", "diagnostics", "run", "verdict", "loo", "groups")) {
            if (root.get(section) instanceof ObjectNode object) {
                object.putObject("later").put("number", 1);
            }
        }
        root.put("later", true);
        assertEquals(before, writtenAgain(root, file.endsWith(SEGMENTS)));
    }

    @Test
    void everyKind_isThere() throws IOException {
        assertTrue(files().size() >= 16, "golden files");
    }
}
