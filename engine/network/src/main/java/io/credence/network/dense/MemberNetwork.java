package io.credence.network.dense;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.MatrixView;
import io.credence.network.dense.NetworkModel.Activation;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Outputs of a member at draws of its weights. Not thread-safe. */
public final class MemberNetwork {

    private final NetworkShape shape;
    private final List<DenseLayer> layers;
    private final Activation activation;
    private final DenseKernel kernel;
    private final List<double[]> units = new ArrayList<>();

    /** Allocates a workspace for {@code rows} rows at a time. */
    public MemberNetwork(NetworkModel model, MemberKind kind, DenseKernel kernel, int rows) {
        this.shape = model.shape(kind);
        this.layers = shape.layers();
        this.activation = model.activation();
        this.kernel = kernel;
        for (DenseLayer layer : layers.subList(1, layers.size())) {
            units.add(new double[layer.inputCountWithBias() * rows]);
        }
    }

    /**
     * Draws the weights.
     *
     * @param values parameters of the member
     * @param number number of the member
     * @param s number of the draw
     */
    public static double[] drawWeights(NetworkShape shape, double[] values, int number, int s, long seed) {
        int d = shape.weightCount();
        double[] drawn = AddressedRandom.sequenceAfter(seed, RandomUse.NETWORK_DRAWS.firstAddressWord(), number, s)
                .normals(d);
        for (int j = 0; j < d; j++) {
            drawn[j] = values[j] + Math.exp(values[d + j]) * drawn[j];
        }
        return drawn;
    }

    /**
     * Computes the outputs at one draw.
     *
     * @param weights weights of the draw
     * @param features columns × rows
     * @param into outputs × rows; set
     */
    public void computeOutputs(double[] weights, double[] features, int rows, double[] into) {
        double[] in = features;
        for (int l = 0; l < layers.size(); l++) {
            DenseLayer layer = layers.get(l);
            boolean last = l == layers.size() - 1;
            double[] out = last ? into : units.get(l);
            int first = last ? 0 : rows;
            Arrays.fill(out, 0, first, 1);
            Arrays.fill(out, first, first + layer.units() * rows, 0);
            MatrixView sums = new MatrixView(out, first, layer.units(), rows, rows);
            kernel.addWeightedRows(in, 0, layer.inputCountWithBias(), rows, layer.panel(weights, 0), sums);
            for (int i = first; i < first + layer.units() * rows && !last; i++) {
                out[i] = activation.value(out[i]);
            }
            in = out;
        }
    }

    /**
     * Computes the pullback of slopes in the outputs at the last draw whose outputs were computed.
     *
     * @param weights weights of that draw
     * @param features features of the rows whose outputs were computed
     * @param slopes outputs × rows
     * @param into slopes in the weights; set
     */
    void pullback(double[] weights, double[] features, int rows, double[] slopes, double[] into) {
        double[] out = slopes;
        for (int l = layers.size() - 1; l >= 0; l--) {
            DenseLayer layer = layers.get(l);
            int first = l == layers.size() - 1 ? 0 : 1;
            double[] in = l == 0 ? features : units.get(l - 1);
            MatrixView sums = new MatrixView(out, first * rows, layer.units(), rows, rows);
            kernel.multiply(in, 0, layer.inputCountWithBias(), rows, sums, layer.panel(into, 0));
            if (l > 0) {
                double[] back = new double[layer.inputCountWithBias() * rows];
                kernel.addCrossProduct(
                        out,
                        first,
                        layer.units(),
                        rows,
                        layer.panel(weights, 0),
                        MatrixView.of(back, layer.inputCountWithBias(), rows));
                for (int i = rows; i < back.length; i++) {
                    back[i] *= activation.slope(in[i], in[i]);
                }
                out = back;
            }
        }
    }

    /** Sizes of the network. */
    public NetworkShape shape() {
        return shape;
    }
}
