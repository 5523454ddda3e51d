package io.credence.spark.job;

import io.credence.part.Catalogue;
import io.credence.part.Part;
import io.credence.report.PosteriorSummary;
import io.credence.report.export.CmdStanCsv;
import io.credence.report.export.ScorerJson;
import io.credence.report.export.ScorerPmml;
import io.credence.result.SavedPosterior;
import io.credence.spark.DrawsTable;
import io.credence.spark.job.output.OutputFile;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;

/**
 * Form in which other programs read a fit.
 *
 * @param name name of the form
 * @param description description
 * @param fileExtension ending of its files' names
 * @param writer writes a fit in this form
 */
record ExportFormat(String name, String description, String fileExtension, Consumer<Export> writer) implements Part {

    /** All forms. A file name's ending selects the first form that has it. */
    static final Catalogue<ExportFormat> ALL = Catalogue.of(
            "export format",
            new ExportFormat(
                    "parquet",
                    "draws, one row each, one column for each number",
                    ".parquet",
                    ExportFormat::writeParquet),
            new ExportFormat(
                    "cmdstan",
                    "draws as CmdStan writes them, for ArviZ, cmdstanpy and cmdstanr",
                    ".csv",
                    Export::writeCmdStan),
            new ExportFormat(
                    "json",
                    "a scorer of new rows by posterior means: coefficients, what each multiplies, and the inverse link",
                    ".json",
                    job -> job.outputFile().write(ScorerJson.text(job.saved()))),
            new ExportFormat(
                    "pmml",
                    "the same as a regression model of PMML 4.4, of columns and levels",
                    ".pmml",
                    job -> job.outputFile().write(ScorerPmml.text(job.saved()))));

    /**
     * Fit to export, and its target.
     *
     * @param saved posterior
     * @param summary summary of the posterior in numbers
     * @param draws number of draws, where a form has some
     * @param outputFile file to write
     * @param session session that writes tables
     */
    record Export(
            SavedPosterior saved,
            PosteriorSummary summary,
            int draws,
            OutputFile outputFile,
            Supplier<SparkSession> session) {

        private void writeCmdStan() {
            outputFile.write(CmdStanCsv.text(
                    summary.drawNames(),
                    saved.names().size(),
                    summary.drawnQuantityCount(),
                    summary.draws(draws, saved.seed()),
                    saved.seed()));
        }
    }

    private static void writeParquet(Export job) {
        job.outputFile()
                .write(
                        DrawsTable.of(
                                job.summary().drawNames(),
                                job.summary().draws(job.draws(), job.saved().seed())),
                        job.session().get());
    }

    /**
     * Form of a file by its ending.
     *
     * @throws IllegalArgumentException if no form has it
     */
    static ExportFormat ofFile(String path) {
        return ALL.parts().stream()
                .filter(format -> path.endsWith(format.fileExtension()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the form of the export is not known by its ending: required --format with one of "
                                + String.join(", ", ALL.names()) + ", found " + path));
    }
}
