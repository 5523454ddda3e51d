package io.credence.summary;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Posterior of the effects of a grouping factor, level by level.
 *
 * @param factorName name of the factor
 * @param effectNames names of the k effects of a level
 * @param levels names of the levels
 * @param mean posterior means, levels × k
 * @param covariance posterior covariances, levels × k × k
 * @param crossCovariance covariances with the p fixed effects, levels × k × p
 */
public record LevelEffects(
        String factorName,
        List<String> effectNames,
        List<String> levels,
        double[] mean,
        double[] covariance,
        double[] crossCovariance)
        implements Serializable {

    public LevelEffects {
        effectNames = new ArrayList<>(effectNames);
        levels = new ArrayList<>(levels);
    }

    /** Effects of a factor without its levels, which stay where they are. */
    public static LevelEffects ofNoLevels(String factorName, List<String> effectNames) {
        return new LevelEffects(factorName, effectNames, List.of(), new double[0], new double[0], new double[0]);
    }

    /** Effects of a range of levels, by index; the last index is not included. */
    public LevelEffects range(int from, int to) {
        int k = effectNames.size();
        int wide = levels.isEmpty() ? 0 : crossCovariance.length / levels.size();
        return new LevelEffects(
                factorName,
                effectNames,
                levels.subList(from, to),
                Arrays.copyOfRange(mean, from * k, to * k),
                Arrays.copyOfRange(covariance, from * k * k, to * k * k),
                Arrays.copyOfRange(crossCovariance, from * wide, to * wide));
    }

    /** Posterior standard deviation of an effect of a level. */
    public double sd(int level, int term) {
        int k = effectNames.size();
        return Math.sqrt(covariance[(level * k + term) * k + term]);
    }
}
