package io.credence.model;

import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import java.util.Arrays;

/** Rows in their order, such as the days of a return series; time t runs from 0. */
public interface Series {

    /** Number of rows, that is of times. */
    int length();

    /** Number of features. */
    int columns();

    /** Label at time {@code t}. */
    double label(int t);

    /** Feature at time {@code t}. */
    double feature(int t, int column);

    /** Offset at time {@code t}, 0 where none is given. */
    double offset(int t);

    /** A view of the rows of a block as a series. */
    static Series of(RowBlock block) {
        return new BlockSeries(block);
    }

    /** A series of labels with one feature that is always 1, for trying a model out. */
    static Series ofLabels(double... labels) {
        double[] ones = new double[labels.length];
        Arrays.fill(ones, 1);
        return of(new DenseBlock(RowAttributes.ofLabels(labels), 1, ones));
    }
}
