package io.credence.summary;

import io.credence.linalg.Vectors;
import io.credence.random.NormalDraws;
import io.credence.random.RandomUse;
import java.util.Arrays;

/**
 * Ranks of the levels of a grouping factor by one of their effects, the largest first, over draws. Levels are drawn
 * independently. Their dependence through common coefficients shifts all of them by nearly the same amount, levels of
 * many rows a little less, and so hardly changes ranks.
 *
 * @param mean mean rank of each level
 * @param lowerRank 5 % quantile of each level's rank
 * @param upperRank 95 % quantile of each level's rank
 * @param topProbability probability that each level is among the first ones
 */
public record LevelRanks(double[] mean, double[] lowerRank, double[] upperRank, double[] topProbability) {

    /**
     * Largest number of levels that are ranked by default: a thousand sorts of them take a tenth of a second.
     */
    public static final int FEW_LEVELS = 1_000;

    /** Largest number of levels that are ranked by draws: a thousand sorts of them take some seconds, and 80 MB. */
    public static final int MOST_LEVELS = 20_000;

    private static final int DRAWS = 1000;

    /**
     * Ranks the levels by an effect.
     *
     * @param effects effects of at most {@link #MOST_LEVELS} levels
     * @param first number of levels that count as the first ones
     */
    public static LevelRanks of(LevelEffects effects, int term, int first, long seed) {
        int n = effects.levels().size();
        int k = effects.effectNames().size();
        int[][] ranks = new int[n][DRAWS];
        NormalDraws draws = new NormalDraws(
                seed, RandomUse.LEVEL_RANKS.firstAddressWord(term), DRAWS, n, NormalDraws.Dependence.INDEPENDENT);
        double[] values = new double[n];
        for (int s = 0; s < DRAWS; s++) {
            draws.fill(s, values);
            Arrays.setAll(values, g -> effects.mean()[g * k + term] + effects.sd(g, term) * values[g]);
            int[] order = Vectors.sortedIndices(n, g -> -values[g]);
            for (int rank = 0; rank < n; rank++) {
                ranks[order[rank]][s] = 1 + rank;
            }
        }
        LevelRanks found = new LevelRanks(new double[n], new double[n], new double[n], new double[n]);
        for (int g = 0; g < n; g++) {
            Arrays.sort(ranks[g]);
            found.mean[g] = Arrays.stream(ranks[g]).average().orElseThrow();
            found.lowerRank[g] = ranks[g][DRAWS / 20];
            found.upperRank[g] = ranks[g][DRAWS - 1 - DRAWS / 20];
            found.topProbability[g] =
                    Arrays.stream(ranks[g]).filter(rank -> rank <= first).count() / (double) DRAWS;
        }
        return found;
    }
}
