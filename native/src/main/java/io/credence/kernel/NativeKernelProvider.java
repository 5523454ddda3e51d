package io.credence.kernel;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.KernelProvider;

/** Offers the {@linkplain NativeDenseKernel native kernel} to the engine. */
public final class NativeKernelProvider implements KernelProvider {

    /** Creates the provider for {@link java.util.ServiceLoader}. */
    public NativeKernelProvider() {}

    @Override
    public DenseKernel load() {
        NativeLibrarySearch.ensureLoaded();
        return NativeDenseKernel.INSTANCE;
    }
}
