package io.credence.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.testkit.ModuleFace;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What other modules may know of networks. */
class NetworkArchitectureTest {

    /** The 19 types that they name. */
    private static final String FACE = """
            network: Activation Autoencoder DeepProcess DeepProcessRequest EpochPosterior EpochRequest HeldOut \
            LabelDraws LinearisedRequest NetworkAlgorithm NetworkBandit NetworkEnsemble NetworkModel \
            NetworkObjective NetworkProblem NetworkRequest Standardisation Trainable Training
            """;

    @Test
    void otherModules_nameTheFaceAlone() throws IOException {
        assertEquals(FACE, ModuleFace.of("engine/network").toString());
    }
}
