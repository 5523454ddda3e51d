package io.credence.gradient;

import io.credence.linalg.Symmetric;

/** How much of the expected curvature a pass brings home. */
public enum CurvatureForm {
    /** None. */
    NONE,
    /** Its diagonal, d numbers. */
    DIAGONAL,
    /** Its packed lower triangle, d(d+1)/2 numbers. */
    FULL;

    /** Numbers that travel for d coefficients. */
    public int length(int d) {
        return switch (this) {
            case NONE -> 0;
            case DIAGONAL -> d;
            case FULL -> Symmetric.packedLength(d);
        };
    }
}
