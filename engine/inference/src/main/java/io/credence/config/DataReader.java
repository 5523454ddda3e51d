package io.credence.config;

import io.credence.config.DataConfig.OnMissing;
import io.credence.config.DataConfig.TextFormat;
import io.credence.config.Roles.ResponseColumns;
import io.credence.config.Roles.SeriesColumns;
import io.credence.config.key.FitKind;
import io.credence.config.key.Key;
import io.credence.config.key.KeyTable;
import io.credence.data.Precision;
import io.credence.fit.SamplingSettings.Minibatch;
import io.credence.formula.Formula;
import io.credence.formula.FormulaException;
import io.credence.formula.GroupingTerm;
import io.credence.formula.PredictorTerms;
import io.credence.kind.MultiParameterRequest;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.PairedResponse;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.network.train.NetworkBandit;
import io.credence.network.train.NetworkRequest;
import io.credence.part.Choice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the sections data and formula: where the rows are and what their columns are for. */
final class DataReader {

    /**
     * Default number of partitions of a minibatch fit: enough for small steps, few enough to be run at once.
     */
    private static final int MINIBATCH_PARTITIONS = 64;

    private final Settings settings;
    private final IdleKeyNotes notes;

    DataReader(Settings settings, IdleKeyNotes notes) {
        this.settings = settings;
        this.notes = notes;
    }

    DataConfig read(InferenceConfig inference) {
        ModelConfig model = inference.model();
        List<GroupingTerm> groups = model.request().groupingTerms();
        NetworkRequest networks = model.request(NetworkRequest.class);
        NetworkBandit.Rounds rounds = networks == null ? null : networks.rounds();
        Minibatch minibatch = inference.sampling().minibatch();
        checkSeries(model, minibatch);
        checkPairs(model);
        notes.noteUnless(!model.hasCutpoints(), "data.intercept", "cutpoints replace an intercept");
        String path = settings.text("data.path");
        MultiParameterRequest parameters = model.request(MultiParameterRequest.class);
        Formula formula = parameters == null ? formula() : new ParameterDesign(settings, parameters).formula(formula());
        String format = format(path);
        boolean others = settings.optionalText("score.path") != null || settings.optionalText("effects.path") != null;
        boolean csv = others || format.equals("csv");
        notes.noteUnless(
                csv || format.equals("json"), "data", List.of("naStrings", "decimal"), "only csv and json are text");
        notes.noteUnless(csv, "data.separator", "only csv has one");
        return new DataConfig(
                new DataSource(path, format, text()),
                new PredictorColumns(
                        formula == null || groups.isEmpty() ? formula : formula.withGroupingTerms(groups),
                        groups,
                        features(rounds),
                        settings.texts("data.categorical"),
                        settings.texts("data.exclude"),
                        settings.textMap("data.reference", "a level in quotes"),
                        (parameters != null && formula != null || settings.flag("data.intercept"))
                                && !model.hasCutpoints()),
                new Roles(
                        new ResponseColumns(
                                responseText(formula, model),
                                settings.optionalText("data.trials"),
                                settings.optionalText("data.censored")),
                        settings.optionalText("data.weight"),
                        settings.optionalText("data.sd"),
                        settings.optionalText("data.offset"),
                        new SeriesColumns(settings.optionalText("data.series"), settings.optionalText("data.order")),
                        settings.optionalText("sites.column"),
                        settings.optionalText("data.key"),
                        new SegmentSettingCombinations(settings, notes).readSegmentColumns(inference)),
                DependencyOrder.sort(settings.textMap("data.derive", "an SQL expression in quotes")),
                settings.flag("data.standardize"),
                partitions(model, minibatch),
                settings.choice("data.onMissing", OnMissing.class),
                rounds == null ? settings.choice("data.precision", Precision.class) : Precision.FLOAT64);
    }

    /**
     * Source of other rows than those of the fit, in a text format like theirs.
     *
     * @param key key that names their path; where it is not set, they are those of the fit
     */
    DataSource otherRows(String key, DataSource fitted) {
        String path = settings.optionalText(key);
        return path == null ? fitted : new DataSource(path, format(path), fitted.text());
    }

