package io.credence.spark.job;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * The turn of one job at a time to replace the files of a folder. A job that waits leaves a file of its own and lists those of
 * others: of two at least one sees the other's and gives way, on every file system that lists a file once it is written.
 */
final class Turn implements AutoCloseable {

    private static final String PREFIX = ".credence-turn-";

    /** A file that old was left by a job that died; the files are moved in seconds. */
    private static final long STALE_MILLIS = 600_000;

    private static final long LONGEST_WAIT_NANOS = 2 * STALE_MILLIS * 1_000_000;
    private static final int SHORTEST_PAUSE_MILLIS = 20;
    private static final int LONGEST_PAUSE_MILLIS = 300;

    private final Folder folder;
    private final Path mark;

    private Turn(Folder folder, Path mark) {
        this.folder = folder;
        this.mark = mark;
    }

    /** Waits for the turn. */
    static Turn take(Folder folder) throws IOException {
        long begin = System.nanoTime();
        while (true) {
            Turn turn = new Turn(folder, folder.file(PREFIX + UUID.randomUUID()));
            folder.write(turn.mark, new byte[0]);
            if (turn.isAlone()) {
                return turn;
            }
            turn.close();
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
        marks.stream()
                .filter(status -> now - status.getModificationTime() > STALE_MILLIS)
                .forEach(left -> folder.deleteQuietly(left.getPath()));
        return marks.stream().allMatch(status -> isMine(status) || now - status.getModificationTime() > STALE_MILLIS);
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
