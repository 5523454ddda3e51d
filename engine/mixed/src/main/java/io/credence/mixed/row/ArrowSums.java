package io.credence.mixed.row;

import io.credence.mixed.model.EffectLayout;
import io.credence.statistics.Sums;
import java.util.ArrayList;
import java.util.List;

/**
 * Sums Σ w t tᵀ and Σ b t over rows: by local level, by level of each other factor, and by pair of levels that share a
 * row. A row's t holds its entries for all unknowns of an {@link EffectLayout}, w is its precision and b its precision
 * times its response. The response counts as one more fixed column.
 */
public final class ArrowSums implements Sums<ArrowSums> {

    private static final long serialVersionUID = 1;

    private final EffectLayout layout;
    private final KeyedSums local;
    private final List<KeyedSums> cross = new ArrayList<>();
    private final List<KeyedSums> edge = new ArrayList<>();
    private final List<KeyedSums> pairs = new ArrayList<>();
    private final double[] fixed;
    private final double[] scalars = new double[2];
    private long rows;

    public ArrowSums(EffectLayout layout) {
        this.layout = layout;
        int k = layout.localEffectsPerLevel();
        int behind = layout.fixedEffectCount() + 1;
        this.local = new KeyedSums(k * (k + behind));
        this.fixed = new double[behind * behind];
        for (int o = 0; o < layout.others().size(); o++) {
            int size = layout.otherEffects(o).size();
            cross.add(new KeyedSums(k * size));
            edge.add(new KeyedSums(size * behind));
            for (int other = 0; other <= o; other++) {
                pairs.add(new KeyedSums(size * layout.otherEffects(other).size()));
            }
        }
    }

    /**
     * Sums of a Gaussian likelihood of fixed effects alone.
     *
     * @param fixed products of the fixed columns and the response, (p + 1) × (p + 1)
     */
    public static ArrowSums ofFixedProducts(EffectLayout layout, double[] fixed) {
        ArrowSums sums = new ArrowSums(layout);
        System.arraycopy(fixed, 0, sums.fixed, 0, fixed.length);
        sums.scalars[0] = 1;
        return sums;
    }

    /**
     * Products of a local level's effects with themselves, with the fixed columns and with the response, keyed by
     * level. Each is k × (k + p + 1).
     */
    KeyedSums local() {
        return local;
    }

    /**
     * Products of local effects with those of entry {@code o} of the others, k × k_o, keyed by pair of levels. The key
     * is the local level times the number of levels of the other factor, plus the level of that factor.
     */
    KeyedSums cross(int o) {
        return cross.get(o);
    }

    /**
     * Products of the effects of entry {@code o} of the others with fixed columns and response, k_o × (p + 1), keyed by
     * level.
     */
    KeyedSums otherFixedProducts(int o) {
        return edge.get(o);
    }

    /**
     * Sums of products of the effects' columns of two entries beside the largest factor, {@code o} and {@code other} ≤
     * {@code o}, by pair of their levels, k_o × k_other each. The key is the level of {@code o} times the number of
     * levels of {@code other}, plus the level of {@code other}.
     */
    KeyedSums otherPairProducts(int o, int other) {
        return pairs.get(o * (o + 1) / 2 + other);
    }

    /** Products of the fixed columns and the response, (p + 1) × (p + 1). */
    public double[] fixed() {
        return fixed;
    }

    /** Sum of the rows' own weights, or of their sites' precisions. */
    public double weight() {
        return scalars[0];
    }

    /** Sum of the logarithms of the rows' weights, or of their sites' precisions. */
    public double logWeight() {
        return scalars[1];
    }

    public long rows() {
        return rows;
    }

    public void addWeight(double weight) {
        scalars[0] += weight;
        scalars[1] += Math.log(weight);
        rows++;
    }

