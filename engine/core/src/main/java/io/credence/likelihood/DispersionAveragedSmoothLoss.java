package io.credence.likelihood;

import io.credence.quadrature.DispersionNodes;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/**
 * Smooth loss at each of a few values of its dispersion.
 *
 * @param dispersion values of the dispersion with their weights
 * @param lossAtNode loss at each value
 */
public record DispersionAveragedSmoothLoss(DispersionNodes dispersion, List<SmoothLoss> lossAtNode)
        implements DispersionAveragedLoss {

    public static DispersionAveragedSmoothLoss of(DispersionNodes dispersion, DoubleFunction<SmoothLoss> loss) {
        return new DispersionAveragedSmoothLoss(
                dispersion,
                IntStream.range(0, dispersion.count())
                        .mapToObj(k -> loss.apply(dispersion.value(k)))
                        .toList());
    }

    @Override
    public void expectAt(int k, double label, double mean, double sd, double[] point, double[] sum) {
        lossAtNode.get(k).expect(label, mean, sd, point, sum);
    }
}
