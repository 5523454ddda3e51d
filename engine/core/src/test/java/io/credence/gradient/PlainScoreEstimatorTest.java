package io.credence.gradient;

import io.credence.family.GaussianPosterior;

/** The score estimator without centring, which nothing makes less noisy. */
class PlainScoreEstimatorTest extends GradientEstimatorContract {

    @Override
    GradientEstimator<GaussianPosterior> estimator() {
        return new ScoreEstimator(false);
    }

    /** Cut as the posterior's precision is. */
    @Override
    QuadraticControlVariate arbitrary(GaussianPosterior q) {
        double[] curvature = q.precision().clone();
        for (int e = 0; e < curvature.length; e++) {
            curvature[e] *= e % 2 == 0 ? -0.6 : 0.8;
        }
        return new QuadraticControlVariate(q.blocks(), new double[] {0.5, -1, 0.7}, curvature);
    }

    @Override
    QuadraticControlVariate known(PolynomialDensity density, GaussianPosterior q) {
        return QuadraticControlVariate.zero(q.blocks());
    }
}
