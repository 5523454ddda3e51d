package io.credence.predict;

import io.credence.family.NormalMixture;
import io.credence.loss.Responses;
import java.util.List;

/** Probabilities of ordered classes: differences of P(Y ≤ k) = E[1/(1 + e^{η − c_k})] over the coefficients and the cutpoints. */
final class OrderedPredictive implements RowPredictive {

    private final List<NormalMixture.Component> normals;
    private final List<OrderedCutpoints> cutpoints;
    private final int count;
    private final RowPredictors row;

    OrderedPredictive(ScoringModel model) {
        this.normals = model.coefficients().components();
        this.count = model.likelihood().cutpoints();
        this.cutpoints =
                normals.stream().map(each -> OrderedCutpoints.of(each, count)).toList();
        this.row = new RowPredictors(model.coefficients().leading(model.dimension() - count), 1, 1);
    }

    @Override
    public int columns() {
        return row.columns();
    }

    @Override
    public Prediction predict(int[] indices, double[] values, int entries, double offset) {
        row.take(indices, values, entries, offset);
        double[] upTo = new double[count + 1];
        upTo[count] = 1;
        for (int n = 0; n < normals.size(); n++) {
            OrderedCutpoints own = cutpoints.get(n);
            for (int k = 0; k < count; k++) {
                double mean = own.mean()[k] - row.mean(n, 0);
                double variance =
                        own.variance()[k] + row.covariance(n, 0, 0) - 2 * own.withRow(k, indices, values, entries);
                upTo[k] += normals.get(n).weight() * Responses.expectedLogistic(mean, Math.max(0, variance));
            }
        }
        double[] probability = new double[count + 1];
        for (int k = 0; k <= count; k++) {
            // Far out a cutpoint that is less certain than the one before it may promise less.
            upTo[k] = k == 0 ? upTo[k] : Math.max(upTo[k], upTo[k - 1]);
            probability[k] = upTo[k] - (k == 0 ? 0 : upTo[k - 1]);
        }
        return Prediction.ofClasses(probability);
    }
}
