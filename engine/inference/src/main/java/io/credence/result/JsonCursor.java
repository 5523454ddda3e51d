package io.credence.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.part.Option;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Value of a JSON file, with its position in the file. A value of another type than requested is refused: nothing is
 * read as 0 or as an empty text.
 *
 * @param path position, such as {@code posterior.mean[3]}
 * @param node value; a missing node where there is none
 */
record JsonCursor(String path, JsonNode node) {

    private static final int SHOWN = 60;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    JsonCursor at(String name) {
        return new JsonCursor(path.isEmpty() ? name : path + "." + name, node.path(name));
    }

    private JsonCursor at(int i) {
        return new JsonCursor(path + "[" + i + "]", node.path(i));
    }

    /** Names of the fields of an object; none for other values. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    boolean isPresent() {
        return !node.isMissingNode() && !node.isNull();
    }

    IllegalArgumentException refuse(String wrong, String required) {
        String found = isPresent() ? node.toString() : "nothing";
        return new IllegalArgumentException(path + " " + wrong + ": required " + required + ", found "
                + (found.length() > SHOWN ? found.substring(0, SHOWN) + "…" : found));
    }

    private IllegalArgumentException mistyped(String required) {
        return refuse(isPresent() ? "has the wrong type" : "is missing", required);
    }

    JsonCursor section() {
        if (!node.isObject()) {
            throw mistyped("an object");
        }
        return this;
    }

    boolean flag() {
        if (!node.isBoolean()) {
            throw mistyped("true or false");
        }
        return node.booleanValue();
    }

    String text() {
        if (!node.isTextual()) {
            throw mistyped("a text");
        }
        return node.textValue();
    }

    /** Reads a text, or returns {@code otherwise} where there is none. */
    String text(String otherwise) {
        return isPresent() ? text() : otherwise;
    }

    @Nullable
    String optionalText() {
        return isPresent() ? text() : null;
    }

    double number() {
        if (!node.isNumber() || !Double.isFinite(node.doubleValue())) {
            throw mistyped("a finite number");
        }
        return node.doubleValue();
    }

    /** Reads a number, or returns {@code otherwise} where there is none. */
    double number(double otherwise) {
        return isPresent() ? number() : otherwise;
    }

    double positive() {
        double number = number();
        if (!(number > 0)) {
            throw refuse("is out of range", "a number above 0");
        }
        return number;
    }

    long whole() {
        if (!node.isIntegralNumber() || !node.canConvertToLong()) {
            throw mistyped("a whole number");
        }
        return node.longValue();
    }

    /** Reads a value of an option, checked for type and range. */
    Object option(Option option) {
        Object found = MAPPER.convertValue(node, Object.class);
        Object value = option.toOptionType(found);
        if (value == null) {
            throw mistyped(option.requirement());
        } else if (!option.allows(value)) {
            throw refuse("is out of range", option.requirement());
        }
        return value;
    }

    /** Reads a whole number from 0. */
    int count() {
        long whole = whole();
        if (whole < 0 || whole > Integer.MAX_VALUE) {
            throw refuse("is out of range", "a whole number from 0");
        }
        return (int) whole;
    }

    /** Elements of an array. */
    List<JsonCursor> each() {
        if (!node.isArray()) {
            throw mistyped("an array");
        }
        List<JsonCursor> each = new ArrayList<>();
        for (int i = 0; i < node.size(); i++) {
            each.add(at(i));
        }
        return each;
    }

    /** Elements of an array that must have a given length. */
    List<JsonCursor> each(int count) {
        List<JsonCursor> each = each();
        if (each.size() != count) {
            throw new IllegalArgumentException(
                    path + " has the wrong length: required " + count + " entries, found " + each.size());
        }
        return each;
    }

    List<String> texts() {
        return each().stream().map(JsonCursor::text).toList();
    }

    double[] numbers(int count) {
        return each(count).stream().mapToDouble(JsonCursor::number).toArray();
    }

    /** Reads an array of numbers, where values that are not finite are words. */
    double[] numbersAndInfinities(int count) {
        return each(count).stream().mapToDouble(JsonCursor::wide).toArray();
    }

    /** Reads a number, or a word for a value that is not finite. */
    double wide() {
        return node.isTextual() && List.of("NaN", "Infinity", "-Infinity").contains(text())
                ? Double.parseDouble(text())
                : number();
    }
}
