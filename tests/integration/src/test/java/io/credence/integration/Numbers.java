package io.credence.integration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;

/** What a fit found. */
final class Numbers {

    private Numbers() {}

    /** All that {@code posterior.json} of an output folder holds. */
    static JsonNode all(Path output) throws IOException {
        return new ObjectMapper().readTree(Submission.text(output.resolve("posterior.json")));
    }

    /** All but the time that it took, what was requested and where the rows lie, which are not those of another run. */
    static JsonNode found(Path output) throws IOException {
        return found(all(output));
    }

    static JsonNode found(JsonNode posterior) {
        ObjectNode root = posterior.deepCopy();
        ((ObjectNode) root.path("run")).remove("seconds");
        // They report on the run too, such as where it went on from
        ((ObjectNode) root.path("verdict")).remove("notes");
        root.remove("config");
        ((ObjectNode) root.path("data")).remove("path");
        root.remove("digest");
        return root;
    }
}
