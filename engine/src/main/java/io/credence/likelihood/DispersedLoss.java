package io.credence.likelihood;

import io.credence.linalg.DenseKernel;
import io.credence.quadrature.DispersionNodes;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/**
 * A smooth loss at each of the few values of its dispersion.
 *
 * @param dispersion the values
 * @param at the loss at each of them
 */
record DispersedLoss(DispersionNodes dispersion, List<SmoothLoss> at) implements RowLoss {

    static DispersedLoss of(DispersionNodes dispersion, DoubleFunction<SmoothLoss> loss) {
        return new DispersedLoss(
                dispersion,
                IntStream.range(0, dispersion.count())
                        .mapToObj(k -> loss.apply(dispersion.value(k)))
                        .toList());
    }

    @Override
    public int scaleTotals() {
        return dispersion.count();
    }

    @Override
    public void expect(DenseKernel kernel, Chunk chunk) {
        double[] point = new double[3];
        double[] sum = new double[3];
        double[] total = new double[3];
        for (int i = 0; i < chunk.rows(); i++) {
            java.util.Arrays.fill(total, 0);
            for (int k = 0; k < dispersion.count(); k++) {
                at.get(k).expect(chunk.label()[i], chunk.mean()[i], Math.sqrt(chunk.variance()[i]), point, sum);
                for (int m = 0; m < 3; m++) {
                    total[m] += dispersion.weight(k) * sum[m];
                }
                chunk.scaleTotals()[k] += chunk.weight()[i] * sum[0];
            }
            chunk.moments().value()[i] = total[0];
            chunk.moments().slope()[i] = total[1];
            chunk.moments().curvature()[i] = total[2];
        }
    }
}
