package io.credence.config;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import io.credence.expression.ExpressionException;
import io.credence.expression.ExpressionModel.Expressions;
import io.credence.expression.Link;
import io.credence.expression.ModelParameter.Known;
import io.credence.expression.ParsedExpression;
import io.credence.formula.FormulaException;
import io.credence.formula.PredictorTerms;
import io.credence.kind.ExpressionRequest;
import io.credence.kind.ParameterConstraint;
import io.credence.kind.PredictedParameter;
import io.credence.kind.PredictedParameter.NormalCoefficients;
import io.credence.kind.SharedParameter;
import io.credence.part.Choice;
import io.credence.part.Domain;
import io.credence.part.Spelling;
import io.credence.prior.SharedParameterPriors;
import io.credence.prior.SharedParameterPriors.SharedPriorPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads a model whose log density is an expression: model.density, model.parameters, model.mean and model.draw. */
final class ExpressionReader {

    static final String DENSITY = "model.density";
    static final String PARAMETERS = "model.parameters";
    private static final String MEAN = "model.mean";
    private static final String DRAW = "model.draw";

    private static final List<String> PREDICTED = List.of("formula", "link", "prior");
    private static final List<String> SHARED = List.of("constraint", "size", "lower", "upper", "prior");
    private static final List<String> ALL = List.of("formula", "link", "constraint", "size", "lower", "upper", "prior");
    private static final String EXAMPLES =
            "{ formula = \"~ a + b\" }, { constraint = positive }, a formula as text, or a number";

    private final Settings settings;

    ExpressionReader(Settings settings) {
        this.settings = settings;
    }

    /**
     * Reads the model; null where there is no density.
     *
     * @param response supplies the name of the column of the response; null where it has none
     */
    @Nullable
    ExpressionRequest read(Supplier<@Nullable String> response) {
        String density = settings.optionalText(DENSITY);
        if (density == null) {
            for (String key : List.of(MEAN, DRAW)) {
                if (settings.optionalText(key) != null) {
                    throw settings.refusal(key, "is of a model.density", "model.density, or no " + key);
                }
            }
            if (!settings.names(PARAMETERS).isEmpty()) {
                throw settings.refusal(PARAMETERS, "are of a model.density", "model.density, or no parameters");
            }
            return null;
        }
        String column = response.get();
        String label = column == null ? "y" : column;
        List<PredictedParameter> predicted = new ArrayList<>();
        List<SharedParameter> shared = new ArrayList<>();
        List<Known> known = new ArrayList<>();
        for (String name : namesInOrder(density)) {
            read(name, predicted, shared, known);
        }
        requireOneWithoutFormula(predicted);
        predicted.sort(Comparator.comparing(each -> each.formula() != null));
        String mean = settings.optionalText(MEAN);
        String draw = settings.optionalText(DRAW);
        check(DENSITY, new Expressions(density, null, null, label), predicted, shared, known);
        check(MEAN, new Expressions(density, mean, null, label), predicted, shared, known);
        return check(DRAW, new Expressions(density, mean, draw, label), predicted, shared, known);
    }

    private ExpressionRequest check(
            String key,
            Expressions texts,
            List<PredictedParameter> predicted,
            List<SharedParameter> shared,
            List<Known> known) {
        ExpressionRequest request = new ExpressionRequest(texts, predicted, shared, known);
        try {
            request.requireReadable();
        } catch (ExpressionException unusable) {
            throw settings.refusal(key, key + ": " + unusable.getMessage());
        }
        return request;
    }

    /** Names of the parameters in the order in which the density has them. */
    private List<String> namesInOrder(String density) {
        List<String> used;
        try {
            used = new ArrayList<>(ParsedExpression.namesIn(density));
        } catch (ExpressionException unreadable) {
            throw settings.refusal(DENSITY, DENSITY + ": " + unreadable.getMessage());
        }
        List<String> names = new ArrayList<>(settings.keysInOrder(PARAMETERS));
        names.sort(Comparator.comparingInt(name -> place(name, used)));
        return names;
    }

    /** Place of a parameter, or of the first of its numbers, among the names of the density. */
    private static int place(String name, List<String> used) {
        int at = used.indexOf(name);
        int first = used.indexOf(name + "1");
        return at >= 0 ? at : first >= 0 ? first : Integer.MAX_VALUE;
    }

    private void read(
            String name, List<PredictedParameter> predicted, List<SharedParameter> shared, List<Known> known) {
        String key = ConfigUtil.joinPath("model", "parameters", name);
        if (!ParsedExpression.isPlainName(name)) {
            throw settings.refusal(
                    key, key + " has no usable name: required a letter before letters, digits, _ and ., found " + name);
        }
        ConfigValue value = settings.value(key);
        if (value.valueType() == ConfigValueType.NUMBER) {
            known.add(new Known(name, settings.number(key, Domain.number())));
        } else if (value.valueType() == ConfigValueType.STRING) {
            predicted.add(predicted(name, key, String.valueOf(value.unwrapped()), Link.IDENTITY, null));
        } else if (!(value instanceof ConfigObject section)) {
            throw settings.refusal(key, "has the wrong type", EXAMPLES);
        } else if (isShared(key, section)) {
            shared.add(shared(name, key, section));
        } else {
            Link link = section.containsKey("link") ? link(key + ".link") : Link.IDENTITY;
            String formula = section.containsKey("formula") ? settings.text(key + ".formula") : null;
            predicted.add(predicted(
                    name, key + ".formula", formula, link, section.containsKey("prior") ? coefficients(key) : null));
        }
    }

