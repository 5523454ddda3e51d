package io.credence.spark.job;

import picocli.CommandLine.Command;

/** Command that averages expected responses, or their changes with a column, over rows. */
@Command(
        name = "effects",
        description =
                "Averages what the posterior in output.path expects of the rows of effects.path: predictions,"
                        + " comparisons and slopes as effects.requests names them, with intervals by draws of all coefficients.",
        mixinStandardHelpOptions = true,
        versionProvider = Credence.Version.class)
final class EffectsCommand extends RowsCommand {

    EffectsCommand(RedactedStream out, RedactedStream err) {
        super(out, err, EffectsJob::new);
    }
}
