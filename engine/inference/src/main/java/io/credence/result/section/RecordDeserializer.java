package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.module.SimpleDeserializers;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.Serial;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Deserializer of records whose components may stand among the fields of their owner. Jackson itself reads such records
 * from 2.19 on, which is later than the one of Spark 4.0. A component that is absent is NaN, an empty list or map, or
 * null where it is nullable; every other one is required.
 */
final class RecordDeserializer extends StdDeserializer<Object> {

    @Serial
    private static final long serialVersionUID = 1;

    private final Class<?> type;

    private RecordDeserializer(Class<?> type) {
        super(type);
        this.type = type;
    }

    /** Deserializers of all records. */
    static final class OfRecords extends SimpleDeserializers {

        @Serial
        private static final long serialVersionUID = 1;

        @Override
        public @Nullable JsonDeserializer<?> findBeanDeserializer(
                JavaType type, DeserializationConfig config, BeanDescription description) {
            return type.getRawClass().isRecord() ? new RecordDeserializer(type.getRawClass()) : null;
        }
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        return parser.hasToken(JsonToken.START_OBJECT)
                        || parser.hasToken(JsonToken.FIELD_NAME)
                        || parser.hasToken(JsonToken.END_OBJECT)
                ? read(type, context.readTree(parser), context)
                : context.handleUnexpectedToken(type, parser);
    }

    private static Object read(Class<?> type, JsonNode node, DeserializationContext context) throws IOException {
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        for (int k = 0; k < values.length; k++) {
            values[k] = value(components[k], node, context);
        }
        try {
            Constructor<?> canonical = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            canonical.setAccessible(true);
            return canonical.newInstance(values);
        } catch (InvocationTargetException refused) {
            return context.handleInstantiationProblem(type, node, refused.getCause());
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("every record has a canonical constructor", impossible);
        }
    }

    private static @Nullable Object value(RecordComponent component, JsonNode node, DeserializationContext context)
            throws IOException {
        if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
            return read(component.getType(), node, context);
        }
        JavaType type = context.getTypeFactory().constructType(component.getGenericType());
        if (component.getAccessor().isAnnotationPresent(JsonAnyGetter.class)) {
            return context.readTreeAsValue(otherFields(component, node), type);
        }
        String name = name(component);
        JsonNode found = node.path(name);
        boolean ignored = component.getAccessor().isAnnotationPresent(JsonIgnore.class);
        try {
            if (ignored || found.isMissingNode() || found.isNull()) {
                return absent(component, type, context);
            }
            Object value = context.readTreeAsValue(found, type);
            int hole = value instanceof List<?> list ? list.indexOf(null) : -1;
            if (hole >= 0) {
                throw JsonMappingException.wrapWithPath(mismatch(type.getContentType(), context), value, hole);
            }
            return value;
        } catch (JsonMappingException refused) {
            throw JsonMappingException.wrapWithPath(refused, component.getDeclaringRecord(), name);
        }
    }

    private static String name(RecordComponent component) {
        JsonProperty other = component.getAccessor().getAnnotation(JsonProperty.class);
        return other == null ? component.getName() : other.value();
    }

    /** Fields that are none of the record's other components. */
    private static ObjectNode otherFields(RecordComponent component, JsonNode node) {
        ObjectNode others = ((ObjectNode) node).objectNode();
        node.properties().forEach(field -> others.set(field.getKey(), field.getValue()));
        for (RecordComponent known : component.getDeclaringRecord().getRecordComponents()) {
            others.remove(name(known));
        }
        return others;
    }

    private static @Nullable Object absent(RecordComponent component, JavaType type, DeserializationContext context)
            throws JsonMappingException {
        if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
            return null;
        } else if (component.getType() == double.class) {
            return Double.NaN;
        } else if (component.getType() == List.class) {
            return List.of();
        } else if (component.getType() == Map.class) {
            return Map.of();
        }
        throw mismatch(type, context);
    }

    private static MismatchedInputException mismatch(JavaType type, DeserializationContext context) {
        return MismatchedInputException.from(context.getParser(), type, "missing");
    }
}
