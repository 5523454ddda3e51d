package io.credence.mixed.crossed;

import io.credence.kind.GroupingFactor;
import io.credence.kind.RandomEffects;
import io.credence.mixed.model.MixedModel;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Order of the unknowns of a mixed model with two large crossed factors. First come the effects of the larger one,
 * which are eliminated level by level, then those of the second one, which are solved for by iteration. The border
 * follows: effects of all other factors, and the p fixed ones. The response counts as one more column of the border.
 *
 * @param firstFactor the larger factor
 * @param secondFactor the next one
 * @param border numbers of all other entries of the model's effects
 * @param starts first unknown in the border of each entry of {@code border}
 * @param effectColumns all columns of a block that effects of the two factors multiply, m of them
 * @param fixedColumns p columns of a block that the fixed effects multiply
 */
public record CrossedLayout(
        MixedModel model,
        Side firstFactor,
        Side secondFactor,
        List<Integer> border,
        int[] starts,
        int[] effectColumns,
        int[] fixedColumns)
        implements Serializable {

    /** Largest number of unknowns in the border. Each of them is a right-hand side. */
    private static final int MOST_BORDER = 500;

    /**
     * One of the two large factors.
     *
     * @param factorIndex number of the factor
     * @param levels number of levels of the factor
     * @param entries numbers of the factor's entries of the model's effects
     * @param columns indices, in the columns of the layout, of the k columns that the factor's effects multiply
     */
    record Side(int factorIndex, int levels, List<Integer> entries, int[] columns) implements Serializable {

        /** Number k of effects of a level. */
        int effectsPerLevel() {
            return columns.length;
        }

        /** Index, among the k effects of a level, of the first effect of entry {@code e}. */
        int entryOffset(MixedModel model, int e) {
            int begin = 0;
            for (int each : entries.subList(0, entries.indexOf(e))) {
                begin += model.effects().get(each).size();
            }
            return begin;
        }

        /** Number of unknowns of the factor: levels times k. */
        int size() {
            return Math.multiplyExact(levels, effectsPerLevel());
        }
    }

    /** @throws IllegalArgumentException if there is no second factor, or too many unknowns beside the two largest */
    public static CrossedLayout of(MixedModel model) {
        int factors = model.factors().size();
        List<Integer> bySize = IntStream.range(0, factors)
                .boxed()
                .sorted(Comparator.comparingLong(f -> -unknowns(model, f)))
                .toList();
        if (factors < 2 || unknowns(model, bySize.get(1)) == 0) {
            throw new IllegalArgumentException("crossed factors are at least two: found "
                    + model.factors().stream().map(GroupingFactor::name).toList());
        }
        int one = bySize.get(0);
        int two = bySize.get(1);
        List<Integer> border = IntStream.range(0, model.effects().size())
                .filter(e -> model.factorIndex(model.effects().get(e)) != one
                        && model.factorIndex(model.effects().get(e)) != two)
                .boxed()
                .toList();
        int[] columns = IntStream.concat(
                        Arrays.stream(factorColumns(model, one)), Arrays.stream(factorColumns(model, two)))
                .distinct()
                .sorted()
                .toArray();
        int[] starts = new int[border.size()];
        long at = 0;
        for (int o = 0; o < starts.length; o++) {
            starts[o] = (int) at;
            RandomEffects each = model.effects().get(border.get(o));
            at += (long) each.size() * levels(model, model.factorIndex(each));
            if (at + model.fixedColumns().length > MOST_BORDER) {
                throw new IllegalArgumentException("beside the two largest factors, "
                        + model.factors().get(one).name() + " and "
                        + model.factors().get(two).name() + ", effects of others and fixed effects must be at most "
                        + MOST_BORDER + " together but those of " + each.factor() + " make them more");
            }
        }
        return new CrossedLayout(
                model,
                side(model, one, columns),
                side(model, two, columns),
                border,
                starts,
                columns,
                model.fixedColumns());
    }

    private static Side side(MixedModel model, int factor, int[] columns) {
        int[] own = factorColumns(model, factor);
        return new Side(
                factor,
                levels(model, factor),
                entries(model, factor),
                Arrays.stream(own).map(c -> Arrays.binarySearch(columns, c)).toArray());
    }

    private static List<Integer> entries(MixedModel model, int factor) {
        List<Integer> entries = new ArrayList<>();
        for (int e = 0; e < model.effects().size(); e++) {
            if (model.factorIndex(model.effects().get(e)) == factor) {
                entries.add(e);
            }
        }
        return List.copyOf(entries);
    }

    private static int[] factorColumns(MixedModel model, int factor) {
        return entries(model, factor).stream()
                .flatMapToInt(e -> Arrays.stream(model.effects().get(e).columns()))
                .toArray();
    }

    private static int levels(MixedModel model, int factor) {
        return model.factors().get(factor).levelCount();
    }

    private static long unknowns(MixedModel model, int factor) {
        return (long) factorColumns(model, factor).length * levels(model, factor);
    }

    /** Entry {@code o} of the border. */
    RandomEffects borderEntry(int o) {
        return model.effects().get(border.get(o));
    }

    /** Number of the factor of entry {@code o} of the border. */
    int borderFactorIndex(int o) {
        return model.factorIndex(borderEntry(o));
    }

    int borderLevels(int o) {
        return levels(model, borderFactorIndex(o));
    }

    /** Number of random effects in the border. */
    int borderEffects() {
        int last = starts.length - 1;
        return last < 0 ? 0 : starts[last] + borderEntry(last).size() * borderLevels(last);
    }

    /** Number p of fixed effects. */
    int fixedEffectCount() {
        return fixedColumns.length;
    }

    /** Number b of unknowns in the border. */
    int borderSize() {
        return borderEffects() + fixedEffectCount();
    }

    /** Number of entries of a lower triangle of order m. */
    int gramSize() {
        return effectColumns.length * (effectColumns.length + 1) / 2;
    }
}
