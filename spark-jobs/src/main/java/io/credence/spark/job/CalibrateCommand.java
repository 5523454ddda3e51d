package io.credence.spark.job;

import io.credence.Calibration.Source;
import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Command that tests calibration: it fits a model to data simulated from it, and checks whether posteriors cover the
 * parameters of the simulation.
 */
@Command(
        name = "calibrate",
        description =
                "Simulation-based calibration of a configuration's fit: draws parameters and responses at the rows' own"
                        + " columns, fits these, and tests whether the true parameters rank uniformly among posterior draws.",
        mixinStandardHelpOptions = true,
        versionProvider = Credence.Version.class)
final class CalibrateCommand implements Callable<Integer> {

    private static final int FEWEST = 20;
    private static final int MOST = 100_000;

    private final RedactedStream out;
    private final RedactedStream err;

    @Mixin
    private CommonOptions common;

    @Option(
            names = "--simulations",
            paramLabel = "N",
            defaultValue = "200",
            description = "simulated data sets, 200 if not given; each is fitted")
    private int simulations;

    @Option(
            names = "--from",
            paramLabel = "prior|posterior",
            defaultValue = "posterior",
            description =
                    "what true parameters are drawn from, and prior of every fit: that of the configuration, or a normal one"
                            + " with the moments of the fitted posterior (if not given), whose data resemble those observed")
    private String source;

    CalibrateCommand(RedactedStream out, RedactedStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() {
        if (simulations < FEWEST || simulations > MOST) {
            throw new ConfigurationException(
                    "--simulations is out of range: required " + FEWEST + " to " + MOST + ", found " + simulations);
        }
        FitConfig config = common.read(out, err);
        Progress progress = new Progress(Progress.ProgressStyle.of(common.quiet()), err);
        try {
            return new CalibrateJob(config, progress, out, err).run(common.master(), source(), simulations);
        } finally {
            progress.finish();
        }
    }

    private Source source() {
        return switch (source) {
            case "prior" -> Source.PRIOR;
            case "posterior" -> Source.POSTERIOR;
            default ->
                throw new ConfigurationException(
                        "--from is not known: required prior or posterior, found " + source.toLowerCase(Locale.ROOT));
        };
    }
}
