package io.credence.gradient;

/** What becomes of the gradients at the draws. */
public enum GradientForm {
    /** They are not taken. */
    NONE,
    /** One for each draw travels home. */
    PER_DRAW,
    /** Σ_s ∇ℓ(θ_s) and Σ_s ε_s ∘ ∇ℓ(θ_s) over each of a few groups of draws travel home: mean-field posteriors need no more. */
    FOLDED,
    /** Not taken; instead the losses of each factor's Markov blanket at each draw travel home. */
    BLANKETS;

    /** Groups of draws that are kept apart, to see the noise of their means. */
    public static final int GROUPS = 4;

    /** Adds a draw's gradient to its group: the sum at 2·group·d, the sum times ε at (2·group + 1)·d. */
    public static void fold(double[] gradient, double[] standard, int s, int draws, double[] into) {
        int d = gradient.length;
        int group = (int) ((long) s * GROUPS / draws);
        int at = 2 * group * d;
        for (int j = 0; j < d; j++) {
            into[at + j] += gradient[j];
            into[at + d + j] += standard[j] * gradient[j];
        }
    }
}
