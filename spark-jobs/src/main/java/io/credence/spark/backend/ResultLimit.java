package io.credence.spark.backend;

import io.credence.config.ConfigurationException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.SparkSession;

/**
 * Limit of the size of a job's results. Spark ends a job whose results together exceed
 * {@code spark.driver.maxResultSize}, and results that come before their turn wait in the driver's heap.
 *
 * @param bytesPerResult largest size of one result, bytes
 * @param bytesPerJob largest size of the results of a job of several, bytes
 */
record ResultLimit(long bytesPerResult, long bytesPerJob) {

    private static final String LIMIT = "spark.driver.maxResultSize";
    /** Allowance, bytes, for what Spark sends to the driver along with a result. */
    private static final long BESIDE = 1 << 13;
    /** Ratio of the driver's heap to the bytes of results that may wait in it. */
    private static final int WAITING = 4;

    private static final double MEGABYTE = 1 << 20;

    /** Limit of a session in this process. */
    static ResultLimit of(SparkSession spark) {
        long limit = JavaUtils.byteStringAsBytes(spark.conf().get(LIMIT, "1g"));
        return of(limit, Runtime.getRuntime().maxMemory());
    }

    /**
     * Limit of a driver.
     *
     * @param limit largest size of all results of a job, bytes; 0 for no limit
     */
    static ResultLimit of(long limit, long heap) {
        long most = limit == 0 ? Long.MAX_VALUE : limit;
        return new ResultLimit(most, Math.min(most / 2, heap / WAITING));
    }

    /**
     * Divides partitions among jobs, as many in each as the limit allows, in the given order.
     *
     * @param bytes size of each partition's result
     * @throws ConfigurationException if one result is above the limit
     */
    List<int[]> divideIntoJobs(int[] partitions, long bytes) {
        long each = bytes + BESIDE;
        if (each > bytesPerResult) {
            throw new ConfigurationException(String.format(
                    Locale.ROOT,
                    "the sums of a partition do not fit into what a job may send to the driver: required %s = %.0fm or"
                            + " more, found %.0fm",
                    LIMIT,
                    Math.ceil(2 * each / MEGABYTE),
                    bytesPerResult / MEGABYTE));
        }
        int together = (int) Math.min(partitions.length, Math.max(1, bytesPerJob / each));
        return IntStream.iterate(0, first -> first < partitions.length, first -> first + together)
                .mapToObj(first -> Arrays.copyOfRange(partitions, first, Math.min(partitions.length, first + together)))
                .toList();
    }
}
