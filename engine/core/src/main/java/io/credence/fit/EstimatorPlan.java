package io.credence.fit;

import io.credence.family.Blocks;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.SamplingSettings.ControlVariate;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.SamplingSettings.RaoBlackwell;
import io.credence.gradient.ConstantVariateEstimator;
import io.credence.gradient.GradientEstimator;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.gradient.ParameterEstimator;
import io.credence.gradient.ReparameterizedEstimator;
import io.credence.gradient.ReparameterizedEstimator.FoldedEstimator;
import io.credence.gradient.ScoreEstimator;
import io.credence.gradient.ScoreVariate;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Choice of the gradient estimator of a fit by draws, made once. It depends on the estimators that the loss offers, the
 * one requested and the amount of data that may be sent.
 */
public final class EstimatorPlan {

    /**
     * Largest count of numbers sent per pass: gradients at the draws, or their parts by Markov blankets. Also the
     * largest count of coordinates of points held by the driver.
     */
    public static final int MOST_NUMBERS = 4_000_000;

    private final FitSetup setup;
    private final EstimatorKind kind;
    private final boolean gaussian;
    private final boolean expectation;
    private final boolean folded;

    /** The plan of a fit that begins at {@code start}. */
    public EstimatorPlan(FitSetup setup, Posterior start) {
        Problem problem = setup.problem();
        this.setup = setup;
        this.kind = switch (requested().kind()) {
            case AUTO, FRESH_DRAWS ->
                problem.loss().hasGradient() ? EstimatorKind.REPARAMETERIZED : EstimatorKind.SCORE;
            default -> requested().kind();
        };
        this.gaussian = start.gaussian() != null;
        this.expectation = problem.isExpectation(start);
        this.folded = expectation
                && isReparameterized()
                && setup.settings().structure().isMeanField()
                && problem.dispersion().coordinates().length == 0
                && (long) requested().draws() * problem.loss().dimension() > MOST_NUMBERS;
    }

    private SamplingSettings.Estimator requested() {
        return setup.sampling().estimator();
    }

    /** Refuses an estimator that the loss and objective do not offer. */
    public void requireOffered() {
        Problem problem = setup.problem();
        if (requested().kind() == EstimatorKind.REPARAMETERIZED
                && !problem.loss().hasGradient()) {
            throw new IllegalArgumentException(
                    "the reparameterized estimator requires a loss with gradients but this one has values only");
        }
        if (requested().kind() == EstimatorKind.SCORE && !problem.objective().hasScoreForm()) {
            throw new IllegalArgumentException(problem.objective().name()
                    + " takes gradients at draws: required the estimator auto or reparameterized, found score");
        }
        if (kind != EstimatorKind.SCORE && kind != EstimatorKind.REPARAMETERIZED) {
            throw new IllegalArgumentException("no estimator by fresh draws: " + kind);
        }
    }

    /**
     * Whether gradients are reparameterised, from those of the loss at the draws; else they are estimated from values
     * alone.
     */
    boolean isReparameterized() {
        return kind == EstimatorKind.REPARAMETERIZED;
    }

    /** Whether draws estimate an expected log density; else they give weights that the objective derives from them. */
    public boolean isExpectation() {
        return expectation;
    }

    /** Whether executors sum the gradients over the draws before sending them. */
    boolean isSummedByExecutors() {
        return folded;
    }

    /** The control variate of the steps. */
    ControlVariate variate() {
        return expectation ? requested().variate() : ControlVariate.NONE;
    }

    /** Builder of this plan's control variates, which contain only facts known before the draws. */
    public ControlVariateBuilder variates() {
        return new ControlVariateBuilder(setup, this);
    }

    /**
     * Noise of an estimated curvature relative to the curvature that the control variate leaves, both as mean squares.
     * For one block it is d²/S from values and d/S from gradients.
     */
    double relativeNoise(Blocks blocks, int draws) {
        double entries = 0;
        for (int b = 0; b < (blocks.size(0) == 1 ? 1 : blocks.count()); b++) {
            double n = blocks.size(b);
            entries += isReparameterized() ? n + 1 : n * (n + 1);
        }
        return entries / draws;
    }

    /** The estimator of the gradients of steps. */
    public <Q extends Posterior> GradientEstimator<? super Q> estimator() {
        return asEstimator(gaussian ? gaussian(requested().variate()) : parametric());
    }

    /** The least noisy estimator that the loss allows. */
    public <Q extends Posterior> GradientEstimator<? super Q> leastNoisyEstimator() {
        boolean clear = expectation && setup.problem().loss().hasGradient() && !folded;
        GradientEstimator<?> ofGaussian = clear ? new ReparameterizedEstimator() : gaussian(ControlVariate.QUADRATIC);
        return asEstimator(gaussian ? ofGaussian : parametric());
    }

