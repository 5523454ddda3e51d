package io.credence.spark.job.checkpoint;

import io.credence.checkpoint.StateReader;
import io.credence.checkpoint.StateWriter;
import io.credence.config.ConfigurationException;
import io.credence.spark.job.output.Failure;
import io.credence.spark.job.output.Folder;
import io.credence.spark.job.output.OutputException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Store of checkpoints as immutable numbered files such as {@code ckpt-00000120.bin}. A file has the header, the fit's
 * state as {@link StateWriter} writes it, and a CRC-32C of both. The newest one whose checksum is right counts; the
 * last three are kept.
 */
final class CheckpointStore {

    private static final int KEPT = 3;
    private static final int CHECKSUM_BYTES = 8;
    private static final String PATTERN = "ckpt-\\d{8,}\\.bin";
    /**
     * Checkpoint as read from a file, its state still in bytes.
     *
     * @param name name of its file
     */
    record StoredCheckpoint(String name, CheckpointHeader header, byte[] state) {}

    private final Folder folder;

    private CheckpointStore(Folder folder) {
        this.folder = folder;
    }

    /** Opens the store at a path, which must be writable. */
    static CheckpointStore open(String path, Configuration hadoop) {
        try {
            Folder folder = Folder.of(path, hadoop);
            folder.requireWritable();
            return new CheckpointStore(folder);
        } catch (IOException | IllegalArgumentException unwritable) {
            throw new OutputException(
                    "checkpoint.path cannot be written: required a folder that may be created and written, found "
                            + unwritable.getClass().getSimpleName() + " (" + Failure.oneLine(unwritable) + ") at "
                            + path,
                    unwritable);
        }
    }

    /** Refuses to start a new fit beside checkpoints of an earlier one, which would be mistaken for its own. */
    void requireEmpty() throws IOException {
        List<String> names = names();
        if (!names.isEmpty()) {
            throw new ConfigurationException("checkpoint.path holds a fit that was interrupted: required --resume to go"
                    + " on with it, or an empty folder, found " + folder.file(names.get(0)));
        }
    }

    void save(CheckpointHeader header, CheckpointedFit fit) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            header.write(out);
            byte[] state = StateWriter.write(fit);
            out.writeInt(state.length);
            out.write(state);
            out.writeLong(checksum(bytes.toByteArray(), bytes.size()));
        }
        int iteration = fit.state().iteration();
        String name = String.format("ckpt-%08d.bin", iteration);
        folder.create();
        folder.delete(name);
        folder.publish(name, bytes.toByteArray());
        int whole = 0;
        for (String other : names()) {
            // What is further than this fit was damaged when it was resumed.
            if (checkpointNumber(other) > iteration || ++whole > KEPT) {
                folder.delete(other);
            }
        }
    }

    /**
     * Reads the newest checkpoint that is not damaged.
     *
     * @param damaged takes the files of newer ones that are damaged
     */
    Optional<StoredCheckpoint> readNewest(Consumer<String> damaged) throws IOException {
        for (String name : names()) {
            StoredCheckpoint found = read(name);
            if (found != null) {
                return Optional.of(found);
            }
            damaged.accept(folder.file(name).toString());
        }
        return Optional.empty();
    }

    private @Nullable StoredCheckpoint read(String name) {
        try {
            byte[] bytes = folder.read(name);
            int length = bytes.length - CHECKSUM_BYTES;
            if (length < 0 || ByteBuffer.wrap(bytes, length, CHECKSUM_BYTES).getLong() != checksum(bytes, length)) {
                return null;
            }
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, length));
            CheckpointHeader header =
                    CheckpointHeader.read(in, folder.file(name).toString());
            return new StoredCheckpoint(name, header, in.readNBytes(in.readInt()));
        } catch (IOException damaged) {
            return null;
        }
    }

    /** State of a checkpoint whose header was accepted. */
    CheckpointedFit readState(StoredCheckpoint found) {
        try {
            return StateReader.read(found.state(), CheckpointedFit.class);
        } catch (IOException unreadable) {
            throw new ConfigurationException(
                    "the checkpoint " + folder.file(found.name()) + " cannot be read by this version of Credence: "
                            + Failure.oneLine(unreadable),
                    unreadable);
        }
    }

    /** Removes all checkpoints, once the result stands. */
    void clear() throws IOException {
        for (String name : names()) {
            folder.delete(name);
        }
        folder.removeEmpty(List.of(folder.path()));
    }

    String displayPath() {
        return folder.path().toString();
    }

    /** Names of checkpoints, newest first. */
    private List<String> names() throws IOException {
        return folder.list().stream()
                .map(status -> status.getPath().getName())
                .filter(name -> name.matches(PATTERN))
                .sorted(Comparator.comparingLong(CheckpointStore::checkpointNumber)
                        .reversed())
                .toList();
    }

    private static long checkpointNumber(String name) {
        return Long.parseLong(name.replaceAll("\\D", ""));
    }

    private static long checksum(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return crc.getValue();
    }
}
