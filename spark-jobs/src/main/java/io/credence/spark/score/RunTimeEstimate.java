package io.credence.spark.score;

import java.io.Serializable;
import java.util.Locale;
import org.apache.spark.sql.SparkSession;

/**
 * Estimate of the time that a pass over rows will take, from a probe of the first rows.
 *
 * @param work description of the pass
 * @param rows number of rows of the pass
 * @param secondsPerRow seconds of one processor for a row of the probe; NaN where that is not known
 */
record RunTimeEstimate(String work, long rows, double secondsPerRow) {

    /** Number of rows of a probe. The first half of them, over which code becomes fast, is not timed. */
    static final int PROBED_ROWS = 2048;

    /**
     * Seconds of one processor from which a row is expensive compared with reading it, so that rows which are not yet counted may be
     * counted for an estimate.
     */
    static final double COUNTED_SECONDS_PER_ROW = 2e-5;

    /** Seconds from which a pass is announced. */
    private static final double LONG = 10;

    /**
     * Announces the estimate if it is long.
     *
     * @param fewer number of rows of a shorter pass; 0 for none
     * @param choice choice that makes the pass shorter
     */
    void announce(long fewer, String choice) {
        double seconds = seconds(rows);
        if (seconds >= LONG) {
            String shorter = fewer > 0 && fewer < rows / 2 ? "; " + choice + " takes " + text(seconds(fewer)) : "";
            Announcements.announce(work + ": about " + text(seconds) + shorter);
        }
    }

    private double seconds(long count) {
        return count * secondsPerRow / parallelTasks();
    }

    /** Number of tasks at a time as far as the session states it, else that of the driver's processors. */
    private static int parallelTasks() {
        String stated = SparkSession.active().conf().get("spark.default.parallelism", "");
        return stated.matches("[1-9]\\d{0,8}")
                ? Integer.parseInt(stated)
                : Runtime.getRuntime().availableProcessors();
    }

    /** Duration in words, in its largest unit. */
    static String text(double seconds) {
        if (seconds < 90) {
            return String.format(Locale.ROOT, "%.0f s", Math.max(1, seconds));
        }
        return seconds < 5400
                ? String.format(Locale.ROOT, "%.0f minutes", seconds / 60)
                : String.format(Locale.ROOT, "%.1f hours", seconds / 3600);
    }

    /** Clock of the rows of a probe, of which the first half is not timed. */
    static final class Clock implements Serializable {

        private static final long serialVersionUID = 1;

        private long counted;
        private long timedRows;
        private long nanos;

        void countRow() {
            if (++counted == PROBED_ROWS / 2) {
                nanos = -System.nanoTime();
            }
        }

        void stop() {
            timedRows = Math.max(0, counted - PROBED_ROWS / 2);
            nanos = timedRows == 0 ? 0 : nanos + System.nanoTime();
        }

        void add(Clock other) {
            timedRows += other.timedRows;
            nanos += other.nanos;
        }

        double secondsPerRow() {
            return timedRows == 0 ? Double.NaN : 1e-9 * nanos / timedRows;
        }
    }
}
