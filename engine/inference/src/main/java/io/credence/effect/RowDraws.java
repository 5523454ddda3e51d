package io.credence.effect;

import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.loss.ResponseDistributions;
import io.credence.predict.RowFactorLevels;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Evaluator of single rows' expected values at each draw. */
public final class RowDraws {

    private final EffectDraws model;
    private final ResponseDistributions.AtDraws at;
    private final LevelDraws.@Nullable EffectSampler levels;

    RowDraws(EffectDraws model, ResponseDistributions.AtDraws at) {
        this.model = model;
        this.at = at;
        this.levels = model.levelDraws() == null ? null : model.levelDraws().createSampler();
    }

    /**
     * Expected values of a row, with value k at draw s in {@code [k][s]}.
     *
     * @param features features of the row; those that only varying effects have follow the others
     * @param level levels of the row; null for models without grouping factors
     */
    public double[][] expectedValues(double[] features, double offset, @Nullable RowFactorLevels level) {
        RowAttributes unlabelled = new RowAttributes(new double[] {Double.NaN}, null, new double[] {offset});
        at.moveTo(new DenseBlock(unlabelled, model.columns(), Arrays.copyOf(features, model.columns())), 0, 1);
        if (levels != null && level != null) {
            EffectDraws.addLevelEffects(at, 0, levels, features, 0, level);
        }
        double[][] draws = new double[model.outcomeCount()][model.drawCount()];
        double[] shares = new double[model.responseDistributions().classCount()];
        double[] expected = new double[draws.length];
        for (int s = 0; s < model.drawCount(); s++) {
            model.writeExpectedValues(at, 0, s, shares, expected);
            for (int k = 0; k < expected.length; k++) {
                draws[k][s] = expected[k];
            }
        }
        return draws;
    }
}
