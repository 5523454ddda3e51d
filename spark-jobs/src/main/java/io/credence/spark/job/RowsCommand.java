package io.credence.spark.job;

import io.credence.config.FitConfig;
import io.credence.config.Parts;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** Command that applies the posterior in {@code output.path} to rows, with the jars of its model. */
abstract class RowsCommand implements Callable<Integer> {

    /** Job of such a command, which returns its exit status. */
    interface Job {
        int run(@Nullable String master, Jars jars);
    }

    /** Factory of the job by the configuration. */
    interface Jobs {
        Job of(FitConfig config, Parts parts, Progress progress, PrintStream out, PrintStream err);
    }

    private final RedactedStream out;
    private final RedactedStream err;
    private final Jobs jobs;

    @Mixin
    private CommonOptions common;

    @Mixin
    private JarsOption jars;

    RowsCommand(RedactedStream out, RedactedStream err, Jobs jobs) {
        this.out = out;
        this.err = err;
        this.jobs = jobs;
    }

    @Override
    public Integer call() {
        FitConfig config = common.read(out, err);
        Progress progress = new Progress(Progress.ProgressStyle.of(common.quiet()), err);
        try {
            Jars libraries = jars.read();
            Job job = jobs.of(config, Parts.STANDARD, progress, out, err);
            return libraries.runWithJars(() -> job.run(common.master(), libraries));
        } finally {
            progress.finish();
        }
    }
}
