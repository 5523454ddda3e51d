package credence.ml;

import io.credence.config.KeyDescription;
import io.credence.config.KeyDescription.Type;
import io.credence.config.Parts;
import io.credence.spark.score.PredictionColumns;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Lists of the Params of each kind of stage. */
enum StageParamNames {
    /** Params of estimators of coefficients: the keys of a fit, and how its model predicts. */
    ESTIMATOR(estimatorParams()),
    /** Params of models of coefficients. */
    MODEL(modelParams()),
    /** Params of estimators of networks: the keys that act on networks, and how their model predicts. */
    NETWORK(networkParams()),
    /** Params of models of networks. */
    NETWORK_MODEL(networkModelParams());

    static final String FEATURES_COL = "featuresCol";
    static final String FEATURES = "features";
    static final String FORMULA = "formula";
    static final String LEVEL = "level";
    static final String RAW = "rawPrediction";
    static final String PREDICT = "predict";
    static final String ON_UNSEEN = "onUnseen";
    static final String GROUP_PRIORS = "groupPriors";
    static final String ALLOW_NEW_LEVELS = "allowNewLevels";
    static final String ON_MISSING = "scoreOnMissing";
    static final String OUTPUT = "output";
    static final String OUTPUT_TOP = "outputTop";
    static final String OUTPUT_DRAWS = "outputDraws";
    static final String OUTPUT_CONTRAST = "outputContrast";
    static final String OUTPUT_EFFECTS = "outputEffects";
    static final String OUTPUT_SCALE = "outputScale";

    static final String LEVEL_KEY = "score.level";
    private static final String NEW_LEVELS_KEY = "score.allowNewLevels";

    private final List<StageParam> params;

    StageParamNames(List<StageParam> params) {
        this.params = List.copyOf(params);
    }

    /** All Params of the list. */
    List<StageParam> params() {
        return params;
    }

    /** Param by its name. */
    StageParam param(String name) {
        return params.stream()
                .filter(param -> param.name().equals(name))
                .findFirst()
                .orElseThrow(() -> {
                    String instead = retiredParamHints().get(name);
                    return new IllegalArgumentException(
                            "there is no Param " + name + (instead == null ? "" : ": " + instead));
                });
    }

    /** Hints at what replaces the Params of retired keys, by name of the Param. */
    static Map<String, String> retiredParamHints() {
        return KeyDescription.retiredKeys().entrySet().stream()
                .collect(Collectors.toMap(key -> StageParam.nameOf(key.getKey()), Map.Entry::getValue));
    }

    private static List<StageParam> estimatorParams() {
        List<StageParam> all = keyParams(key -> !key.startsWith("model.network.") && !key.startsWith("train."));
        all.add(StageParam.ofOptional(
                GROUP_PRIORS,
                Type.MAP,
                "priors of the effects of levels, all or one by the name of its grouping factor: {\"sd\": {\"kind\": \"half-normal\", \"scale\": 2}}"
                        + " (the section prior.groups)"));
        all.addAll(predictionParams());
        return all;
    }

    private static List<StageParam> networkParams() {
        List<StageParam> all = keyParams(KeyDescription::actsOnNetworks);
        all.replaceAll(param -> switch (param.name()) {
            case "family" -> param.withDefault("gaussian");
            case "layers" -> param.withDefault(List.of(50));
            default -> param;
        });
        all.addAll(predictionParams());
        return all;
    }

    /** Params of the features, and of those keys of a fit that act on the stage's model. */
    private static List<StageParam> keyParams(Predicate<String> act) {
        List<StageParam> all = new ArrayList<>();
        all.add(StageParam.text(
                FEATURES_COL, FEATURES, "column of feature vectors; features names several columns instead"));
        KeyDescription.all(Parts.STANDARD).stream()
                .filter(key ->
                        Constants.KEYS.stream().noneMatch(other -> key.key().startsWith(other)))
                .filter(key -> act.test(key.key()))
                .forEach(key -> all.add(StageParam.of(key)));
        return all;
    }

    /** Descriptions of the columns that a stage appends, by their default names. */
    static Map<String, String> predictionColumns() {
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
        all.put(
                RAW,
                "the vector of logarithms of class probabilities, of two classes of the odds of each, by which evaluators rank rows");
        all.put("probabilitySd", "the posterior standard deviation of the probability of the most probable class");
        all.put(
                "probabilityLower",
                "the lower end of the central interval of the probability of the most probable class");
        all.put(
                "probabilityUpper",
                "the upper end of the central interval of the probability of the most probable class");
        all.put(
                "predictedLabel",
                "the level of the most probable class, where labels are words or numbers other than 0, 1, …");
        return all;
    }

