package io.credence;

import io.credence.formula.ColumnProduct;
import io.credence.formula.ColumnProduct.Within;
import io.credence.statistics.ColumnMoments;
import io.credence.statistics.RowMoments;
import java.util.Arrays;
import java.util.List;

/**
 * Units of columns as they are given, in which default priors are: of a number its standard deviation, of two values their distance,
 * whatever their frequency, of a column that is 0 in more than half of the rows the root mean square of its other values, of a
 * product the product of its factors' units.
 */
final class ColumnUnits {

    private final ColumnMoments moments;
    private final ColumnScales scales;
    private final List<ColumnProduct> products;
    private final double[] own;
    private final double[] origins;
    private final double[] units;

    ColumnUnits(Rows rows, RowMoments of) {
        this.moments = of.columns();
        this.scales = rows.scales();
        this.products = rows.products();
        this.own = new double[rows.names().size()];
        this.origins = new double[own.length];
        for (int j = 0; j < own.length; j++) {
            own[j] = of.unit(j) * scales.of(j);
            origins[j] = of.origin(j) * scales.of(j);
        }
        this.units = own.clone();
        for (ColumnProduct product : products) {
            units[product.column()] = unit(product);
        }
    }

    /** Unit of a column. */
    double of(int j) {
        return units[j];
    }

    /** Mean of a column. */
    double mean(int j) {
        return moments.mean(j) * scales.of(j);
    }

    private double unit(ColumnProduct product) {
        boolean known = Arrays.stream(product.numbers()).allMatch(at -> at >= 0);
        if (!known && product.siblings().length == 0) {
            return own[product.column()];
        }
        double unit = 1;
        for (int number : known ? product.numbers() : new int[0]) {
            unit *= own[number];
        }
        for (int level : product.levels()) {
            unit *= level < 0 ? 1 : own[level];
        }
        return known ? unit : unit * pooledSpread(product.siblings());
    }

    /** Standard deviation of the number that columns of one level each have in their rows; its size where it is constant. */
    private double pooledSpread(int[] siblings) {
        double mean = pooledMean(siblings);
        double square = 0;
        for (int j : siblings) {
            square += moments.square(j) * scales.of(j) * scales.of(j);
        }
        double variance = square - mean * mean;
        return Math.sqrt(variance > ColumnMoments.ROUNDING * square ? variance : square);
    }

    private double pooledMean(int[] siblings) {
        double mean = 0;
        for (int j : siblings) {
            mean += mean(j);
        }
        return mean;
    }

    /**
     * Adds to the variances of coefficients that hold where a number is 0 what the coefficients of its products may add on the way
     * from that number's mean.
     *
     * @param sds of the coefficients at the means
     */
    void addAtZero(double[] sds, double[] variances) {
        for (ColumnProduct product : products) {
            for (Within within : product.within()) {
                double distance = 1;
                for (int k : within.times()) {
                    distance *= origin(product, k);
                }
                variances[within.column()] += Math.pow(sds[product.column()] * distance, 2);
            }
        }
    }

    /** Mean of a product's one number, if that has no column but levels separate it. */
    private double lone(ColumnProduct product) {
        return product.numbers().length == 1 && product.siblings().length > 0 ? pooledMean(product.siblings()) : 0;
    }

    private double origin(ColumnProduct product, int t) {
        int number = product.numbers()[t];
        return number >= 0 ? origins[number] : lone(product);
    }
}
