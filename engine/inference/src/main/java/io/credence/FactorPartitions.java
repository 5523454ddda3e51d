package io.credence;

/**
 * Partitions whose rows belong to one factor of a partitioned posterior, such as the rows of a day.
 *
 * @param name name of the factor
 * @param fingerprint digest of its rows; empty where there is none
 * @param rows number of its rows
 * @param partitions indices of the partitions, which hold no other rows
 */
public record FactorPartitions(String name, String fingerprint, long rows, int[] partitions) {}
