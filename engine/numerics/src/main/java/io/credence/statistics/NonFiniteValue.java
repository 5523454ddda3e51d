package io.credence.statistics;

import java.io.Serializable;

/**
 * First number of a pass that is not finite, with its position.
 *
 * @param quantity name of that number: {@code loss}, {@code slope}, {@code curvature}, {@code linear predictor}
 * @param partition partition number
 * @param row row within the partition, from 0
 * @param value the number itself
 */
public record NonFiniteValue(String quantity, int partition, long row, double value) implements Serializable {

    @Override
    public String toString() {
        return quantity + " was " + value + " at row " + row + " of partition " + partition;
    }
}
