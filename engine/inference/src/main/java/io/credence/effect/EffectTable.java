package io.credence.effect;

import io.credence.config.ConfigurationException;
import io.credence.effect.EffectPlan.ReportedTerm;
import io.credence.effect.EffectSums.AveragedCell;
import io.credence.summary.LinearCombination;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Estimates of averages of predictions that were requested, ordered by term and, within a term, by the values of the
 * columns that divide the rows. These are in the order of a factor's levels, ascending numbers, or the alphabet.
 *
 * @param request request of the estimates
 * @param estimates estimates in order
 */
public record EffectTable(EffectRequest request, List<EffectEstimate> estimates) {

    /** Name of the result's column that states the class of a probability. */
    public static final String CLASS = "class";

    public EffectTable {
        estimates = List.copyOf(estimates);
    }

    /**
     * Creates the table from sums over rows.
     *
     * @param variables variables of the model; their levels order the groups
     * @param counting definition of the weight of a row
     * @param classes names of the classes whose probabilities are estimated; empty where there is one number
     */
    public static EffectTable of(
            EffectRequest request,
            EffectPlan plan,
            EffectSums sums,
            RowWeighting counting,
            List<ModelColumn> variables,
            List<String> classes) {
        List<EffectEstimate> estimates = new ArrayList<>();
        List<List<String>> groups = cellCombinations(request, sums, variables);
        for (ReportedTerm term : plan.terms()) {
            for (List<String> group : groups) {
                for (int k = 0; k < sums.outcomeCount(); k++) {
                    Map<String, String> by = new LinkedHashMap<>(term.givenValues());
                    for (int j = 0; j < group.size(); j++) {
                        by.put(request.by().get(j), group.get(j));
                    }
                    if (sums.outcomeCount() > 1) {
                        by.put(CLASS, classes.isEmpty() ? String.valueOf(k) : classes.get(k));
                    }
                    AveragedCell high = new AveragedCell(term.highVersion(), group);
                    if (sums.weight(high) > 0) {
                        estimates.add(new EffectEstimate(
                                term.variable(),
                                term.contrast(),
                                by,
                                termDraws(term, group, sums, k),
                                counting.rowsText(sums.rowCount(high), sums.weight(high))
                                        + newLevelsText(term, group, sums)));
                    }
                }
            }
        }
        if (estimates.isEmpty()) {
            throw new ConfigurationException(
                    "there is nothing to average: required rows of positive weight, found none");
        }
        return new EffectTable(request, estimates).withHypotheses();
    }

    /** Copy with the requested differences and ratios instead of the estimates; unchanged if none are requested. */
    private EffectTable withHypotheses() {
        return request.hypotheses().isEmpty()
                ? this
                : new EffectTable(request, Hypothesis.of(estimates, request.hypotheses()));
    }

    /**
     * Copy of a table over sampled rows, with the errors that sampling adds.
     *
     * @param grouped sums over the sampled rows, at draws or points around their mean; the last group column is the
     *     group of {@link SamplingErrors}
     * @param table maker of a table from sums without that column
     * @param rows number of rows that were sampled from
     */
    public EffectTable ofSample(EffectSums grouped, Function<EffectSums, EffectTable> table, long rows) {
        double[] sds = SamplingErrors.of(grouped, table, rows);
        return new EffectTable(
                request,
                IntStream.range(0, sds.length)
                        .mapToObj(i -> estimates.get(i).ofSample(sds[i], rows))
                        .toList());
    }

    /** Whether rows were sampled, so that estimates have an error of that. */
    public boolean isOfSample() {
        return estimates.stream().anyMatch(each -> !Double.isNaN(each.samplingSd()));
    }

    /** Names of the columns by which estimates differ. */
    public List<String> columns() {
        Set<String> names = new LinkedHashSet<>();
        estimates.forEach(each -> names.addAll(each.commonCells().keySet()));
        return List.copyOf(names);
    }

    /** Text on levels without rows in the fit: of the version with most of them, of two that are compared. */
    private static String newLevelsText(ReportedTerm term, List<String> group, EffectSums sums) {
        AveragedCell high = new AveragedCell(term.highVersion(), group);
        AveragedCell low = new AveragedCell(term.lowVersion(), group);
        return sums.newLevelsText(sums.newLevelsShare(low) > sums.newLevelsShare(high) ? low : high);
    }

    private static double[] termDraws(ReportedTerm term, List<String> group, EffectSums sums, int outcome) {
        double[] draws = sums.meanDraws(new AveragedCell(term.highVersion(), group), outcome);
        if (term.lowVersion() >= 0) {
            double[] low = sums.meanDraws(new AveragedCell(term.lowVersion(), group), outcome);
            for (int s = 0; s < draws.length; s++) {
                draws[s] = compare(term, draws[s], low[s]);
            }
        }
        return draws;
    }

