package io.credence.effect;

import io.credence.config.ConfigurationException;
import io.credence.result.SavedPosterior;
import io.credence.summary.Coefficients;
import io.credence.summary.SummaryRow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The factors by which an expected response behind a log link is multiplied: those of levels against their reference level, which is listed
 * with 1, and those of a unit of a number.
 */
public final class Relativities {

    /**
     * One factor.
     *
     * @param variable column, or coefficient that is of no single one
     * @param level of a factor; empty of numbers, whose relativity is that of one unit
     * @param relativity at the coefficient's mean, which is its median under a normal posterior
     * @param lower lower end of its central interval
     * @param upper upper end of that
     * @param reference whether it is that of the reference level, 1 by definition
     */
    public record Relativity(
            String variable, String level, double relativity, double lower, double upper, boolean reference) {}

    private Relativities() {}

    /**
     * Those of a posterior.
     *
     * @param features names of the features that coefficients multiply
     * @param coefficients its coefficients
     * @param level probability that an interval covers
     * @throws ConfigurationException if the link is not log
     */
    public static List<Relativity> of(
            SavedPosterior posterior, List<String> features, Coefficients coefficients, double level) {
        String link = posterior.model().link();
        if (!"log".equals(link)) {
            throw new ConfigurationException("relativities are of a log link: required a family such as poisson,"
                    + " gamma or negative-binomial, found " + (link == null ? "a class" : "the link " + link));
        }
        List<SummaryRow> rows = coefficients.rows(coefficients.dimension(), level, posterior.seed()).stream()
                .filter(row -> features.contains(row.name()))
                .toList();
        return of(Variable.of(posterior, features), rows);
    }

    static List<Relativity> of(List<Variable> variables, List<SummaryRow> rows) {
        List<Relativity> all = new ArrayList<>();
        Set<String> listed = new HashSet<>();
        for (SummaryRow row : rows) {
            Level found = levelOf(row.name(), variables);
            if (found.level().isEmpty()) {
                all.add(of(row.name(), "", row.ratio()));
                continue;
            }
            Variable factor = found.of();
            if (listed.add(factor.name()) && !found.isReference()) {
                all.add(new Relativity(factor.name(), factor.levels().get(0), 1, 1, 1, true));
            }
            all.add(of(factor.name(), found.level(), row.ratio()));
        }
        return all;
    }

    private static Relativity of(String variable, String level, SummaryRow.Ratio ratio) {
        return new Relativity(variable, level, ratio.value(), ratio.lower(), ratio.upper(), false);
    }

    /**
     * What a coefficient is of.
     *
     * @param level empty where it is of no level
     */
    private record Level(Variable of, String level) {
        boolean isReference() {
            return level.equals(of.levels().get(0));
        }
    }

    /** Coefficients of levels are called after them in R's way, or with a sign of equality. */
    private static Level levelOf(String coefficient, List<Variable> variables) {
        for (Variable each : variables) {
            for (String level : each.levels()) {
                boolean named = Stream.of("%s", "factor(%s)", "%s=")
                        .anyMatch(form -> coefficient.equals(form.formatted(each.name()) + level));
                if (named) {
                    return new Level(each, level);
                }
            }
        }
        return new Level(new Variable(coefficient, List.of()), "");
    }
}
