package io.credence.gradient;

import io.credence.linalg.Symmetric;

/** How much of the expected curvature a pass brings home. */
public enum CurvatureForm {
    /** None. */
    NONE,
    /** Its diagonal, d numbers. */
    DIAGONAL,
    /** Its packed lower triangle, d(d+1)/2 numbers. */
    FULL,
    /**
     * The same in the frame of the spread's factor F, S = FᵀF, in which S is the identity: F T Fᵀ, and the gradient as F g. Where
     * columns are nearly collinear, T itself would lose in rounding what tells them apart.
     */
    WHITENED;

    /** Numbers that travel for d coefficients. */
    public int length(int d) {
        return switch (this) {
            case NONE -> 0;
            case DIAGONAL -> d;
            case FULL, WHITENED -> Symmetric.packedLength(d);
        };
    }
}