    /** The estimator from score functions weighted by the objective. */
    <Q extends Posterior> GradientEstimator<? super Q> scoreEstimator() {
        return asEstimator(gaussian ? new ScoreEstimator(false) : valueEstimator());
    }

    @SuppressWarnings(
            "unchecked") // the fit of a Gaussian has estimators of Gaussians, any other such of all posteriors
    private static <Q extends Posterior> GradientEstimator<? super Q> asEstimator(GradientEstimator<?> estimator) {
        return (GradientEstimator<? super Q>) estimator;
    }

    private GradientEstimator<GaussianPosterior> gaussian(ControlVariate variate) {
        if (isReparameterized()) {
            return folded ? new FoldedEstimator() : new ReparameterizedEstimator();
        }
        if (!expectation) {
            return new ScoreEstimator(false);
        }
        return switch (variate) {
            case NONE -> new ScoreEstimator(false);
            case CONSTANT -> new ConstantVariateEstimator();
            case QUADRATIC -> new ScoreEstimator(true);
        };
    }

    private GradientEstimator<Posterior> parametric() {
        return isReparameterized()
                ? new ParameterEstimator(GradientForm.PER_DRAW, ScoreVariate.NONE)
                : valueEstimator();
    }

    private GradientEstimator<Posterior> valueEstimator() {
        return new ParameterEstimator(
                GradientForm.NONE,
                switch (requested().variate()) {
                    case NONE -> ScoreVariate.NONE;
                    case CONSTANT -> ScoreVariate.CONSTANT;
                    case QUADRATIC -> ScoreVariate.LINEAR;
                });
    }

    /** Number of draws of the first step: enough for estimating a full curvature from values, if that is allowed. */
    public int firstDraws() {
        boolean full = setup.settings().structure().isFull();
        if (!expectation || isReparameterized() || !requested().adaptive() || !full) {
            return requested().draws();
        }
        int d = setup.problem().prior().dimension();
        double useful = 0.5 * d * (d + 1.0);
        return (int) Math.max(requested().draws(), Math.min(requested().mostDraws(), useful));
    }

    /**
     * The log entry that states the choice.
     *
     * @param apart whether the posterior's factors are distinguished
     */
    public String decision(boolean apart) {
        String name = isReparameterized() ? "reparameterized, from gradients" : "score, from values of the loss";
        String variate = expectation ? requested().variate().name().toLowerCase(Locale.ROOT) : "none";
        return "estimator: " + name + (folded ? ", folded by the executors" : "") + "; "
                + firstDraws() + " draws, control variate " + variate
                + (apart ? ", Rao-Blackwellised over " + factorCount() + " factors" : "");
    }

    /**
     * Whether a fit by values separates its posterior's factors, that is, uses Rao–Blackwellisation (GVI section
     * 5.2.4).
     *
     * @param anchored whether minibatches are corrected by sums over all rows
     * @throws IllegalArgumentException if that was requested and cannot be, with the reason
     */
    public boolean separatesFactors(boolean anchored) {
        RaoBlackwell required = requested().raoBlackwell();
        if (!expectation || required == RaoBlackwell.FALSE) {
            return false;
        }
        String refusal = blanketRefusal(anchored);
        if (required == RaoBlackwell.TRUE && refusal != null) {
            throw new IllegalArgumentException("Rao-Blackwellisation is not possible: " + refusal);
        }
        return refusal == null && (required == RaoBlackwell.TRUE || isSeparationWorthwhile());
    }

    private @Nullable String blanketRefusal(boolean anchored) {
        if (kind != EstimatorKind.SCORE) {
            return "required the score estimator, found gradients at draws";
        }
        if (factorCount() == 1) {
            return "required a posterior of several factors, found one that joins all parameters";
        }
        if (!setup.problem().loss().isDecomposed()) {
            return "required a loss that is a sum of terms which each involve some parameters, found one that is not";
        }
        if (setup.problem().dispersion().coordinates().length > 0) {
            return "required all parameters in Gaussian factors, found an inverse-gamma factor of the dispersion";
        }
        return anchored
                ? "required minibatches without a control variate, or all partitions in every step, found minibatches that are"
                        + " corrected by sums over all rows"
                : null;
    }

    /** Number of independent factors of the posterior. */
    int factorCount() {
        int dimension = setup.problem().prior().dimension();
        return setup.settings().structure().blocks(dimension).count();
    }

    /** Whether separating factors pays. With dense rows each factor's blanket is the whole loss. */
    private boolean isSeparationWorthwhile() {
        boolean separate =
                setup.backend().summary().sparse() || setup.problem().loss().asPredictorLoss() == null;
        return separate && (long) requested().draws() * factorCount() <= MOST_NUMBERS;
    }
}
