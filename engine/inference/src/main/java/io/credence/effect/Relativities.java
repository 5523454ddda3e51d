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
 * Relativities of a model with a log link, which are factors that multiply the expected response. A level has a factor
 * relative to its reference level, which is listed with 1; a number has the factor of one unit.
 */
public final class Relativities {

    /**
     * Relativity of a level, or of a unit of a number.
     *
     * @param variable name of the column, or of a coefficient that belongs to no single one
     * @param level level of a factor; empty for numbers, whose relativity is that of one unit
     * @param relativity exponential of the coefficient's mean, which is its median under a normal posterior
     * @param lower lower end of the relativity's central interval @param upper upper end of that interval
     * @param isReference whether the level is the reference level, whose relativity is 1 by definition
     */
    public record Relativity(
            String variable, String level, double relativity, double lower, double upper, boolean isReference) {}

    private Relativities() {}

    /**
     * Computes the relativities of a posterior.
     *
     * @param features names of the features that coefficients multiply
     * @param coefficients posterior of the coefficients
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
        Set<String> known = Set.copyOf(features);
        List<SummaryRow> rows = coefficients.summaryRows(coefficients.dimension(), level, posterior.seed()).stream()
                .filter(row -> known.contains(row.name()))
                .toList();
        return of(ModelColumn.of(posterior, features), rows);
    }

    static List<Relativity> of(List<ModelColumn> variables, List<SummaryRow> rows) {
        List<Relativity> all = new ArrayList<>();
        Set<String> listed = new HashSet<>();
        for (SummaryRow row : rows) {
            CoefficientLevel found = levelOfCoefficient(row.name(), variables);
            if (found.level().isEmpty()) {
                all.add(of(row.name(), "", row.exponential()));
                continue;
            }
            ModelColumn factor = found.column();
            if (listed.add(factor.name()) && !found.isReference()) {
                all.add(new Relativity(factor.name(), factor.levels().get(0), 1, 1, 1, true));
            }
            all.add(of(factor.name(), found.level(), row.exponential()));
        }
        return all;
    }

    private static Relativity of(String variable, String level, SummaryRow.ExponentialSummary ratio) {
        return new Relativity(variable, level, ratio.value(), ratio.lower(), ratio.upper(), false);
    }

    /**
     * Variable and level of a coefficient.
     *
     * @param level level; empty where the coefficient is not one of a level
     */
    private record CoefficientLevel(ModelColumn column, String level) {
        boolean isReference() {
            return level.equals(column.levels().get(0));
        }
    }

    /**
     * Finds the level of a coefficient by its name, such as {@code countryDE}, {@code factor(country)DE} or
     * {@code country=DE}.
     */
    private static CoefficientLevel levelOfCoefficient(String coefficient, List<ModelColumn> variables) {
        for (ModelColumn each : variables) {
            for (String level : each.levels()) {
                boolean named = Stream.of("%s", "factor(%s)", "%s=")
                        .anyMatch(form -> coefficient.equals(form.formatted(each.name()) + level));
                if (named) {
                    return new CoefficientLevel(each, level);
                }
            }
        }
        return new CoefficientLevel(new ModelColumn(coefficient, List.of()), "");
    }
}
