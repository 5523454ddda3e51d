package io.credence.mixed.levelwise;

import io.credence.mixed.result.JointParameterPosterior;
import java.util.List;

/** Posterior of ψ once its mode is known. It is found or checked by evaluations of the density around the mode. */
interface PosteriorNearMode {

    /**
     * Points to evaluate next, once all points of the state were evaluated; none where no more are needed. The mode is
     * the first.
     */
    List<double[]> nextPoints(LevelwiseState at);

    /** Share of the levels that each evaluation reads. */
    double levelShare();

    /** Description of how the posterior was found. */
    String description();

    /** Posterior by the evaluations of the state. */
    JointParameterPosterior posterior(LevelwiseState at);
}
