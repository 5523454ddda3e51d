package io.credence.expression;

import io.credence.part.Spelling;
import java.util.ArrayList;
import java.util.List;

/**
 * Names that an expression may use, and what it is for.
 *
 * @param role what the expression computes
 * @param parameters names of parameters, in the order of their numbers
 * @param columns names of the row's columns, in the order of their numbers
 * @param response name of the response beside {@code y}, such as that of its column
 */
public record ExpressionNames(Role role, List<String> parameters, List<String> columns, String response) {

    /** Name of the response. */
    public static final String RESPONSE = "y";

    /** Names where the response is called {@code y} alone. */
    public ExpressionNames(Role role, List<String> parameters, List<String> columns) {
        this(role, parameters, columns, RESPONSE);
    }

    /** Name of the number π, where no column has it. */
    static final String PI = "pi";

    /** Purpose of an expression. */
    public enum Role {
        /** Log density of the response, of which derivatives are taken. */
        DENSITY,
        /** Expected response. */
        MEAN,
        /** New response, made of random numbers. */
        DRAW
    }

    public ExpressionNames {
        parameters = List.copyOf(parameters);
        columns = List.copyOf(columns);
        for (String name : parameters) {
            if (name.equals(RESPONSE) || name.equals(response)) {
                throw new ExpressionException(
                        "has a parameter of the name " + name, name + " for the response alone", name);
            }
            if (columns.contains(name)) {
                throw new ExpressionException(
                        "has a name of two meanings", "other names for parameters than for columns", name);
            }
        }
    }

    /** Exception for a name that is none of these. */
    public static ExpressionException unknown(String name, List<String> parameters, List<String> columns) {
        List<String> known = new ArrayList<>(parameters);
        known.add(RESPONSE);
        known.addAll(columns);
        return new ExpressionException(
                "has a name that is not known",
                "a parameter (" + String.join(", ", parameters) + "), a column or y",
                name + Spelling.didYouMean(name, known));
    }

    /** Whether a name is that of the response. */
    boolean isResponse(String name) {
        return name.equals(RESPONSE) || name.equals(response);
    }

    /** Whether derivatives are taken, so that no condition may depend on parameters. */
    boolean isDifferentiated() {
        return role == Role.DENSITY;
    }
}
