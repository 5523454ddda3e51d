package io.credence.predict;

import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.linalg.Kernels;
import io.credence.loss.ResponseDistributions;
import io.credence.random.AddressedGenerator;
import io.credence.random.RandomUse;
import java.util.Arrays;

/**
 * Predictive distribution of a row by draws: expected responses, drawn responses, or probabilities of classes at each
 * draw. Rows of the same features have the same responses.
 */
final class DrawsPredictive implements RowPredictive {

    private final DrawsModel posterior;
    private final ResponseDistributions.AtDraws at;
    private final double[] weights;

    DrawsPredictive(DrawsModel posterior) {
        this.posterior = posterior;
        this.at = posterior.laws().atDraws(Kernels.named("java"), posterior.draws());
        this.weights = posterior.weights();
    }

    @Override
    public Prediction predict(int[] indices, double[] values, int count, double offset) {
        double[] features = new double[posterior.columns()];
        for (int k = 0; k < count; k++) {
            features[indices[k]] = values[k];
        }
        RowAttributes unlabelled = new RowAttributes(new double[] {Double.NaN}, null, new double[] {offset});
        at.moveTo(new DenseBlock(unlabelled, features.length, features), 0, 1);
        int classes = posterior.laws().classCount();
        return classes > 0 ? classes(classes) : numbers(Arrays.hashCode(features) * 31L + Double.hashCode(offset));
    }

    private Prediction numbers(long row) {
        AddressedGenerator random = new AddressedGenerator()
                .moveTo(posterior.seed(), RandomUse.PREDICTED_RESPONSES.firstAddressWord(), row);
        double[] mean = new double[weights.length];
        double[] response = new double[weights.length];
        for (int s = 0; s < weights.length; s++) {
            mean[s] = at.expectedResponse(0, s);
            response[s] = at.drawResponse(0, s, random.moveToWord(s));
        }
        boolean known = Arrays.stream(mean).noneMatch(Double::isNaN);
        return new Prediction(
                MixtureQuantile.centre(weights, known ? mean : response),
                known ? spread(mean) : null,
                spread(response),
                null,
                null);
    }

    private Prediction classes(int classes) {
        double[][] each = new double[classes][weights.length];
        double[] probability = new double[classes];
        double[] shares = new double[classes];
        for (int s = 0; s < weights.length; s++) {
            at.writeClassProbabilities(0, s, shares);
            for (int c = 0; c < classes; c++) {
                each[c][s] = shares[c];
                probability[c] += weights[s] * shares[c];
            }
        }
        int best = Prediction.best(probability);
        return new Prediction(best, null, null, probability, spread(each[best]));
    }

    private Uncertainty spread(double[] values) {
        return Uncertainty.of(values, weights, posterior.level());
    }
}
