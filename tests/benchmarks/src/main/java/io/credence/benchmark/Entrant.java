package io.credence.benchmark;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** One of the things compared, with its wall seconds. */
final class Entrant<T> {

    private final String name;
    private final Supplier<T> task;
    private final double[] seconds;
    private T last;

    /** Runs once to warm up. */
    Entrant(String name, int repeats, Supplier<T> task) {
        this.name = name;
        this.task = task;
        this.seconds = new double[repeats];
        this.last = task.get();
    }

    void run(int repeat) {
        long start = System.nanoTime();
        last = task.get();
        seconds[repeat] = Ours.seconds(start);
    }

    /** Result of the last run. */
    T last() {
        return last;
    }

    double median() {
        double[] sorted = seconds.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
    }

    /** Seconds of all runs. */
    String all() {
        return Arrays.stream(seconds)
                .mapToObj(value -> String.format(Locale.ROOT, "%.2f", value))
                .collect(Collectors.joining(" "));
    }

    /** A line of the table, relative to {@code reference}. */
    String row(Entrant<?> reference) {
        return String.format(
                Locale.ROOT, "| %s | %.2f | %.3f | %s |", name, median(), median() / reference.median(), all());
    }
}
