package io.credence.formula;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a formula's columns depend on besides the formula: found in the rows of a fit and kept with its posterior, so that new
 * rows get the same columns.
 *
 * @param others columns that {@code .} stands for
 * @param factors columns whose cells are levels where they stand by their bare names
 * @param levels levels of each column that is a factor anywhere, the reference level first
 * @param bases functions that {@code poly} and {@code ns} stand for, by the text of the call
 */
public record DesignData(
        List<String> others, Set<String> factors, Map<String, List<String>> levels, Map<String, Basis> bases)
        implements Serializable {

    public DesignData {
        others = List.copyOf(others);
        factors = Collections.unmodifiableSet(new LinkedHashSet<>(factors));
        levels = Collections.unmodifiableMap(new LinkedHashMap<>(levels));
        bases = Collections.unmodifiableMap(new LinkedHashMap<>(bases));
    }
}
