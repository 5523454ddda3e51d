package io.credence.kind;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Coefficients that differ between the levels of a grouping factor. They are normal with mean 0, k of them for each
 * level, either correlated or independent. A factor may have several such lists, each independent of the others.
 *
 * @param factor name of the grouping factor
 * @param terms k names, such as {@code (Intercept)} and {@code floor}
 * @param columns k different columns of a block that the coefficients multiply; 0 is the column of ones where rows have
 *     one
 * @param correlated whether correlations are learned too
 */
public record RandomEffects(String factor, List<String> terms, int[] columns, boolean correlated)
        implements Serializable {

    public RandomEffects {
        terms = List.copyOf(terms);
        if (columns.length == 0 || terms.size() != columns.length) {
            throw new IllegalArgumentException("random effects of " + factor + " must have a column for each term, at"
                    + " least one, but have " + terms.size() + " terms and " + columns.length + " columns");
        }
        Set<Integer> observed = new HashSet<>();
        for (int column : columns) {
            if (column < 0 || !observed.add(column)) {
                throw new IllegalArgumentException(
                        "random effects of " + factor + " must multiply different columns from 0 upwards, found column "
                                + column + " twice or below");
            }
        }
        correlated = correlated && columns.length > 1;
    }

    /** Number of coefficients of a level. */
    public int size() {
        return columns.length;
    }

    /** Number of correlations that are learned. */
    public int correlations() {
        return correlated ? size() * (size() - 1) / 2 : 0;
    }

    /**
     * Names of the variance components, such as {@code sd[county:floor]} and {@code cor[county:(Intercept),floor]}: the
     * standard deviations, then the correlations of pairs (2, 1), (3, 1), (3, 2), ….
     */
    public List<String> componentNames() {
        List<String> names = new ArrayList<>();
        terms.forEach(term -> names.add("sd[" + factor + ":" + term + "]"));
        for (int i = 1; correlated && i < size(); i++) {
            for (int j = 0; j < i; j++) {
                names.add("cor[" + factor + ":" + terms.get(j) + "," + terms.get(i) + "]");
            }
        }
        return names;
    }

    /** Number of variance components: standard deviations and correlations. */
    public int components() {
        return size() + correlations();
    }
}
