package io.credence.predict;

import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.family.NormalMixture;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.linalg.Kernels;
import io.credence.loss.DrawLoss;
import io.credence.loss.ModelLosses;
import io.credence.loss.PredictorLoss;
import io.credence.loss.ResponseDistributions;
import io.credence.model.Model;
import io.credence.random.AddressedGenerator;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Posterior as weighted draws, at each of which responses are drawn. It serves users' classes, and likelihoods whose
 * predictive distribution has no closed form.
 *
 * @param responseDistributions distributions of responses given the parameters
 * @param columns number of features of a row, the intercept included
 * @param draws draws of the parameters
 * @param weights weights of the draws, which sum to 1
 * @param intervalProbability probability that an interval covers
 * @param seed seed of the responses
 */
public record DrawsModel(
        ResponseDistributions responseDistributions,
        int columns,
        double[][] draws,
        double[] weights,
        double intervalProbability,
        long seed)
        implements PredictiveModel {

    /**
     * Creates the posterior of a user's model. Empty where the model draws no responses and has no classes.
     *
     * @param columns names of the features, the intercept's included
     * @param points draws of its unconstrained parameters, as a mixture of points
     */
    public static Optional<DrawsModel> of(
            Model model, List<String> columns, NormalMixture points, double level, long seed) {
        ResponseDistributions laws = ModelLosses.of(model, columns).responseDistributions();
        return Optional.ofNullable(laws)
                .map(found -> new DrawsModel(found, columns.size(), means(points), pointWeights(points), level, seed));
    }

    /**
     * Creates the posterior of a likelihood's parameters. Empty where the likelihood draws no responses.
     *
     * @param points draws of its coefficients and, if {@code joint}, of the logarithm of the dispersion, as a mixture
     *     of points
     * @param scale posterior of the dispersion where it is separate, or its known value
     */
    public static Optional<DrawsModel> of(
            Likelihood likelihood,
            NormalMixture points,
            boolean joint,
            DispersionPosterior scale,
            double level,
            long seed) {
        double[][] draws = joint || scale.isKnown() ? means(points) : withDispersion(points, scale, seed);
        int coefficients = points.components().get(0).mean().length - (joint ? 1 : 0);
        int columns = coefficients / likelihood.predictorCount();
        DispersionPosterior.Known known = scale instanceof DispersionPosterior.Known given && !joint ? given : null;
        DrawLoss loss = new PredictorLoss(likelihood, columns, known);
        return Optional.ofNullable(loss.responseDistributions())
                .map(laws -> new DrawsModel(laws, columns, draws, pointWeights(points), level, seed));
    }

    private static double[][] withDispersion(NormalMixture points, DispersionPosterior scale, long seed) {
        double[][] draws = means(points);
        double[] dispersions = scale.quantiles(
                draws.length,
                s -> AddressedRandom.uniform(seed, RandomUse.PREDICTIVE_DISPERSIONS.firstAddressWord(), s));
        for (int s = 0; s < draws.length; s++) {
            int last = draws[s].length;
            draws[s] = Arrays.copyOf(draws[s], last + 1);
            draws[s][last] = Math.log(dispersions[s]);
        }
        return draws;
    }

    private static double[][] means(NormalMixture points) {
        return points.components().stream().map(NormalMixture.Component::mean).toArray(double[][]::new);
    }

    private static double[] pointWeights(NormalMixture points) {
        return points.components().stream()
                .mapToDouble(NormalMixture.Component::weight)
                .toArray();
    }

    @Override
    public RowPredictive createRowPredictive() {
        return new DrawsPredictive(this);
    }

    /**
     * Predictive distribution of a row from expected responses, drawn responses, or class probabilities at each draw.
     * Rows with the same features have the same responses.
     */
    static final class DrawsPredictive implements RowPredictive {

        private final DrawsModel posterior;
        private final ResponseDistributions.AtDraws at;
        private final double[] weights;

        DrawsPredictive(DrawsModel posterior) {
            this.posterior = posterior;
            this.at = posterior.responseDistributions().atDraws(Kernels.named("java"), posterior.draws());
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
            int classes = posterior.responseDistributions().classCount();
            return classes > 0
                    ? predictClasses(classes)
                    : predictNumber(Arrays.hashCode(features) * 31L + Double.hashCode(offset));
        }

        private Prediction predictNumber(long row) {
            AddressedGenerator random = new AddressedGenerator()
                    .moveTo(posterior.seed(), RandomUse.PREDICTED_RESPONSES.firstAddressWord(), row);
            boolean predicts = posterior.responseDistributions().hasMeans();
            boolean draws = posterior.responseDistributions().hasDraws();
            double[] mean = new double[weights.length];
            double[] response = new double[weights.length];
            for (int s = 0; s < weights.length; s++) {
                mean[s] = at.expectedResponse(0, s);
                response[s] = draws ? at.drawResponse(0, s, random.moveToWord(s)) : Double.NaN;
            }
            boolean known = Arrays.stream(mean).noneMatch(Double::isNaN);
            return new Prediction(
                    predicts ? MixtureQuantile.mean(weights, known ? mean : response) : Double.NaN,
                    predicts && known ? uncertainty(mean) : null,
                    draws ? uncertainty(response) : null,
                    null,
                    null);
        }

        private Prediction predictClasses(int classes) {
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
            int best = Prediction.indexOfLargest(probability);
            return new Prediction(best, null, null, probability, uncertainty(each[best]));
        }

        private Uncertainty uncertainty(double[] values) {
            return Uncertainty.of(values, weights, posterior.intervalProbability());
        }
    }
}
