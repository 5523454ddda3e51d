package io.credence;

/**
 * Which partitions hold the rows of one site of a partitioned fit, such as those of a day.
 *
 * @param name of the site
 * @param fingerprint digest of its rows; empty where there is none
 * @param rows number of its rows
 * @param partitions numbers of their partitions, which hold no others
 */
public record RowSite(String name, String fingerprint, long rows, int[] partitions) {}
