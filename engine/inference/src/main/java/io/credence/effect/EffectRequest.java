package io.credence.effect;

import io.credence.config.ConfigurationException;
import io.credence.part.Spelling;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Request for averages of a fitted model's predictions over rows, in the terms of R's and Python's
 * <em>marginaleffects</em>.
 *
 * @param kind quantity that is averaged
 * @param variables changes by column: nothing for its default, a number, a word, or a list of values
 * @param by columns by which rows are grouped, with one average for each combination of their cells
 * @param averaging rows that are averaged, their weights, and the method
 * @param scale scale of the response or of the linear predictor
 * @param comparison difference, ratio or log ratio of two averages
 * @param hypotheses differences and ratios of the estimates to report instead; empty for the estimates themselves
 * @param parameter parameter of the law that is averaged instead of the expected response; null for that
 */
public record EffectRequest(
        Kind kind,
        Map<String, Object> variables,
        List<String> by,
        Averaging averaging,
        Scale scale,
        Comparison comparison,
        List<String> hypotheses,
        @Nullable String parameter) {

    /** Weights of rows as in the fit: trials times weight. */
    public static final String AUTO = "auto";
    /** Weight 1 for each row. */
    public static final String ROWS = "rows";

    /** Least number of rows that are sampled. Fewer do not tell the error of sampling. */
    private static final int LEAST_ROWS = 40;

    private static final List<String> KEYS = List.of(
            "kind", "variables", "by", "weights", "rows", "method", "scale", "comparison", "hypotheses", "parameter");

    /**
     * Rows that are averaged, their weights, and the method.
     *
     * @param weights weight of a row: {@link #AUTO}, {@link #ROWS}, or a column of weights
     * @param rows number of rows that are sampled; 0 for all rows
     * @param method method of averaging
     */
    public record Averaging(String weights, int rows, Method method) implements Serializable {}

    /** Methods by which averages over rows are computed. */
    public enum Method {
        /** Draws over few rows; over many, linearised averages that a sample of the rows corrects at all draws. */
        AUTO,
        /** Averages linearised in the parameters around their mean, without a correction. */
        DELTA,
        /** Averages over all rows at all draws. */
        DRAWS
    }

    /** Quantity that is averaged over rows. */
    public enum Kind {
        /** Expected responses. */
        PREDICTIONS,
        /** Differences or ratios of expected responses between two values of a column. */
        COMPARISONS,
        /** Derivatives of expected responses with respect to a numeric column. */
        SLOPES
    }

    /** Scales of predictions. */
    public enum Scale {
        /** Scale of the response, such as means and probabilities. */
        RESPONSE,
        /** Scale of the linear predictor. */
        LINK
    }

    /** Comparison of two averages. */
    public enum Comparison {
        /** Second average less the first. */
        DIFFERENCE("%s - %s", (high, low) -> high - low),
        /** Second average over the first. */
        RATIO("%s / %s", (high, low) -> high / low),
        /** Natural logarithm of the ratio. */
        LNRATIO("ln(%s / %s)", (high, low) -> Math.log(high / low)),
        /** Natural logarithm of the ratio of odds, of probabilities. */
        LNOR("ln(odds(%s) / odds(%s))", (high, low) -> Math.log(high / (1 - high)) - Math.log(low / (1 - low)));

        private final String contrast;
        private final DoubleBinaryOperator function;

        Comparison(String contrast, DoubleBinaryOperator function) {
            this.contrast = contrast;
            this.function = function;
        }

        /** Comparison in words, of two values of a column. */
        String contrastText(String high, String low) {
            return String.format(Locale.ROOT, contrast, high, low);
        }

        /** Value of the comparison; not finite where it is not defined. */
        double compare(double high, double low) {
            return function.applyAsDouble(high, low);
        }
    }

    public EffectRequest {
        variables = new LinkedHashMap<>(variables);
        by = List.copyOf(by);
        hypotheses = List.copyOf(hypotheses);
        if (comparison != Comparison.DIFFERENCE && kind != Kind.COMPARISONS) {
            throw new ConfigurationException("comparison = " + configWord(comparison)
                    + " is of comparisons: required kind = comparisons, found " + configWord(kind));
        }
    }

    /** Request for averages of a kind over all rows. */
    public static EffectRequest of(Kind kind) {
        return of(Map.of("kind", configWord(kind)));
    }

    /** Copy with one average for each combination of the cells of the given columns. */
    public EffectRequest by(String... columns) {
        return new EffectRequest(
                kind, variables, List.of(columns), averaging, scale, comparison, hypotheses, parameter);
    }

    /**
     * Copy with other weights of the rows: a column, such as one of population numbers, {@link #AUTO} or {@link #ROWS}.
     */
    public EffectRequest weights(String column) {
        return averaging(new Averaging(column, averaging.rows, averaging.method));
    }

    /**
     * Copy that averages over a random sample of the rows.
     *
     * @param count number of rows, from 40
     */
    public EffectRequest rows(int count) {
        return averaging(new Averaging(averaging.weights, requireRows(count), averaging.method));
    }

    /** Copy with another method. */
    public EffectRequest method(Method other) {
        return averaging(new Averaging(averaging.weights, averaging.rows, other));
    }

    private EffectRequest averaging(Averaging other) {
        return new EffectRequest(kind, variables, by, other, scale, comparison, hypotheses, parameter);
    }

    private static int readRows(@Nullable Object given) {
        return given == null ? 0 : requireRows(given);
    }

    private static int requireRows(Object count) {
        if (!(count instanceof Number number)
                || number.doubleValue() != number.intValue()
                || number.intValue() < LEAST_ROWS) {
            throw new ConfigurationException(
                    "rows = " + count + " is no number of rows to sample: required a whole number from " + LEAST_ROWS);
        }
        return number.intValue();
    }

    /** Copy for the given columns, with default changes. */
    public EffectRequest variables(String... columns) {
        return new EffectRequest(
                kind, variables(List.of(columns)), by, averaging, scale, comparison, hypotheses, parameter);
    }

    /** Copy that averages a parameter of the law, such as {@code sigma}, instead of the expected response. */
    public EffectRequest parameter(String name) {
        return new EffectRequest(kind, variables, by, averaging, scale, comparison, hypotheses, name);
    }

    /** Copy that reports differences and ratios instead of the estimates. */
    public EffectRequest hypotheses(String... texts) {
        return new EffectRequest(kind, variables, by, averaging, scale, comparison, List.of(texts), parameter);
    }

    /**
     * Reads a request from a map, as configurations and Python have it.
     *
     * @param keys kind, variables, by, weights, rows, method, scale, comparison, hypotheses, parameter, as far as they
     *     are given
     * @throws ConfigurationException if a key is unknown or its value cannot be used
     */
    public static EffectRequest of(Map<String, ?> keys) {
        for (String key : keys.keySet()) {
            if (!KEYS.contains(key)) {
                throw new ConfigurationException(
                        "an effect has no key " + key + ": required one of " + Spelling.suggest(key, KEYS));
            }
        }
        return new EffectRequest(
                readChoice(keys, "kind", Kind.values(), null),
                variables(keys.get("variables")),
                texts(keys.get("by")),
                new Averaging(
                        keys.get("weights") == null ? AUTO : String.valueOf(keys.get("weights")),
                        readRows(keys.get("rows")),
                        readChoice(keys, "method", Method.values(), Method.AUTO)),
                readChoice(keys, "scale", Scale.values(), Scale.RESPONSE),
                readChoice(keys, "comparison", Comparison.values(), Comparison.DIFFERENCE),
                texts(keys.get("hypotheses")),
                keys.get("parameter") == null ? null : String.valueOf(keys.get("parameter")));
    }

    static String configWord(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static <E extends Enum<E>> E readChoice(
            Map<String, ?> keys, String key, E[] values, @Nullable E otherwise) {
        Object given = keys.get(key);
        if (given == null && otherwise != null) {
            return otherwise;
        }
        List<String> words =
                Arrays.stream(values).map(EffectRequest::configWord).toList();
        int at = words.indexOf(String.valueOf(given));
        if (at < 0) {
            throw new ConfigurationException("the " + key + " of an effect is not known: required one of "
                    + String.join(", ", words) + ", found " + (given == null ? "nothing" : given));
        }
        return values[at];
    }

    private static Map<String, Object> variables(@Nullable Object given) {
        Map<String, Object> variables = new LinkedHashMap<>();
        if (given instanceof Map<?, ?> map) {
            map.forEach((name, value) -> variables.put(String.valueOf(name), value == null ? "" : value));
        } else {
            texts(given).forEach(name -> variables.put(name, ""));
        }
        return variables;
    }

    private static List<String> texts(@Nullable Object given) {
        if (given instanceof Collection<?> many) {
            return new ArrayList<>(many.stream().map(String::valueOf).toList());
        }
        return given == null ? List.of() : List.of(String.valueOf(given));
    }
}