    /** Params of the given keys, followed by the Params of prediction. */
    private static List<StageParam> predictionParams(String... keys) {
        List<StageParam> all = new ArrayList<>();
        KeyDescription.all(Parts.STANDARD).stream()
                .filter(key -> List.of(keys).contains(key.key()))
                .forEach(key -> all.add(StageParam.of(key)));
        all.add(StageParam.ofChoice(
                PREDICT,
                List.of("response", "class"),
                "what the prediction is: the expected response, or, of families of classes, the most probable class"));
        predictionColumns()
                .forEach((name, line) -> all.add(StageParam.text(name + "Col", name, "new column of " + line)));
        all.add(StageParam.ofChoice(
                        ON_UNSEEN,
                        List.of("fail", "flag"),
                        "what becomes of a row with a level that was not in the fit: refused, or left without predictions")
                .withConfigKey("score.onUnseen"));
        all.add(StageParam.text(
                "unseenCol",
                PredictionColumns.UNSEEN,
                "new column with the reason why a row has none, where onUnseen = flag"));
        all.add(StageParam.ofChoice(
                        ON_MISSING,
                        List.of("auto", "fail", "flag", "skip"),
                        "what becomes of a row with a missing or unusable cell when the model predicts: refused, left without predictions,"
                                + " or left out; auto is flag where the fit left such rows out, else fail")
                .withConfigKey("score.onMissing"));
        all.add(StageParam.text(
                "missingCol",
                PredictionColumns.MISSING,
                "new column with the reason why a row has none, where scoreOnMissing = flag"));
        return all;
    }

    private static List<StageParam> modelParams() {
        List<StageParam> all = predictionParams(LEVEL_KEY, NEW_LEVELS_KEY);
        all.add(StageParam.ofChoice(
                OUTPUT,
                List.of(
                        "predictions",
                        "summary",
                        "posteriors",
                        "contrast",
                        "covariance",
                        "randomEffects",
                        "effectRanks",
                        "smooths",
                        "draws",
                        "levelDraws",
                        "posterior",
                        "report",
                        "pictures",
                        "relativities",
                        "logLikelihood",
                        "predictionDraws",
                        "effects",
                        "comparable",
                        "comparison"),
                "what transform returns: the rows with predictions or with draws of these, how likely those of the fit are at draws,"
                        + " effects averaged over the rows, the comparison with the fit whose comparable the rows are, or a table"
                        + " of the posterior whatever the rows"));
        all.add(StageParam.count(
                OUTPUT_DRAWS, 1000, "rows of the table of draws, and draws of which predictions and effects are"));
        all.add(StageParam.count(OUTPUT_TOP, 10, "how many levels are the first ones of the table of ranks"));
        all.add(StageParam.ofOptional(
                OUTPUT_CONTRAST,
                Type.TEXT,
                "the combination of coefficients that the table of a contrast is of: a - b"));
        all.add(StageParam.ofOptional(
                OUTPUT_EFFECTS,
                Type.MAP,
                "which effects: {\"kind\": \"comparisons\", \"variables\": [\"age\"], \"by\": [\"region\"]}"));
        all.add(StageParam.ofChoice(
                OUTPUT_SCALE,
                List.of("response", "link"),
                "of what draws of predictions are: the expected response, or the linear predictor"));
        return all;
    }

    private static List<StageParam> networkModelParams() {
        List<StageParam> all = predictionParams(LEVEL_KEY);
        all.add(StageParam.ofChoice(
                OUTPUT,
                List.of("predictions", "posterior", "report"),
                "what transform returns: the rows with predictions, or a table of the posterior whatever the rows"));
        return all;
    }

    /** Keys from which the lists of Params are made. An enum would initialise them only after the lists. */
    private static final class Constants {

        /** Prefixes of keys for which stages have no Param, such as those of files, series, checkpoints and output. */
        static final List<String> KEYS = List.of(
                "data.path",
                "data.format",
                "data.naStrings",
                "data.separator",
                "data.decimal",
                "data.series",
                "data.order",
                "data.derive",
                "model.groups",
                "model.latent.",
                "model.network.autoencoder",
                "bandit.",
                "checkpoint.",
                "effects.",
                "output.",
                "score.path",
                "score.output",
                "score.format",
                "score.onMissing",
                "score.onUnseen",
                "score.overwrite",
                "log.");
    }
}
