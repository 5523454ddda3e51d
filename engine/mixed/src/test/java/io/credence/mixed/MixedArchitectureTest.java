package io.credence.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.ExposedTypes;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What other modules may know of mixed models. */
class MixedArchitectureTest {

    /** Largest number of types that they name, of decision 0089. */
    private static final int MOST_TYPES = 10;

    /** The types that they name. */
    private static final String FACE = """
            mixed: MixedAlgorithmChoice
            mixed.model: ColumnOriginShift EffectsPrior MixedModel MixedModelDraft MixedRequest PriorUnits SdPriors \
            SmoothTerm
            mixed.result: MixedPosterior
            """;

    @Test
    void otherModules_nameTheFaceAlone() throws IOException {
        ExposedTypes face = ExposedTypes.of("engine/mixed");
        assertEquals(FACE, face.toString());
        assertTrue(face.size() <= MOST_TYPES, "types: " + face.size());
    }
}
