package io.credence.mixed.model;

import io.credence.prior.ScalarDensity;
import java.io.Serializable;
import java.util.HashSet;
import java.util.Set;

/**
 * Penalised part of a smooth function. Its coefficients are fixed effects, normal with mean 0 and one standard deviation
 * in common, which is a variance component.
 *
 * @param name name of the smooth, such as {@code s(times)}
 * @param columns K different columns of a block that the coefficients multiply
 * @param logSdDensity density of the logarithm of the standard deviation
 */
public record SmoothTerm(String name, int[] columns, ScalarDensity logSdDensity) implements Serializable {

    public SmoothTerm {
        Set<Integer> observed = new HashSet<>();
        for (int column : columns) {
            if (column < 0 || !observed.add(column)) {
                throw new IllegalArgumentException("the smooth " + name
                        + " must have different columns from 0 upwards, found column " + column + " twice or below");
            }
        }
        if (columns.length == 0) {
            throw new IllegalArgumentException("the smooth " + name + " must have at least one column, found none");
        }
    }

    /** Name of the standard deviation, such as {@code sd[s(times)]}. */
    public String sdName() {
        return "sd[" + name + "]";
    }

    /** Number K of penalised coefficients. */
    public int size() {
        return columns.length;
    }
}
