package io.credence.network.dense;

import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import io.credence.update.OptimizerState;
import java.io.Serializable;
import java.util.List;

/**
 * Network of an ensemble in training.
 *
 * @param number number of the member, from 0
 * @param weights number of weights that have a normal posterior
 * @param values means of all weights, their log standard deviations, then points
 * @param memory state of the optimiser
 * @param objective mean of the objective over the steps of the last epoch; NaN before the first
 */
public record Member(int number, MemberKind kind, int weights, double[] values, OptimizerState memory, double objective)
        implements Serializable {

    private static final double START_LOG_SD = -4;
    private static final double START_BIAS = 0.1;
    private static final double START_LOG_VARIANCE = 2 * SharedNoise.START;

    /** Creates the only member of a model that has points alone, before its first step. */
    public static Member ofPoints(double[] values) {
        return new Member(0, new MemberKind(false, 1), 0, values, OptimizerState.NONE, Double.NaN);
    }

    /**
     * Creates a member with weights at random, each layer's as wide as keeps the size of what goes through it; all zero
     * is a saddle.
     */
    public static Member start(NetworkModel model, MemberKind kind, int number, long seed) {
        NetworkShape shape = model.shape(kind);
        double[] values = new double[shape.parameters()];
        List<DenseLayer> layers = shape.layers();
        for (int l = 0; l < layers.size(); l++) {
            fill(layers.get(l), values, number, seed, l == layers.size() - 1);
        }
        for (int j = 0; j < shape.weights(); j++) {
            values[shape.weights() + j] = START_LOG_SD;
        }
        System.arraycopy(model.loss(kind).start(), 0, values, shape.firstPoint(), shape.points());
        if (model.isGaussian() && kind.predicted()) {
            DenseLayer last = layers.get(layers.size() - 1);
            int second = last.offset() + last.columns();
            for (int j = 0; j < last.columns(); j++) {
                values[second + j] = j == 0 ? START_LOG_VARIANCE : 0.1 * values[second + j];
            }
        }
        return new Member(number, kind, shape.weights(), values, OptimizerState.NONE, Double.NaN);
    }

    private static void fill(DenseLayer layer, double[] values, int number, long seed, boolean last) {
        double scale = Math.sqrt((last ? 1.0 : 2.0) / Math.max(1, layer.columns() - 1));
        long use = RandomUse.NETWORK_STARTS.address();
        for (int at = layer.offset(); at < layer.offset() + layer.weights(); at++) {
            boolean bias = (at - layer.offset()) % layer.columns() == 0;
            double normal = AddressedRandom.normal(seed, use, number, 0, at);
            values[at] = bias ? (last ? 0 : START_BIAS * normal) : scale * normal;
        }
    }

    /** Member after more steps. */
    public Member with(double[] next, OptimizerState after, double value) {
        return new Member(number, kind, weights, next, after, value);
    }

    /** Number of parameters that a normal posterior has: the weights, or else all points. */
    public int normals() {
        return weights > 0 ? weights : values.length;
    }

    /** Precision of the normal of a weight; of a point the largest that there is. */
    public double precision(int weight) {
        return weights > 0 ? Math.exp(-2 * values[weights + weight]) : Double.MAX_VALUE;
    }

    /** Seed of random numbers for this member alone. */
    public long seed(long fit) {
        return AddressedRandom.bits(fit, number);
    }

    /** Whether every parameter is finite. */
    public boolean isFinite() {
        for (double value : values) {
            if (!Double.isFinite(value)) {
                return false;
            }
        }
        return true;
    }
}
