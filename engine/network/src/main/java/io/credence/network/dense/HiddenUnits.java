package io.credence.network.dense;

/** Outputs of hidden units given their weighted sums, as moments or as draws, and the pullback of slopes. */
interface HiddenUnits {

    /**
     * Fills in the inputs of the next layer.
     *
     * @param step number of the step, which addresses random numbers
     */
    void forward(LayerSums in, UnitMoments out, int rows, long step);

    /** Converts slopes in the units to slopes in their sums. */
    void backward(LayerSums in, UnitMoments out, int rows);
}
