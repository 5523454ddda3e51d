package io.credence.spark.job;

import io.credence.fit.FitState;
import io.credence.fit.FitState.FitListener;
import io.credence.fit.FitState.StepInfo;
import io.credence.spark.FitStepCounter;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Timer;
import java.util.TimerTask;
import org.jspecify.annotations.Nullable;

/**
 * Progress of a job, for people: a line that updates itself on a terminal, else one line per ten seconds. Long phases
 * without a step are reported with their time.
 */
final class Progress implements FitListener {

    private static final long INTERVAL_NANOS = 10_000_000_000L;
    private static final long TICK_MILLIS = 1000;

    /** Form in which progress is shown. */
    enum ProgressStyle {
        NONE,
        LINES,
        TERMINAL;

        /** Form for standard error, depending on whether that is a terminal, as {@code bin/credence} states. */
        static ProgressStyle of(boolean quiet) {
            if (quiet) {
                return NONE;
            }
            boolean terminal = Boolean.parseBoolean(
                    System.getProperty("credence.terminal", String.valueOf(System.console() != null)));
            return terminal ? TERMINAL : LINES;
        }
    }

    private final ProgressStyle form;
    private final PrintStream out;
    private final long interval;
    private final long begin = System.nanoTime();
    private String waiting = "";
    private @Nullable Timer clock;
    private long last = begin;
    private int width;

    Progress(ProgressStyle form, PrintStream out) {
        this(form, out, INTERVAL_NANOS);
    }

    /** Creates a progress with a line per {@code interval} nanoseconds. */
    Progress(ProgressStyle form, PrintStream out, long interval) {
        this.form = form;
        this.out = out;
        this.interval = interval;
    }

    /** Shows a phase that begins now, and again while it lasts. */
    synchronized void beginPhase(String what) {
        waiting = what;
        if (form == ProgressStyle.TERMINAL) {
            last = System.nanoTime();
            show(what);
        }
        if (form != ProgressStyle.NONE && clock == null) {
            clock = new Timer("credence-progress", true);
            clock.schedule(
                    new TimerTask() {
                        @Override
                        public void run() {
                            reportIfDue();
                        }
                    },
                    TICK_MILLIS,
                    TICK_MILLIS);
        }
    }

    /** Reports the current phase if the interval since the last report has passed. */
    synchronized void reportIfDue() {
        if (clock != null && System.nanoTime() - last >= interval) {
            report(String.format(Locale.ROOT, "%s, %.0f s", waiting, (System.nanoTime() - begin) * 1e-9));
        }
    }

    /** Whether anything is shown. */
    boolean isShown() {
        return form != ProgressStyle.NONE;
    }

    /** Shows, on a line of its own, how long what begins now will take. */
    synchronized void announce(String what) {
        if (form != ProgressStyle.NONE) {
            out.println((form == ProgressStyle.TERMINAL ? "\r" : "") + what);
        }
    }

    @Override
    public synchronized void stepped(FitState state) {
        StepInfo step = state.lastStep();
        boolean due = form == ProgressStyle.TERMINAL || System.nanoTime() - last >= interval;
        if (step != null && form != ProgressStyle.NONE && due) {
            report(String.format(
                    Locale.ROOT, "%s, %.1f s", FitStepCounter.describe(step), (System.nanoTime() - begin) * 1e-9));
        }
    }

    private void report(String line) {
        last = System.nanoTime();
        if (form == ProgressStyle.TERMINAL) {
            show(line);
        } else {
            out.println(line);
        }
    }

    private void show(String line) {
        out.print("\r" + line + " ".repeat(Math.max(0, width - line.length())));
        out.flush();
        width = line.length();
    }

    /** Clears the line, and ends. */
    synchronized void finish() {
        if (clock != null) {
            clock.cancel();
            clock = null;
        }
        if (form == ProgressStyle.TERMINAL && width > 0) {
            out.print("\r" + " ".repeat(width) + "\r");
            out.flush();
            width = 0;
        }
    }
}