    private boolean isShared(String key, ConfigObject section) {
        for (String given : section.keySet()) {
            if (!ALL.contains(given)) {
                throw settings.refusal(key + "." + given, "is unknown", "one of " + Spelling.suggest(given, ALL));
            }
        }
        boolean predicted = section.containsKey("formula") || section.containsKey("link");
        boolean shared = SHARED.stream().anyMatch(section::containsKey) && !predicted;
        if (predicted && section.keySet().stream().anyMatch(each -> !PREDICTED.contains(each))) {
            throw settings.refusal(
                    key,
                    "is both a function of columns and the same for all rows",
                    "formula, link and prior, or constraint, size, lower, upper and prior");
        }
        return shared;
    }

    private PredictedParameter predicted(
            String name, String key, @Nullable String formula, Link link, @Nullable NormalCoefficients prior) {
        if (formula != null) {
            try {
                PredictorTerms.withResponse("y", formula);
            } catch (FormulaException unreadable) {
                throw settings.refusal(key, key + ": " + unreadable.getMessage());
            }
        }
        return new PredictedParameter(name, link, formula, prior);
    }

    private Link link(String key) {
        return Link.named(settings.word(key, Link.names()));
    }

    /** Normal prior of all coefficients of a predictor. */
    private NormalCoefficients coefficients(String key) {
        String prior = key + ".prior";
        List<String> given = settings.names(prior);
        boolean normal = !given.contains("kind") || settings.word(prior + ".kind", List.of("normal")) != null;
        if (!normal || !given.contains("sd") || !List.of("kind", "mean", "sd").containsAll(given)) {
            throw settings.refusal(
                    prior,
                    "has other keys",
                    "{ sd = …, mean = … } of all coefficients of the predictor, the mean optional");
        }
        return new NormalCoefficients(
                given.contains("mean") ? settings.number(prior + ".mean", Domain.number()) : 0,
                settings.number(prior + ".sd", Domain.above(0)));
    }

    private SharedParameter shared(String name, String key, ConfigObject section) {
        Choice<SharedPriorPart> prior = section.containsKey("prior") ? prior(key + ".prior") : null;
        ParameterConstraint constraint;
        try {
            constraint = section.containsKey("constraint") || prior == null
                    ? new ParameterConstraint(
                            section.containsKey("constraint")
                                    ? settings.word(key + ".constraint", ParameterConstraint.KINDS)
                                    : "",
                            section.containsKey("size") ? settings.count(key + ".size", Domain.whole(1)) : null,
                            section.containsKey("lower") ? settings.number(key + ".lower", Domain.number()) : null,
                            section.containsKey("upper") ? settings.number(key + ".upper", Domain.number()) : null)
                    : ParameterConstraint.of(prior.part().range());
            constraint.parameter(name);
        } catch (IllegalArgumentException unusable) {
            throw settings.refusal(key, key + ": " + unusable.getMessage());
        }
        if (prior != null && !constraint.hasRange(prior.part().range())) {
            throw settings.refusal(
                    key + ".prior",
                    "is of other numbers than constraint = " + constraint.kind(),
                    "one of "
                            + String.join(
                                    ", ",
                                    SharedParameterPriors.ALL.parts().stream()
                                            .filter(part -> constraint.hasRange(part.range()))
                                            .map(SharedPriorPart::name)
                                            .toList())
                            + ", or no prior");
        }
        return new SharedParameter(
                name, constraint, prior == null ? null : prior.part().density(prior.values()));
    }

    private Choice<SharedPriorPart> prior(String key) {
        List<String> given = settings.names(key);
        if (!given.contains("kind")) {
            throw settings.refusal(
                    key,
                    "has no kind",
                    "{ kind = half-normal, sd = 1 } or another of "
                            + String.join(", ", SharedParameterPriors.ALL.names()));
        }
        SharedPriorPart part =
                SharedParameterPriors.ALL.named(settings.word(key + ".kind", SharedParameterPriors.ALL.names()));
        Map<String, Object> values = new LinkedHashMap<>();
        for (String option : given) {
            if (!option.equals("kind")) {
                if (!part.has(option)) {
                    throw settings.refusal(
                            key + "." + option,
                            "is not of " + part.name(),
                            "of "
                                    + part.options().stream()
                                            .map(each -> each.name())
                                            .toList());
                }
                values.put(
                        option,
                        settings.option(
                                key + "." + option,
                                part.options().stream()
                                        .filter(each -> each.name().equals(option))
                                        .findFirst()
                                        .orElseThrow()));
            }
        }
        return new Choice<>(part, part.values(values));
    }

    /** Refuses predictors without a formula beside the one that has the terms of the rows. */
    private void requireOneWithoutFormula(List<PredictedParameter> predicted) {
        List<String> without = predicted.stream()
                .filter(each -> each.formula() == null)
                .map(PredictedParameter::name)
                .toList();
        if (without.size() > 1) {
            throw settings.refusal(
                    ConfigUtil.joinPath("model", "parameters", without.get(1)),
                    "has neither a formula nor a constraint",
                    EXAMPLES + "; only " + without.get(0) + " has the terms of formula or data.features");
        }
    }
}
