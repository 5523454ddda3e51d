package credence.ml;

import io.credence.config.KeyDescription;
import io.credence.config.KeyDescription.Type;
import io.credence.config.Parts;
import io.credence.spark.PosteriorScoring;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A Param of a stage before it belongs to one.
 *
 * @param name of the Param
 * @param type of its values
 * @param initial default; null where there is none
 * @param line what it means
 * @param key the configuration's key that it is; null for one that only stages have
 * @param words all its values, where they are few words; else empty
 */
record StageParam(
        String name,
        Type type,
        @Nullable Object initial,
        String line,
        @Nullable KeyDescription key,
        List<String> words) {

    static final String FEATURES_COL = "featuresCol";
    static final String FEATURES = "features";
    static final String FORMULA = "formula";
    static final String LEVEL = "level";
    static final String PREDICT = "predict";
    static final String ON_UNSEEN = "onUnseen";
    static final String GROUP_PRIORS = "groupPriors";
    static final String ALLOW_NEW_LEVELS = "allowNewLevels";
    static final String ON_MISSING = "scoreOnMissing";
    static final String OUTPUT = "output";
    static final String OUTPUT_DRAWS = "outputDraws";
    static final String OUTPUT_CONTRAST = "outputContrast";

    /** Keys of rows in files, of results in folders, and of classes of the user's, which a stage has not. */
    private static final List<String> ELSEWHERE = List.of(
            "data.path",
            "data.format",
            "data.series",
            "data.order",
            "data.derive",
            "model.class",
            "model.options",
            "model.groups",
            "model.latent.",
            "model.network.",
            "train.",
            "checkpoint.",
            "output.",
            "score.path",
            "score.output",
            "score.format",
            "score.onMissing",
            "score.onUnseen",
            "score.overwrite",
            "log.");

    /** Keys of how a model predicts. */
    private static final List<String> PREDICTING = List.of("score.level", "score.allowNewLevels");

    /** Sections whose keys say enough without the section's name. */
    private static final List<String> PLAIN = List.of("data", "model", "estimator", "update", "stop", "score");

    /** Columns, named as in spark.ml. */
    private static final Map<String, String> COLUMNS = Map.of(
            "data.label",
            "labelCol",
            "data.sd",
            "sdCol",
            "data.trials",
            "trialsCol",
            "data.weight",
            "weightCol",
            "data.offset",
            "offsetCol",
            "data.key",
            "keyCol");

    /** What the new columns of a stage hold, by the names that they have unless a Param says another. */
    static final Map<String, String> PREDICTED = predicted();
    /** Those of an estimator: the keys of a fit, and how its model predicts. */
    static final List<StageParam> ESTIMATOR = estimator();
    /** Those of a model. */
    static final List<StageParam> MODEL = model();

    private static final Map<String, StageParam> BY_NAME = java.util.stream.Stream.of(ESTIMATOR, MODEL)
            .flatMap(List::stream)
            .distinct()
            .collect(Collectors.toMap(StageParam::name, Function.identity()));

    StageParam {
        words = List.copyOf(words);
    }

    /** The Param of that name, of any stage. */
    static StageParam named(String name) {
        StageParam found = BY_NAME.get(name);
        if (found == null) {
            throw new IllegalArgumentException("there is no Param " + name);
        }
        return found;
    }

    private static List<StageParam> estimator() {
        List<StageParam> all = new ArrayList<>();
        all.add(text(FEATURES_COL, FEATURES, "column of feature vectors; features in its place names several columns"));
        for (KeyDescription key : KeyDescription.all(Parts.STANDARD)) {
            if (ELSEWHERE.stream().noneMatch(other -> key.key().startsWith(other))) {
                all.add(of(key));
            }
        }
        all.add(new StageParam(
                GROUP_PRIORS,
                Type.MAP,
                null,
                "priors of groups, all or one by the name of its factor: {\"sd\": {\"kind\": \"half-normal\", \"scale\": 2}}"
                        + " (the section prior.groups)",
                null,
                List.of()));
        all.addAll(predicting().stream().filter(one -> one.key == null).toList());
        return List.copyOf(all);
    }

    private static StageParam of(KeyDescription key) {
        String name = COLUMNS.getOrDefault(key.key(), nameOf(key.key()));
        Object initial = name.equals("labelCol") ? "label" : name.equals(FEATURES) ? null : key.initial();
        return new StageParam(name, key.type(), initial, key.line() + " (" + key.key() + ")", key, List.of());
    }

    /** A key's last part behind the name of its section, unless that is plain; {@code kind} and {@code family} are the section. */
    static String nameOf(String key) {
        List<String> words = new ArrayList<>(List.of(key.split("\\.")));
        boolean chooses = words.size() > 1 && (key.endsWith(".kind") || key.endsWith(".family"));
        if (chooses && !key.equals("model.family")) {
            words.remove(words.size() - 1);
        }
        if (words.size() > 1 && PLAIN.contains(words.get(0))) {
            words.remove(0);
        }
        StringBuilder name = new StringBuilder(words.get(0));
        for (String word : words.subList(1, words.size())) {
            name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return name.toString();
    }

    private static Map<String, String> predicted() {
        Map<String, String> all = new LinkedHashMap<>();
        String expected = "the expected response, of labels 0 and 1 of the probability of 1";
        all.put("prediction", "the expected response or the most probable class");
        all.put("predictionSd", "the posterior standard deviation of " + expected);
        all.put("lower", "the lower end of the central interval of " + expected);
        all.put("upper", "the upper end of the central interval of " + expected);
        all.put("responseSd", "the standard deviation of a new response that is a number, noise included");
        all.put("responseLower", "the lower end of the central interval of a new response that is a number");
        all.put("responseUpper", "the upper end of the central interval of a new response that is a number");
        all.put("probability", "the vector of class probabilities");
        all.put("probabilitySd", "the posterior standard deviation of the probability of the most probable class");
        all.put(
                "probabilityLower",
                "the lower end of the central interval of the probability of the most probable class");
        all.put(
                "probabilityUpper",
                "the upper end of the central interval of the probability of the most probable class");
        all.put("predictedLabel", "the word of the most probable class, where labels are words");
        return all;
    }

    private static List<StageParam> predicting() {
        List<StageParam> all = new ArrayList<>();
        KeyDescription.all(Parts.STANDARD).stream()
                .filter(key -> PREDICTING.contains(key.key()))
                .forEach(key -> all.add(of(key)));
        all.add(word(
                PREDICT,
                List.of("response", "class"),
                "what the prediction is: the expected response, or, of families of classes, the most probable class"));
        PREDICTED.forEach((name, line) -> all.add(text(name + "Col", name, "new column of " + line)));
        all.add(word(
                ON_UNSEEN,
                List.of("fail", "flag"),
                "what becomes of a row with a level that the fit had not met: refused, or left without predictions"));
        all.add(text(
                "unseenCol",
                PosteriorScoring.UNSEEN,
                "new column that says why a row has none, where onUnseen = flag"));
        all.add(word(
                ON_MISSING,
                List.of("auto", "fail", "flag", "skip"),
                "what becomes of a row with a missing or unusable cell when the model predicts: refused, left without predictions,"
                        + " or left out; auto is flag where the fit left such rows out, else fail"));
        all.add(text(
                "missingCol",
                PosteriorScoring.MISSING,
                "new column that says why a row has none, where scoreOnMissing = flag"));
        return all;
    }

    private static List<StageParam> model() {
        List<StageParam> all = new ArrayList<>(predicting());
        all.add(word(
                OUTPUT,
                List.of(
                        "predictions",
                        "summary",
                        "contrast",
                        "covariance",
                        "randomEffects",
                        "draws",
                        "posterior",
                        "report",
                        "logLikelihood"),
                "what transform returns: the rows with predictions, how likely those of the fit are at draws, or a table of the"
                        + " posterior whatever the rows"));
        all.add(new StageParam(OUTPUT_DRAWS, Type.WHOLE, 1000L, "rows of the table of draws", null, List.of()));
        all.add(new StageParam(
                OUTPUT_CONTRAST,
                Type.TEXT,
                null,
                "the combination of coefficients that the table of a contrast is of: a - b",
                null,
                List.of()));
        return List.copyOf(all);
    }

    private static StageParam text(String name, String initial, String line) {
        return new StageParam(name, Type.TEXT, initial, line, null, List.of());
    }

    private static StageParam word(String name, List<String> words, String line) {
        return new StageParam(name, Type.TEXT, words.get(0), line + ": " + String.join(" | ", words), null, words);
    }

    /** Whether its value is the name of one column, which is text even where it looks like a number. */
    boolean isColumn() {
        return key == null || COLUMNS.containsKey(key.key());
    }

    /** Why a value of its type cannot be used: what is required; null where nothing is wrong with it. */
    @Nullable
    String refusal(Object value) {
        if (!words.isEmpty() && !words.contains(value)) {
            return "one of " + String.join(", ", words);
        }
        return key == null ? null : key.refusal(plain(value));
    }

    /** As configurations hold it. */
    Object plain(Object value) {
        if (value instanceof String[] texts) {
            return List.of(texts);
        } else if (value instanceof int[] numbers) {
            return java.util.Arrays.stream(numbers).boxed().toList();
        }
        return value;
    }

    /**
     * A value as its type has it.
     *
     * @param value of that type, another number, a collection in place of an array
     * @throws IllegalArgumentException if it is none
     */
    Object typed(Object value) {
        if (type == Type.NUMBER && value instanceof Number number) {
            return number.doubleValue();
        } else if (type == Type.WHOLE && value instanceof Number number && number.doubleValue() == number.longValue()) {
            return number.longValue();
        } else if (type == Type.FLAG && value instanceof Boolean) {
            return value;
        } else if (type == Type.TEXTS && value instanceof Collection<?> texts) {
            return texts.stream().map(String::valueOf).toArray(String[]::new);
        } else if (type == Type.WHOLES && value instanceof Collection<?> numbers) {
            return numbers.stream()
                    .mapToInt(number -> ((Number) number).intValue())
                    .toArray();
        } else if (type == Type.TEXT && !(value instanceof Collection<?>)
                || type == Type.TEXTS && value instanceof String[]
                || type == Type.WHOLES && value instanceof int[]) {
            return type == Type.TEXT ? String.valueOf(value) : value;
        }
        if (type == Type.MAP && value instanceof Map<?, ?> map) {
            Map<String, Object> named = new LinkedHashMap<>();
            map.forEach((key, each) -> named.put(String.valueOf(key), each));
            return KeyDescription.written(named);
        } else if (type == Type.MAP && value instanceof String) {
            return value;
        }
        throw new IllegalArgumentException(
                name + " must be " + type.name().toLowerCase(Locale.ROOT) + " but was " + value);
    }
}
