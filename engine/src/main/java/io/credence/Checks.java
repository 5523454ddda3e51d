package io.credence;

import io.credence.config.FitConfig.Check;
import io.credence.config.FitConfig.Check.LeftOutRows;
import io.credence.config.InferenceConfig;
import io.credence.diagnostic.LeaveOneOutEstimator;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitSetup;
import io.credence.fit.PosteriorWeights;
import io.credence.loss.DrawLoss;
import io.credence.predict.ReplicatedResponses;
import org.jspecify.annotations.Nullable;

/**
 * How a posterior is looked at once it is found.
 *
 * @param weights weighs its draws by the exact one; null if no check is wanted
 * @param rowsLeftOut predicts each row from the others; null if that is not wanted
 * @param replicated sets drawn responses against those observed; null if that is not wanted
 */
public record Checks(
        @Nullable PosteriorWeights weights,
        @Nullable LeaveOneOutEstimator rowsLeftOut,
        @Nullable ReplicatedResponses replicated) {

    private static final Checks NONE = new Checks(null, null, null);

    /** Those that were asked for; the others need the weights, and rows whose loss is minus a log likelihood. */
    static Checks of(InferenceConfig config, FitSetup setup, ExecutionBackend backend) {
        Check asked = config.check();
        if (!asked.khat()) {
            return NONE;
        }
        DrawLoss loss = setup.problem().loss();
        LeftOutRows rows = asked.leaveOneOut();
        boolean likelihood = config.objective().isLikelihood();
        return new Checks(
                setup.weights(),
                likelihood && rows != LeftOutRows.NONE
                        ? new LeaveOneOutEstimator(loss, backend, config.seed(), rows == LeftOutRows.ALL)
                        : null,
                likelihood && asked.predictive() ? new ReplicatedResponses(loss, backend, config.seed()) : null);
    }
}
