package io.credence.network;

/** Draws of what epochs trained, each with its share, and what each makes of a row. Not thread-safe. */
public interface LabelDraws {

    /** Share of each draw. */
    double[] shares();

    /**
     * Moves to a row.
     *
     * @param features in the units as given, a leading 1 included
     */
    void moveTo(double[] features);

    /** Linear predictors of the row at draw {@code s}, of labels that are not normal. */
    double[] outputs(int s);

    /** Mean of normal labels of the row at draw {@code s}, in the units as given. */
    double mean(int s);

    /** Variance of that mean, where a draw leaves some. */
    double variance(int s);

    /** Variance of normal labels of the row around their mean at draw {@code s}, in the units as given. */
    double noise(int s);
}
