package io.credence.spark.job.output;

import io.credence.config.FitConfig.Predictions;
import io.credence.spark.backend.TemporaryName;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Table of predictions to be written, which appears whole or not at all. */
public final class TableTarget {

    private final Folder parent;
    private final String name;
    private final Predictions predictions;

    private TableTarget(Folder parent, String name, Predictions predictions) {
        this.parent = parent;
        this.name = name;
        this.predictions = predictions;
    }

    /** Opens the target. It is refused if it exists and may not be replaced, or cannot be written. */
    public static TableTarget open(Predictions predictions, Configuration hadoop) {
        try {
            Path path = new Path(predictions.path());
            Folder parent = Folder.parentOf(path, hadoop);
            if (parent.exists(path.getName()) && !predictions.overwrite()) {
                throw new OutputException(
                        "score.output already exists: required a new path or score.overwrite = true, found "
                                + parent.file(path.getName()),
                        null);
            }
            parent.requireWritable();
            return new TableTarget(parent, path.getName(), predictions);
        } catch (IOException | IllegalArgumentException unwritable) {
            throw unwritable(predictions, unwritable);
        }
    }

    private static OutputException unwritable(Predictions predictions, Throwable cause) {
        return new OutputException(
                "score.output cannot be written: required a path with space that may be created and written, found "
                        + cause.getClass().getSimpleName() + " (" + Failure.oneLine(cause) + ") at "
                        + predictions.path(),
                cause);
    }

    /**
     * Writes the table; a CSV of one partition is one file.
     *
     * @param check fails if what was written must not appear
     * @return path of the table, for messages
     */
    public String write(Dataset<Row> table, Runnable check) {
        Path temporary = parent.file(TemporaryName.hidden("table"));
        try {
            parent.create();
            if (predictions.format().equals("csv")) {
                table.write().option("header", "true").csv(temporary.toString());
            } else {
                table.write().parquet(temporary.toString());
            }
            check.run();
            List<Path> parts = parts(temporary);
            boolean file = predictions.format().equals("csv") && parts.size() == 1;
            parent.delete(name);
            parent.move(file ? parts.get(0) : temporary, parent.file(name));
            if (file) {
                parent.deleteQuietly(temporary);
            }
            return predictions.path() + (file ? "" : ", a folder of " + parts.size() + " files");
        } catch (Exception | FSError failed) { // Spark throws checked exceptions that it does not declare
            parent.deleteQuietly(temporary);
            if (Failure.of(failed).status() == ExitStatus.DATA) {
                throw failed instanceof RuntimeException data ? data : new IllegalStateException(failed);
            }
            throw unwritable(predictions, failed);
        }
    }

    private List<Path> parts(Path written) throws IOException {
        return Arrays.stream(parent.fileSystem().listStatus(written))
                .map(FileStatus::getPath)
                .filter(path -> path.getName().startsWith("part-"))
                .toList();
    }
}
