package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Mapper of result files to records and back. Names of components are names in the file. A number that was not computed
 * is NaN in a record and absent in the file; lists and maps that are absent are read as empty, and everything else that
 * may be absent is nullable. Numbers are written with the shortest digits that read back to the same bits; fields that
 * later versions add are ignored.
 */
public final class SectionMapper {

    private static final ObjectMapper MAPPER = createMapper();

    private SectionMapper() {}

    private static ObjectMapper createMapper() {
        SimpleModule records = new SimpleModule();
        records.setDeserializers(new RecordDeserializer.OfRecords());
        return JsonMapper.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
                .enable(DeserializationFeature.READ_ENUMS_USING_TO_STRING)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS, MapperFeature.AUTO_DETECT_IS_GETTERS)
                .withCoercionConfig(LogicalType.Textual, text -> {
                    for (CoercionInputShape other :
                            List.of(CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean)) {
                        text.setCoercion(other, CoercionAction.Fail);
                    }
                })
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
                .withConfigOverride(
                        double.class,
                        number -> number.setIncludeAsProperty(JsonInclude.Value.construct(
                                JsonInclude.Include.CUSTOM, JsonInclude.Include.ALWAYS, NotFinite.class, null)))
                .addModule(records)
                .addModule(TableCellJson.module())
                .build();
    }

    /**
     * Parses a text as JSON.
     *
     * @throws JsonProcessingException if it is none
     */
    public static JsonNode parse(String text) throws JsonProcessingException {
        return MAPPER.readTree(text);
    }

    /** Node of a record's values, for writing. */
    public static ObjectNode toNode(Record values) {
        return MAPPER.valueToTree(values);
    }

    /** Record of the values of a map. */
    static <T> T fromMap(Map<String, Object> values, Class<T> type) {
        return MAPPER.convertValue(values, type);
    }

    /**
     * Reads a record.
     *
     * @param root root of the file
     * @throws IllegalArgumentException if a value is missing, of another type or not possible; the message states what is
     *     wrong, required and found, and where
     */
    public static <T> T read(JsonNode root, Class<T> type) {
        try {
            return MAPPER.treeToValue(root, type);
        } catch (JsonMappingException refused) {
            throw new IllegalArgumentException(refusalText(refused, root), refused);
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException(malformed.getOriginalMessage(), malformed);
        }
    }

    private static String refusalText(JsonMappingException refused, JsonNode root) {
        StringBuilder place = new StringBuilder();
        JsonNode found = root;
        for (JsonMappingException.Reference step : refused.getPath()) {
            String name = step.getFieldName();
            if (name == null) {
                place.append('[').append(step.getIndex()).append(']');
                found = found.path(step.getIndex());
            } else {
                place.append(place.isEmpty() ? "" : ".").append(name);
                found = found.path(name);
            }
        }
        if (refused.getCause() instanceof IllegalArgumentException impossible) {
            return place + (place.isEmpty() ? "" : ".") + impossible.getMessage();
        }
        boolean missing = found.isMissingNode() || found.isNull();
        return Refusal.text(
                place + (missing ? " is missing" : " has the wrong type"),
                requirement(refused instanceof MismatchedInputException mismatch ? mismatch.getTargetType() : null),
                missing ? "nothing" : found.toString());
    }

    private static String requirement(@Nullable Class<?> type) {
        if (type == null) {
            return "another value";
        } else if (type == String.class) {
            return "a text";
        } else if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        } else if (type == double.class || type == Double.class) {
            return "a finite number";
        } else if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
            return "a whole number";
        }
        return type.isArray() || Collection.class.isAssignableFrom(type) ? "an array" : "an object";
    }

    /** Filter of numbers that were not computed. */
    static final class NotFinite {

        @Override
        public boolean equals(@Nullable Object number) {
            return number instanceof Double value && !Double.isFinite(value);
        }

        @Override
        public int hashCode() {
            return 0;
        }
    }
}
