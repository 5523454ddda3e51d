package io.credence.spark.job;

import io.credence.config.FitConfig;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Fits the posterior of a model to data. */
@Command(
        name = "fit",
        description = "Fits the posterior of a model to data and writes it to output.path.",
        mixinStandardHelpOptions = true,
        versionProvider = Credence.Version.class)
final class FitCommand implements Callable<Integer> {

    private final PrintStream out;
    private final PrintStream err;

    @Mixin
    private CommonOptions common;

    @Option(names = "--resume", description = "go on from the newest checkpoint in checkpoint.path, if there is one")
    private boolean resume;

    @Option(
            names = "--jars",
            split = ",",
            paramLabel = "JAR",
            description = "jars with the class of model.class, separated by commas")
    private List<String> jars = new ArrayList<>();

    FitCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() {
        FitConfig config = common.read();
        Progress progress = new Progress(Progress.Form.of(common.quiet()), err);
        try {
            Jars libraries = Jars.of(jars);
            return libraries.around(
                    () -> new FitJob(config, progress, out, err).run(common.master(), resume, libraries));
        } finally {
            progress.done();
        }
    }
}
