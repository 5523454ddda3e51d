package io.credence.fit;

import io.credence.family.Blocks;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.MonteCarloSettings.ControlVariate;
import io.credence.fit.MonteCarloSettings.EstimatorKind;
import io.credence.gradient.ConstantVariateEstimator;
import io.credence.gradient.GradientEstimator;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.gradient.ParameterEstimator;
import io.credence.gradient.QuadraticControlVariate;
import io.credence.gradient.ReparameterizedEstimator;
import io.credence.gradient.ReparameterizedEstimator.FoldedEstimator;
import io.credence.gradient.ScoreEstimator;

/** Chooses the estimator of a posterior's gradient, once, where a fit is assembled. */
final class Estimators {

    private Estimators() {}

    /** Whether gradients are taken at draws or from values alone. */
    static EstimatorKind kind(Problem problem, EstimatorKind asked) {
        boolean gradients = problem.loss().hasGradient();
        if (asked == EstimatorKind.REPARAMETERIZED && !gradients) {
            throw new IllegalArgumentException(
                    "the reparameterized estimator requires a loss with gradients but this one has values only");
        }
        if (asked == EstimatorKind.SCORE && !problem.objective().hasScoreForm()) {
            throw new IllegalArgumentException(problem.objective().name()
                    + " takes gradients at draws: required the estimator auto or reparameterized, found score");
        }
        return switch (asked) {
            case AUTO -> gradients ? EstimatorKind.REPARAMETERIZED : EstimatorKind.SCORE;
            case SCORE, REPARAMETERIZED -> asked;
            case EXACT, FIXED_DRAWS -> throw new IllegalArgumentException("no estimator by fresh draws: " + asked);
        };
    }

    /** Of an expected log density at a Gaussian. */
    static GradientEstimator<GaussianPosterior> ofExpectation(
            EstimatorKind kind, ControlVariate variate, boolean folded) {
        if (kind == EstimatorKind.REPARAMETERIZED) {
            return folded ? new FoldedEstimator() : new ReparameterizedEstimator();
        }
        return switch (variate) {
            case NONE -> new ScoreEstimator(false);
            case CONSTANT -> new ConstantVariateEstimator();
            case QUADRATIC -> new ScoreEstimator(true);
        };
    }

    /** Of weighted draws: by paths, or by values. */
    @SuppressWarnings("unchecked") // an estimator of Gaussians is asked for those only
    static <Q extends Posterior> GradientEstimator<? super Q> ofWeights(Q start, EstimatorKind kind) {
        boolean paths = kind == EstimatorKind.REPARAMETERIZED;
        if (!(start instanceof GaussianPosterior)) {
            return new ParameterEstimator(paths ? GradientForm.PER_DRAW : GradientForm.NONE);
        }
        return paths
                ? (GradientEstimator<? super Q>) (GradientEstimator<?>) new ReparameterizedEstimator()
                : ofWeightedScores(start);
    }

    /** From weights of the draws' scores. */
    @SuppressWarnings("unchecked") // as above
    static <Q extends Posterior> GradientEstimator<? super Q> ofWeightedScores(Q start) {
        return start instanceof GaussianPosterior
                ? (GradientEstimator<? super Q>) (GradientEstimator<?>) new ScoreEstimator(false)
                : new ParameterEstimator(GradientForm.NONE);
    }

    /** An empty control variate for that posterior. */
    static QuadraticControlVariate nothingKnown(Posterior q) {
        return QuadraticControlVariate.none(
                q instanceof GaussianPosterior gaussian ? gaussian.blocks() : Blocks.diagonal(q.dimension()));
    }
}