    /**
     * Adds a row's products.
     *
     * @param precision w
     * @param shift b
     * @param square b times the response, for the response's own sum
     */
    public void add(ArrowEntries row, double precision, double shift, double square) {
        int k = layout.localEffectsPerLevel();
        int p = layout.fixedEffectCount();
        int at = local.findOrInsert(row.localLevel());
        double[] sums = local.values();
        for (int a = 0; a < k; a++, at += k + p + 1) {
            double scaled = precision * row.local()[a];
            accumulate(sums, at, scaled, row.local(), k);
            accumulate(sums, at + k, scaled, row.fixed(), p);
            sums[at + k + p] += shift * row.local()[a];
        }
        for (int a = 0; a < p; a++) {
            accumulate(fixed, a * (p + 1), precision * row.fixed()[a], row.fixed(), p);
            fixed[a * (p + 1) + p] += shift * row.fixed()[a];
        }
        fixed[p * (p + 2)] += square;
        for (int o = 0; o < cross.size(); o++) {
            addOther(o, row, precision, shift);
        }
    }

    private void addOther(int o, ArrowEntries row, double precision, double shift) {
        int p = layout.fixedEffectCount();
        double[] own = row.otherValues(o);
        long level = row.otherLevel(o);
        KeyedSums pairs = cross.get(o);
        addOuter(pairs, (long) row.localLevel() * layout.otherLevels(o) + level, precision, row.local(), own);
        int at = edge.get(o).findOrInsert(level);
        double[] sums = edge.get(o).values();
        for (int a = 0; a < own.length; a++, at += p + 1) {
            accumulate(sums, at, precision * own[a], row.fixed(), p);
            sums[at + p] += shift * own[a];
        }
        for (int other = 0; other <= o; other++) {
            long key = level * layout.otherLevels(other) + row.otherLevel(other);
            addOuter(otherPairProducts(o, other), key, precision, own, row.otherValues(other));
        }
    }

    /**
     * Mean products of the columns of each entry of the model's effects, and the mean Σ z² of the columns of each
     * smooth.
     */
    public ColumnProducts columns() {
        List<double[]> sums = new ArrayList<>();
        for (int e = 0; e < layout.model().effects().size(); e++) {
            sums.add(products(e, layout.model().effects().get(e).size()));
        }
        int p = layout.fixedEffectCount();
        for (int s = 0; s < layout.model().smooths().size(); s++) {
            double sum = 0;
            for (int j : layout.model().smoothCoefficients(s)) {
                sum += fixed[j * (p + 2)];
            }
            sums.add(new double[] {sum});
        }
        return ColumnProducts.of(sums, scalars[0]);
    }

    private double[] products(int e, int size) {
        int o = layout.others().indexOf(e);
        KeyedSums sums = o >= 0 ? otherPairProducts(o, o) : local;
        int stride = o >= 0 ? size : layout.localEffectsPerLevel() + layout.fixedEffectCount() + 1;
        int begin = 0;
        for (int each : layout.local().subList(0, Math.max(0, layout.local().indexOf(e)))) {
            begin += layout.model().effects().get(each).size();
        }
        double[] products = new double[size * size];
        for (int i = 0; i < sums.size(); i++) {
            ColumnProducts.add(sums.values(), i * sums.width() + begin * (stride + 1), stride, products, size);
        }
        return products;
    }

    private static void addOuter(KeyedSums to, long key, double precision, double[] x, double[] y) {
        int at = to.findOrInsert(key);
        double[] sums = to.values();
        for (int a = 0; a < x.length; a++, at += y.length) {
            accumulate(sums, at, precision * x[a], y, y.length);
        }
    }

    private static void accumulate(double[] sums, int at, double scale, double[] x, int count) {
        for (int j = 0; j < count; j++) {
            sums[at + j] += scale * x[j];
        }
    }

    @Override
    public void merge(ArrowSums other) {
        local.merge(other.local);
        for (int i = 0; i < cross.size(); i++) {
            cross.get(i).merge(other.cross.get(i));
            edge.get(i).merge(other.edge.get(i));
        }
        for (int i = 0; i < pairs.size(); i++) {
            pairs.get(i).merge(other.pairs.get(i));
        }
        for (int i = 0; i < fixed.length; i++) {
            fixed[i] += other.fixed[i];
        }
        for (int i = 0; i < scalars.length; i++) {
            scalars[i] += other.scalars[i];
        }
        rows += other.rows;
    }
}
