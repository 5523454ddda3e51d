package io.credence.spark.row;

import java.io.ByteArrayOutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.RandomAccess;
import org.apache.spark.unsafe.types.UTF8String;

/** Names of numbered levels, in little more memory than their letters take: four bytes for each name beside them. */
public final class LevelNames extends AbstractList<String> implements RandomAccess, Serializable {

    private static final long serialVersionUID = 1;

    /** Number of names whose letters are one array, which may be of any length together. */
    private static final int TOGETHER = 1 << 16;

    private final byte[][] letters;
    private final int[][] ends;
    private final int size;

    private LevelNames(byte[][] letters, int[][] ends, int size) {
        this.letters = letters;
        this.ends = ends;
        this.size = size;
    }

    /** The names of a list, in its order. */
    public static LevelNames of(List<String> names) {
        if (names instanceof LevelNames same) {
            return same;
        }
        Builder all = new Builder(false);
        names.forEach(all::add);
        return all.inRuns();
    }

    /** Sorts names that come one by one. */
    public static Builder sorter() {
        return new Builder(true);
    }

    /** Collects names in runs, each as one array of letters. */
    public static final class Builder {

        private final boolean sortsRuns;
        private final List<byte[]> letters = new ArrayList<>();
        private final List<int[]> ends = new ArrayList<>();
        private final List<String> run = new ArrayList<>();
        private int size;

        private Builder(boolean sortsRuns) {
            this.sortsRuns = sortsRuns;
        }

        /** Adds a name. */
        public void add(String name) {
            run.add(name);
            size++;
            if (run.size() == TOGETHER) {
                closeRun();
            }
        }

        private void closeRun() {
            if (sortsRuns) {
                run.sort(null);
            }
            int[] own = new int[run.size()];
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            for (int i = 0; i < own.length; i++) {
                text.writeBytes(run.get(i).getBytes(StandardCharsets.UTF_8));
                own[i] = text.size();
            }
            letters.add(text.toByteArray());
            ends.add(own);
            run.clear();
        }

        private LevelNames inRuns() {
            if (!run.isEmpty()) {
                closeRun();
            }
            return new LevelNames(letters.toArray(byte[][]::new), ends.toArray(int[][]::new), size);
        }

        /** The names that were added, in the order of {@link String#compareTo}. */
        public LevelNames sorted() {
            LevelNames runs = inRuns();
            return runs.letters.length < 2 ? runs : runs.mergeRuns();
        }
    }

    /** Next name of a run. */
    private record RunHead(String name, int level) implements Comparable<RunHead> {

        @Override
        public int compareTo(RunHead other) {
            return name.compareTo(other.name);
        }
    }

    private LevelNames mergeRuns() {
        PriorityQueue<RunHead> heads = new PriorityQueue<>();
        for (int first = 0; first < size; first += TOGETHER) {
            heads.add(new RunHead(get(first), first));
        }
        Builder all = new Builder(false);
        for (RunHead head = heads.poll(); head != null; head = heads.poll()) {
            all.add(head.name());
            int next = head.level() + 1;
            if (next < size && next % TOGETHER != 0) {
                heads.add(new RunHead(get(next), next));
            }
        }
        return all.inRuns();
    }

    private int begin(int level) {
        return level % TOGETHER == 0 ? 0 : ends[level / TOGETHER][level % TOGETHER - 1];
    }

    private int end(int level) {
        return ends[level / TOGETHER][level % TOGETHER];
    }

    /** Name of a level. */
    public UTF8String name(int level) {
        return UTF8String.fromBytes(letters[level / TOGETHER], begin(level), end(level) - begin(level));
    }

    @Override
    public String get(int level) {
        Objects.checkIndex(level, size);
        return new String(letters[level / TOGETHER], begin(level), end(level) - begin(level), StandardCharsets.UTF_8);
    }

    @Override
    public int size() {
        return size;
    }
}
