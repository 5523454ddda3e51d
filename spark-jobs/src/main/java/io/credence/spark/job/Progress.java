package io.credence.spark.job;

import io.credence.fit.FitState;
import io.credence.fit.FitState.FitListener;
import io.credence.fit.FitState.StepInfo;
import java.io.PrintStream;
import java.util.Locale;

/** What a job is doing, for people: a line that updates itself on a terminal, else one line per ten seconds. */
final class Progress implements FitListener {

    private static final long INTERVAL_NANOS = 10_000_000_000L;

    /** How progress is shown. */
    enum Form {
        NONE,
        LINES,
        TERMINAL;

        /** On standard error: {@code bin/credence} shows whether that is a terminal. */
        static Form of(boolean quiet) {
            if (quiet) {
                return NONE;
            }
            boolean terminal = Boolean.parseBoolean(
                    System.getProperty("credence.terminal", String.valueOf(System.console() != null)));
            return terminal ? TERMINAL : LINES;
        }
    }

    private final Form form;
    private final PrintStream out;
    private final long begin = System.nanoTime();
    private long last = begin;
    private int width;

    Progress(Form form, PrintStream out) {
        this.form = form;
        this.out = out;
    }

    /** Shows what begins now. */
    void phase(String what) {
        if (form == Form.TERMINAL) {
            show(what);
        }
    }

    @Override
    public void stepped(FitState state) {
        StepInfo step = state.last();
        if (step == null || form == Form.NONE) {
            return;
        }
        if (form == Form.TERMINAL) {
            show(describe(step));
        } else if (System.nanoTime() - last >= INTERVAL_NANOS) {
            last = System.nanoTime();
            out.println(describe(step));
        }
    }

    private String describe(StepInfo step) {
        Double elbo = step.elbo();
        String value = elbo == null
                ? String.format(Locale.ROOT, "objective %.6g", step.objective())
                : String.format(Locale.ROOT, "ELBO %.8g", elbo);
        return String.format(
                Locale.ROOT,
                "iteration %d, %s, %s, %s%.1f s",
                step.iteration(),
                step.phase().name().toLowerCase(Locale.ROOT),
                value,
                step.accepted() && Double.isFinite(step.remaining())
                        ? String.format(Locale.ROOT, "%.2g nats to gain, ", step.remaining())
                        : "",
                (System.nanoTime() - begin) * 1e-9);
    }

    private void show(String line) {
        out.print("\r" + line + " ".repeat(Math.max(0, width - line.length())));
        out.flush();
        width = line.length();
    }

    /** Clears the line. */
    void done() {
        if (form == Form.TERMINAL && width > 0) {
            out.print("\r" + " ".repeat(width) + "\r");
            out.flush();
            width = 0;
        }
    }
}
