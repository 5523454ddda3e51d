package io.credence;

import io.credence.config.ConfigurationException;
import io.credence.config.InferenceConfig;
import java.util.Locale;

/**
 * Whether a whole covariance fits into the driver's heap, checked before the first pass. What is counted is the least
 * that a fit holds at once, so that no fit is refused that could have been made.
 *
 * @param bytes of the heap
 */
record DriverMemory(long bytes) {

    /** Precision by its triangle, its factor, the factor's inverse and the covariance. */
    private static final double OF_POSTERIOR = 3.5;
    /** A triangle: of the sums so far, and of those of the partition that comes next. */
    private static final double OF_SUMS = 0.5;
    /** The same for each site: as it is, as it is required, as it is tried and as a round brings it home. */
    private static final int OF_SITE = 4;
    /** Largest d for which d² numbers are one array. */
    private static final int MOST = 46340;

    private static final double GIGABYTE = 1L << 30;

    static DriverMemory ofThisProcess() {
        return new DriverMemory(Runtime.getRuntime().maxMemory());
    }

    /**
     * Refuses a fit that has no room.
     *
     * @param dimension number of parameters d
     */
    void require(InferenceConfig config, int dimension, int partitions) {
        if (!config.posterior().structure().isFull()) {
            return;
        }
        int sums = config.isExact() ? Math.min(2, partitions) : 0;
        int sites = config.isPartitioned() ? OF_SITE * partitions : 0;
        double matrix = 8.0 * dimension * dimension;
        double needed = matrix * (OF_POSTERIOR + OF_SUMS * (sums + sites));
        if (dimension > MOST) {
            throw refuse(config, dimension, "at most " + MOST + " parameters");
        }
        if (needed > bytes) {
            boolean fewer = sites > 0 && matrix * (OF_POSTERIOR + OF_SUMS * (1 + OF_SITE)) <= bytes;
            throw refuse(
                    config,
                    dimension,
                    String.format(
                            Locale.ROOT,
                            "at least %.1f GB of heap (%.1f GB a matrix%s) where there are %.1f GB%s",
                            needed / GIGABYTE,
                            matrix / GIGABYTE,
                            sites > 0 ? ", half of one for each of " + (sums + sites) + " sums and sites" : "",
                            bytes / GIGABYTE,
                            fewer ? ", fewer data.partitions" : ""));
        }
    }

    private static ConfigurationException refuse(InferenceConfig config, int dimension, String required) {
        return new ConfigurationException("a whole covariance does not fit into the driver: required " + required
                + ", or posterior.family = gaussian-diagonal, gaussian-block or gaussian-low-rank, found "
                + config.posterior().name() + " of " + dimension + " parameters");
    }
}
