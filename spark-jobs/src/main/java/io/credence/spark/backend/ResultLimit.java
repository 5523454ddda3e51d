package io.credence.spark.backend;

import io.credence.config.ConfigurationException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.SparkSession;

/**
 * How much the results of one job may weigh: Spark ends a job whose results together are larger than
 * {@code spark.driver.maxResultSize}, and those that come before their turn wait in the driver's heap.
 *
 * @param ofResult most bytes of one result
 * @param ofJob most bytes of the results of a job of several
 */
record ResultLimit(long ofResult, long ofJob) {

    private static final String LIMIT = "spark.driver.maxResultSize";
    /** What Spark sends home beside a result. */
    private static final long BESIDE = 1 << 13;
    /** Share of the heap, as its inverse, for results that wait for their turn. */
    private static final int WAITING = 4;

    private static final double MEGABYTE = 1 << 20;

    /** That of a session in this process. */
    static ResultLimit of(SparkSession spark) {
        long limit = JavaUtils.byteStringAsBytes(spark.conf().get(LIMIT, "1g"));
        return of(limit, Runtime.getRuntime().maxMemory());
    }

    /**
     * That of a driver.
     *
     * @param limit most bytes of all results of a job; 0 for no limit
     */
    static ResultLimit of(long limit, long heap) {
        long most = limit == 0 ? Long.MAX_VALUE : limit;
        return new ResultLimit(most, Math.min(most / 2, heap / WAITING));
    }

    /**
     * The same partitions in the same order, as many in a job as there is room for.
     *
     * @param bytes of each one's result
     * @throws ConfigurationException if there is no room for one
     */
    List<int[]> jobs(int[] partitions, long bytes) {
        long each = bytes + BESIDE;
        if (each > ofResult) {
            throw new ConfigurationException(String.format(
                    Locale.ROOT,
                    "the sums of a partition do not fit into what a job may send to the driver: required %s = %.0fm or"
                            + " more, found %.0fm",
                    LIMIT,
                    Math.ceil(2 * each / MEGABYTE),
                    ofResult / MEGABYTE));
        }
        int together = (int) Math.min(partitions.length, Math.max(1, ofJob / each));
        return IntStream.iterate(0, first -> first < partitions.length, first -> first + together)
                .mapToObj(first -> Arrays.copyOfRange(partitions, first, Math.min(partitions.length, first + together)))
                .toList();
    }
}
