package io.credence.fit;

import io.credence.data.DataSummary;
import io.credence.divergence.BlockDivergence;
import io.credence.divergence.Divergence;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.GaussianPosterior;
import io.credence.family.NormalInverseGamma;
import io.credence.family.Posterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.robust.GeneralisedLosses;
import io.credence.loss.DrawLoss;
import io.credence.loss.NonCentredLoss;
import io.credence.loss.PredictorLoss;
import io.credence.objective.DivergenceObjective;
import io.credence.objective.Objective;
import io.credence.prior.CoefficientPrior;
import io.credence.prior.DensityTerm;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogInverseGamma;
import io.credence.prior.Prior;
import io.credence.prior.PriorTerms;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Inference problem: the loss of each row, the prior of all parameters, and the objective that joins them.
 *
 * @param loss loss of a row at all parameters
 * @param prior prior of the parameters of the joint posterior
 * @param dispersion initial factor of an independent dispersion, whose logarithm is the last parameter of the loss; a
 *     known value where there is no such factor
 * @param dispersionPrior prior of that factor
 * @param objective objective that is minimised
 * @param exact the ELBO with linear predictors, for expectations without draws; null if the loss has none
 * @param preliminaryProblem problem of the coefficients under a normal prior, at whose solution a fit of non-centred
 *     parameters begins; null for none
 * @param conjugatePrior prior of coefficients and variance of a normal regression whose prior is conjugate; null for
 *     other problems
 */
