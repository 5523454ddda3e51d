package io.credence.network;

import io.credence.likelihood.Likelihood;
import io.credence.linalg.DenseKernel;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What epochs trained, and what predicts labels: an ensemble of networks, or a deep Gaussian process. */
public interface EpochPosterior extends Serializable {

    /** Family of posteriors that it is of. */
    String family();

    /** Of the labels, given what it predicts. */
    Likelihood likelihood();

    /** Units in which it sees rows. */
    Standardisation units();

    /** What it is made of, by the keys under {@code model.network} that request it. */
    Map<String, Object> sizes();

    /** Its members, one or several. */
    List<NetworkEnsemble.Trained> members();

    /** Number of a member's parameters that have a posterior, or are points that predict. */
    int size(NetworkEnsemble.Trained member);

    /** How well it predicted rows held out when it was trained on the others; null where none were. */
    @Nullable
    HeldOut heldOut();

    /** Draws by which rows are predicted, the same for the same fit. */
    LabelDraws draws(DenseKernel kernel);

    /** In a line, for people. */
    String text();
}
