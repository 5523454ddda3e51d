package io.credence.predict;

import io.credence.predict.MixedScoring.LevelEffects;
import io.credence.predict.MixedScoring.LevelMoments;
import org.jspecify.annotations.Nullable;

/**
 * Levels of a row of a mixed model.
 *
 * @param numbers level of each grouping factor; for one that was not in the fit a negative number of its own
 * @param moments moments at these levels of each entry of the model's effects, where the row brings them; null where the
 *     model has them, and for a level that was not in the fit
 */
public record RowFactorLevels(int[] numbers, @Nullable LevelMoments[] moments) {

    private static final LevelMoments[] NONE = {};

    /** Levels of a row that brings no moments. */
    public static RowFactorLevels of(int... numbers) {
        return new RowFactorLevels(numbers, NONE);
    }

    /** Copy that stays as it is when another row is read into these arrays. */
    public RowFactorLevels copy() {
        return new RowFactorLevels(numbers.clone(), moments.clone());
    }

    /** Level of a factor. */
    public int number(LevelEffects effects) {
        return numbers[effects.factorIndex()];
    }

    /** Moments that have those of the row's level: of this level alone, or of all levels of the model. */
    public LevelMoments momentsOf(LevelEffects effects, int entry) {
        LevelMoments own = entry < moments.length ? moments[entry] : null;
        return own == null ? effects.moments() : own;
    }

    /** Index of the row's level in {@link #momentsOf}. */
    public int indexOf(LevelEffects effects, int entry) {
        return entry < moments.length && moments[entry] != null ? 0 : number(effects);
    }
}
