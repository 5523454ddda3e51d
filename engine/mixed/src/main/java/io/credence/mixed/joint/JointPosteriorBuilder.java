package io.credence.mixed.joint;

import io.credence.linalg.LogSums;
import io.credence.mixed.joint.JointState.SearchStage;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.result.ComponentEvaluation;
import io.credence.mixed.result.DesignPoints;
import io.credence.mixed.result.MixedPosterior;
import io.credence.mixed.result.MixedPosterior.VarianceDesign;
import io.credence.mixed.result.MixedPosteriorBuilder;
import io.credence.mixed.result.MomentMixture;
import io.credence.mixed.result.RecombinedPoints;
import java.util.List;

/** Builder of the posterior of components, coefficients and effects that are integrated over together. */
record JointPosteriorBuilder(ComponentDensity density, MixedPosteriorBuilder results) {

    /** Posterior over the design where it is done, else at the best point of the search. */
    MixedPosterior posterior(JointState at) {
        boolean whole = at.stage() == SearchStage.DONE;
        double[] best = at.search() == null ? new double[0] : at.search().point();
        List<double[]> points = whole ? at.points().all() : List.of(best);
        double[] logs = whole ? at.rounds(density.design()).logWeights(at.correctedLogDensities()) : new double[0];
        double[] all = whole ? LogSums.shares(logs) : new double[] {1};
        boolean small = EffectLayout.of(results.model()).isSmall();
        DesignPoints kept = DesignPoints.of(
                points, all, density.coordinates(), small ? density.tailCheck().importances(points, all) : all);
        double[] shares = small ? kept.weights() : RecombinedPoints.weights(kept.points(), kept.weights());
        MomentMixture mixture = MomentMixture.of(results.model(), shares, i -> {
            ComponentEvaluation found = whole ? at.points().evaluations().get(kept.numbers()[i]) : at.warmStart();
            return density.moments(kept.points().get(i), found);
        });
        VarianceDesign design = kept.toVarianceDesign(results.model(), logs)
                .withUnderCovered(whole ? density.tailCheck().underCoveredNames(points, all) : List.of());
        return results.posterior(
                design,
                mixture,
                density.columns().rootMeanSquares(),
                whole ? LogSums.of(logs) : Double.NaN,
                whole ? density.logDensityError(at.points().evaluations(), all) : Double.NaN);
    }
}
