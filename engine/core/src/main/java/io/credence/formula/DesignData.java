package io.credence.formula;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Facts about the rows of a fit that a formula's columns depend on. They are kept with the posterior, so that new rows
 * get the same columns.
 *
 * @param otherColumns columns that {@code .} means
 * @param factorColumns columns whose cells are levels where the formula has their bare names
 * @param levels levels of each column that is a factor anywhere, the reference level first
 * @param bases basis functions of calls such as {@code poly} and {@code ns}, by the text of the call
 */
public record DesignData(
        List<String> otherColumns,
        Set<String> factorColumns,
        Map<String, List<String>> levels,
        Map<String, Basis> bases)
        implements Serializable {

    public DesignData {
        otherColumns = List.copyOf(otherColumns);
        factorColumns = Collections.unmodifiableSet(new LinkedHashSet<>(factorColumns));
        levels = Collections.unmodifiableMap(new LinkedHashMap<>(levels));
        bases = Collections.unmodifiableMap(new LinkedHashMap<>(bases));
    }
}
