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

    JsonCursor child(String name) {
        return new JsonCursor(path.isEmpty() ? name : path + "." + name, node.path(name));
    }

    private JsonCursor child(int i) {
        return new JsonCursor(path + "[" + i + "]", node.path(i));
    }

    /** Names of the fields of an object; none for other values. */
    List<String> fieldNames() {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    boolean isPresent() {
        return !node.isMissingNode() && !node.isNull();
    }

    IllegalArgumentException refusal(String wrong, String required) {
        String found = isPresent() ? node.toString() : "nothing";
        return new IllegalArgumentException(path + " " + wrong + ": required " + required + ", found "
                + (found.length() > SHOWN ? found.substring(0, SHOWN) + "…" : found));
    }

    private IllegalArgumentException wrongType(String required) {
        return refusal(isPresent() ? "has the wrong type" : "is missing", required);
    }

    JsonCursor section() {
        if (!node.isObject()) {
            throw wrongType("an object");
        }
        return this;
    }

    boolean flag() {
        if (!node.isBoolean()) {
            throw wrongType("true or false");
        }
        return node.booleanValue();
    }

    String text() {
        if (!node.isTextual()) {
            throw wrongType("a text");
        }
        return node.textValue();
    }

    /** Reads a text; returns {@code otherwise} where there is none. */
    String text(String otherwise) {
        return isPresent() ? text() : otherwise;
    }

    @Nullable
    String optionalText() {
        return isPresent() ? text() : null;
    }

    double number() {
        if (!node.isNumber() || !Double.isFinite(node.doubleValue())) {
            throw wrongType("a finite number");
        }
        return node.doubleValue();
    }

    /** Reads a number; returns {@code otherwise} where there is none. */
    double number(double otherwise) {
        return isPresent() ? number() : otherwise;
    }

    double positiveNumber() {
        double number = number();
        if (!(number > 0)) {
            throw refusal("is out of range", "a number above 0");
        }
        return number;
    }

    long wholeNumber() {
        if (!node.isIntegralNumber() || !node.canConvertToLong()) {
            throw wrongType("a whole number");
        }
        return node.longValue();
    }

    /** Reads a value of an option, checked for type and range. */
    Object option(Option option) {
        Object found = MAPPER.convertValue(node, Object.class);
        Object value = option.toOptionType(found);
        if (value == null) {
            throw wrongType(option.requirement());
        } else if (!option.allows(value)) {
            throw refusal("is out of range", option.requirement());
        }
        return value;
    }

    /** Reads a whole number that is not negative. */
    int count() {
        long whole = wholeNumber();
        if (whole < 0 || whole > Integer.MAX_VALUE) {
            throw refusal("is out of range", "a whole number from 0");
        }
        return (int) whole;
    }

    /** Elements of an array. */
    List<JsonCursor> elements() {
        if (!node.isArray()) {
            throw wrongType("an array");
        }
        List<JsonCursor> each = new ArrayList<>();
        for (int i = 0; i < node.size(); i++) {
            each.add(child(i));
        }
        return each;
    }

    /** Elements of an array that must have a given length. */
    List<JsonCursor> elements(int count) {
        List<JsonCursor> each = elements();
        if (each.size() != count) {
            throw new IllegalArgumentException(
                    path + " has the wrong length: required " + count + " entries, found " + each.size());
        }
        return each;
    }

    List<String> texts() {
        return elements().stream().map(JsonCursor::text).toList();
    }

    double[] numbers(int count) {
        return elements(count).stream().mapToDouble(JsonCursor::number).toArray();
    }

    /** Reads an array of numbers, in which words stand for values that are not finite. */
    double[] numbersAndInfinities(int count) {
        return elements(count).stream()
                .mapToDouble(JsonCursor::numberOrInfinity)
                .toArray();
    }

    /** Reads a number; a word stands for a value that is not finite. */
    double numberOrInfinity() {
        return node.isTextual() && List.of("NaN", "Infinity", "-Infinity").contains(text())
                ? Double.parseDouble(text())
                : number();
    }
}
