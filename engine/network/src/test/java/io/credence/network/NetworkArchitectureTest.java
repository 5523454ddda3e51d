package io.credence.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.testkit.ModuleFace;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What other modules may know of networks. */
class NetworkArchitectureTest {

    /** The 14 types that they name. */
    private static final String FACE = """
            network.autoencoder: Autoencoder
            network.dense: NetworkModel NetworkObjective
            network.process: DeepProcess DeepProcessRequest
            network.result: EpochPosterior HoldOutScores NetworkEnsemble PredictionDraws
            network.train: EpochRequest NetworkAlgorithm NetworkBandit NetworkRequest Training
            """;

    @Test
    void otherModules_nameTheFaceAlone() throws IOException {
        assertEquals(FACE, ModuleFace.of("engine/network").toString());
    }
}
