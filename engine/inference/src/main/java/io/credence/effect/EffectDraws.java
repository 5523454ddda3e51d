package io.credence.effect;

import io.credence.config.ConfigurationException;
import io.credence.distributional.DistributionalModel;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.linalg.DenseKernel;
import io.credence.loss.ModelLosses;
import io.credence.loss.PredictorLoss;
import io.credence.loss.ResponseDistributions;
import io.credence.model.Model;
import io.credence.predict.RowFactorLevels;
import io.credence.result.SavedPosterior;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Independent draws of a posterior, with the response distributions from which expected responses follow.
 *
 * @param responseDistributions distributions of responses given the parameters
 * @param columns number of features that the distributions read, which are the first of a row, the intercept included
 * @param draws draws of the parameters
 * @param averagesPredictor whether the linear predictor is averaged instead of the expected response
 * @param levelDraws draws of varying effects, one for each draw of the parameters; null for models without them
 */
public record EffectDraws(
        ResponseDistributions responseDistributions,
        int columns,
        double[][] draws,
        boolean averagesPredictor,
        @Nullable LevelDraws levelDraws)
        implements Serializable {

    /**
     * Creates the draws of a saved posterior.
     *
     * @param userModel user's class that was fitted; null for a posterior of a likelihood
     * @param columns names of the features that coefficients multiply
     * @param numbers independent draws of the posterior's numbers, the last of them a dispersion with a posterior of
     *     its own
     * @throws IllegalArgumentException if expected responses do not follow from its parameters
     */
    public static EffectDraws of(
            SavedPosterior posterior, @Nullable Model userModel, List<String> columns, double[][] numbers) {
        Model model = userModel != null ? userModel : posterior.predictorModel();
        ResponseDistributions laws = model != null
                ? ModelLosses.of(model, columns).responseDistributions()
                : predictorLoss(posterior, columns.size()).responseDistributions();
        if (laws == null || !laws.hasMeans()) {
            throw new IllegalArgumentException("effects are of expected responses: required a model that has them,"
                    + " found "
                    + posterior.model().name());
        }
        double[][] draws = model == null && hasDispersionFactor(posterior) ? withLogDispersion(numbers) : numbers;
        return new EffectDraws(laws, columns.size(), draws, false, null);
    }

    private static boolean hasDispersionFactor(SavedPosterior posterior) {
        return posterior.dispersionName() != null && !posterior.dispersion().isKnown();
    }

    private static PredictorLoss predictorLoss(SavedPosterior posterior, int columns) {
        Likelihood likelihood = posterior.model().likelihood();
        boolean drawn = hasDispersionFactor(posterior) || posterior.model().hasJointDispersion();
        DispersionPosterior.Known known = posterior.dispersion() instanceof DispersionPosterior.Known given
                ? given
                : new DispersionPosterior.Known(1);
        return new PredictorLoss(likelihood, columns, drawn ? null : known);
    }

    private static double[][] withLogDispersion(double[][] numbers) {
        return Arrays.stream(numbers)
                .map(draw -> {
                    double[] logged = draw.clone();
                    logged[logged.length - 1] = Math.log(logged[logged.length - 1]);
                    return logged;
                })
                .toArray(double[][]::new);
    }

    /**
     * Copy that averages the linear predictor instead of the expected response.
     *
     * @throws IllegalArgumentException if there is not one linear predictor
     */
    public EffectDraws onLinkScale() {
        return new EffectDraws(responseDistributions, columns, draws, true, levelDraws);
    }

    /**
     * Copy that averages a parameter of the law instead of the expected response.
     *
     * @param posterior posterior of which these are draws
     * @throws ConfigurationException if the model has no such parameter
     */
    public EffectDraws ofParameter(SavedPosterior posterior, String parameter) {
        if (!(posterior.model().parametersModel().orElse(null) instanceof DistributionalModel model)) {
            throw new ConfigurationException("parameter = " + parameter + " is of a model with formulas: required"
                    + " formulas { " + parameter + " = … }, or no parameter, found none");
        }
        try {
            DistributionalModel ofParameter = model.predicting(parameter);
            return new EffectDraws(
                    Objects.requireNonNull(
                            ModelLosses.of(ofParameter, posterior.model().featureNames())
                                    .responseDistributions()),
                    columns,
                    draws,
                    false,
                    levelDraws);
        } catch (IllegalArgumentException unknown) {
            throw new ConfigurationException(String.valueOf(unknown.getMessage()), unknown);
        }
    }

    /** Copy for a mixed model, with draws of its varying effects. */
    public EffectDraws withLevelDraws(LevelDraws effects) {
        return new EffectDraws(responseDistributions, columns, draws, averagesPredictor, effects);
    }

    /** Copy at other values of the parameters, one row for each. */
    EffectDraws at(double[][] parameters) {
        return new EffectDraws(responseDistributions, columns, parameters, averagesPredictor, levelDraws);
    }

    /** Number of draws. */
    public int drawCount() {
        return draws.length;
    }

    /** Number of expected values of a row: one, or one probability for each class if there are more than two. */
    public int outcomeCount() {
        return averagesPredictor || responseDistributions.classCount() <= 2 ? 1 : responseDistributions.classCount();
    }

    /**
     * Creates a worker for one thread, over rows with a given number of features. Features that only varying effects
     * have follow the others.
     */
    public EffectWorker createWorker(DenseKernel kernel, int features) {
        return new EffectWorker(this, responseDistributions.atDraws(kernel, draws), features);
    }

    /** Creates an evaluator of single rows, for one thread. */
    public RowDraws createRowDraws(DenseKernel kernel) {
        return new RowDraws(this, responseDistributions.atDraws(kernel, draws));
    }

    /**
     * Adds the effects of a row's levels to its linear predictors.
     *
     * @param features array with the row's features from index {@code from} on
     */
    static void addLevelEffects(
            ResponseDistributions.AtDraws at,
            int row,
            LevelDraws.EffectSampler effects,
            double[] features,
            int from,
            RowFactorLevels level) {
        double[] shifts = effects.predictorShifts(features, from, level);
        for (int s = 0; s < shifts.length; s++) {
            at.shiftPredictors(row, s, shifts[s]);
        }
    }

    /** Writes the expected values of a row at a draw. */
    void writeExpectedValues(ResponseDistributions.AtDraws at, int row, int draw, double[] shares, double[] into) {
        if (averagesPredictor) {
            into[0] = at.predictor(row, draw);
        } else if (responseDistributions.classCount() == 0) {
            into[0] = at.expectedResponse(row, draw);
        } else {
            at.writeClassProbabilities(row, draw, shares);
            System.arraycopy(shares, shares.length == 2 ? 1 : 0, into, 0, into.length);
        }
    }
}
