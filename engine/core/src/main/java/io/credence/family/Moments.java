package io.credence.family;

/** How the moments of a posterior are found. */
public enum Moments {
    /** By formula, to rounding. */
    CLOSED_FORM("closed form"),
    /** From draws of the posterior's own, always the same ones. */
    DRAWS("draws");

    private final String text;

    Moments(String text) {
        this.text = text;
    }

    /** The words for it in results. */
    public String text() {
        return text;
    }
}
