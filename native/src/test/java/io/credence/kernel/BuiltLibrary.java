package io.credence.kernel;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.credence.linalg.DenseKernel;

/** The library under test: skips the test where it was not built, and only there. */
final class BuiltLibrary {

    private BuiltLibrary() {}

    static DenseKernel kernel() {
        assumeBuilt();
        return new NativeKernelProvider().load();
    }

    static void assumeBuilt() {
        assumeTrue(
                BuiltLibrary.class.getResource(NativeLibrarySearch.resource()) != null,
                "the native kernel was not built; the build printed the reason: 'native kernel not built: ...'");
    }
}
