package credence.ml;

import io.credence.config.KeyDescription;
import io.credence.config.KeyDescription.Type;
import io.credence.part.Domain;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Description of a Param from which stages create it: name, type, default and allowed values.
 *
 * @param name name of the Param
 * @param type type of its values
 * @param defaultValue default; null where there is none
 * @param description description
 * @param key key of the configuration that it sets; null for a Param that only stages have
 * @param domain values that it takes, as a configuration has them
 */
record StageParam(
        String name,
        Type type,
        @Nullable Object defaultValue,
        String description,
        @Nullable KeyDescription key,
        Domain domain) {

    /** Names of the Params that hold a column, by key, in the style of spark.ml. */
    private static final Map<String, String> COLUMNS = Map.of(
            "data.label",
            "labelCol",
            "data.sd",
            "sdCol",
            "data.trials",
            "trialsCol",
            "data.censored",
            "censoredCol",
            "data.weight",
            "weightCol",
            "data.offset",
            "offsetCol",
            "data.key",
            "keyCol");

    /** Names of Params, by key, where the last part of the key is unclear or a keyword of Python. */
    private static final Map<String, String> NAMES = Map.of(
            "model.class",
            "modelClass",
            "model.options",
            "modelOptions",
            "model.density",
            "modelDensity",
            "model.parameters",
            "modelParameters",
            "model.mean",
            "modelMean",
            "model.draw",
            "modelDraw");

    /** Keys whose values are expressions, which stay text as they are. */
    private static final List<String> EXPRESSIONS = List.of("model.density", "model.mean", "model.draw");

    /** Sections whose keys are clear without the section's name. */
    private static final List<String> PLAIN =
            List.of("data", "model", "network", "train", "estimator", "update", "stop", "score");

    /** Creates the Param of a key. */
    static StageParam of(KeyDescription key) {
        String name = COLUMNS.getOrDefault(key.key(), nameOf(key.key()));
        Object initial =
                name.equals("labelCol") ? "label" : name.equals(StageParamNames.FEATURES) ? null : key.defaultValue();
        return new StageParam(name, key.type(), initial, key.meaning(), key, key.domain()).withConfigKey(key.key());
    }

    /** Creates a Param with a text as value that is no key of the configuration. */
    static StageParam text(String name, String initial, String line) {
        return new StageParam(name, Type.TEXT, initial, line, null, Domain.text());
    }

    /** Creates a Param with a few allowed words, the first by default, that is no key of the configuration. */
    static StageParam ofChoice(String name, List<String> words, String line) {
        Domain domain = Domain.wordOf(words);
        return new StageParam(name, Type.TEXT, words.get(0), domain.explain(line), null, domain);
    }

    /** Creates a Param with a count as value that is no key of the configuration. */
    static StageParam count(String name, long initial, String line) {
        Domain domain = Domain.whole(1);
        return new StageParam(name, Type.WHOLE, initial, domain.explain(line), null, domain);
    }

    /** Creates a Param with a text or map as value, without a default, that is no key of the configuration. */
    static StageParam ofOptional(String name, Type type, String line) {
        return new StageParam(name, type, null, line, null, Domain.text());
    }

    /** Copy whose description states the name of the key in a configuration. */
    StageParam withConfigKey(String configured) {
        return new StageParam(name, type, defaultValue, description + " (" + configured + ")", key, domain);
    }

    /** Copy with another default. */
    StageParam withDefault(Object other) {
        return new StageParam(name, type, other, description, key, domain);
    }

    /**
     * Name of the Param of a key: its sections and last part in camel case, such as {@code priorSd}. Sections whose
     * keys are clear without them are left out, and so are the last parts {@code kind} and {@code family}, but for
     * {@code model.family}.
     */
    static String nameOf(String key) {
        String own = NAMES.get(key);
        if (own != null) {
            return own;
        }
        List<String> words = new ArrayList<>(List.of(key.split("\\.")));
        boolean chooses = words.size() > 1 && (key.endsWith(".kind") || key.endsWith(".family"));
        if (chooses && !key.equals("model.family")) {
            words.remove(words.size() - 1);
        }
        while (words.size() > 1 && PLAIN.contains(words.get(0))) {
            words.remove(0);
        }
        StringBuilder name = new StringBuilder(words.get(0));
        for (String word : words.subList(1, words.size())) {
            name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return name.toString();
    }

    /** Whether the Param's value is the name of one column or an expression, which stays text as it is. */
    boolean isText() {
        return key == null || COLUMNS.containsKey(key.key()) || EXPRESSIONS.contains(key.key());
    }

    /** Requirement that a value of the Param's type violates; null if the value is allowed. */
    @Nullable
    String unmetRequirement(Object value) {
        Object configured = toConfigValue(value);
        if (key != null) {
            return key.refusal(configured);
        }
        return domain.fault(configured) == null ? null : domain.requirement();
    }

    /**
     * Refuses a value of the Param's type that is not allowed.
     *
     * @throws IllegalArgumentException if it is not allowed
     */
    void require(Object value) {
        String required = unmetRequirement(value);
        if (required != null) {
            throw new IllegalArgumentException(
                    name + " cannot be used: required " + required + ", found " + toConfigValue(value));
        }
    }

    private static boolean isNested(Object value) {
        return value instanceof Collection<?> || value instanceof Map<?, ?>;
    }

    private static boolean isWhole(Object value) {
        return value instanceof Number number && number.doubleValue() == number.intValue();
    }

    /** Converts a value to the form that configurations have. */
    Object toConfigValue(Object value) {
        if (value instanceof String[] texts) {
            return List.of(texts);
        } else if (value instanceof int[] numbers) {
            return java.util.Arrays.stream(numbers).boxed().toList();
        }
        return value;
    }

    /**
     * Converts a value to the Param's type.
     *
     * @param value value of that type, another number, a collection instead of an array
     * @throws IllegalArgumentException if it cannot be converted
     */
    Object toParamType(Object value) {
        if (type == Type.NUMBER && value instanceof Number number) {
            return number.doubleValue();
        } else if (type == Type.WHOLE && value instanceof Number number && number.doubleValue() == number.longValue()) {
            return number.longValue();
        } else if (type == Type.FLAG && value instanceof Boolean) {
            return value;
        } else if (type == Type.TEXTS
                && value instanceof Collection<?> texts
                && texts.stream().noneMatch(StageParam::isNested)) {
            return texts.stream().map(String::valueOf).toArray(String[]::new);
        } else if (type == Type.WHOLES
                && value instanceof Collection<?> numbers
                && numbers.stream().allMatch(StageParam::isWhole)) {
            return numbers.stream()
                    .mapToInt(number -> ((Number) number).intValue())
                    .toArray();
        } else if (type == Type.TEXT && !isNested(value)
                || type == Type.TEXTS && value instanceof String[]
                || type == Type.WHOLES && value instanceof int[]) {
            return type == Type.TEXT ? String.valueOf(value) : value;
        }
        if (type == Type.MAP && value instanceof Map<?, ?> map) {
            Map<String, Object> named = new LinkedHashMap<>();
            map.forEach((key, each) -> named.put(String.valueOf(key), each));
            return KeyDescription.renderMap(named);
        } else if (type == Type.MAP && value instanceof String) {
            return value;
        }
        throw new IllegalArgumentException(name + " cannot be used: required "
                + (type == Type.MAP ? KeyDescription.MAP : domain.requirement()) + ", found " + value);
    }
}
