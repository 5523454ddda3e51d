package io.credence.mixed.crossed;

import io.credence.kind.GroupingFactor;
import io.credence.mixed.row.ColumnProducts;
import io.credence.mixed.row.KeyedSums;
import java.util.ArrayList;
import java.util.List;

/**
 * Sums of rows ({@link CrossedSums}) in the order of the levels.
 *
 * @param table products of the two factors' effects with each other
 * @param firstGrams products of the effects of each level of the first factor, k × k each
 * @param secondGrams products of the effects of each level of the second factor, k × k each
 * @param firstBorderProducts products of the first factor's effects with the border, (levels · k) × (b + 1)
 * @param secondBorderProducts products of the second factor's effects with the border, (levels · k) × (b + 1)
 * @param border products of the border with itself, (b + 1) × (b + 1)
 * @param count number of rows, each counted by its weight; where weights are known precisions, the plain number
 * @param weight sum of the weights
 */
public record CrossedStatistics(
        CrossTabulation table,
        double[] firstGrams,
        double[] secondGrams,
        double[] firstBorderProducts,
        double[] secondBorderProducts,
        double[] border,
        double count,
        double weight) {

    /** @throws IllegalArgumentException if each level of either factor shares all its rows with one of the other */
    public static CrossedStatistics of(CrossedLayout layout, CrossedSums sums) {
        CrossTabulation table = CrossTabulation.of(layout, sums.cells());
        if (table.cells() == layout.firstFactor().levels()
                && table.cells() == layout.secondFactor().levels()) {
            List<GroupingFactor> factors = layout.model().factors();
            throw new IllegalArgumentException("the factors '"
                    + factors.get(layout.firstFactor().factorIndex()).name() + "' and '"
                    + factors.get(layout.secondFactor().factorIndex()).name()
                    + "' divide the rows alike, so that nothing separates their effects: required one of them");
        }
        return new CrossedStatistics(
                table,
                table.firstGrams(),
                table.secondGrams(),
                ordered(sums.firstBorderProducts(), layout.firstFactor().levels()),
                ordered(sums.secondBorderProducts(), layout.secondFactor().levels()),
                sums.border(),
                layout.model().estimatesResidual() ? sums.weight() : sums.rows(),
                sums.weight());
    }

    private static double[] ordered(KeyedSums sums, int levels) {
        int width = sums.width();
        double[] all = new double[Math.multiplyExact(levels, width)];
        for (int i = 0; i < sums.size(); i++) {
            System.arraycopy(sums.values(), i * width, all, (int) sums.key(i) * width, width);
        }
        return all;
    }

    CrossedLayout layout() {
        return table.layout();
    }

    /** Weighted sum of squared responses, Σ w y². */
    double responseSquares() {
        return border[border.length - 1];
    }

    /** Products of the fixed columns and the response, (p + 1) × (p + 1). */
    double[] fixed() {
        int n = layout().borderSize() + 1;
        int behind = layout().borderEffects();
        int size = n - behind;
        double[] fixed = new double[size * size];
        for (int i = 0; i < size; i++) {
            System.arraycopy(border, (behind + i) * n + behind, fixed, i * size, size);
        }
        return fixed;
    }

    /** Mean products of the columns of each entry of the model's effects. */
    ColumnProducts columns() {
        List<double[]> sums = new ArrayList<>();
        for (int e = 0; e < layout().model().effects().size(); e++) {
            int size = layout().model().effects().get(e).size();
            sums.add(
                    layout().firstFactor().entries().contains(e)
                            ? products(firstGrams, layout().firstFactor(), e, size)
                            : layout().secondFactor().entries().contains(e)
                                    ? products(secondGrams, layout().secondFactor(), e, size)
                                    : borderProducts(layout().border().indexOf(e), size));
        }
        return ColumnProducts.of(sums, weight);
    }

    private double[] products(double[] grams, CrossedLayout.Side side, int e, int size) {
        int k = side.effectsPerLevel();
        int begin = side.entryOffset(layout().model(), e);
        double[] products = new double[size * size];
        for (int level = 0; level < side.levels(); level++) {
            ColumnProducts.add(grams, level * k * k + begin * (k + 1), k, products, size);
        }
        return products;
    }

    private double[] borderProducts(int o, int size) {
        int n = layout().borderSize() + 1;
        double[] products = new double[size * size];
        for (int level = 0; level < layout().borderLevels(o); level++) {
            int at = layout().starts()[o] + level * size;
            ColumnProducts.add(border, at * (n + 1), n, products, size);
        }
        return products;
    }
}
