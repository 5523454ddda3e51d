package io.credence.spark.job;

import io.credence.ModelKinds;
import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.diagnostic.LeaveOneOut;
import io.credence.kind.Section;
import io.credence.network.result.TrainedPosterior;
import io.credence.prior.PosteriorFactors;
import io.credence.report.FitLog;
import io.credence.report.page.PagePictures;
import io.credence.report.page.ReportPage;
import io.credence.report.page.ReportPage.FileTexts;
import io.credence.result.MissingFiles;
import io.credence.result.NetworksFile;
import io.credence.result.PartitionFactorsFile;
import io.credence.result.PointwiseTable;
import io.credence.result.ResultJson;
import io.credence.result.SavedPosterior;
import io.credence.result.TraceLine;
import io.credence.result.section.SegmentsFile;
import io.credence.spark.job.output.Failure;
import io.credence.spark.job.output.Folder;
import io.credence.spark.job.output.OutputFile;
import io.credence.spark.score.LevelTable;
import io.credence.summary.Coefficients;
import io.credence.summary.FitReport;
import io.credence.summary.NetworkReport;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Files of a fit's result folder.
 *
 * @param posteriorJson content of {@code posterior.json}
 * @param dimension number of coefficients
 * @param textFiles other files by name
 * @param covariance covariance of the coefficients where it does not stand in {@code posterior.json}, row-major or its
 *     diagonal alone; null elsewhere
 * @param binaries binary files by name: {@code sites.bin} of a posterior in partition factors, {@code networks.bin} of
 *     networks
 * @param effects effects of the levels of grouping factors; none without such factors, or if they were not read back
 * @param segmentOutcomes fits of segments with a posterior each; null where all rows have one
 */
