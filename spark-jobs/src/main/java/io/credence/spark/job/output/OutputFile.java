package io.credence.spark.job.output;

import io.credence.spark.backend.DriverTable;
import io.credence.spark.backend.TemporaryName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;

/** File that a command writes; it appears whole or not at all. */
public final class OutputFile {

    private final String shown;
    private final Folder folder;
    private final String name;

    private OutputFile(String shown, Folder folder, String name) {
        this.shown = shown;
        this.folder = folder;
        this.name = name;
    }

    /** Creates a file that replaces what is there. */
    public static OutputFile replacing(String path, Configuration hadoop) {
        return of(path, true, hadoop);
    }

    /**
     * Creates a file.
     *
     * @param overwrite whether it may replace another
     * @throws OutputException if there is one that it may not replace, or the path cannot be written
     */
    public static OutputFile of(String path, boolean overwrite, Configuration hadoop) {
        try {
            Path file = new Path(path);
            Folder folder = Folder.parentOf(file, hadoop);
            if (!overwrite && folder.exists(file.getName())) {
                throw new OutputException(
                        "the output already exists: required a new path or output.overwrite = true, found "
                                + folder.file(file.getName()),
                        null);
            }
            return new OutputFile(path, folder, file.getName());
        } catch (IOException | IllegalArgumentException unwritable) {
            throw unwritable(path, unwritable);
        }
    }

    private static OutputException unwritable(String path, Throwable cause) {
        return new OutputException(
                "the output cannot be written: required a path with space that may be created and written, found "
                        + cause.getClass().getSimpleName() + " (" + Failure.oneLine(cause) + ") at " + path,
                cause);
    }

    /** Path as it was requested. */
    public String displayPath() {
        return shown;
    }

    /** Writes a table of Parquet, which is a folder. */
    public void write(DriverTable<?> table, SparkSession spark) {
        Path temporary = folder.file(TemporaryName.hidden("table"));
        try {
            folder.create();
            table.write(spark, temporary.toString());
            folder.delete(name);
            folder.move(temporary, folder.file(name));
        } catch (Exception | FSError unwritable) { // Spark throws checked exceptions that it does not declare
            folder.deleteQuietly(temporary);
            throw unwritable(shown, unwritable);
        }
    }

    public void write(String text) {
        write(text.getBytes(StandardCharsets.UTF_8));
    }

    public void write(byte[] content) {
        try {
            folder.create();
            folder.replace(name, content);
        } catch (IOException unwritable) {
            throw unwritable(shown, unwritable);
        }
    }
}
