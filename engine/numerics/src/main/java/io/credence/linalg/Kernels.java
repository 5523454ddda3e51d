package io.credence.linalg;

import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Choice of the kernel: by name, or the fastest that this machine can load. */
public final class Kernels {

    /** Name that requests the fastest kernel that loads. */
    public static final String AUTO = "auto";

    /** Name that lets each machine use its own fastest kernel, whatever the others use. */
    public static final String MIXED = "mixed";

    private static final Logger LOG = LoggerFactory.getLogger(Kernels.class);

    private Kernels() {}

    /** The fastest kernel on this machine, which {@link #AUTO} requests; found once per JVM. */
    public static DenseKernel best() {
        return FastestKernel.FOUND.kernel();
    }

    /**
     * Reason why the kernel of the given name is not the fastest that exists, with the cure. Null where it is, or was
     * requested by name.
     */
    public static @Nullable String fallbackReason(String name) {
        return name.equals(AUTO) || name.equals(MIXED) ? FastestKernel.FOUND.fallbackReason() : null;
    }

    /**
     * The kernel with the given name.
     *
     * @param name {@code auto}, {@code java}, {@code native} or {@code mixed}; a kernel requested by name never falls back
     * @throws KernelException if it cannot be loaded, with the cause and the cure
     * @throws IllegalArgumentException if there is no kernel of that name
     */
    public static DenseKernel named(String name) {
        return switch (name) {
            case AUTO, MIXED -> best();
            case "java" -> JavaDenseKernel.INSTANCE;
            case "native" -> loadNative();
            default ->
                throw new IllegalArgumentException(
                        "unknown kernel '" + name + "': required is auto, java, native or mixed");
        };
    }

    /**
     * Name sent to executors, so that all of them use the kernel of this machine. An executor where it does not load
     * refuses the work, since another kernel would change the last bits.
     */
    public static String nameForExecutors(String name) {
        return name.equals(MIXED) ? MIXED : named(name).name();
    }

    private static DenseKernel loadNative() {
        try {
            return ServiceLoader.load(KernelProvider.class, KernelProvider.class.getClassLoader())
                    .findFirst()
                    .orElseThrow(() -> new KernelException(
                            "no native kernel on the class path;"
                                    + " add the credence-native jar, or use kernel = java",
                            null))
                    .load();
        } catch (LinkageError | ServiceConfigurationError cause) {
            throw new KernelException(
                    "the native kernel did not load (" + cause.getMessage() + "); kernel = java does without", cause);
        }
    }

    private record FastestKernel(
            DenseKernel kernel, @Nullable String fallbackReason) {
        static final FastestKernel FOUND = find();

        private static FastestKernel find() {
            try {
                return new FastestKernel(loadNative(), null);
            } catch (KernelException cause) {
                LOG.info("Using the Java kernel: {}", cause.getMessage());
                return new FastestKernel(JavaDenseKernel.INSTANCE, "the Java kernel was used: " + cause.getMessage());
            }
        }
    }
}
