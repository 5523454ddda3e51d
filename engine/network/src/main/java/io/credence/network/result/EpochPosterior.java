package io.credence.network.result;

import io.credence.likelihood.Likelihood;
import io.credence.linalg.DenseKernel;
import io.credence.network.row.Standardisation;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Posterior that epochs of training fit, by which labels are predicted: an ensemble of networks, or a deep Gaussian
 * process.
 */
public interface EpochPosterior extends Serializable {

    /** Name of its family of posteriors. */
    String family();

    /** Likelihood of the labels, given its predictions. */
    Likelihood likelihood();

    /** Units in which it takes rows. */
    Standardisation units();

    /** Sizes by the keys under {@code model.network} that request them. */
    Map<String, Object> sizesByKey();

    /** Members of the posterior, one or several. */
    List<NetworkEnsemble.TrainedMember> members();

    /** Number of a member's parameters that have a posterior, or are points that predict. */
    int parameterCount(NetworkEnsemble.TrainedMember member);

    /** Scores of its predictions of rows held out, when it was trained on the others; null where none were. */
    @Nullable
    HoldOutScores heldOut();

    /** Draws by which rows are predicted, in the units of the training; they are equal for equal fits. */
    PredictionDraws standardisedDraws(DenseKernel kernel);

    /** Draws by which rows are predicted, in units of the columns and of the label as they were given. */
    default PredictionDraws predictionDraws(DenseKernel kernel) {
        return new GivenUnitDraws(standardisedDraws(kernel), units());
    }

    /** Description in one line, for people. */
    String text();
}
