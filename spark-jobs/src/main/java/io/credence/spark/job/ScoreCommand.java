package io.credence.spark.job;

import picocli.CommandLine.Command;

/** Command that predicts the responses of new rows. */
@Command(
        name = "score",
        description = "Predicts the responses of score.path from the posterior in output.path:"
                + " mean, sd, interval and class probabilities, with the uncertainty of the coefficients.",
        mixinStandardHelpOptions = true,
        versionProvider = Credence.Version.class)
final class ScoreCommand extends RowsCommand {

    ScoreCommand(RedactedStream out, RedactedStream err) {
        super(out, err, ScoreJob::new);
    }
}
