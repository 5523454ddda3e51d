package io.credence.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.testkit.ModuleFace;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What other modules may know of mixed models. */
class MixedArchitectureTest {

    /** The 9 types that they name. */
    private static final String FACE = """
            mixed: MixedAlgorithmChoice
            mixed.model: ColumnShift EffectsPrior FixedEffectsPrior MixedModel SdPriorPart SdPriors SmoothTerm
            mixed.result: MixedPosterior
            """;

    @Test
    void otherModules_nameTheFaceAlone() throws IOException {
        assertEquals(FACE, ModuleFace.of("engine/mixed").toString());
    }
}
