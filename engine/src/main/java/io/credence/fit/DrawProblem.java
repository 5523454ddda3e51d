package io.credence.fit;

import io.credence.data.DataSummary;
import io.credence.family.ScaleFactor;
import io.credence.loss.DrawLoss;
import io.credence.loss.PredictorLoss;
import io.credence.prior.DensityTerm;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogInverseGamma;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is to be inferred by draws.
 *
 * @param loss loss of a row at all parameters
 * @param prior normal prior of the Gaussian parameters; precision 0 where {@code term} is the prior
 * @param term what more the log density has; null for nothing
 * @param scale where an independent factor of the dispersion starts, whose logarithm is the last parameter of the loss; a
 *     known one where there is no such factor
 * @param scalePrior prior of that factor
 * @param exact the same with linear predictors, for bounds without Monte-Carlo error; null if the loss has none
 */
public record DrawProblem(
        DrawLoss loss,
        GaussianPrior prior,
        @Nullable DensityTerm term,
        ScaleFactor scale,
        ScaleFactor.InverseGamma scalePrior,
        @Nullable FitProblem exact) {

    public DrawProblem {
        int required = loss.dimension() - (scale instanceof ScaleFactor.InverseGamma ? 1 : 0);
        if (prior.dimension() != required) {
            throw new IllegalArgumentException("the prior must have one entry per Gaussian parameter: required "
                    + required + ", found " + prior.dimension());
        }
    }

    /**
     * A likelihood of linear predictors.
     *
     * @param inverseGamma whether an estimated dispersion has an independent inverse-gamma factor, else its logarithm is one
     *     more Gaussian parameter
     */
    public static DrawProblem of(FitProblem problem, DataSummary data, boolean inverseGamma) {
        ScaleFactor.Known known = problem.scale() instanceof ScaleFactor.Known number ? number : null;
        PredictorLoss loss = new PredictorLoss(problem.likelihood(), data.columns(), known);
        ScaleFactor.InverseGamma prior = problem.scalePrior();
        if (known != null) {
            return new DrawProblem(loss, problem.prior(), null, known, prior, problem);
        }
        if (inverseGamma) {
            boolean closed = problem.scale() instanceof ScaleFactor.InverseGamma;
            return new DrawProblem(loss, problem.prior(), null, prior, prior, closed ? problem : null);
        }
        int d = problem.prior().dimension();
        double[] mean = Arrays.copyOf(problem.prior().mean(), d + 1);
        mean[d] = Math.log(prior.scale() / prior.shape());
        double[] precision = Arrays.copyOf(problem.prior().precision(), d + 1);
        return new DrawProblem(
                loss,
                new GaussianPrior(mean, precision),
                new LogInverseGamma(d, prior.shape(), prior.scale()),
                new ScaleFactor.Known(1),
                prior,
                null);
    }

    /** A loss of any form, with a normal prior or another. */
    public static DrawProblem of(DrawLoss loss, GaussianPrior prior, @Nullable DensityTerm term) {
        return new DrawProblem(loss, prior, term, new ScaleFactor.Known(1), new ScaleFactor.InverseGamma(3, 1), null);
    }
}
