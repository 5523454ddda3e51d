package io.credence.spark.job;

import io.credence.config.ConfigurationException;
import io.credence.result.SavedPosterior;
import io.credence.spark.job.output.ExitStatus;
import io.credence.spark.job.output.Failure;
import io.credence.spark.job.output.Folder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command that compares two fits of the same rows by leave-one-out prediction. It needs no Spark. */
@Command(
        name = "compare",
        description =
                "Compares two fits of the same rows, by their output folders: the difference of their expected log"
                        + " predictive densities (PSIS-LOO), with the standard error of the paired difference.",
        mixinStandardHelpOptions = true,
        versionProvider = Credence.Version.class)
final class CompareCommand implements Callable<Integer> {

    private final PrintStream out;
    private final PrintStream err;

    @Parameters(index = "0", paramLabel = "A", description = "output.path of a fit")
    private String first;

    @Parameters(index = "1", paramLabel = "B", description = "output.path of another fit of the same rows")
    private String second;

    CompareCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() {
        FitComparison compared = FitComparison.of(readFit(first), readFit(second));
        compared.lines().forEach(out::println);
        compared.notes().forEach(note -> err.println("note: " + note));
        return ExitStatus.SUCCESS;
    }

    private static ComparedFit readFit(String path) {
        try {
            Folder folder = Folder.of(path, Sessions.hadoop());
            if (!folder.exists(ResultFolder.POSTERIOR)) {
                throw new ConfigurationException("there is nothing to compare: required a fit, found no "
                        + ResultFolder.POSTERIOR + " (" + path + ")");
            }
            return new ComparedFit(
                    path,
                    SavedPosterior.parse(readText(folder, ResultFolder.POSTERIOR)),
                    folder.exists(ResultFolder.POINTWISE) ? readText(folder, ResultFolder.POINTWISE) : null);
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new ConfigurationException(
                    "the fit cannot be read: " + Failure.oneLine(unreadable) + " (" + path + ")", unreadable);
        }
    }

    private static String readText(Folder folder, String name) throws IOException {
        return new String(folder.read(name), StandardCharsets.UTF_8);
    }
}
