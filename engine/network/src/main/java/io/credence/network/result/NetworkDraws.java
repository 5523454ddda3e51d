package io.credence.network.result;

import io.credence.network.dense.DenseLayer;
import io.credence.network.dense.GaussianNoiseLoss;
import io.credence.network.dense.MemberNetwork;
import io.credence.network.dense.NetworkModel;
import io.credence.network.dense.NetworkShape;
import io.credence.network.dense.OutputLoss;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws of the weights of an ensemble's members, each with its share in the mixture, and the outputs of a row at each. Not thread-safe.
 */
final class NetworkDraws implements PredictionDraws {

    /**
     * Approximate number of draws of all members together. While there is space, no member has fewer than a twentieth
     * of it.
     */
    private static final int DRAWS = 1000;

    private static final int FEWEST = 50;
    private static final int FEWEST_EACH = 10;

    /** Approximate largest number of weights that are stored. Draws of large networks are fewer. */
    private static final long ROOM = 8L << 20;

    private final NetworkEnsemble ensemble;
    private final List<Draw> draws = new ArrayList<>();
    private double[] row = {};

    /** Draw of a member's weights. */
    private record Draw(
            double weight,
            NetworkShape shape,
            List<DenseLayer> layers,
            OutputLoss loss,
            double[] values,
            double[] weights,
            double[] outputs) {}

    /** Makes the draws of a posterior, which are the same for equal fits. */
    public NetworkDraws(NetworkEnsemble ensemble) {
        this.ensemble = ensemble;
        NetworkModel model = ensemble.model();
        List<NetworkEnsemble.TrainedMember> members = ensemble.members();
        long numbers = 0;
        for (NetworkEnsemble.TrainedMember member : members) {
            numbers += model.weightCount(member.kind());
        }
        long required = Math.max(FEWEST, DRAWS / members.size());
        int each = (int) Math.max(FEWEST_EACH, Math.min(required, ROOM / numbers));
        for (int m = 0; m < members.size(); m++) {
            NetworkEnsemble.TrainedMember member = members.get(m);
            NetworkShape shape = model.shape(member.kind());
            OutputLoss loss = model.loss(member.kind());
            for (int s = 0; s < each; s++) {
                double[] weights = MemberNetwork.drawWeights(shape, member.values(), m, s, ensemble.seed());
                draws.add(new Draw(
                        member.weight() / each,
                        shape,
                        shape.layers(),
                        loss,
                        member.values(),
                        weights,
                        new double[shape.outputs()]));
            }
        }
    }

    @Override
    public int count() {
        return draws.size();
    }

    @Override
    public double[] drawWeights() {
        return draws.stream().mapToDouble(Draw::weight).toArray();
    }

    @Override
    public void moveTo(double[] to) {
        row = to;
        for (Draw draw : draws) {
            evaluate(draw);
        }
    }

    private void evaluate(Draw draw) {
        int last = draw.layers.size() - 1;
        double[] in = ensemble.model().hidden(draw.layers, draw.weights, row);
        for (int u = 0; u < draw.outputs.length; u++) {
            draw.outputs[u] = draw.layers.get(last).sum(draw.weights, u, in);
        }
    }

    @Override
    public double[] linearPredictors(int s) {
        return draws.get(s).outputs;
    }

    @Override
    public double labelMean(int s) {
        return draws.get(s).outputs[0];
    }

    @Override
    public double variance(int s) {
        return 0;
    }

    @Override
    public double noiseVariance(int s) {
        Draw draw = draws.get(s);
        return ((GaussianNoiseLoss) draw.loss).noise(draw.outputs, 1, 0, draw.values, draw.shape.firstPoint());
    }
}