    private static double compare(ReportedTerm term, double high, double low) {
        double value = term.comparison().compare(high, low) / term.divisor();
        if (!Double.isFinite(value) && Double.isFinite(high) && Double.isFinite(low)) {
            throw new ConfigurationException("comparison = " + EffectRequest.configWord(term.comparison())
                    + " is not defined for " + term.variable() + ": required averages above 0, for lnor probabilities"
                    + " between 0 and 1, found " + high + " and " + low);
        }
        return value;
    }

    private static List<List<String>> cellCombinations(
            EffectRequest request, EffectSums sums, List<ModelColumn> variables) {
        Set<List<String>> found = new LinkedHashSet<>();
        sums.cells().forEach(cell -> found.add(cell.groupCells()));
        List<List<String>> groups = new ArrayList<>(found);
        for (int j = request.by().size() - 1; j >= 0; j--) {
            int column = j;
            String name = request.by().get(j);
            List<String> levels = variables.stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .map(ModelColumn::levels)
                    .orElse(List.of());
            groups.sort(Comparator.comparing((List<String> group) -> group.get(column), levelOrder(levels)));
        }
        return groups;
    }

    /**
     * Comparator of groups by one column. Stable sorting by each column, the last one first, orders groups by all
     * columns.
     */
    private static Comparator<String> levelOrder(List<String> levels) {
        return Comparator.<String>comparingInt(cell -> levels.contains(cell) ? levels.indexOf(cell) : levels.size())
                .thenComparingDouble(EffectTable::cellNumber)
                .thenComparing(Comparator.naturalOrder());
    }

    /** Number in a cell; infinite for words, so that they come last. */
    private static double cellNumber(String cell) {
        try {
            return Double.parseDouble(cell);
        } catch (NumberFormatException word) {
            return Double.POSITIVE_INFINITY;
        }
    }

    /**
     * Difference or ratio of estimates, such as {@code b2 - b1} or {@code b2 / b1}, where b1 is the first one. A number
     * after {@code =} is subtracted.
     *
     * @param text text of the request
     * @param numerator linear combination of estimates
     * @param denominator linear combination that the numerator is divided by; null for none
     * @param value number that is subtracted
     */
    record Hypothesis(
            String text,
            LinearCombination numerator,
            @Nullable LinearCombination denominator,
            double value) {

        /** Estimates of the hypotheses in a list of texts. A word such as pairwise means several hypotheses. */
        static List<EffectEstimate> of(List<EffectEstimate> estimates, List<String> texts) {
            List<String> names = IntStream.rangeClosed(1, estimates.size())
                    .mapToObj(k -> "b" + k)
                    .toList();
            List<EffectEstimate> all = new ArrayList<>();
            for (String text : texts) {
                if (PairScheme.isKnown(text)) {
                    PairScheme.named(text)
                            .pairs(names)
                            .forEach(pair -> all.add(parse(pair.get(1) + " - " + pair.get(0), names)
                                    .of(estimates)));
                } else {
                    all.add(parse(text, names).of(estimates));
                }
            }
            return all;
        }

        static Hypothesis parse(String text, List<String> names) {
            try {
                String[] sides = text.split("=", 2);
                String[] parts = sides[0].split("/", 2);
                return new Hypothesis(
                        text,
                        parseCombination(parts[0], names),
                        parts.length == 2 ? parseCombination(parts[1], names) : null,
                        sides.length == 2 ? Double.parseDouble(sides[1].strip()) : 0);
            } catch (IllegalArgumentException unread) {
                throw new ConfigurationException("the hypothesis '" + text
                        + "' cannot be read: required a difference or ratio of the estimates b1 to b" + names.size()
                        + ", such as b2 - b1, b2 / b1 or b2 - b1 = 0.5, or pairwise, reference or sequential: "
                        + unread.getMessage());
            }
        }

        private static LinearCombination parseCombination(String text, List<String> names) {
            String own = text.strip();
            boolean enclosed = own.startsWith("(") && own.endsWith(")");
            return LinearCombination.parse(enclosed ? own.substring(1, own.length() - 1) : own, names);
        }

        private EffectEstimate of(List<EffectEstimate> estimates) {
            int count = estimates.get(0).draws().length;
            double[] draws = new double[count];
            double[] at = new double[estimates.size()];
            for (int s = 0; s < count; s++) {
                for (int k = 0; k < at.length; k++) {
                    at[k] = estimates.get(k).draws()[s];
                }
                double divisor = denominator == null ? 1 : denominator.valuesAt(at)[0];
                draws[s] = numerator.valuesAt(at)[0] / divisor - value;
            }
            return new EffectEstimate("", text, Map.of(), draws, "");
        }
    }
}
