package io.credence.result.section;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.credence.kind.TableCell;
import java.io.IOException;
import java.io.Serial;

/**
 * Form of a table's cells in files: a text, a number, null for a number that was not computed, an object of value and
 * error, or an array of the two ends of an interval.
 */
final class TableCellJson {

    private static final String VALUE = "value";
    private static final String ERROR = "error";

    private static final TableCell.Form<JsonNode> FORM = new TableCell.Form<>() {
        @Override
        public JsonNode ofText(String text) {
            return JsonNodeFactory.instance.textNode(text);
        }

        @Override
        public JsonNode ofNumber(double value, double error) {
            JsonNode number = numberNode(value);
            return Double.isFinite(error)
                    ? JsonNodeFactory.instance.objectNode().put(ERROR, error).set(VALUE, number)
                    : number;
        }

        @Override
        public JsonNode ofInterval(double lower, double upper) {
            return JsonNodeFactory.instance.arrayNode().add(numberNode(lower)).add(numberNode(upper));
        }
    };

    private TableCellJson() {}

    private static JsonNode numberNode(double value) {
        return Double.isFinite(value)
                ? JsonNodeFactory.instance.numberNode(value)
                : JsonNodeFactory.instance.nullNode();
    }

    private static double number(JsonNode node) {
        return node.isNumber() ? node.doubleValue() : Double.NaN;
    }

    static SimpleModule module() {
        return new SimpleModule()
                .addSerializer(TableCell.class, new Writer())
                .addDeserializer(TableCell.class, new Reader());
    }

    private static final class Writer extends StdSerializer<TableCell> {

        @Serial
        private static final long serialVersionUID = 1;

        private Writer() {
            super(TableCell.class);
        }

        @Override
        public void serialize(TableCell cell, JsonGenerator generator, SerializerProvider provider) throws IOException {
            provider.defaultSerializeValue(cell.in(FORM), generator);
        }
    }

    private static final class Reader extends StdDeserializer<TableCell> {

        @Serial
        private static final long serialVersionUID = 1;

        private Reader() {
            super(TableCell.class);
        }

        @Override
        public TableCell deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            JsonNode node = context.readTree(parser);
            if (node.isTextual()) {
                return TableCell.of(node.textValue());
            } else if (node.isArray() && node.size() == 2) {
                return TableCell.ofInterval(number(node.path(0)), number(node.path(1)));
            } else if (node.isObject()) {
                return TableCell.of(number(node.path(VALUE)), number(node.path(ERROR)));
            } else if (node.isNumber()) {
                return TableCell.of(node.doubleValue());
            }
            return (TableCell) context.handleUnexpectedToken(TableCell.class, parser);
        }

        @Override
        public TableCell getNullValue(DeserializationContext context) {
            return TableCell.of(Double.NaN);
        }
    }
}
