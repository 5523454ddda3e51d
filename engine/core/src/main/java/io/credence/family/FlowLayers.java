package io.credence.family;

import java.io.Serializable;

/** A kind of {@link FlowLayer}, of which a flow has several. */
interface FlowLayers extends Serializable {

    /** Name of the family in configuration and results. */
    String family();

    /** How many numbers a layer has. */
    int length(int d);

    /**
     * A layer whose numbers begin at {@code at}.
     *
     * @param number of the layer, from 0
     */
    FlowLayer layer(double[] parameters, int at, int d, int number);

    /** Writes the numbers of a layer that hardly moves anything, in directions that are drawn. */
    void start(double[] parameters, int at, int d, int number, long seed);

    /** Writes how far each of its numbers naturally moves, where that is not 1. */
    void units(double[] units, int at, int d);

    /** The numbers of a layer that was {@link FlowLayer#described} so. */
    double[] read(FamilyParameters layer);
}
