package io.credence.spark.score;

import io.credence.spark.score.ScoringTable.Counts;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.util.AccumulatorV2;

/** Accumulator that counts the rows of each partition while they are scored. A task that runs again counts once. */
public final class ScoringTally extends AccumulatorV2<Map<Integer, Counts>, Counts> {

    private static final long serialVersionUID = 1;

    private final TreeMap<Integer, Counts> counts = new TreeMap<>();

    @Override
    public boolean isZero() {
        return counts.isEmpty();
    }

    @Override
    public ScoringTally copy() {
        ScoringTally copy = new ScoringTally();
        copy.add(counts);
        return copy;
    }

    @Override
    public void reset() {
        counts.clear();
    }

    @Override
    public void add(Map<Integer, Counts> more) {
        counts.putAll(more);
    }

    @Override
    public void merge(AccumulatorV2<Map<Integer, Counts>, Counts> other) {
        add(((ScoringTally) other).counts);
    }

    @Override
    public Counts value() {
        return counts.values().stream().reduce(Counts.NONE, Counts::plus);
    }
}
