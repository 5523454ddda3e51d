package io.credence.mixed.result;

import io.credence.mixed.result.MixedPosterior.RankedLevel;
import io.credence.statistics.Sums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Digest of the effects of many levels: the mean variance of each effect, and levels at about equal distances in the
 * order of its means, the smallest and the largest among them. Up to {@link #MOST} levels are all there.
 */
public final class LevelDigest implements Sums<LevelDigest> {

    private static final long serialVersionUID = 1;

    /** Largest number of levels of a digest. Some sixty of them are shown, so that their ranks are right to 1 %. */
    public static final int MOST = 16_384;

    /** Largest number of levels of the digest of a partition, which travels: 60 kB for each effect. */
    static final int MOST_OF_PARTITION = 2_048;

    private final double[] varianceSums;
    private final List<List<RankedLevel>> ordered = new ArrayList<>();
    private long count;

    /** Creates the digest of no levels. */
    LevelDigest(int terms) {
        varianceSums = new double[terms];
        for (int term = 0; term < terms; term++) {
            ordered.add(new ArrayList<>());
        }
    }

    /** Creates the digest of levels in this process, with all of them. */
    static LevelDigest of(EffectMoments.Levels all) {
        int k = all.covariance().length / all.mean().length;
        LevelDigest digest = new LevelDigest(k);
        for (int level = 0; level < all.mean().length / k; level++) {
            digest.add(level, all, level);
        }
        digest.ordered.forEach(each -> each.sort(RankedLevel.BY_MEAN));
        return digest;
    }

    /** Adds a level, whose moments stand at an index among others. */
    void add(int level, EffectMoments.Levels moments, int index) {
        int k = varianceSums.length;
        count++;
        for (int term = 0; term < k; term++) {
            double sd = Math.sqrt(moments.covariance()[(index * k + term) * k + term]);
            varianceSums[term] += sd * sd;
            List<RankedLevel> own = ordered.get(term);
            own.add(new RankedLevel(level, moments.mean()[index * k + term], sd, 1));
        }
    }

    @Override
    public void merge(LevelDigest other) {
        count += other.count;
        for (int term = 0; term < varianceSums.length; term++) {
            varianceSums[term] += other.varianceSums[term];
            ordered.get(term).addAll(other.ordered.get(term));
        }
        condense(MOST);
    }

    /** Sorts the levels, and keeps up to so many. */
    LevelDigest condense(int most) {
        for (List<RankedLevel> each : ordered) {
            each.sort(RankedLevel.BY_MEAN);
            if (each.size() > most) {
                List<RankedLevel> some = condensed(each, most);
                each.clear();
                each.addAll(some);
            }
        }
        return this;
    }

    /** Levels at equal distances, each of which stands for those that are nearer to it than to others. */
    private static List<RankedLevel> condensed(List<RankedLevel> all, int most) {
        long total = all.stream().mapToLong(RankedLevel::weight).sum();
        long[] ranks = IntStream.range(0, most)
                .mapToLong(i -> i * (total - 1) / (most - 1))
                .toArray();
        List<RankedLevel> some = new ArrayList<>();
        int at = 0;
        long before = 0;
        long assigned = 0;
        for (int i = 0; i < most; i++) {
            while (before + all.get(at).weight() <= ranks[i]) {
                before += all.get(at++).weight();
            }
            long until = i + 1 < most ? (ranks[i] + ranks[i + 1]) / 2 + 1 : total;
            RankedLevel found = all.get(at);
            some.add(new RankedLevel(found.level(), found.mean(), found.sd(), until - assigned));
            assigned = until;
        }
        return some;
    }

    /** Number of levels. */
    public long count() {
        return count;
    }

    /**
     * Mean shrinkage of each effect towards 0, at most 1: the ratio of posterior variance to variance between levels,
     * averaged over the levels.
     *
     * @param covariance covariance between levels, k × k
     */
    public double[] shrinkage(double[] covariance) {
        double[] shrinkage = new double[varianceSums.length];
        Arrays.setAll(
                shrinkage, term -> Math.min(1, varianceSums[term] / count / covariance[term * (shrinkage.length + 1)]));
        return shrinkage;
    }

    /**
     * Levels in ascending order of the means of each effect. Of more than {@code most} levels, some at equal distances in
     * that order are returned.
     */
    public List<List<RankedLevel>> rankedLevels(int most) {
        return IntStream.range(0, varianceSums.length)
                .mapToObj(term -> rankedLevels(term, most))
                .toList();
    }

    private List<RankedLevel> rankedLevels(int term, int most) {
        List<RankedLevel> all = ordered.get(term);
        int shown = (int) Math.min(most, count);
        List<RankedLevel> some = new ArrayList<>();
        int at = 0;
        long before = 0;
        for (int i = 0; i < shown; i++) {
            long rank = i * (count - 1) / Math.max(1, shown - 1);
            while (before + all.get(at).weight() <= rank) {
                before += all.get(at++).weight();
            }
            some.add(all.get(at));
        }
        return some;
    }

    @Override
    public String toString() {
        return count + " levels, variances " + Arrays.toString(varianceSums);
    }
}
