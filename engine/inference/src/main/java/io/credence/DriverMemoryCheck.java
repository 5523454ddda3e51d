package io.credence;

import io.credence.config.ConfigurationException;
import io.credence.config.InferenceConfig;
import io.credence.kind.GroupingFactor;
import io.credence.kind.RandomEffects;
import io.credence.mixed.MixedAlgorithmChoice;
import io.credence.mixed.model.MixedModel;
import java.util.Locale;

/**
 * Check before a fit that the driver's heap is large enough for a full covariance, or for the effects of all levels. It
 * counts the least memory that a fit needs at once, so that no feasible fit is refused.
 *
 * @param heapBytes size of the heap
 */
record DriverMemoryCheck(long heapBytes) {

    /**
     * Memory of a posterior, in d × d matrices: the triangle of the precision, its factor, the factor's inverse and the
     * covariance.
     */
    private static final double OF_POSTERIOR = 3.5;
    /** Memory of a triangle, in d × d matrices. Sums hold two: the total so far, and the next partition's. */
    private static final double OF_SUMS = 0.5;
    /**
     * Number of triangles held for each partition factor: the current factor, its target, a trial one and the one that
     * a round returns.
     */
    private static final int OF_SITE = 4;
    /** Largest d for which an array can hold d² numbers. */
    private static final int MOST = 46340;

    /** Least memory of a level's name of up to eight letters: a text of 24 bytes, its letters of 24, a reference of 4. */
    private static final int OF_NAME = 52;

    private static final double GIGABYTE = 1L << 30;

    static DriverMemoryCheck ofThisProcess() {
        return new DriverMemoryCheck(Runtime.getRuntime().maxMemory());
    }

    /**
     * Refuses a fit whose covariance needs more heap than there is.
     *
     * @param dimension number of parameters d
     */
    void requireRoom(InferenceConfig config, int dimension, int partitions) {
        if (!config.posterior().structure().isFull()) {
            return;
        }
        int sums = config.isExact() ? Math.min(2, partitions) : 0;
        int sites = config.isPartitioned() ? OF_SITE * partitions : 0;
        double matrix = 8.0 * dimension * dimension;
        double needed = matrix * (OF_POSTERIOR + OF_SUMS * (sums + sites));
        if (dimension > MOST) {
            throw refusal(config, dimension, "at most " + MOST + " parameters");
        }
        if (needed > heapBytes) {
            boolean fewer = sites > 0 && matrix * (OF_POSTERIOR + OF_SUMS * (1 + OF_SITE)) <= heapBytes;
            throw refusal(
                    config,
                    dimension,
                    String.format(
                            Locale.ROOT,
                            "at least %.1f GB of heap (%.1f GB a matrix%s) where there are %.1f GB%s",
                            needed / GIGABYTE,
                            matrix / GIGABYTE,
                            sites > 0
                                    ? ", half of one for each of " + (sums + sites) + " sums and partition factors"
                                    : "",
                            heapBytes / GIGABYTE,
                            fewer ? ", fewer data.partitions" : ""));
        }
    }

    /**
     * Refuses a mixed model whose levels' names, means and covariances, with the systems of two large crossed factors, need
     * more heap than there is.
     */
    void requireRoom(MixedModel model) {
        double needed = MixedAlgorithmChoice.leastCrossedBytes(model);
        for (GroupingFactor factor : model.factors()) {
            needed += (double) OF_NAME * factor.levelCount();
        }
        double largest = 0;
        for (RandomEffects effects : model.effects()) {
            double levels = model.factors().get(model.factorIndex(effects)).levelCount();
            double k = effects.terms().size();
            double p = model.coefficientPrior().dimension();
            needed += Double.BYTES * levels * k * (1 + k + p);
            largest = Math.max(largest, levels * k * Math.max(k, p));
        }
        if (needed > heapBytes || largest > Integer.MAX_VALUE) {
            throw new ConfigurationException(String.format(
                    Locale.ROOT,
                    "the effects and names of levels do not fit into the driver: required at least %.1f GB of heap, and at most %d"
                            + " covariances of a factor, fewer levels, or fewer terms that vary, found %.1f GB and %.0f of"
                            + " %s",
                    needed / GIGABYTE,
                    Integer.MAX_VALUE,
                    heapBytes / GIGABYTE,
                    largest,
                    model.effects().stream()
                            .map(RandomEffects::factor)
                            .distinct()
                            .toList()));
        }
    }

    private static ConfigurationException refusal(InferenceConfig config, int dimension, String required) {
        return new ConfigurationException("a whole covariance does not fit into the driver: required " + required
                + ", or posterior.family = gaussian-diagonal, gaussian-block or gaussian-low-rank, found "
                + config.posterior().name() + " of " + dimension + " parameters");
    }
}
