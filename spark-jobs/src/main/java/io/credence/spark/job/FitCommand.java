package io.credence.spark.job;

import io.credence.config.FitConfig;
import io.credence.config.KeyHelp;
import io.credence.config.Parts;
import io.credence.spark.job.output.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command that fits the posterior of a model to data. */
@Command(
        name = "fit",
        description = "Fits the posterior of a model to data and writes it to output.path.",
        versionProvider = Credence.Version.class)
final class FitCommand implements Callable<Integer> {

    private final RedactedStream out;
    private final RedactedStream err;

    @Mixin
    private CommonOptions common;

    @Option(
            names = {"-h", "--help"},
            help = true,
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "KEY",
            description = "how to use this command, or what KEY means: a key, a section, a method or a part")
    private @Nullable String help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "print version information and exit")
    private boolean version;

    @Spec
    private CommandSpec spec;

    @Option(names = "--resume", description = "go on from the newest checkpoint in checkpoint.path, if there is one")
    private boolean resume;

    @Mixin
    private JarsOption jars;

    FitCommand(RedactedStream out, RedactedStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() {
        if (help != null) {
            return help(help);
        }
        FitConfig config = common.read(out, err);
        Progress progress = new Progress(Progress.ProgressStyle.of(common.quiet()), err);
        try {
            Jars libraries = jars.read();
            int status = libraries.runWithJars(
                    () -> new FitJob(config, progress, out, err).run(common.master(), resume, libraries));
            markEnd();
            return status;
        } finally {
            progress.finish();
        }
    }

    /**
     * Writes a marker that a fit came to its end. {@code bin/credence} then reuses the archive of the classes that it
     * loaded.
     */
    private static void markEnd() {
        String marker = System.getProperty("credence.fitted");
        if (marker != null) {
            try {
                Files.writeString(Path.of(marker), "a fit came to its end\n");
            } catch (IOException unwritable) {
                // the next fit marks it
            }
        }
    }

    private int help(String key) {
        if (key.isEmpty()) {
            spec.commandLine().usage(out);
        } else {
            KeyHelp.helpLines(key, Parts.STANDARD).forEach(out::println);
        }
        return ExitStatus.SUCCESS;
    }
}
