package io.credence.linalg;

/** Provider of a kernel found at run time; registered through {@link java.util.ServiceLoader}. */
public interface KernelProvider {

    /**
     * The kernel, ready for use.
     *
     * @throws LinkageError if its library cannot be loaded; the message gives the reason
     */
    DenseKernel load();
}
