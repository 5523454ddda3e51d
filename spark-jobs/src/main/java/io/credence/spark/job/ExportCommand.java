package io.credence.spark.job;

import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.report.PosteriorSummary;
import io.credence.result.SavedPosterior;
import io.credence.spark.job.output.ExitStatus;
import io.credence.spark.job.output.Failure;
import io.credence.spark.job.output.OutputFile;
import io.credence.summary.ModelQuantities;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that writes a finished fit in a form that other programs read. */
@Command(
        name = "export",
        description = "Writes the fit in output.path in a form that other programs read.",
        mixinStandardHelpOptions = true,
        versionProvider = Credence.Version.class)
final class ExportCommand implements Callable<Integer> {

    private final RedactedStream out;
    private final RedactedStream err;

    @Mixin
    private CommonOptions common;

    @Mixin
    private JarsOption jars;

    @Parameters(index = "1", paramLabel = "OUT", description = "what to write, any Hadoop path")
    private String path;

    @Option(names = "--format", paramLabel = "FORMAT", description = "see below; by the ending of OUT if not given")
    private @Nullable String format;

    @Option(names = "--draws", paramLabel = "N", description = "number of draws (${DEFAULT-VALUE})")
    private int draws = 4000;

    ExportCommand(RedactedStream out, RedactedStream err) {
        this.out = out;
        this.err = err;
    }

    /** Descriptions of the forms, one line each. */
    static String[] formatDescriptions() {
        return ExportFormat.ALL.parts().stream()
                .map(one -> String.format("%n%s (%s): %s", one.name(), one.fileExtension(), one.description()))
                .toArray(String[]::new);
    }

    @Override
    public Integer call() {
        FitConfig config = common.read(out, err);
        if (draws < 1) {
            throw new ConfigurationException("--draws is out of range: required a number from 1, found " + draws);
        }
        return jars.read().runWithJars(() -> export(config));
    }

    private int export(FitConfig config) {
        String fit = config.output().path();
        try (LateSession session = new LateSession(common.master(), "credence export " + fit)) {
            ExportFormat chosen = format == null ? ExportFormat.ofFile(path) : ExportFormat.ALL.named(format);
            OutputFile target = OutputFile.of(path, config.output().overwrite(), session.hadoop());
            ResultFiles files = ResultFiles.readConfigured(config, "export", session);
            SavedPosterior saved = SavedPosterior.parse(files.posteriorJson());
            saved.missingFiles().sentences().forEach(sentence -> err.println("note: " + sentence));
            if (!saved.isReliable()) {
                err.println("note: the posterior is " + saved.reliability().text());
            }
            if (!saved.groups().isEmpty()) {
                err.println(
                        "note: only coefficients and dispersion are exported, not the effects of levels: those are in "
                                + ResultFolder.EFFECTS + ", and their covariances in " + ResultFolder.EFFECT_MOMENTS);
            }
            PosteriorSummary numbers =
                    new PosteriorSummary(saved, files::storedCovariance, quantities(config, saved), null);
            chosen.writer().accept(new ExportFormat.Export(saved, numbers, draws, target, session));
            out.println(chosen.name() + " in " + target.displayPath());
            return ExitStatus.SUCCESS;
        } catch (IllegalArgumentException unsuitable) {
            throw new ConfigurationException(Failure.oneLine(unsuitable), unsuitable);
        }
    }

    /** Quantities derived by the user's class that was fitted; null if there are none or the class cannot be found. */
    private @Nullable ModelQuantities quantities(FitConfig config, SavedPosterior saved) {
        if (saved.findings().summaries().quantityRows().isEmpty()) {
            return null;
        }
        try {
            return UserModelFactory.quantities(config, saved);
        } catch (ConfigurationException | IllegalArgumentException absent) {
            err.println("note: quantities of the model are left out: " + Failure.oneLine(absent));
            return null;
        }
    }
}