public record Problem(
        DrawLoss loss,
        Prior prior,
        DispersionPosterior dispersion,
        DispersionPosterior.InverseGamma dispersionPrior,
        Objective objective,
        @Nullable ExactProblem exact,
        @Nullable ExactProblem preliminaryProblem,
        @Nullable NormalInverseGamma conjugatePrior) {

    /** Objective to minimise: minus the ELBO. */
    public static final Objective ELBO = new DivergenceObjective(KullbackLeibler.PLAIN);

    /**
     * Largest number of parameters for which modes are searched for. A search stores a matrix of their order, and
     * curvature takes its eigenvectors.
     */
    public static final int MOST_MODE_PARAMETERS = 2000;

    private static final DispersionPosterior.InverseGamma ANY = new DispersionPosterior.InverseGamma(3, 1);

    public Problem {
        int required = loss.dimension() - (dispersion.coordinates().length > 0 ? 1 : 0);
        if (prior.dimension() != required) {
            throw new IllegalArgumentException("the prior must have one entry per Gaussian parameter: required "
                    + required + ", found " + prior.dimension());
        }
    }

    /** A problem with the ELBO of a loss of any form, and a prior that is normal or has a further density term. */
    public static Problem of(DrawLoss loss, GaussianPrior prior, @Nullable DensityTerm term) {
        return new Problem(loss, new Prior(prior, term), new DispersionPosterior.Known(1), ANY, ELBO, null, null, null);
    }

    /**
     * Inference problem whose losses are those of a likelihood of linear predictors.
     *
     * @param inverseGamma whether an estimated dispersion has an independent inverse-gamma factor, else its logarithm
     *     is one more Gaussian parameter
     */
    public static Problem of(ExactProblem problem, DataSummary data, boolean inverseGamma) {
        DispersionPosterior.Known known = problem.dispersion().asKnown();
        PredictorLoss loss = new PredictorLoss(problem.likelihood(), data.columns(), known);
        DispersionPosterior.InverseGamma scalePrior = problem.dispersionPrior();
        Objective objective = new DivergenceObjective(problem.divergence());
        Prior prior = new Prior(problem.prior());
        if (known != null) {
            return new Problem(loss, prior, known, scalePrior, objective, problem, null, null);
        }
        if (inverseGamma) {
            boolean closed = problem.dispersion().isInverseGamma();
            return new Problem(loss, prior, scalePrior, scalePrior, objective, closed ? problem : null, null, null);
        }
        int d = problem.prior().dimension();
        return new Problem(
                loss,
                withLogDispersion(problem.prior(), null, problem),
                new DispersionPosterior.Known(1),
                scalePrior,
                new DivergenceObjective(withLogDispersionDivergence(problem.divergence(), d)),
                null,
                null,
                null);
    }

    /**
     * A problem of a likelihood of linear predictors with a prior of the coefficients that need not be normal.
     *
     * @param problem problem with a normal prior of the coefficients, near whose optimum a fit of non-centred
     *     parameters begins
     * @param prior prior of the coefficients; a normal one is taken from the problem
     */
    public static Problem of(ExactProblem problem, DataSummary data, CoefficientPrior prior, boolean inverseGamma) {
        Problem plain = of(problem, data, inverseGamma);
        DensityTerm own = prior.term();
        if (own == null) {
            return plain;
        }
        boolean joint = plain.prior().dimension() > problem.prior().dimension();
        NormalInverseGamma law = prior.conjugateLaw(problem.dispersionPrior());
        if (law != null && !joint) {
            throw new IllegalArgumentException(
                    "a prior given the dispersion is one of both together: required a"
                            + " dispersion that is estimated, in a joint posterior, found one that is known or has a factor of its own");
        }
        return new Problem(
                NonCentredLoss.of(plain.loss(), prior),
                joint ? withLogDispersion(prior.normalPrior(), own, problem) : new Prior(prior.normalPrior(), own),
                plain.dispersion(),
                plain.dispersionPrior(),
                ELBO,
                null,
                prior.nonCentredMap() == null || inverseGamma ? null : preliminaryProblem(problem),
                problem.likelihood().isNormal() ? law : null);
    }

    /** The prior with the logarithm of the dispersion as one more parameter, after the others. */
    private static Prior withLogDispersion(GaussianPrior normal, @Nullable DensityTerm term, ExactProblem problem) {
        DispersionPosterior.InverseGamma scale = problem.dispersionPrior();
        DensityTerm own = new LogInverseGamma(normal.dimension(), scale.shape(), scale.scale());
        return new Prior(
                normal.withFlatParameter(problem.initialLogDispersion()),
                term == null ? own : new PriorTerms(List.of(term, own)));
    }

    /** The divergence of the coefficients, followed by the Kullback–Leibler divergence of the log dispersion. */
    private static Divergence withLogDispersionDivergence(Divergence divergence, int d) {
        return divergence.isKullbackLeibler()
                ? divergence
                : new BlockDivergence(List.of(
                        new BlockDivergence.BlockTerm(d, 1, divergence),
                        new BlockDivergence.BlockTerm(1, 1, KullbackLeibler.PLAIN)));
    }

    private static @Nullable ExactProblem preliminaryProblem(ExactProblem problem) {
        boolean estimated = problem.dispersion().isInverseGamma();
        return GeneralisedLosses.exactRefusal(problem.likelihood(), estimated) == null
                ? problem.with(KullbackLeibler.PLAIN)
                : null;
    }

    /** A copy with another objective. */
    public Problem with(Objective other) {
        return new Problem(loss, prior, dispersion, dispersionPrior, other, exact, preliminaryProblem, conjugatePrior);
    }

    /** A copy with an equivalent problem for expectations without draws. */
    public Problem withExact(ExactProblem other) {
        return new Problem(
                loss, prior, dispersion, dispersionPrior, objective, other, preliminaryProblem, conjugatePrior);
    }

    /**
     * A copy with another divergence.
     *
     * @throws IllegalArgumentException if the divergence can never be finite
     */
    public Problem with(Divergence other) {
        return with(new DivergenceObjective(other));
    }

    /**
     * The divergence that is known in closed form for the given posterior; null where the whole objective is estimated
     * by draws.
     */
    @Nullable
    public Divergence closedDivergence(Posterior q) {
        return objective.closedDivergence(q, prior);
    }

    /** Derivatives of the part of the objective that is known in closed form; zero where none is. */
    Divergence.DivergenceGradient closedGradient(GaussianPosterior q) {
        Divergence closed = closedDivergence(q);
        return closed == null
                ? new Divergence.DivergenceGradient(new double[q.dimension()], new double[q.precision().length], 0)
                : closed.gradient(q, prior.normalPrior());
    }

    /** Whether the divergence is infinite at the given posterior: its integrals do not exist there. */
    public boolean hasInfiniteDivergence(Posterior q) {
        Divergence closed = closedDivergence(q);
        return closed != null
                && !closed.isKullbackLeibler()
                && !Double.isFinite(closedValue(new Approximation(q, dispersion)));
    }

    /** Value of the part of the objective that is known without draws, nats; +∞ where its integrals do not exist. */
    public double closedValue(Approximation approximation) {
        Divergence closed = closedDivergence(approximation.posterior());
        return closed == null
                ? 0
                : closed.between(approximation.gaussian(), prior.normalPrior())
                        + approximation.dispersion().divergence(dispersionPrior);
    }

    /**
     * Whether draws estimate an expected log density at the given posterior. The quadratic control variate, whole
     * curvatures and, for some losses, exact bounds are available then.
     */
    public boolean isExpectation(Posterior q) {
        return objective.isLinear() && objective.rowReduction() == null && closedDivergence(q) != null;
    }

    /** Whether minus the objective is the evidence lower bound of a Gaussian. */
    public boolean isElbo(Posterior q) {
        Divergence divergence = closedDivergence(q);
        return isExpectation(q) && divergence != null && divergence.isKullbackLeibler();
    }

    /** Whether modes of log p can be searched for. */
    boolean hasModes() {
        return loss.hasGradient()
                && !loss.isRandom()
                && dispersion.coordinates().length == 0
                && prior.dimension() <= MOST_MODE_PARAMETERS;
    }

    /** Unmet requirement of a regression of gradients on draws of the given posterior; null if all are met. */
    public @Nullable String regressionRefusal(Posterior start) {
        GaussianPosterior q = start.gaussian();
        if (q == null || !q.isFull() && !q.isMeanField()) {
            return "the posterior gaussian-full or gaussian-diagonal but found " + start.family();
        }
        if (!isElbo(start)) {
            return "the objective elbo but found " + objective.name();
        }
        if (!loss.hasGradient() || loss.isRandom()) {
            return "a loss with gradients and without latent numbers of the rows but this one has "
                    + (loss.hasGradient() ? "latent numbers" : "values only");
        }
        if (dispersion.coordinates().length > 0) {
            return "a joint dispersion but found an independent inverse-gamma factor";
        }
        return start.dimension() > MOST_MODE_PARAMETERS
                ? "at most " + MOST_MODE_PARAMETERS + " parameters but found " + start.dimension()
                : null;
    }

    /**
     * Refuses a posterior that cannot be fitted to this problem.
     *
     * @param natural whether it moves by natural gradients
     * @throws IllegalArgumentException with the reason
     */
    public void requireFit(Posterior start, boolean natural) {
        if (start.dimension() != prior.dimension()) {
            throw new IllegalArgumentException("the posterior must have one entry per parameter: required "
                    + prior.dimension() + ", found " + start.dimension());
        }
        boolean expectation = isExpectation(start);
        if (!expectation && loss.isRandom()) {
            throw new IllegalArgumentException("the objective " + objective.name() + " and posteriors of the family "
                    + start.family()
                    + " are judged by importance weights or risks of exact losses: required a loss without"
                    + " latent numbers of the rows, or the ELBO of a Gaussian, found a random loss");
        }
        if (!expectation && dispersion.coordinates().length > 0) {
            throw new IllegalArgumentException("the objective " + objective.name() + " and posteriors of the family "
                    + start.family() + " take all parameters together: required a joint dispersion, found an"
                    + " independent inverse-gamma factor");
        }
        if (!objective.hasScoreForm() && !loss.hasGradient()) {
            throw new IllegalArgumentException((objective.rowReduction() == null ? "the objective " : "the risk ")
                    + objective.name() + " requires a loss with gradients but this one has values only");
        }
        String refusal = objective.refusal(start, prior, natural);
        if (refusal != null) {
            throw new IllegalArgumentException(refusal);
        }
        for (double sd : start.sd()) {
            if (!Double.isFinite(sd)) {
                throw new IllegalArgumentException("the iterates are watched by means and standard deviations: required"
                        + " a posterior with finite ones, found " + start.family() + " with an sd of " + sd);
            }
        }
    }

    /** Refuses minibatches that bias the objective, unless the bias is accepted. */
    public void requireLinearInRows(int partitions, int all, boolean acceptsBias) {
        if (partitions < all && !objective.isLinear() && !acceptsBias) {
            throw new IllegalArgumentException("the objective " + objective.name()
                    + " is not linear in the rows and would be biased on minibatches: required all partitions or bias"
                    + " that is accepted, found " + partitions + " of " + all);
        }
    }
}
