package io.credence.network.dense;

/**
 * Normal prior N(0, v) of a layer's weights, whose variance v is found by evidence (Wu et al. 2019, eq. 13). The
 * divergence of q = Π N(m, s²) is ½Σ[(s² + m²)/v − 1 − log s² + log v]. With an inverse gamma hyperprior of v added, (a
 * + 1) log v + b/v, its minimum is at v = (Σ(m² + s²) + 2b)/(d + 2a + 2), where slopes in m and s are those at a fixed
 * v.
 */
final class LayerPrior {

    private static final double SHAPE = 1;
    private static final double SCALE = 10;

    private LayerPrior() {}

    /** Prior variance v of a layer. */
    static double variance(DenseLayer layer, double[] values, double[] variances) {
        double sum = 2 * SCALE;
        for (int j = layer.offset(); j < layer.offset() + layer.weightCount(); j++) {
            sum += values[j] * values[j] + variances[j];
        }
        return sum / (layer.weightCount() + 2 * SHAPE + 2);
    }

    /**
     * Divergence of a layer, including the hyperprior's term. Its slopes are added to the gradient.
     *
     * @param values means of the weights, and their log standard deviations {@code weights} further on
     * @param variances s²
     * @param factor factor by which slopes are multiplied before they are added
     */
    static double divergence(
            DenseLayer layer, double[] values, double[] variances, int weights, double factor, double[] gradient) {
        double v = variance(layer, values, variances);
        double sum = 0;
        for (int j = layer.offset(); j < layer.offset() + layer.weightCount(); j++) {
            sum += (values[j] * values[j] + variances[j]) / v - 1 - 2 * values[weights + j];
            gradient[j] += factor * values[j] / v;
            gradient[weights + j] += factor * (variances[j] / v - 1);
        }
        return 0.5 * (sum + layer.weightCount() * Math.log(v)) + (SHAPE + 1) * Math.log(v) + SCALE / v;
    }
}
