package io.credence.network;

/** What hidden units make of their sums, as moments or as draws, and the pullback of slopes. */
interface HiddenUnits {

    /**
     * Fills what the next layer reads.
     *
     * @param step address of random numbers
     */
    void forward(LayerSums in, UnitMoments out, int rows, long step);

    /** Takes slopes in the units to slopes in their sums. */
    void backward(LayerSums in, UnitMoments out, int rows);
}
