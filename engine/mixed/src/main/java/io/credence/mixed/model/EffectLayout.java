package io.credence.mixed.model;

import io.credence.kind.RandomEffects;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Order of the unknowns of a mixed model in which their precision has the shape of an arrow. First come the local ones:
 * effects of the factor with most unknowns, level by level with k each. The global ones follow: the effects of all
 * other factors, and behind them the p fixed effects. A model of smooths alone has no local ones: all rows count as of
 * one level, with k = 0.
 *
 * @param local numbers of the local entries of the model's effects
 * @param others numbers of the others, those with most effects first
 * @param starts first global unknown of each entry of {@code others}
 * @param localColumns k columns of a block that the local effects multiply
 * @param fixedColumns p columns of a block that the fixed effects multiply
 * @param localFactorIndex number of the local factor; −1 where there is none
 */
public record EffectLayout(
        MixedModel model,
        List<Integer> local,
        List<Integer> others,
        int[] starts,
        int[] localColumns,
        int[] fixedColumns,
        int localFactorIndex)
        implements Serializable {

    /**
     * Largest number of global unknowns: all but the effects of the largest factor. A driver can hold and factor their
     * square matrix: 512 MB.
     */
    private static final int MOST_GLOBALS = 8_000;

    /**
     * Largest number of operations of a cheap Gaussian at a point. Those of all points together take a second or so.
     */
    private static final double FEW_OPERATIONS = 1e7;

    /**
     * @throws IllegalArgumentException if the factors beside the largest have more effects than can be held together
     */
    public static EffectLayout of(MixedModel model) {
        EffectLayout layout = ofLargestFactor(model);
        if (layout.globalCount() > MOST_GLOBALS) {
            throw new IllegalArgumentException(
                    (layout.localFactorIndex() < 0
                                    ? "coefficients of smooths"
                                    : "effects of the factors beside "
                                            + model.factors()
                                                    .get(layout.localFactorIndex())
                                                    .name())
                            + " and fixed effects must be at most "
                            + MOST_GLOBALS + " together but are " + layout.globalCount()
                            + "; more are solved for by iteration where the response has no heavy tails, as of model.family = gaussian");
        }
        return layout;
    }

    /** Layout with the largest factor's effects as the local ones, whatever the number of the others. */
    public static EffectLayout ofLargestFactor(MixedModel model) {
        int chosen = model.factors().isEmpty() ? -1 : 0;
        long most = 0;
        for (int f = 0; f < model.factors().size(); f++) {
            long unknowns = 0;
            for (RandomEffects each : model.effects()) {
                unknowns += model.factorIndex(each) == f ? (long) each.size() * levels(model, f) : 0;
            }
            if (unknowns > most) {
                most = unknowns;
                chosen = f;
            }
        }
        return of(model, chosen);
    }

    private static EffectLayout of(MixedModel model, int factor) {
        List<Integer> local = new ArrayList<>();
        List<Integer> others = new ArrayList<>();
        for (int e = 0; e < model.effects().size(); e++) {
            (model.factorIndex(model.effects().get(e)) == factor ? local : others).add(e);
        }
        others.sort(Comparator.comparingLong(e -> -unknowns(model, e)));
        int[] starts = new int[others.size()];
        int at = 0;
        for (int o = 0; o < starts.length; o++) {
            starts[o] = at;
            at = Math.toIntExact(at + unknowns(model, others.get(o)));
        }
        int[] columns = local.stream()
                .map(model.effects()::get)
                .flatMapToInt(each -> java.util.Arrays.stream(each.columns()))
                .toArray();
        return new EffectLayout(
                model, List.copyOf(local), List.copyOf(others), starts, columns, model.fixedColumns(), factor);
    }

    private static long unknowns(MixedModel model, int e) {
        RandomEffects each = model.effects().get(e);
        return (long) each.size() * levels(model, model.factorIndex(each));
    }

    private static int levels(MixedModel model, int factor) {
        return model.factors().get(factor).levelCount();
    }

    /** Number k of effects of a local level. */
    public int localEffectsPerLevel() {
        return localColumns.length;
    }

    /** Number p of fixed effects. */
    public int fixedEffectCount() {
        return fixedColumns.length;
    }

    /** Number of local levels. */
    public int localLevels() {
        return localFactorIndex < 0 ? 1 : levels(model, localFactorIndex);
    }

    public RandomEffects otherEffects(int o) {
        return model.effects().get(others.get(o));
    }

    /** Number of the factor of an entry of {@code others}. */
    public int otherFactorIndex(int o) {
        return model.factorIndex(otherEffects(o));
    }

    public int otherLevels(int o) {
        return levels(model, otherFactorIndex(o));
    }

    /** Number of global effects that are random. */
    public int globalRandomCount() {
        int last = starts.length - 1;
        return last < 0 ? 0 : starts[last] + otherEffects(last).size() * otherLevels(last);
    }

    /** Whether the Gaussian at a point takes so little time that a design may have many points. */
    public boolean isSmall() {
        double row = localEffectsPerLevel() + globalCount();
        return localLevels() * localEffectsPerLevel() * row * row + Math.pow(globalCount(), 3) <= FEW_OPERATIONS;
    }

    /** Number of global unknowns. */
    public int globalCount() {
        return globalRandomCount() + fixedEffectCount();
    }
}
