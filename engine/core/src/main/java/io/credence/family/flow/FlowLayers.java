package io.credence.family.flow;

import io.credence.family.FamilyParameters;
import java.io.Serializable;

/** Factory of one kind of {@link FlowLayer}, of which a flow has several. */
public interface FlowLayers extends Serializable {

    /** Name of the family in configuration and results. */
    String family();

    /** Number of parameters of a layer over d coordinates. */
    int parameterCount(int d);

    /**
     * Layer whose parameters begin at {@code at}.
     *
     * @param number number of the layer, from 0
     */
    FlowLayer layer(double[] parameters, int at, int d, int number);

    /** Writes the initial parameters of a layer in random directions. Such a layer is nearly the identity. */
    void writeInitialParameters(double[] parameters, int at, int d, int number, long seed);

    /** Writes the scale on which each parameter of a layer varies, where that is not 1. */
    void writeParameterScales(double[] units, int at, int d);

    /** Parameters of a layer, from its {@linkplain FlowLayer#toFamilyParameters description}. */
    double[] readParameters(FamilyParameters layer);
}
