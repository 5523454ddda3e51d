package io.credence.data;

/**
 * Facts about packed rows, found while packing them. Factors that scale sums to all rows come from here, never from the
 * user.
 *
 * @param rows number of rows
 * @param weight sum of the rows' weights
 * @param columns number of features, intercept included
 * @param sparse whether the blocks are sparse
 * @param partitionCount number of partitions
 */
public record DataSummary(long rows, double weight, int columns, boolean sparse, int partitionCount) {

    public DataSummary {
        if (rows < 1 || columns < 1 || partitionCount < 1 || !(weight > 0)) {
            throw new IllegalArgumentException(
                    "a fit requires at least one row, column and partition and a positive weight"
                            + " but found " + rows + " rows of weight " + weight + ", " + columns + " columns, "
                            + partitionCount
                            + " partitions");
        }
    }
}
