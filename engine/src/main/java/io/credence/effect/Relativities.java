package io.credence.effect;

import io.credence.config.ConfigurationException;
import io.credence.summary.SummaryRow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
     * @param link of the likelihood
     * @param variables columns that features are made from
     * @param rows what is reported of each coefficient
     * @throws ConfigurationException if the link is not log
     */
    public static List<Relativity> of(String link, List<Variable> variables, List<SummaryRow> rows) {
        if (!link.equals("log")) {
            throw new ConfigurationException("relativities are of a log link: required a family such as poisson,"
                    + " gamma or negative-binomial, found the link " + link);
        }
        List<Relativity> all = new ArrayList<>();
        Set<String> listed = new HashSet<>();
        for (SummaryRow row : rows) {
            Variable factor = factorOf(row.name(), variables);
            if (factor != null && listed.add(factor.name())) {
                all.add(new Relativity(factor.name(), factor.levels().get(0), 1, 1, 1, true));
            }
            SummaryRow.Ratio ratio = row.ratio();
            String variable = factor == null ? row.name() : factor.name();
            String level = factor == null ? "" : levelOf(row.name(), factor);
            all.add(new Relativity(variable, level, ratio.value(), ratio.lower(), ratio.upper(), false));
        }
        return all;
    }

    private static @Nullable Variable factorOf(String coefficient, List<Variable> variables) {
        return variables.stream()
                .filter(each -> each.isFactor() && !levelOf(coefficient, each).isEmpty())
                .findFirst()
                .orElse(null);
    }

    /** The level whose coefficient that is, called after it in R's way or with a sign of equality; empty for none. */
    private static String levelOf(String coefficient, Variable factor) {
        return factor.levels().stream()
                .filter(level ->
                        coefficient.equals(factor.name() + level) || coefficient.equals(factor.name() + "=" + level))
                .findFirst()
                .orElse("");
    }
}