    /** Columns that are read as features; of a bandit rewards and the order of rounds are among them. */
    private List<String> features(NetworkBandit.@Nullable Rounds rounds) {
        List<String> features = new ArrayList<>(settings.texts("data.features"));
        if (rounds != null) {
            features.addAll(rounds.rewards());
            features.add(rounds.order());
        }
        return features;
    }

    private @Nullable String responseText(@Nullable Formula formula, ModelConfig model) {
        if (!model.request().hasResponse()) {
            return null;
        }
        return formula == null ? settings.text("data.label") : formula.responseText();
    }

    private TextFormat text() {
        return new TextFormat(
                settings.word("data.separator").charAt(0),
                settings.word("data.decimal").charAt(0),
                settings.texts("data.naStrings"));
    }

    /**
     * Refuses a second column of the response, such as trials, where the family has none or it is given twice.
     */
    private void checkPairs(ModelConfig model) {
        Formula formula = formula();
        boolean bound = formula != null && formula.countsTrials();
        boolean trials = settings.optionalText("data.trials") != null;
        Choice<LikelihoodPart> family = model.familyChoice();
        Likelihood likelihood = family == null || family.part().hasClasses()
                ? null
                : family.part().likelihood(family.values(), 0);
        PairedResponse paired = likelihood == null ? null : likelihood.pairedResponse();
        boolean counted = likelihood != null && likelihood.outcomeCount() == 2;
        if ((trials || bound) && !counted) {
            throw settings.refusal(
                    bound ? "formula" : "data.trials",
                    "counts trials",
                    "a family of labels 0 and 1, such as model.family = bernoulli, or no trials");
        } else if (bound && trials) {
            throw settings.refusal("data.trials", "cannot be used with cbind(successes, failures)", "one of them");
        } else if (settings.optionalText("data.censored") != null && !hasPairedRole(paired, "censored")) {
            throw settings.refusal(
                    "data.censored", "is of times", "model.family = weibull or exponential, or no data.censored");
        } else if (hasPairedRole(paired, "trials") && !trials && !bound) {
            throw settings.refusal("data.trials", "is missing", "the column of the number of trials");
        }
    }

    private static boolean hasPairedRole(@Nullable PairedResponse paired, String role) {
        return paired != null && paired.columnRole().equals(role);
    }

    @Nullable
    Formula formula() {
        String text = settings.optionalText("formula");
        if (text == null) {
            return null;
        }
        for (Key key : KeyTable.excludedBy(FitKind.FORMULA)) {
            if (notes.isSet(key.name())) {
                throw settings.refusal(
                        key.name(), String.valueOf(key.exclusion(FitKind.FORMULA)), "formula alone, or no formula");
            }
        }
        try {
            Formula formula = Formula.parse(text);
            if (formula.responseText().isEmpty()) {
                throw settings.refusal("formula", "has no response", "response ~ terms");
            }
            Set<String> leaks = formula.responseColumnsInTerms();
            if (!leaks.isEmpty()) {
                throw settings.refusal(
                        "formula",
                        "explains " + String.join(", ", leaks) + " by itself",
                        "terms, offsets and grouping factors of other columns than those of the response");
            }
            return formula;
        } catch (FormulaException unreadable) {
            throw settings.refusal("formula", String.valueOf(unreadable.getMessage()));
        }
    }

    /** Name of the column of the response; null where it is computed, or not given. */
    @Nullable
    String responseName() {
        Formula formula = formula();
        return formula == null ? settings.optionalText("data.label") : formula.responseColumn();
    }

    private void checkSeries(ModelConfig model, Minibatch minibatch) {
        for (String key : List.of("data.series", "data.order")) {
            if (settings.optionalText(key) != null && model.className() == null) {
                throw settings.refusal(key, "is for models of series", "model.class, or no " + key);
            }
        }
        if (settings.optionalText("data.key") != null && settings.optionalText("data.order") != null) {
            throw settings.refusal(
                    "data.key", "is for single rows", "none: series are identified by their cell of data.series");
        }
        boolean one = settings.optionalText("data.order") != null && settings.optionalText("data.series") == null;
        if (one && minibatch.partitions() > 0) {
            throw settings.refusal(
                    "minibatch.partitions", "cannot divide one series", "all, or data.series with several of them");
        }
    }

