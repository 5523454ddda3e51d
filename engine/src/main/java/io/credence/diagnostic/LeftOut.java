package io.credence.diagnostic;

import java.io.Serializable;

/**
 * A row that was left out.
 *
 * @param row its number, from 1, in the order of partitions; of a series that of its first row
 * @param label its response; of a series that of its first row
 * @param weight how often it counts
 * @param elpd log predictive density of the row by the others, nats
 * @param tailIndex k̂ of its importance ratios
 */
public record LeftOut(long row, double label, double weight, double elpd, double tailIndex) implements Serializable {

    LeftOut after(long rows) {
        return new LeftOut(row + rows, label, weight, elpd, tailIndex);
    }
}
