package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.config.FitConfig;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of a fit and digest of the file, at its foot.
 *
 * @param config configuration with every default; null in files that do not have it
 * @param redacted keys of the configuration whose values are not shown
 * @param digest digest of the file's content; null before it is written, and in files of earlier versions
 */
public record SettingsSection(
        @Nullable ObjectNode config,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> redacted,
        @Nullable String digest) {

    static SettingsSection of(FitConfig config) {
        try {
            ObjectNode shown =
                    (ObjectNode) SectionMapper.parse(config.redacted().json());
            return new SettingsSection(shown, config.redacted().redactedKeys(), null);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a configuration is shown as JSON", impossible);
        }
    }

    /** Section of the configuration, as it is shown; a missing node where there is none. */
    JsonNode shown(String section) {
        return config == null ? MissingNode.getInstance() : config.path(section);
    }

    /** Location of the rows; empty for a data frame. */
    String dataPath() {
        return shown("data").path("path").asText();
    }

    /** Texts of the options of the model, as they are shown, by name. */
    Function<String, String> optionTexts() {
        JsonNode options = shown("model").path("options");
        return name -> options.path(name).asText();
    }

    /** Configuration as JSON; empty where the file has none. */
    public String configText() {
        return config == null ? "" : config.toString();
    }
}
