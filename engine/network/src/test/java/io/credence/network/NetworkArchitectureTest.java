package io.credence.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.ExposedTypes;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What other modules may know of networks. */
class NetworkArchitectureTest {

    /** Largest number of types that they name, of decisions 0089 and 0121. */
    private static final int MOST_TYPES = 16;

    /** The types that they name. */
    private static final String FACE = """
            network.autoencoder: Autoencoder
            network.dense: NetworkModel NetworkObjective
            network.process: DeepProcess DeepProcessRequest
            network.result: HoldOutScores NetworkEnsemble PredictionDraws ResponsePosterior TrainedPosterior
            network.train: NetworkAlgorithm NetworkBandit NetworkRequest Training TrainingProblem TrainingRequest
            """;

    @Test
    void otherModules_nameTheFaceAlone() throws IOException {
        ExposedTypes face = ExposedTypes.of("engine/network");
        assertEquals(FACE, face.toString());
        assertTrue(face.size() <= MOST_TYPES, "types: " + face.size());
    }
}
