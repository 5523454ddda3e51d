package io.credence.family;

/** Computation of a posterior's moments, by formula or from draws. */
public enum MomentSource {
    /** Formula, exact to rounding. */
    CLOSED_FORM("closed form"),
    /** Averages over draws of the posterior, always the same ones. */
    DRAWS("draws");

    private final String text;

    MomentSource(String text) {
        this.text = text;
    }

    /** Wording in results. */
    public String text() {
        return text;
    }
}