    /**
     * Number of partitions to repartition into; empty to keep Spark's. Minibatches and networks need rows assigned to
     * partitions at random.
     */
    private OptionalInt partitions(ModelConfig model, Minibatch minibatch) {
        OptionalInt given = settings.optionalCount("data.partitions");
        if (given.isPresent() && minibatch.partitions() > given.getAsInt()) {
            throw settings.refusal(
                    "minibatch.partitions", "is out of range", "at most data.partitions = " + given.getAsInt());
        } else if (given.isPresent()) {
            return given;
        }
        OptionalInt ofKind = model.request().partitions();
        if (ofKind.isPresent()) {
            return ofKind;
        }
        return minibatch.partitions() == 0
                ? OptionalInt.empty()
                : OptionalInt.of(Math.max(MINIBATCH_PARTITIONS, 2 * minibatch.partitions()));
    }

    /** Format that a key requests, or else that of the ending of a path. */
    String format(String key, String path, String otherwise) {
        String requested = settings.optionalText(key);
        if (requested != null) {
            return requested;
        }
        String ending = path.toLowerCase(Locale.ROOT).replaceAll("(\\.gz|\\.bz2|/)$", "");
        return settings.words(key).stream()
                .filter(format -> ending.endsWith("." + format))
                .findFirst()
                .orElse(otherwise);
    }

    /** Format of the rows at a path: the requested one, or else by the ending of the path. */
    String format(String path) {
        return format("data.format", path, "csv");
    }

    /**
     * Formula of one design for all linear predictors of a model of several parameters. The terms of the first predictor
     * are its own, those of the section formula, or the features of the section data.
     */
    private static final class ParameterDesign {

        private final Settings settings;
        private final MultiParameterRequest request;

        ParameterDesign(Settings settings, MultiParameterRequest request) {
            this.settings = settings;
            this.request = request;
        }

        /**
         * Formula of the design; null where rows have their features as they are.
         *
         * @param given the key formula; null where it is not set
         */
        @Nullable
        Formula formula(@Nullable Formula given) {
            String own = request.predicted().get(0).formula();
            if (given == null) {
                if (!request.needsDesign()) {
                    return null;
                }
                String label = settings.text("data.label");
                return joined(PredictorTerms.withResponse(label, own == null ? "~ " + features() : own));
            }
            if (own != null) {
                throw settings.refusal(
                        "formula",
                        "has the terms of no parameter, since each has a formula of its own",
                        "data.label for the response, or a parameter without a formula");
            }
            return joined(given);
        }

        private Formula joined(Formula first) {
            if (!first.groupingTerms().isEmpty()) {
                throw settings.refusal(
                        "formula",
                        "has terms that vary between levels, beside " + request.key(),
                        "terms without (effects | factor), or model.family alone");
            }
            try {
                return first.withPredictors(request.furtherTerms(), request.numberColumns());
            } catch (FormulaException unusable) {
                throw settings.refusal(request.key(), request.key() + ": " + unusable.getMessage());
            }
        }

        /** Terms of the features of the section data. */
        private String features() {
            List<String> names = settings.texts("data.features");
            List<String> categorical = settings.texts("data.categorical");
            StringBuilder terms = new StringBuilder(settings.flag("data.intercept") ? "1" : "0");
            for (String name : names) {
                String text = name.equals(PredictorColumns.ALL) ? "." : PredictorTerms.columnText(name);
                terms.append(" + ").append(categorical.contains(name) ? "factor(" + text + ")" : text);
            }
            categorical.stream()
                    .filter(name -> !names.contains(name))
                    .forEach(name -> terms.append(" + factor(")
                            .append(PredictorTerms.columnText(name))
                            .append(")"));
            return terms.toString();
        }
    }
}
