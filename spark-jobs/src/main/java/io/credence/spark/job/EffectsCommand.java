package io.credence.spark.job;

import io.credence.config.FitConfig;
import io.credence.config.Parts;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Averages of expected responses over rows. */
@Command(
        name = "effects",
        description =
                "Averages what the posterior in output.path expects of the rows of effects.path: predictions,"
                        + " comparisons and slopes as effects.requests names them, with intervals by draws of all coefficients.",
        mixinStandardHelpOptions = true,
        versionProvider = Credence.Version.class)
final class EffectsCommand implements Callable<Integer> {

    private final RedactedStream out;
    private final RedactedStream err;

    @Mixin
    private CommonOptions common;

    @Mixin
    private JarsOption jars;

    EffectsCommand(RedactedStream out, RedactedStream err) {
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
                    () -> new EffectsJob(config, Parts.STANDARD, progress, out, err).run(common.master(), libraries));
        } finally {
            progress.done();
        }
    }
}
