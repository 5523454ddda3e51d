package io.credence.spark.backend;

import io.credence.config.secret.Redaction;
import io.credence.spark.row.SqlText;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removal of files that jobs left in a folder when they died. No job depends on it, so a failure is only reported. */
public final class AbandonedFileRemoval {

    private static final Logger LOG = LoggerFactory.getLogger(AbandonedFileRemoval.class);

    private AbandonedFileRemoval() {}

    /** Rule by which a file or folder counts as left. */
    @FunctionalInterface
    public interface AbandonmentRule {
        boolean isAbandoned(FileStatus status) throws IOException;
    }

    /** Opener of the folder's file system. */
    @FunctionalInterface
    public interface FileSystemOpener {
        FileSystem open() throws IOException;
    }

    /**
     * Removes files that count as left by a rule, if the folder can be read. Files that other jobs remove meanwhile are
     * ignored.
     */
    public static void remove(FileSystemOpener disk, Path folder, AbandonmentRule rule) {
        attemptRemoval(folder, () -> {
            FileSystem files = disk.open();
            for (FileStatus status : files.listStatus(folder)) {
                attemptRemoval(status.getPath(), () -> remove(files, status, rule));
            }
        });
    }

    private static void remove(FileSystem files, FileStatus status, AbandonmentRule rule) throws IOException {
        if (rule.isAbandoned(status)) {
            LOG.warn(Redaction.PASSWORDS.redact("removing " + status.getPath() + ", which a job left that has died"));
            files.delete(status.getPath(), true);
        }
    }

    private interface Attempt {
        void run() throws IOException;
    }

    private static void attemptRemoval(Path at, Attempt attempt) {
        try {
            attempt.run();
        } catch (FileNotFoundException gone) {
            // By another job
        } catch (IOException | RuntimeException failed) {
            LOG.warn(Redaction.PASSWORDS.redact(
                    "what jobs left in " + at + " is not removed: " + SqlText.firstLine(failed)));
        }
    }
}
