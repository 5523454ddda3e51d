package io.credence.network.result;

import io.credence.likelihood.Likelihood;
import io.credence.linalg.DenseKernel;
import io.credence.network.row.Standardisation;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Posterior fitted by epochs of training, from which labels are predicted: an ensemble of networks, or a deep Gaussian
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

    /** Number of a member's parameters that have a posterior, or are points used in predictions. */
    int parameterCount(NetworkEnsemble.TrainedMember member);

    /**
     * Scores of predictions of held-out rows, made when the posterior was trained on the others; null where none were
     * held out.
     */
    @Nullable
    HoldOutScores heldOut();

    /** Draws for predicting rows, in the units of the training. They are the same for equal fits. */
    PredictionDraws standardisedDraws(DenseKernel kernel);

    /** Draws for predicting rows, in the units of the columns and of the label as they were given. */
    default PredictionDraws predictionDraws(DenseKernel kernel) {
        return new GivenUnitDraws(standardisedDraws(kernel), units());
    }

    /** Readable description in one line. */
    String text();
}
