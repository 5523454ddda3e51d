package io.credence.report.export;

import com.samskivert.mustache.Mustache;
import io.credence.formula.ColumnFactor;
import io.credence.likelihood.InverseLink;
import io.credence.result.SavedPosterior;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Scorer of new rows by the posterior's means, as a regression model of PMML 4.4. It supports columns and levels;
 * {@link ScorerJson} also supports functions and products of columns.
 *
 * @param title title of the model
 * @param label field of the response
 * @param function kind of model: classification or regression
 * @param normalization inverse link function, in PMML's words
 * @param classes values of a response of classes; empty where it is a number
 * @param fields columns that the model reads
 * @param tables linear predictors, one table each
 */
public record ScorerPmml(
        String title,
        String label,
        String function,
        String normalization,
        List<String> classes,
        List<Field> fields,
        List<Table> tables) {

    /** Column that the model reads, with its levels if it is categorical. */
    record Field(String name, String type, String data, List<String> levels) {}

    /** Table of coefficients of a linear predictor, for one class where there are several. */
    record Table(String target, double intercept, List<Coefficient> numbers, List<Coefficient> levels) {}

    /** Coefficient of a column, or of one of its levels. */
    record Coefficient(String column, String level, double value) {}

    /**
     * Text of the model.
     *
     * @throws IllegalArgumentException if a scorer of the posterior's model cannot be written in this form
     */
    public static String text(SavedPosterior saved) {
        return Mustache.compiler()
                .emptyStringIsFalse(true)
                .compile(new InputStreamReader(
                        Objects.requireNonNull(ScorerPmml.class.getResourceAsStream("scorer.pmml")),
                        StandardCharsets.UTF_8))
                .execute(of(MeanScorer.of(saved)));
    }

    private static ScorerPmml of(MeanScorer scorer) {
        InverseLink response = scorer.response();
        boolean two = response == InverseLink.LOGISTIC || response == InverseLink.NORMAL;
        boolean all = response == InverseLink.SOFTMAX;
        List<Table> tables = new ArrayList<>();
        if (all) {
            tables.add(new Table(tableTarget(scorer, 0), 0, List.of(), List.of()));
        }
        for (int k = 0; k < scorer.predictors().size(); k++) {
            tables.add(table(
                    scorer,
                    two || all ? tableTarget(scorer, k + 1) : "",
                    scorer.predictors().get(k)));
        }
        if (two) {
            tables.add(new Table(tableTarget(scorer, 0), 0, List.of(), List.of()));
        }
        String normalization = switch (response) {
            case IDENTITY -> "none";
            case EXP -> "exp";
            case LOGISTIC -> "logit";
            case NORMAL -> "probit";
            case SOFTMAX -> "softmax";
        };
        int classes = two ? 2 : all ? tables.size() : 0;
        return new ScorerPmml(
                "Credence: " + scorer.family(),
                scorer.label().isEmpty() ? "response" : scorer.label(),
                two || all ? "classification" : "regression",
                normalization,
                IntStream.range(0, classes)
                        .mapToObj(c -> tableTarget(scorer, c))
                        .toList(),
                fields(scorer),
                tables);
    }

    private static String tableTarget(MeanScorer scorer, int k) {
        return scorer.classes().isEmpty() ? String.valueOf(k) : scorer.classes().get(k);
    }

    private static List<Field> fields(MeanScorer scorer) {
        Map<String, Set<String>> columns = new LinkedHashMap<>();
        if (!scorer.offset().isEmpty()) {
            columns.put(scorer.offset(), Set.of());
        }
        scorer.predictors()
                .get(0)
                .terms()
                .forEach(term -> term.factors()
                        .forEach(factor -> columns.computeIfAbsent(factor.column(), column -> new LinkedHashSet<>())
                                .addAll(
                                        factor instanceof ColumnFactor.LevelValues levels
                                                ? levels.values().keySet()
                                                : Set.of())));
        return columns.entrySet().stream()
                .map(column -> column.getValue().isEmpty()
                        ? new Field(column.getKey(), "continuous", "double", List.of())
                        : new Field(column.getKey(), "categorical", "string", List.copyOf(column.getValue())))
                .toList();
    }

    private static Table table(MeanScorer scorer, String target, MeanScorer.Predictor predictor) {
        double intercept = 0;
        List<Coefficient> numbers = new ArrayList<>();
        List<Coefficient> levels = new ArrayList<>();
        if (!scorer.offset().isEmpty()) {
            numbers.add(new Coefficient(scorer.offset(), "", 1));
        }
        for (MeanScorer.ScorerTerm term : predictor.terms()) {
            ColumnFactor factor = term.factors().size() == 1 ? term.factors().get(0) : null;
            if (term.factors().isEmpty()) {
                intercept += term.coefficient();
            } else if (factor instanceof ColumnFactor.Identity) {
                numbers.add(new Coefficient(factor.column(), "", term.coefficient()));
            } else if (factor instanceof ColumnFactor.LevelValues own) {
                own.values().forEach((level, value) -> {
                    if (value != 0) {
                        levels.add(new Coefficient(own.column(), level, value * term.coefficient()));
                    }
                });
            } else {
                throw new IllegalArgumentException(
                        "the posterior cannot be written as PMML: required columns and levels,"
                                + " found the coefficient " + term.name() + "; the format json has it");
            }
        }
        return new Table(target, intercept, numbers, levels);
    }
}
