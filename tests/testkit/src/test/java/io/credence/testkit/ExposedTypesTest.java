package io.credence.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ExposedTypesTest {

    @Test
    void kernelThatTheNativeModuleImplements_isInTheFaceOfNumerics() throws IOException {
        ExposedTypes face = ExposedTypes.of("engine/numerics");
        assertTrue(face.byPackage().get("linalg").contains("KernelProvider"), face.toString());
    }

    @Test
    void typesNamedWithinTheirModule_areNotInItsFace() throws IOException {
        assertEquals("", ExposedTypes.of("native").toString().replaceAll("(?m)^kernel: .*\n", ""));
    }
}
