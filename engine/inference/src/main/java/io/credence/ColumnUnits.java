package io.credence;

import io.credence.formula.ColumnProduct;
import io.credence.formula.ColumnProduct.ParentColumn;
import io.credence.kind.ColumnScales;
import io.credence.kind.RandomEffects;
import io.credence.mixed.model.ColumnOriginShift;
import io.credence.mixed.model.PriorUnits;
import io.credence.statistics.ColumnMoments;
import io.credence.statistics.RowMoments;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Units of the unscaled columns, in which default priors are stated. The unit of a number is its standard deviation; of
 * a column with two values, their distance; of a column that is 0 in more than half of the rows, the root mean square
 * of its other values; of a product, the product of its factors' units.
 */
final class ColumnUnits implements PriorUnits {

    private final ColumnMoments moments;
    private final ColumnScales scales;
    private final List<ColumnProduct> products;
    private final int ones;
    private final double[] own;
    private final double[] origins;
    private final double[] units;
    /**
     * Cache of the moments of numbers that are spread over one column for each level, by the array of these columns.
     */
    private final Map<int[], PooledMoments> pooled = new IdentityHashMap<>();

    /**
     * Moments of a number that is spread over one column for each level.
     *
     * @param sd standard deviation of the number; its size where it is constant
     */
    private record PooledMoments(double mean, double sd) {}

    ColumnUnits(Rows rows, RowMoments of) {
        this.moments = of.columnMoments();
        this.scales = rows.scales();
        this.products = rows.products();
        this.ones = rows.names().indexOf(Rows.INTERCEPT);
        this.own = new double[rows.names().size()];
        this.origins = new double[own.length];
        for (int j = 0; j < own.length; j++) {
            own[j] = of.columnUnit(j) * scales.scale(j);
            origins[j] = of.columnOrigin(j) * scales.scale(j);
        }
        this.units = own.clone();
        for (ColumnProduct product : products) {
            units[product.column()] = productUnit(product);
        }
    }

    /** Unit of the unscaled column {@code j}. */
    @Override
    public double columnUnit(int j) {
        return units[j];
    }

    /** Mean of the unscaled column {@code j}. */
    double columnMean(int j) {
        return moments.mean(j) * scales.scale(j);
    }

    /** Root of the sum of the mean squares of unscaled columns; 1 where all are 0. */
    @Override
    public double rootOfMeanSquares(int[] columns) {
        double sum = 0;
        for (int j : columns) {
            sum += moments.meanSquare(j) * scales.scale(j) * scales.scale(j);
        }
        return sum > 0 ? Math.sqrt(sum) : 1;
    }

    private double productUnit(ColumnProduct product) {
        boolean known = Arrays.stream(product.numberColumns()).allMatch(at -> at >= 0);
        if (!known && product.levelSiblings().length == 0) {
            return own[product.column()];
        }
        double unit = 1;
        for (int number : known ? product.numberColumns() : new int[0]) {
            unit *= own[number];
        }
        for (int level : product.contrastColumns()) {
            unit *= level < 0 ? 1 : own[level];
        }
        return known ? unit : unit * pooledMoments(product.levelSiblings()).sd();
    }

    private PooledMoments pooledMoments(int[] siblings) {
        return pooled.computeIfAbsent(siblings, columns -> {
            double mean = 0;
            double square = 0;
            for (int j : columns) {
                mean += columnMean(j);
                square += moments.meanSquare(j) * scales.scale(j) * scales.scale(j);
            }
            double variance = square - mean * mean;
            return new PooledMoments(mean, Math.sqrt(variance > ColumnMoments.ROUNDING * square ? variance : square));
        });
    }

    /**
     * Increases the prior variances of coefficients whose columns occur in products with numbers too. Such a
     * coefficient holds where the number is 0; its variance grows by what the product's coefficient implies between 0
     * and the number's mean.
     *
     * @param sds prior standard deviations of the coefficients at the means
     */
    void addVariancesAtZero(double[] sds, double[] variances) {
        for (ColumnProduct product : products) {
            for (ParentColumn within : product.parents()) {
                double distance = 1;
                for (int k : within.multiplierIndices()) {
                    distance *= numberOrigin(product, k);
                }
                variances[within.column()] += Math.pow(sds[product.column()] * distance, 2);
            }
        }
    }

    /** Mean of a product's only number, where this has one column for each level instead of a single one; else 0. */
    private double loneMean(ColumnProduct product) {
        return product.numberColumns().length == 1 && product.levelSiblings().length > 0
                ? pooledMoments(product.levelSiblings()).mean()
                : 0;
    }

    /**
     * Linear map of varying effects, from those at columns of 0 to those at the columns' origins. Null where the two
     * are the same.
     */
    @Override
    public @Nullable ColumnOriginShift columnShift(RandomEffects effects) {
        int k = effects.size();
        double[] to = new double[k * k];
        double[] back = new double[k * k];
        for (int i = 0; i < k; i++) {
            to[i * (k + 1)] = 1;
            back[i * (k + 1)] = 1;
        }
        boolean moves = false;
        int first = effectIndex(effects, ones);
        for (int j = 0; j < k && effects.correlated(); j++) {
            for (Map.Entry<Integer, double[]> each :
                    multiplierOriginsByParent(effects.columns()[j]).entrySet()) {
                int row = each.getKey() < 0 ? first : effectIndex(effects, each.getKey());
                if (row >= 0 && row != j) {
                    to[row * k + j] = distanceProduct(each.getValue(), 1);
                    back[row * k + j] = distanceProduct(each.getValue(), -1);
                    moves |= to[row * k + j] != 0;
                }
            }
        }
        return moves ? new ColumnOriginShift(to, back) : null;
    }

    private static int effectIndex(RandomEffects effects, int column) {
        return IntStream.range(0, effects.size())
                .filter(i -> effects.columns()[i] == column)
                .findFirst()
                .orElse(-1);
    }

    private static double distanceProduct(double[] distances, double sign) {
        return Arrays.stream(distances).reduce(1, (product, distance) -> product * sign * distance);
    }

    /**
     * Columns that become the given column when multiplied by numbers, with the origins of these numbers. The key −1 is
     * the column of ones.
     */
    private Map<Integer, double[]> multiplierOriginsByParent(int column) {
        ColumnProduct product = products.stream()
                .filter(each -> each.column() == column)
                .findFirst()
                .orElse(null);
        Map<Integer, double[]> below = new HashMap<>();
        if (product == null) {
            below.put(-1, new double[] {origins[column]});
            return below;
        }
        for (ParentColumn within : product.parents()) {
            below.put(
                    within.column(),
                    Arrays.stream(within.multiplierIndices())
                            .mapToDouble(t -> numberOrigin(product, t))
                            .toArray());
        }
        if (product.contrastColumns().length == 0) {
            below.put(
                    -1,
                    IntStream.range(0, product.numberColumns().length)
                            .mapToDouble(t -> numberOrigin(product, t))
                            .toArray());
        }
        return below;
    }

    private double numberOrigin(ColumnProduct product, int t) {
        int number = product.numberColumns()[t];
        return number >= 0 ? origins[number] : loneMean(product);
    }
}
