package io.credence.kind;

import io.credence.formula.GroupingTerm;
import io.credence.formula.Smooth;
import io.credence.part.Spelling;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Grouping factors of rows, the coefficients that vary between their levels, and smooth functions; a model has factors,
 * smooths or both.
 *
 * @param factors grouping factors, in the order of the rows' levels
 * @param levelNames names of the levels, by factor
 * @param effects effects that vary between the levels of each factor
 * @param hasFixedCoefficient whether each column has a fixed coefficient, which all rows share
 * @param largestLevelSizes number of rows of the largest level, by factor
 * @param smooths smooth functions among the columns with a fixed coefficient
 * @param knowsSd whether weights are inverse squares of known standard deviations of the responses
 */
public record RowGrouping(
        List<GroupingFactor> factors,
        List<LevelNames> levelNames,
        List<RandomEffects> effects,
        boolean[] hasFixedCoefficient,
        long[] largestLevelSizes,
        List<Smooth> smooths,
        boolean knowsSd) {

    public RowGrouping {
        factors = List.copyOf(factors);
        levelNames = List.copyOf(levelNames);
        effects = List.copyOf(effects);
        smooths = List.copyOf(smooths);
    }

    /** Creates a grouping without smooths whose varying columns, given by name, all have a fixed coefficient too. */
    public static RowGrouping of(
            List<GroupingTerm> terms,
            List<String> names,
            List<GroupingFactor> factors,
            List<List<String>> levelNames,
            long[] largest) {
        boolean[] fixed = new boolean[names.size()];
        Arrays.fill(fixed, true);
        List<RandomEffects> effects = terms.stream()
                .map(term -> new RandomEffects(
                        factorNamed(factors, term.factorName()).name(),
                        term.effectNames(),
                        term.effectNames().stream()
                                .mapToInt(name -> columnIndex(names, name))
                                .toArray(),
                        term.correlated()))
                .toList();
        return new RowGrouping(
                factors, levelNames.stream().map(LevelNames::of).toList(), effects, fixed, largest, List.of(), false);
    }

    private static int columnIndex(List<String> names, String name) {
        int column = names.indexOf(name);
        if (column < 0) {
            throw new IllegalArgumentException("effects vary of a column that is not there: required one of "
                    + Spelling.suggest(name, names) + ", found " + name);
        }
        return column;
    }

    private static GroupingFactor factorNamed(List<GroupingFactor> factors, String name) {
        return factors.stream()
                .filter(factor -> factor.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the rows have no levels of " + name
                        + ": required one of "
                        + factors.stream().map(GroupingFactor::name).toList()));
    }

    /** Grouping factor of a given name. */
    public GroupingFactor factor(String name) {
        return factorNamed(factors, name);
    }

    /** Indices of the columns with a fixed coefficient. */
    public int[] fixedColumns() {
        return IntStream.range(0, hasFixedCoefficient.length)
                .filter(j -> hasFixedCoefficient[j])
                .toArray();
    }
}
