package io.credence.network.dense;

import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import io.credence.update.OptimizerState;
import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Network of an ensemble in training, or several that are trained together.
 *
 * @param number number of the member, from 0
 * @param weightCount number of weights that have a normal posterior
 * @param values means of all weights, their log standard deviations, then points
 * @param optimizerState state of the optimiser
 * @param objective mean of the objective over the steps of the last epoch; NaN before the first
 */
public record Member(
        int number, MemberKind kind, int weightCount, double[] values, OptimizerState optimizerState, double objective)
        implements Serializable {

    private static final double START_LOG_SD = -4;
    private static final double START_BIAS = 0.1;
    private static final double START_LOG_VARIANCE = 2 * SharedNoiseLoss.START;

    /** Creates the only member of a model that has points alone, before its first step. */
    public static Member ofPoints(double[] values) {
        return new Member(0, new MemberKind(false, 1), 0, values, OptimizerState.NONE, Double.NaN);
    }

    /**
     * Creates a member with random weights, since all zero is a saddle. Weights of each layer are as wide as keeps the
     * size of the numbers that pass through it.
     */
    public static Member withRandomWeights(NetworkModel model, MemberKind kind, int number, long seed) {
        NetworkShape shape = model.shape(kind);
        double[] values = new double[shape.parameterCount()];
        List<DenseLayer> layers = shape.layers();
        for (int l = 0; l < layers.size(); l++) {
            fillRandomWeights(layers.get(l), values, number, seed, l == layers.size() - 1);
        }
        for (int j = 0; j < shape.weightCount(); j++) {
            values[shape.weightCount() + j] = START_LOG_SD;
        }
        System.arraycopy(model.loss(kind).startingPoints(), 0, values, shape.firstPoint(), shape.points());
        if (model.isGaussian() && kind.hasPredictedNoise()) {
            DenseLayer last = layers.get(layers.size() - 1);
            int second = last.offset() + last.inputCountWithBias();
            for (int j = 0; j < last.inputCountWithBias(); j++) {
                values[second + j] = j == 0 ? START_LOG_VARIANCE : 0.1 * values[second + j];
            }
        }
        return new Member(number, kind, shape.weightCount(), values, OptimizerState.NONE, Double.NaN);
    }

    /** Joins networks of one kind to one member, whose steps move them all together. */
    public static Member joined(NetworkModel model, List<Member> networks) {
        Member first = networks.get(0);
        EnsembleLayout layout = new EnsembleLayout(model.shape(first.kind), networks.size());
        double[] all = layout.join(networks.stream().map(Member::values).toList());
        return new Member(0, first.kind, networks.size() * first.weightCount, all, OptimizerState.NONE, Double.NaN);
    }

    /** Parameters of network {@code m} among those of a member that joins {@code networks} networks. */
    public static double[] networkValues(NetworkModel model, MemberKind kind, double[] joined, int m, int networks) {
        return new EnsembleLayout(model.shape(kind), networks).own(joined, m);
    }

    /** Networks that {@link #joined} made into this member, each with its objective. */
    public List<Member> split(NetworkModel model, int networks) {
        return IntStream.range(0, networks)
                .mapToObj(m -> new Member(
                        m,
                        kind,
                        weightCount / networks,
                        networkValues(model, kind, values, m, networks),
                        OptimizerState.NONE,
                        objective))
                .toList();
    }

    private static void fillRandomWeights(DenseLayer layer, double[] values, int number, long seed, boolean last) {
        double scale = Math.sqrt((last ? 1.0 : 2.0) / Math.max(1, layer.inputCountWithBias() - 1));
        long use = RandomUse.NETWORK_STARTS.firstAddressWord();
        for (int at = layer.offset(); at < layer.offset() + layer.weightCount(); at++) {
            boolean bias = (at - layer.offset()) % layer.inputCountWithBias() == 0;
            double normal = AddressedRandom.normal(seed, use, number, 0, at);
            values[at] = bias ? (last ? 0 : START_BIAS * normal) : scale * normal;
        }
    }

    /** Member after more steps. */
    public Member afterSteps(double[] next, OptimizerState after, double value) {
        return new Member(number, kind, weightCount, next, after, value);
    }

    /** Number of parameters with a normal posterior: the weights or, in a model of points alone, all points. */
    public int normalCount() {
        return weightCount > 0 ? weightCount : values.length;
    }

    /** Precision of a weight's normal; for a point, the largest finite number. */
    public double precision(int weight) {
        return weightCount > 0 ? Math.exp(-2 * values[weightCount + weight]) : Double.MAX_VALUE;
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
