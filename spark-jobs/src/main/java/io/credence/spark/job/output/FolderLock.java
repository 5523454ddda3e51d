package io.credence.spark.job.output;

import io.credence.config.secret.Redaction;
import io.credence.spark.backend.TemporaryName;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lock that lets one job at a time replace the files of a folder. A job that waits writes a file and lists those of
 * other jobs. Of two jobs at least one sees the other's file and gives way, on every file system that lists a file once
 * it is written.
 */
public final class FolderLock implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FolderLock.class);

    private static final String KIND = "turn";
    private static final String PREFIX = TemporaryName.prefix(KIND);

    /**
     * Age, milliseconds, above which a lock file of another machine counts as left by a job that died. On this machine
     * its process shows that at once; moving files takes seconds.
     */
    private static final long STALE_MILLIS = 600_000;

    private static final long LONGEST_WAIT_NANOS = 2 * STALE_MILLIS * 1_000_000;
    /** Time of waiting, nanoseconds, before it is reported, and between two reports. */
    private static final long REPORT_NANOS = 5_000_000_000L;

    private static final int SHORTEST_PAUSE_MILLIS = 20;
    private static final int LONGEST_PAUSE_MILLIS = 300;

    private final Folder folder;
    private final Path mark;

    private FolderLock(Folder folder, Path mark) {
        this.folder = folder;
        this.mark = mark;
    }

    /** Waits for the lock. */
    public static FolderLock take(Folder folder) throws IOException {
        long begin = System.nanoTime();
        long reported = begin;
        while (true) {
            FolderLock turn = new FolderLock(folder, folder.file(TemporaryName.hidden(KIND)));
            folder.write(turn.mark, new byte[0]);
            if (turn.isAlone()) {
                return turn;
            }
            turn.close();
            if (System.nanoTime() - reported > REPORT_NANOS) {
                reported = System.nanoTime();
                LOG.warn(
                        "waiting for another job to replace the files in {}, as its {}* shows; that of a job that died on"
                                + " another machine is passed over when it is {} minutes old, or removed by hand",
                        Redaction.PASSWORDS.redact(folder.path().toString()),
                        PREFIX,
                        STALE_MILLIS / 60_000);
            }
            if (System.nanoTime() - begin > LONGEST_WAIT_NANOS) {
                throw new IOException("another job is writing to " + folder.path());
            }
            pause();
        }
    }

    private boolean isAlone() throws IOException {
        List<FileStatus> marks = folder.list().stream()
                .filter(status -> status.getPath().getName().startsWith(PREFIX))
                .toList();
        long now = marks.stream()
                .filter(this::isMine)
                .mapToLong(FileStatus::getModificationTime)
                .findFirst()
                .orElseThrow(() -> new IOException("the file " + mark + " is not listed"));
        List<FileStatus> left =
                marks.stream().filter(status -> isAbandoned(status, now)).toList();
        left.forEach(status -> folder.deleteQuietly(status.getPath()));
        return marks.size() - left.size() == 1;
    }

    private boolean isAbandoned(FileStatus status, long now) {
        return !isMine(status)
                && (TemporaryName.isAbandoned(status.getPath().getName())
                        || now - status.getModificationTime() > STALE_MILLIS);
    }

    private boolean isMine(FileStatus status) {
        return status.getPath().getName().equals(mark.getName());
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextInt(SHORTEST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS));
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while another job was writing", ended);
        }
    }

    @Override
    public void close() {
        folder.deleteQuietly(mark);
    }
}
