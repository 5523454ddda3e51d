package io.credence.spark.job;

import io.credence.config.FitConfig;
import io.credence.config.Parts;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Predicts the responses of new rows. */
@Command(
        name = "score",
        description = "Predicts the responses of score.path from the posterior in output.path:"
                + " mean, sd, interval and class probabilities, with the uncertainty of the coefficients.",
        mixinStandardHelpOptions = true,
        versionProvider = Credence.Version.class)
final class ScoreCommand implements Callable<Integer> {

    private final RedactedStream out;
    private final RedactedStream err;

    @Mixin
    private CommonOptions common;

    @Mixin
    private JarsOption jars;

    ScoreCommand(RedactedStream out, RedactedStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() {
        FitConfig config = common.read(out, err);
        Progress progress = new Progress(Progress.Form.of(common.quiet()), err);
        try {
            Jars libraries = jars.read();
            return libraries.around(
                    () -> new ScoreJob(config, Parts.STANDARD, progress, out, err).run(common.master(), libraries));
        } finally {
            progress.done();
        }
    }
}
