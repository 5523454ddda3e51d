package io.credence.spark.job;

import io.credence.diagnostic.LeaveOneOut;
import io.credence.report.Coefficients;
import io.credence.report.FitLog;
import io.credence.report.FitReport;
import io.credence.report.PointwiseTable;
import io.credence.report.PosteriorJson;
import io.credence.report.SavedPosterior;
import io.credence.report.TraceLine;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * What a fit leaves behind: the files of its folder.
 *
 * @param posterior {@code posterior.json}
 * @param dimension number of coefficients
 * @param texts other files by name
 * @param covariance covariance of the coefficients where it does not stand in that file, row-major or its diagonal alone; null
 *     elsewhere
 */
public record ResultFiles(String posterior, int dimension, Map<String, String> texts, double @Nullable [] covariance)
        implements Serializable {

    /** Those of a finished fit. */
    public static ResultFiles of(FitReport report, List<TraceLine> trace) {
        Coefficients coefficients = report.coefficients();
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put(ResultFolder.TRACE, trace.stream().map(TraceLine::json).collect(Collectors.joining("\n", "", "\n")));
        texts.put(ResultFolder.LOG, FitLog.of(report));
        LeaveOneOut rows = report.leaveOneOut();
        if (rows != null && !rows.pointwise().isEmpty()) {
            texts.put(ResultFolder.POINTWISE, PointwiseTable.text(rows.pointwise()));
        }
        boolean table = coefficients.dimension() > PosteriorJson.INLINE_DIMENSION;
        return new ResultFiles(
                PosteriorJson.of(report), coefficients.dimension(), texts, table ? coefficients.covariance() : null);
    }

    /** Reads the files of a folder, as far as they are there. */
    public static ResultFiles read(String path, SparkSession spark) throws IOException {
        Configuration hadoop = Sessions.hadoop(spark);
        Folder folder = Folder.of(path, hadoop);
        String posterior = text(folder, ResultFolder.POSTERIOR);
        Map<String, String> texts = new LinkedHashMap<>();
        for (String name : List.of(ResultFolder.TRACE, ResultFolder.POINTWISE, ResultFolder.LOG)) {
            if (folder.exists(name)) {
                texts.put(name, text(folder, name));
            }
        }
        int dimension = SavedPosterior.parse(posterior).names().size();
        boolean table = folder.exists(ResultFolder.COVARIANCE);
        return new ResultFiles(
                posterior,
                dimension,
                texts,
                table
                        ? CovarianceTable.read(
                                spark, folder.file(ResultFolder.COVARIANCE).toString(), dimension)
                        : null);
    }

    private static String text(Folder folder, String name) throws IOException {
        return new String(folder.read(name), StandardCharsets.UTF_8);
    }

    /** What was decided automatically, and why. */
    public String log() {
        return texts.getOrDefault(ResultFolder.LOG, "");
    }
}
