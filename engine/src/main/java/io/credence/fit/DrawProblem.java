package io.credence.fit;

import io.credence.data.DataSummary;
import io.credence.divergence.BlockDivergence;
import io.credence.divergence.Divergence;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.ScaleFactor;
import io.credence.loss.DrawLoss;
import io.credence.loss.GeneralisedLosses;
import io.credence.loss.NonCentredLoss;
import io.credence.loss.PredictorLoss;
import io.credence.prior.CoefficientPrior;
import io.credence.prior.DensityTerm;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogInverseGamma;
import io.credence.prior.PriorTerms;
import java.util.Arrays;
import java.util.List;
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
 * @param divergence of the Gaussian parameters from their prior
 * @param rough coefficients under a normal prior, near which a fit of non-centred parameters begins; null for none
 */
public record DrawProblem(
        DrawLoss loss,
        GaussianPrior prior,
        @Nullable DensityTerm term,
        ScaleFactor scale,
        ScaleFactor.InverseGamma scalePrior,
        @Nullable FitProblem exact,
        Divergence divergence,
        @Nullable FitProblem rough) {

    public DrawProblem {
        requireDivergence(divergence, term);
        int required = loss.dimension() - (scale instanceof ScaleFactor.InverseGamma ? 1 : 0);
        if (prior.dimension() != required) {
            throw new IllegalArgumentException("the prior must have one entry per Gaussian parameter: required "
                    + required + ", found " + prior.dimension());
        }
    }

    /** With the Kullback–Leibler divergence. */
    public DrawProblem(
            DrawLoss loss,
            GaussianPrior prior,
            @Nullable DensityTerm term,
            ScaleFactor scale,
            ScaleFactor.InverseGamma scalePrior,
            @Nullable FitProblem exact) {
        this(loss, prior, term, scale, scalePrior, exact, KullbackLeibler.PLAIN, null);
    }

    private static void requireDivergence(Divergence divergence, @Nullable DensityTerm term) {
        String refusal = divergence.refusal();
        if (refusal != null) {
            throw new IllegalArgumentException(refusal);
        }
        if (term != null && !divergence.isStandard() && !(divergence instanceof BlockDivergence)) {
            throw new IllegalArgumentException("the closed form of " + divergence.name()
                    + " requires a normal prior of every parameter but found another term of the log density");
        }
    }

    /**
     * A likelihood of linear predictors with a prior of the coefficients that need not be normal.
     *
     * @param problem with a normal prior of the coefficients, near whose optimum a fit of non-centred parameters begins
     * @param prior prior of the coefficients; a normal one is taken from the problem
     */
    public static DrawProblem of(FitProblem problem, DataSummary data, CoefficientPrior prior, boolean inverseGamma) {
        DrawProblem plain = of(problem, data, inverseGamma);
        DensityTerm own = prior.term();
        if (own == null) {
            return plain;
        }
        int d = prior.parameters();
        boolean joint = plain.prior().dimension() > problem.prior().dimension();
        double[] mean = Arrays.copyOf(prior.normal().mean(), d + (joint ? 1 : 0));
        double[] precision = Arrays.copyOf(prior.normal().precision(), mean.length);
        ScaleFactor.InverseGamma scale = problem.scalePrior();
        if (joint) {
            mean[d] = Math.log(scale.scale() / scale.shape());
        }
        return new DrawProblem(
                NonCentredLoss.of(plain.loss(), prior),
                new GaussianPrior(mean, precision),
                joint ? new PriorTerms(List.of(own, new LogInverseGamma(d, scale.shape(), scale.scale()))) : own,
                plain.scale(),
                plain.scalePrior(),
                null,
                KullbackLeibler.PLAIN,
                prior.map() == null || inverseGamma ? null : rough(problem));
    }

    private static @Nullable FitProblem rough(FitProblem problem) {
        boolean estimated = problem.scale() instanceof ScaleFactor.InverseGamma;
        return GeneralisedLosses.refuseExact(problem.likelihood(), estimated) == null
                ? problem.with(KullbackLeibler.PLAIN)
                : null;
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
            return new DrawProblem(loss, problem.prior(), null, known, prior, problem, problem.divergence(), null);
        }
        if (inverseGamma) {
            boolean closed = problem.scale() instanceof ScaleFactor.InverseGamma;
            FitProblem exact = closed ? problem : null;
            return new DrawProblem(loss, problem.prior(), null, prior, prior, exact, problem.divergence(), null);
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
                null,
                besidesDispersion(problem.divergence(), d),
                null);
    }

    /** The divergence of the coefficients, with the Kullback–Leibler divergence of the log dispersion after them. */
    private static Divergence besidesDispersion(Divergence divergence, int d) {
        return divergence.isStandard()
                ? divergence
                : new BlockDivergence(List.of(
                        new BlockDivergence.Part(d, 1, divergence),
                        new BlockDivergence.Part(1, 1, KullbackLeibler.PLAIN)));
    }

    /** A loss of any form, with a normal prior or another. */
    public static DrawProblem of(DrawLoss loss, GaussianPrior prior, @Nullable DensityTerm term) {
        return new DrawProblem(loss, prior, term, new ScaleFactor.Known(1), new ScaleFactor.InverseGamma(3, 1), null);
    }

    /**
     * The same with another divergence.
     *
     * @throws IllegalArgumentException if it can never be finite, or requires normal priors that are not there
     */
    public DrawProblem with(Divergence other) {
        return new DrawProblem(loss, prior, term, scale, scalePrior, exact, other, rough);
    }
}
