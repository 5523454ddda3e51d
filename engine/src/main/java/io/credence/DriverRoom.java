package io.credence;

import io.credence.config.ConfigurationException;
import io.credence.config.InferenceConfig;
import io.credence.fit.PosteriorFamily;
import java.util.Locale;

/**
 * Whether a whole covariance fits into the driver's heap, asked before the first pass. What is counted is the least
 * that a fit holds at once, so that no fit is refused that could have been made.
 *
 * @param bytes of the heap
 */
record DriverRoom(long bytes) {

    /** Precision by its triangle, its factor, the factor's inverse and the covariance. */
    private static final double OF_POSTERIOR = 3.5;
    /** A triangle for each partition: sums are added in the order of the partitions, once all are there. */
    private static final double OF_SUMS = 0.5;
    /** The same of a site: as it is, as it is wanted, as it is tried and as a round brings it home. */
    private static final int OF_SITE = 4;
    /** Largest d for which d² numbers are one array. */
    private static final int MOST = 46340;

    private static final double GIGABYTE = 1L << 30;

    static DriverRoom ofThisProcess() {
        return new DriverRoom(Runtime.getRuntime().maxMemory());
    }

    /**
     * Refuses a fit that has no room.
     *
     * @param dimension number of parameters d
     */
    void require(InferenceConfig config, int dimension, int partitions) {
        if (config.posterior().family() != PosteriorFamily.GAUSSIAN_FULL) {
            return;
        }
        int sums = !config.isExact() ? 0 : config.isPartitioned() ? (1 + OF_SITE) * partitions : partitions;
        double matrix = 8.0 * dimension * dimension;
        double needed = matrix * (OF_POSTERIOR + OF_SUMS * sums);
        if (dimension > MOST) {
            throw refuse(config, dimension, "at most " + MOST + " parameters");
        }
        if (needed > bytes) {
            String fewer = matrix * (OF_POSTERIOR + OF_SUMS) <= bytes && sums > 1 ? ", fewer data.partitions" : "";
            throw refuse(
                    config,
                    dimension,
                    String.format(
                            Locale.ROOT,
                            "at least %.1f GB of heap (%.1f GB a matrix%s) where there are %.1f GB%s",
                            needed / GIGABYTE,
                            matrix / GIGABYTE,
                            sums > 0 ? ", half of one for each of " + sums + told(config) : "",
                            bytes / GIGABYTE,
                            fewer));
        }
    }

    private static String told(InferenceConfig config) {
        return config.isPartitioned() ? " sums and sites of partitions" : " partitions";
    }

    private static ConfigurationException refuse(InferenceConfig config, int dimension, String required) {
        return new ConfigurationException("a whole covariance does not fit into the driver: required " + required
                + ", or posterior.family = gaussian-diagonal, gaussian-block or gaussian-low-rank, found "
                + config.posterior().name() + " of " + dimension + " parameters");
    }
}