public record ResultFiles(
        String posteriorJson,
        int dimension,
        Map<String, String> textFiles,
        double @Nullable [] covariance,
        Map<String, byte[]> binaries,
        LevelTable effects,
        @Nullable SegmentOutcomes segmentOutcomes)
        implements Serializable {

    /**
     * Creates the files of a finished fit.
     *
     * @param sites partition factors; null where the posterior has none
     * @param levels effects of the levels of grouping factors
     */
    public static ResultFiles of(
            FitReport report, List<TraceLine> trace, @Nullable PosteriorFactors sites, LevelTable levels) {
        Coefficients coefficients = report.coefficients();
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put(ResultFolder.TRACE, traceText(trace));
        texts.put(ResultFolder.LOG, FitLog.logText(report));
        LeaveOneOut found = report.findings().leaveOneOut();
        if (found != null && !found.rows().allRows().isEmpty()) {
            texts.put(ResultFolder.POINTWISE, PointwiseTable.text(found.rows().allRows()));
        }
        boolean table = coefficients.dimension() > Coefficients.INLINE_DIMENSION;
        String posterior = ResultJson.text(report);
        return new ResultFiles(
                posterior,
                coefficients.dimension(),
                texts,
                table ? coefficients.covariance() : null,
                sites == null
                        ? Map.of()
                        : Map.of(
                                PartitionFactorsFile.NAME,
                                PartitionFactorsFile.write(
                                        sites, SavedPosterior.parse(posterior).digest())),
                levels,
                null);
    }

    /** Copy whose effects of levels Spark keeps until its session ends, when the rows of the fit are gone. */
    public ResultFiles withPersistedEffects(SparkSession spark) {
        return new ResultFiles(
                posteriorJson, dimension, textFiles, covariance, binaries, effects.persisted(spark), segmentOutcomes);
    }

    /** Text of {@code pointwise.csv}; null where no rows were left out, or they were too many. */
    public @Nullable String pointwise() {
        return textFiles.get(ResultFolder.POINTWISE);
    }

    /** Creates the files of networks. */
    static ResultFiles of(NetworkReport report, List<TraceLine> trace) {
        byte[] networks = NetworksFile.write(report.trained());
        return new ResultFiles(
                ResultJson.text(report, networks),
                report.names().size(),
                Map.of(ResultFolder.TRACE, traceText(trace), ResultFolder.LOG, FitLog.logText(report)),
                null,
                Map.of(NetworksFile.NAME, networks),
                LevelTable.NONE,
                null);
    }

    /**
     * Creates the files of one fit per segment.
     *
     * @param all content of {@code posterior.json}, of all fits together
     */
    static ResultFiles of(SegmentOutcomes segments, String all) {
        return new ResultFiles(all, 0, Map.of(), null, Map.of(), LevelTable.NONE, segments);
    }

    private static String traceText(List<TraceLine> trace) {
        return trace.stream().map(TraceLine::toJson).collect(Collectors.joining("\n", "", "\n"));
    }

    /** Reads the files of a result folder, as far as they exist. */
    public static ResultFiles read(String path, SparkSession spark) throws IOException {
        Folder folder = Folder.of(path, Sessions.hadoop(spark));
        String all = fileText(folder, ResultFolder.POSTERIOR);
        if (SegmentsFile.isSegmentsText(all)) {
            return of(SegmentOutcomes.read(path, SegmentsFile.parse(all), spark), all);
        }
        ResultFiles files = read(folder, () -> spark);
        return new ResultFiles(
                files.posteriorJson,
                files.dimension,
                files.textFiles,
                files.covariance,
                files.binaries,
                readLevelEffects(folder, SavedPosterior.parseAny(files.posteriorJson), spark),
                null);
    }

    /** Reads the effects of the levels of grouping factors; none where the model has no such factors. */
    static LevelTable readLevelEffects(Folder folder, SavedPosterior saved, SparkSession spark) throws IOException {
        if (saved.isOfNetworks() || saved.groups().isEmpty()) {
            return LevelTable.NONE;
        }
        saved.missingFiles().requireWritten(ResultFolder.EFFECT_MOMENTS);
        return LevelTable.read(
                spark,
                folder.file(ResultFolder.EFFECT_MOMENTS).toString(),
                saved.groupingTerms(),
                saved.names().size());
    }

    /**
     * Reads the files of a configuration's fit.
     *
     * @param command name of the command that needs them, for messages
     * @param session session that reads a table of covariances; it begins where there is one
     * @throws ConfigurationException if there are none, or they cannot be read
     */
    static ResultFiles readConfigured(FitConfig config, String command, LateSession session) {
        BanditJob.refuseRounds(config, command);
        String path = config.output().path();
        try {
            Folder folder = Folder.of(path, session.hadoop());
            if (!folder.exists(ResultFolder.POSTERIOR)) {
                throw new ConfigurationException("output.path holds no posterior: required a fit before " + command
                        + ", found no " + folder.file(ResultFolder.POSTERIOR));
            }
            return read(folder, session);
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new ConfigurationException(
                    "output.path cannot be read: " + Failure.oneLine(unreadable) + " (" + path + ")", unreadable);
        }
    }

    private static ResultFiles read(Folder folder, Supplier<SparkSession> session) throws IOException {
        String posterior = fileText(folder, ResultFolder.POSTERIOR);
        Map<String, String> texts = new LinkedHashMap<>();
        for (String name :
                List.of(ResultFolder.TRACE, ResultFolder.POINTWISE, ResultFolder.LOG, ResultFolder.AVERAGES)) {
            if (folder.exists(name)) {
                texts.put(name, fileText(folder, name));
            }
        }
        SavedPosterior saved = SavedPosterior.parseAny(posterior);
        int dimension = saved.names().size();
        boolean table = folder.exists(ResultFolder.COVARIANCE);
        ResultFiles files = new ResultFiles(
                posterior,
                dimension,
                texts,
                table
                        ? CovarianceTable.read(
                                session.get(),
                                folder.file(ResultFolder.COVARIANCE).toString(),
                                dimension)
                        : null,
                binaries(folder),
                LevelTable.NONE,
                null);
        if (saved.isOfNetworks()) {
            files.networks();
        }
        return files;
    }

    private static Map<String, byte[]> binaries(Folder folder) throws IOException {
        Map<String, byte[]> binaries = new LinkedHashMap<>();
        for (String name : ResultFolder.BINARIES) {
            if (folder.exists(name)) {
                binaries.put(name, folder.read(name));
            }
        }
        return binaries;
    }

    private static String fileText(Folder folder, String name) throws IOException {
        return new String(folder.read(name), StandardCharsets.UTF_8);
    }

    /** Content of {@code log.txt}: what was decided automatically, and why, and which files are missing. */
    public String log() {
        MissingFiles missing = missing();
        return fileText(ResultFolder.LOG) + (missing.isNone() ? "" : String.join("\n", missing.sentences()) + "\n");
    }

    private MissingFiles missing() {
        return MissingFiles.parse(posteriorJson);
    }

    private String fileText(String name) {
        return textFiles.getOrDefault(name, "");
    }

    /**
     * Covariance from its own file, where {@code posterior.json} does not hold it.
     *
     * @throws IllegalArgumentException if its file is missing
     */
    public double[] storedCovariance() {
        if (covariance == null) {
            missing().requireWritten(ResultFolder.COVARIANCE);
            throw new IllegalArgumentException("there is no " + ResultFolder.COVARIANCE + " beside "
                    + ResultFolder.POSTERIOR + ": required one, of " + dimension + " coefficients");
        }
        return covariance;
    }

    /** Writes {@link #page()} to a path, replacing an existing file. */
    public void writePage(String path, SparkSession spark) {
        OutputFile.replacing(path, Sessions.hadoop(spark)).write(page());
    }

    /**
     * Posterior of networks or of a deep process, read from its binary file.
     *
     * @throws IllegalArgumentException if their file is missing, or not of this fit
     */
    public TrainedPosterior networks() {
        return NetworksFile.read(SavedPosterior.parseAny(posteriorJson), binary(NetworksFile.NAME));
    }

    /**
     * Content of a binary file.
     *
     * @throws IllegalArgumentException if it is missing
     */
    public byte[] binary(String name) {
        byte[] bytes = binaries.get(name);
        if (bytes == null) {
            missing().requireWritten(name);
            throw new IllegalArgumentException("the " + name.replaceFirst("\\..*", "") + " of " + ResultFolder.POSTERIOR
                    + " are missing: required " + name + " beside it, found none");
        }
        return bytes;
    }

    /** Pictures of the report as HTML, by what they show. */
    public Map<String, String> pictures() {
        SavedPosterior any = SavedPosterior.parseAny(posteriorJson);
        return PagePictures.renderAll(any, kindSections(any), this::storedCovariance);
    }

    private List<Section> kindSections(SavedPosterior saved) {
        return ModelKinds.of(saved, null).sections(saved, this::binary);
    }

    /** Report of all files on one page of HTML. */
    public String page() {
        SavedPosterior any = SavedPosterior.parseAny(posteriorJson);
        return ReportPage.render(
                any,
                kindSections(any),
                this::storedCovariance,
                new FileTexts(fileText(ResultFolder.TRACE), log(), fileText(ResultFolder.AVERAGES)));
    }
}
