package io.credence.statistics;

import java.io.Serializable;

/** Sums over rows that travel from a partition to the driver. Merged in a fixed order they are the same to the last bit. */
public interface Sums<T extends Sums<T>> extends Serializable {

    /** Adds another partition's sums to these. */
    void merge(T other);
}
