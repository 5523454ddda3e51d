package io.credence.family.flow;

import io.credence.family.FamilyParameters;
import io.credence.family.FreeParameterAlgebra;
import io.credence.linalg.Vectors;
import io.credence.random.AddressedRandom;
import java.util.Arrays;
import java.util.List;

/**
 * Factory of {@link CouplingLayer}s, every other one with the halves exchanged.
 *
 * @param hidden number of hidden units of each layer
 */
public record CouplingLayers(int hidden) implements FlowLayers {

    public CouplingLayers {
        FreeParameterAlgebra.checkPositive("the number of hidden units", hidden);
    }

    /** Factory of the layers of a flow, from the flow's description. */
    public static CouplingLayers of(FamilyParameters flow) {
        int first = flow.numbers("location").length / 2;
        return new CouplingLayers(flow.children("layers").get(0).numbers("hidden").length / (first + 1));
    }

    @Override
    public String family() {
        return LayeredFlow.COUPLING;
    }

    /** Number of parameters of a layer. For an odd d it is the larger of the numbers for the two ways of halving d. */
    @Override
    public int parameterCount(int d) {
        return Math.max(
                CouplingLayer.parameterCount(d / 2, d, hidden), CouplingLayer.parameterCount(d - d / 2, d, hidden));
    }

    @Override
    public CouplingLayer layer(double[] parameters, int at, int d, int number) {
        return new CouplingLayer(parameters, at, d, hidden, number % 2 == 1);
    }

    /** Writes random weights of the hidden units; the weights of their outputs stay 0. */
    @Override
    public void writeInitialParameters(double[] parameters, int at, int d, int number, long seed) {
        CouplingLayer layer = layer(parameters, at, d, number);
        for (int i = 0; i < layer.conditionerLength(); i++) {
            parameters[at + i] = AddressedRandom.normal(seed, number, i) / Math.sqrt(Math.max(1, layer.kept()));
        }
    }

    @Override
    public void writeParameterScales(double[] units, int at, int d) {
        Arrays.fill(units, at, at + hidden * d, 1 / Math.sqrt(d));
    }

    @Override
    public double[] readParameters(FamilyParameters layer) {
        return Vectors.concatenate(layer.numbers("hidden"), List.of(layer.numbers("shapes")));
    }
}
