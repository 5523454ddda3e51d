package io.credence.statistics;

import java.io.Serializable;

/**
 * Where a pass first found a number that is not finite.
 *
 * @param term what was not finite: {@code loss}, {@code slope}, {@code curvature}, {@code linear predictor}
 * @param partition partition number
 * @param row row within the partition, from 0
 * @param value the number
 */
public record NonFinite(String term, int partition, long row, double value) implements Serializable {

    @Override
    public String toString() {
        return term + " was " + value + " at row " + row + " of partition " + partition;
    }
}
