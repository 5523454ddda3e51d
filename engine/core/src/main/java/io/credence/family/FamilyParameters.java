package io.credence.family;

import io.credence.family.choice.FamilyPart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parameters of a posterior by name, as a tree of numbers, texts, lists and maps. A result file holds them, and
 * {@link FamilyPart#rebuildPosterior} reads them. Immutable.
 */
public final class FamilyParameters {

    /** Empty parameters. */
    public static final FamilyParameters NONE = new FamilyParameters(Map.of());

    private final Map<String, Object> values;

    private FamilyParameters(Map<String, Object> values) {
        this.values = Collections.unmodifiableMap(values);
    }

    /** Parameters from a tree that was read. */
    public static FamilyParameters fromTree(Map<String, ?> values) {
        return new FamilyParameters(new LinkedHashMap<>(values));
    }

    /** Tree of texts, numbers, lists and maps. */
    public Map<String, Object> toTree() {
        return values;
    }

    /** A copy without the parameter of the given name. */
    public FamilyParameters without(String name) {
        Map<String, Object> fewer = new LinkedHashMap<>(values);
        fewer.remove(name);
        return new FamilyParameters(fewer);
    }

    private FamilyParameters withValue(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(values);
        more.put(name, value);
        return new FamilyParameters(more);
    }

    /** A copy with one more number. */
    public FamilyParameters with(String name, double value) {
        return withValue(name, value);
    }

    public FamilyParameters with(String name, double[] numbers) {
        return withValue(name, Arrays.stream(numbers).boxed().toList());
    }

    public FamilyParameters with(String name, int[] numbers) {
        return withValue(name, Arrays.stream(numbers).boxed().toList());
    }

    /** A copy with one more matrix, as rows of {@code columns} numbers each. */
    FamilyParameters with(String name, double[] numbers, int columns) {
        List<List<Double>> rows = new ArrayList<>();
        for (int at = 0; at < numbers.length; at += columns) {
            rows.add(Arrays.stream(numbers, at, at + columns).boxed().toList());
        }
        return withValue(name, rows);
    }

    public FamilyParameters withChildren(String name, List<FamilyParameters> each) {
        return withValue(name, each.stream().map(FamilyParameters::toTree).toList());
    }

    /** A copy with one more list of posteriors, each given by its family and its parameters. */
    FamilyParameters withPosteriors(String name, List<Posterior> posteriors) {
        return withChildren(
                name,
                posteriors.stream()
                        .map(q -> NONE.withValue("family", q.family()).withAll(q.toFamilyParameters()))
                        .toList());
    }

    private FamilyParameters withAll(FamilyParameters other) {
        Map<String, Object> more = new LinkedHashMap<>(values);
        more.putAll(other.values);
        return new FamilyParameters(more);
    }

    /** Whether there is a parameter of the given name. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    private <T> T value(String name, Class<T> type) {
        Object value = values.get(name);
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException("the parameters of a posterior require '" + name + "', a "
                    + type.getSimpleName() + ", but have " + (value == null ? "none" : value));
        }
        return type.cast(value);
    }

    public double number(String name) {
        return value(name, Number.class).doubleValue();
    }

    public String text(String name) {
        return value(name, String.class);
    }

    /** All numbers of a list, or of a list of lists. */
    public double[] numbers(String name) {
        List<Double> flat = new ArrayList<>();
        flatten(name, value(name, List.class), flat);
        return flat.stream().mapToDouble(Double::doubleValue).toArray();
    }

    public int[] integers(String name) {
        return Arrays.stream(numbers(name)).mapToInt(value -> (int) value).toArray();
    }

    private static void flatten(String name, List<?> values, List<Double> into) {
        for (Object value : values) {
            if (value instanceof List<?> inner) {
                flatten(name, inner, into);
            } else if (value instanceof Number number) {
                into.add(number.doubleValue());
            } else {
                throw new IllegalArgumentException("'" + name + "' must be numbers but has " + value);
            }
        }
    }

    @SuppressWarnings("unchecked") // keys of what was written or read are texts
    public List<FamilyParameters> children(String name) {
        List<FamilyParameters> all = new ArrayList<>();
        for (Object value : value(name, List.class)) {
            if (!(value instanceof Map<?, ?> map)) {
                throw new IllegalArgumentException("'" + name + "' must be objects but has " + value);
            }
            all.add(fromTree((Map<String, ?>) map));
        }
        return all;
    }
}
