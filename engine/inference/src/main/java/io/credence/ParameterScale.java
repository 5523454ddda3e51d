package io.credence;

import io.credence.diagnostic.AveragedWeights;
import io.credence.family.Posterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.FitResult;
import io.credence.fit.ImportanceWeights;
import io.credence.kind.ColumnScales;
import io.credence.loss.NonCentredLoss;
import io.credence.model.Parameter;
import io.credence.prior.GaussianPrior;
import io.credence.prior.Prior;
import io.credence.prior.ScalarDensity;
import io.credence.summary.Coefficients;
import io.credence.summary.ConstrainedSummary;
import io.credence.summary.FittedModel;
import io.credence.summary.ImportanceCheck;
import io.credence.summary.ModelQuantities;
import io.credence.summary.NumberSummary;
import io.credence.summary.ScalePriorConflictNote;
import io.credence.summary.TransformedParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Names, scales and transforms of the fitted parameters. They convert a result from the coordinates of the fit to the
 * scale of the data.
 *
 * @param model model, as results show it
 * @param names names of the fitted parameters, or of the coefficients behind them where the prior is non-centred
 * @param scales numbers by which the columns were divided; 1 for parameters that are no coefficients
 * @param prior prior of the parameters on the scale of the data, flat where the user's class has its own
 * @param nonCentredLoss loss in the parameters of a non-centred prior; null for other priors
 * @param reported numbers that are reported beside the parameters
 * @param logDispersionPrior prior of the logarithm of an estimated dispersion; null where there is none
 * @param seed seed of draws, where moments and intervals are those of draws
 */
record ParameterScale(
        FittedModel model,
        List<String> names,
        ColumnScales scales,
        Prior prior,
        @Nullable NonCentredLoss nonCentredLoss,
        ReportedNumbers reported,
        @Nullable ScalarDensity logDispersionPrior,
        long seed) {

    /**
     * Numbers that are reported beside the parameters.
     *
     * @param transformedParameters parameters that are reported on another scale than that of their posterior; null
     *     where there are none
     * @param quantities quantities that the user's class derives from its parameters; null where there are none
     */
    record ReportedNumbers(
            @Nullable TransformedParameters transformedParameters,
            @Nullable ModelQuantities quantities) {

        /** No further numbers. */
        static final ReportedNumbers NONE = new ReportedNumbers(null, null);
    }

    /**
     * Copy with a positive parameter after the coefficients. The fit estimates its logarithm.
     *
     * @param fitted normal prior of all parameters, which has the mean of the added one
     */
    ParameterScale withPositiveParameter(FittedModel other, Parameter positive, GaussianPrior fitted) {
        int coefficients = names.size();
        List<String> all = new ArrayList<>(names);
        all.addAll(positive.transform().unconstrainedNames(positive.name()));
        return new ParameterScale(
                other,
                List.copyOf(all),
                scales.extendedTo(coefficients, all.size()),
                new Prior(prior.normalPrior().withFlatParameter(fitted.mean()[prior.dimension()]), prior.term()),
                nonCentredLoss,
                new ReportedNumbers(TransformedParameters.of(List.of(positive), coefficients), reported.quantities()),
                logDispersionPrior,
                seed);
    }

    /**
     * Adds a note where the rows contradict the prior of the dispersion.
     *
     * @param scale posterior of the dispersion, where it is a factor of its own
     * @param found posterior of the coefficients; the last one is the logarithm of a dispersion without a posterior of
     *     its own
     */
    List<String> notesOnResult(List<String> notes, DispersionPosterior scale, Coefficients found) {
        if (logDispersionPrior == null) {
            return notes;
        }
        int last = found.dimension() - 1;
        boolean joint = model.hasJointDispersion();
        List<String> all = new ArrayList<>(notes);
        all.addAll(ScalePriorConflictNote.notes(
                Objects.requireNonNull(joint ? found.names().get(last) : model.dispersionName()),
                logDispersionPrior,
                joint ? found.mean()[last] : scale.meanLog(),
                joint ? found.sd()[last] : scale.sdLog(),
                "prior.dispersion.scale"));
        return List.copyOf(all);
    }

    /** Posterior of the coefficients on the scale of the unscaled columns, by an exact conversion. */
    private Coefficients coefficients(FitResult result) {
        Posterior q = result.posterior();
        return nonCentredLoss == null
                ? Coefficients.of(names, scales.isIdentity() ? q : q.rescaled(coefficientFactors(q.dimension())), prior)
                : Coefficients.ofNonCentred(nonCentredLoss.map(), names, q, prior.normalPrior(), seed);
    }

    /** Factors that convert coefficients from the coordinates of the fit to the scale of the data. */
    double[] coefficientFactors(int dimension) {
        double[] ones = new double[dimension];
        Arrays.fill(ones, 1);
        return scales.toOriginal(ones);
    }

    /** Posterior summaries of a result. */
    NumberSummary numberSummary(FitResult result) {
        Coefficients coefficients = coefficients(result);
        ConstrainedSummary constrained = ConstrainedSummary.of(coefficients, reported.transformedParameters(), seed);
        return new NumberSummary(
                coefficients,
                reported.transformedParameters(),
                constrained,
                model.dispersionName(),
                result.dispersion(),
                reported.quantities(),
                seed);
    }

    /**
     * Check of a result by importance weights; null where there are none.
     *
     * @param numbers posterior summaries of the result
     * @param likelihood whether the loss is minus the log likelihood, so that an evidence exists
     */
    @Nullable
    ImportanceCheck importanceCheck(FitResult result, NumberSummary numbers, boolean likelihood) {
        ImportanceWeights found = result.weights();
        if (found == null) {
            return null;
        }
        Posterior q = result.posterior();
        GaussianPrior fitted = nonCentredLoss == null ? scales.toScaled(prior.normalPrior()) : prior.normalPrior();
        ImportanceWeights own = nonCentredLoss == null && !scales.isIdentity()
                ? found.rescaled(coefficientFactors(q.dimension()))
                : found;
        return ImportanceCheck.of(
                own,
                averagedWeights(result, found),
                likelihood ? ImportanceCheck.bounds(found.logWeights(), q, fitted, model.hasLinearTails()) : null,
                numbers);
    }

    private static @Nullable AveragedWeights averagedWeights(FitResult result, ImportanceWeights weights) {
        FitResult.ObjectiveValue reached = result.objectiveValue();
        FitResult.DrawNoise noise = result.drawNoise();
        return reached == null || noise == null || reached.averagedPower() == 0
                ? null
                : AveragedWeights.of(weights.logWeights(), reached.averagedPower(), noise.draws());
    }
}
