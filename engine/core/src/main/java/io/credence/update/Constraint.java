package io.credence.update;

/** Method that keeps a natural-gradient step inside the cone of positive definite precisions. */
public enum Constraint {
    /** Straight step where it stays inside the cone, else the second-order retraction (Lin, Schmidt and Khan 2020). */
    RETRACTION,
    /**
     * Straight step of bounded size, β ← min(β, δ β*) with δ = ½ and β* the step to the edge of the cone. One β holds
     * for all blocks and the mean (QBVI D.2.1, for matrices by the extreme eigenvalue).
     */
    STEP_BOUND,
    /** Multiplicative steps of a diagonal precision, p⁺ = p exp(β s ∘ (h − p)) (QBVI D.2.2). */
    LOG_TRANSFORM
}
