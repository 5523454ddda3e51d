package io.credence.predict;

import io.credence.linalg.DenseKernel;
import io.credence.network.DeepProcess;
import io.credence.network.DeepProcessDraws;
import java.util.Arrays;

/** Responses of new rows under a deep Gaussian process: mixtures of normals over draws of its inner layers. Not thread-safe. */
public final class DeepProcessPredictive implements RowPredictive {

    private final DeepProcessDraws draws;
    private final int columns;
    private final double level;

    /**
     * Predictions by that process.
     *
     * @param level probability that an interval covers
     */
    public DeepProcessPredictive(DeepProcess process, DenseKernel kernel, double level) {
        this.draws = new DeepProcessDraws(process, kernel);
        this.columns = process.units().columns();
        this.level = level;
    }

    @Override
    public int columns() {
        return columns;
    }

    @Override
    public Prediction predict(int[] indices, double[] values, int count, double offset) {
        double[] row = new double[columns()];
        for (int k = 0; k < count; k++) {
            row[indices[k]] = values[k];
        }
        return predict(row);
    }

    /**
     * Scores one row.
     *
     * @param features a leading 1 included
     */
    public Prediction predict(double[] features) {
        DeepProcessDraws.Mixture found = draws.predict(features);
        ResponseMixture expected = new ResponseMixture(shares(found), found.mean(), found.variance());
        return new Prediction(
                expected.mean(), expected.spread(level), response(found).spread(level), null, null);
    }

    /** Log density of a label of such a row. */
    public double logDensity(double[] features, double label) {
        return draws.predict(features).logDensity(label);
    }

    private static double[] shares(DeepProcessDraws.Mixture found) {
        double[] shares = new double[found.mean().length];
        Arrays.fill(shares, 1.0 / shares.length);
        return shares;
    }

    private static ResponseMixture response(DeepProcessDraws.Mixture found) {
        double[] variances =
                Arrays.stream(found.variance()).map(v -> v + found.noise()).toArray();
        return new ResponseMixture(shares(found), found.mean(), variances);
    }
}
