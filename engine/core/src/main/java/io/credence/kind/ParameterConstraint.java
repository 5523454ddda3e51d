package io.credence.kind;

import io.credence.model.Parameter;
import io.credence.part.Spelling;
import io.credence.prior.SharedParameterPriors.Range;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Constraint of a parameter that is the same for all rows.
 *
 * @param kind one of {@link #KINDS}
 * @param size number of its numbers; null for one
 * @param lower lower bound of an interval; null for other constraints
 * @param upper upper bound of an interval; null for other constraints
 */
public record ParameterConstraint(
        String kind,
        @Nullable Integer size,
        @Nullable Double lower,
        @Nullable Double upper) implements Serializable {

    /** All kinds: any number, a number above 0, one between 0 and 1, one between bounds, shares of 1, ascending numbers. */
    public static final List<String> KINDS = List.of("real", "positive", "share", "interval", "simplex", "ordered");

    /**
     * Constraint with all that it needs.
     *
     * @throws IllegalArgumentException if the kind is not known, or lacks size or bounds
     */
    public ParameterConstraint {
        if (!KINDS.contains(kind)) {
            throw new IllegalArgumentException(
                    "constraint is not known: required one of " + Spelling.suggest(kind, KINDS) + ", found " + kind);
        }
        if (kind.equals("interval") != (lower != null && upper != null)) {
            throw new IllegalArgumentException(
                    "constraint = " + kind + " has other bounds: required lower and upper of an interval alone, found "
                            + lower + " and " + upper);
        }
        boolean several = kind.equals("simplex") || kind.equals("ordered");
        if (several && (size == null || size < 2) || size != null && size < 1) {
            throw new IllegalArgumentException("size of constraint = " + kind + " is out of range: required a whole"
                    + " number from " + (several ? 2 : 1) + ", found " + size);
        }
    }

    /** Constraint of one number that has a prior of the given range. */
    public static ParameterConstraint of(Range range) {
        String kind = switch (range) {
            case REAL -> "real";
            case POSITIVE -> "positive";
            case SHARE -> "share";
        };
        return new ParameterConstraint(kind, null, null, null);
    }

    /** Whether numbers under this constraint have the given range. */
    public boolean hasRange(Range range) {
        return kind.equals(of(range).kind);
    }

    /** Parameter of a given name. */
    public Parameter parameter(String name) {
        int count = size == null ? 1 : size;
        return switch (kind) {
            case "real" -> Parameter.real(name, count);
            case "positive" -> Parameter.positive(name, count);
            case "simplex" -> Parameter.simplex(name, count);
            case "ordered" -> Parameter.ordered(name, count);
            case "interval" -> Parameter.interval(name, count, lower == null ? 0 : lower, upper == null ? 1 : upper);
            default -> Parameter.interval(name, count, 0, 1);
        };
    }
}
