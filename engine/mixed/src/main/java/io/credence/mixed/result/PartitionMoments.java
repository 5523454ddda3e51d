package io.credence.mixed.result;

import io.credence.linalg.Vectors;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.result.EffectMoments.Levels;
import io.credence.statistics.Sums;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Moments of the effects of the levels that have rows in some partitions. All rows of a level lie in one partition. */
public final class PartitionMoments implements Sums<PartitionMoments> {

    private static final long serialVersionUID = 1;

    private final int[] entries;
    private final int[] sizes;
    private final int p;
    private int[] levels;
    private double[] numbers;

    /**
     * Moments of the effects of a level.
     *
     * @param entry number of the entry of the model's effects
     * @param level number of the level
     * @param moments moments of this level alone
     */
    public record OfLevel(int entry, int level, Levels moments) {}

    /**
     * Creates the moments of a partition.
     *
     * @param levels numbers of the levels
     * @param numbers of each level the means of all its k effects, their covariances, and those with the fixed effects
     */
    public PartitionMoments(EffectLayout layout, int[] levels, double[] numbers) {
        this.entries = layout.local().stream().mapToInt(e -> e).toArray();
        this.sizes = Arrays.stream(entries)
                .map(e -> layout.model().effects().get(e).size())
                .toArray();
        this.p = layout.fixedEffectCount();
        this.levels = levels;
        this.numbers = numbers;
    }

    /** Number of the numbers of a level: k(1 + k + p) of all its effects. */
    public static int numbersPerLevel(EffectLayout layout) {
        return layout.localEffectsPerLevel() * (1 + layout.localEffectsPerLevel() + layout.fixedEffectCount());
    }

    @Override
    public void merge(PartitionMoments other) {
        int before = levels.length;
        levels = Arrays.copyOf(levels, before + other.levels.length);
        System.arraycopy(other.levels, 0, levels, before, other.levels.length);
        numbers = Vectors.concatenate(List.of(numbers, other.numbers));
    }

    /** Moments of each entry of the model's effects for each level, level by level. */
    public Stream<OfLevel> stream() {
        return IntStream.range(0, levels.length * entries.length)
                .mapToObj(i -> at(i / entries.length, i % entries.length));
    }

    private OfLevel at(int g, int own) {
        int k = Arrays.stream(sizes).sum();
        int begin = Arrays.stream(sizes, 0, own).sum();
        int size = sizes[own];
        int first = g * k * (1 + k + p);
        Levels moments = Levels.allocate(1, size, p);
        System.arraycopy(numbers, first + begin, moments.mean(), 0, size);
        for (int i = 0; i < size; i++) {
            int row = begin + i;
            System.arraycopy(numbers, first + k + row * k + begin, moments.covariance(), i * size, size);
            System.arraycopy(numbers, first + k * (1 + k) + row * p, moments.cross(), i * p, p);
        }
        return new OfLevel(entries[own], levels[g], moments);
    }
}
