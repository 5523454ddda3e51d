package io.credence;

/**
 * Partitions that hold the rows of one site of a partitioned fit, such as those of a day.
 *
 * @param name name of the site
 * @param fingerprint digest of its rows; empty where there is none
 * @param rows number of its rows
 * @param partitions indices of the partitions, which hold no other rows
 */
public record SitePartitions(String name, String fingerprint, long rows, int[] partitions) {}
