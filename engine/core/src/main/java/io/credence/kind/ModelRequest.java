package io.credence.kind;

import io.credence.formula.GroupingTerm;
import java.util.List;
import java.util.OptionalInt;

/** Request for a model of some kind, as a configuration makes it, and what such models need of their rows. */
public interface ModelRequest {

    /** Request for linear predictors of a likelihood, or for a user's class. */
    ModelRequest OF_COEFFICIENTS = new ModelRequest() {};

    /** Effects that vary between the levels of grouping factors, by which rows are grouped; none in most models. */
    default List<GroupingTerm> groupingTerms() {
        return List.of();
    }

    /** Whether standard deviations of coefficients are parameters: of those of levels, or of smooths. */
    default boolean hasVarianceComponents() {
        return !groupingTerms().isEmpty();
    }

    /** Whether the model has one coefficient for each column, so that aliased columns may be left out. */
    default boolean hasColumnCoefficients() {
        return true;
    }

    /** Whether rows have a response, which other columns explain. */
    default boolean hasResponse() {
        return true;
    }

    /** Whether passes visit the rows in any order, so that small rows may lie in one partition. */
    default boolean ignoresRowOrder() {
        return false;
    }

    /** Number of partitions of the rows where none is requested; empty to keep those in which they are read. */
    default OptionalInt partitions() {
        return OptionalInt.empty();
    }
}
