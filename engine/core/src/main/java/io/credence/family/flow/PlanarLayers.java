package io.credence.family.flow;

import io.credence.family.FamilyParameters;
import io.credence.linalg.Vectors;
import io.credence.random.AddressedRandom;
import java.util.Arrays;
import java.util.List;

/** Factory of {@link PlanarLayer}s of 2d + 1 parameters each. */
public record PlanarLayers() implements FlowLayers {

    private static final double START = 0.1;

    @Override
    public String family() {
        return LayeredFlow.PLANAR;
    }

    @Override
    public int parameterCount(int d) {
        return 2 * d + 1;
    }

    @Override
    public PlanarLayer layer(double[] parameters, int at, int d, int number) {
        return new PlanarLayer(parameters, at, d);
    }

    @Override
    public void writeInitialParameters(double[] parameters, int at, int d, int number, long seed) {
        double unit = 1 / Math.sqrt(d);
        for (int j = 0; j < d; j++) {
            parameters[at + j] = START * unit * AddressedRandom.normal(seed, number, 0, j);
            parameters[at + d + j] = unit * AddressedRandom.normal(seed, number, 1, j);
        }
        parameters[at + 2 * d] = AddressedRandom.normal(seed, number, 2, 0);
    }

    @Override
    public void writeParameterScales(double[] units, int at, int d) {
        Arrays.fill(units, at + d, at + 2 * d, 1 / Math.sqrt(d));
    }

    @Override
    public double[] readParameters(FamilyParameters layer) {
        return Vectors.concatenate(layer.numbers("u"), List.of(layer.numbers("w"), new double[] {layer.number("b")}));
    }
}
