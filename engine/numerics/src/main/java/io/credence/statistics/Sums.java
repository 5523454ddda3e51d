package io.credence.statistics;

import java.io.Serializable;

/**
 * Sums over rows that are sent from a partition to the driver. Merged in a fixed order they are equal to the last bit.
 */
public interface Sums<T extends Sums<T>> extends Serializable {

    /** Adds another partition's sums to these. */
    void merge(T other);
}
