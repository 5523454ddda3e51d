package io.credence.spark.job;

import io.credence.config.ConfigurationException;
import io.credence.diagnostic.Comparison;
import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.LeaveOneOut.Estimate;
import io.credence.diagnostic.LeftOutRow;
import io.credence.result.PointwiseTable;
import io.credence.result.SavedPosterior;
import io.credence.spark.job.output.ExitStatus;
import io.credence.spark.job.output.Failure;
import io.credence.spark.job.output.Folder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
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

    /**
     * Saved fit.
     *
     * @param posterior result of the fit
     * @param leaveOneOut leave-one-out measures in all
     * @param leftOutRows leave-one-out measures row by row
     */
    private record ComparedFit(SavedPosterior posterior, LeaveOneOut leaveOneOut, List<LeftOutRow> leftOutRows) {}

    @Override
    public Integer call() {
        SavedPosterior a = readPosterior(first);
        SavedPosterior b = readPosterior(second);
        if (a.isMixed() || b.isMixed()) {
            EvidenceComparison.of(a, b).lines(first, second).forEach(out::println);
            return ExitStatus.SUCCESS;
        }
        ComparedFit one = readComparedFit(a, first);
        ComparedFit other = readComparedFit(b, second);
        Comparison compared = compare(one, other);
        printElpd("A", first, compared.first(), one);
        printElpd("B", second, compared.second(), other);
        Estimate difference = compared.elpdDifference();
        out.printf(
                Locale.ROOT,
                "elpd of A less that of B: %.1f ± %.1f over %d rows; %s%n",
                difference.value(),
                difference.error(),
                compared.rows(),
                verdict(compared));
        if (compared.doubtfulRowCount() > 0) {
            err.println("note: k-hat of " + compared.doubtfulRowCount()
                    + " rows is above its threshold; what they add to the difference cannot be trusted");
        }
        return ExitStatus.SUCCESS;
    }

    private static String verdict(Comparison compared) {
        Estimate difference = compared.elpdDifference();
        String better = difference.value() > 0 ? "A" : "B";
        if (compared.isErrorUnreliable()) {
            return "they predict alike";
        }
        return Math.abs(difference.value()) > 2 * difference.error()
                ? better + " predicts better"
                : better + " may predict better, within two standard errors";
    }

    private void printElpd(String name, String path, Estimate elpd, ComparedFit saved) {
        out.printf(
                Locale.ROOT,
                "%s: elpd %.1f ± %.1f, p %.1f, %s%s%n",
                name,
                elpd.value(),
                elpd.error(),
                saved.leaveOneOut().effectiveParameters().value(),
                path,
                saved.posterior().isReliable()
                        ? ""
                        : " (" + saved.posterior().reliability().label() + ")");
    }

    private Comparison compare(ComparedFit one, ComparedFit other) {
        try {
            double threshold =
                    Math.min(one.leaveOneOut().threshold(), other.leaveOneOut().threshold());
            return Comparison.of(one.leftOutRows(), other.leftOutRows(), threshold);
        } catch (IllegalArgumentException unlike) {
            throw new ConfigurationException(
                    Failure.oneLine(unlike)
                            + "; fits of one table in its own order, with data.partitions = auto, have theirs"
                            + " alike (" + first + ", " + second + ")",
                    unlike);
        }
    }

    private static SavedPosterior readPosterior(String path) {
        try {
            Folder folder = Folder.of(path, Sessions.hadoop());
            requireFile(folder, ResultFolder.POSTERIOR, "a fit", path);
            return SavedPosterior.parse(readText(folder, ResultFolder.POSTERIOR));
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new ConfigurationException(
                    "the fit cannot be read: " + Failure.oneLine(unreadable) + " (" + path + ")", unreadable);
        }
    }

    private static ComparedFit readComparedFit(SavedPosterior posterior, String path) {
        try {
            Folder folder = Folder.of(path, Sessions.hadoop());
            posterior.missingFiles().requireWritten(ResultFolder.POINTWISE);
            requireFile(folder, ResultFolder.POINTWISE, "a fit of up to 100,000 rows with check.loo = true", path);
            List<LeftOutRow> rows = PointwiseTable.parse(readText(folder, ResultFolder.POINTWISE));
            LeaveOneOut found = posterior
                    .leaveOneOut()
                    .orElseThrow(() -> new IllegalArgumentException("the posterior has no leave-one-out results"));
            return new ComparedFit(posterior, found, rows);
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new ConfigurationException(
                    "the fit cannot be read: " + Failure.oneLine(unreadable) + " (" + path + ")", unreadable);
        }
    }

    private static void requireFile(Folder folder, String name, String what, String path) throws IOException {
        if (!folder.exists(name)) {
            throw new ConfigurationException(
                    "there is nothing to compare: required " + what + ", found no " + name + " (" + path + ")");
        }
    }

    private static String readText(Folder folder, String name) throws IOException {
        return new String(folder.read(name), StandardCharsets.UTF_8);
    }
}
