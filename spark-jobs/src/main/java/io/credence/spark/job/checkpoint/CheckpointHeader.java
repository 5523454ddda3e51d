package io.credence.spark.job.checkpoint;

import io.credence.config.ConfigurationException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * Header of a checkpoint, which identifies the fit that wrote it.
 *
 * @param configDigest digest of the configuration
 * @param fingerprint digest of the rows
 * @param partitions number of partitions, on which the last bits depend
 * @param kernel name of the kernel, on which they depend too
 */
public record CheckpointHeader(String configDigest, String fingerprint, int partitions, String kernel) {

    private static final int MAGIC = 0x43524443;
    private static final int VERSION = 7;

    void write(DataOutputStream out) throws IOException {
        out.writeInt(MAGIC);
        out.writeInt(VERSION);
        out.writeUTF(configDigest);
        out.writeUTF(fingerprint);
        out.writeInt(partitions);
        out.writeUTF(kernel);
    }

    static CheckpointHeader read(DataInputStream in, String where) throws IOException {
        if (in.readInt() != MAGIC) {
            throw new IOException("not a checkpoint");
        }
        int version = in.readInt();
        if (version != VERSION) {
            throw new ConfigurationException("the checkpoint is of another version of Credence: required form "
                    + VERSION
                    + ", found " + version + "; go on with that version, or begin in an empty checkpoint.path (" + where
                    + ")");
        }
        return new CheckpointHeader(in.readUTF(), in.readUTF(), in.readInt(), in.readUTF());
    }

    /** Refuses to resume under another configuration. */
    void requireConfiguration(String mine, String where) {
        require("configuration", configDigest, mine, where);
    }

    /** Refuses to resume another fit. */
    void require(CheckpointHeader mine, String where) {
        require("configuration", configDigest, mine.configDigest, where);
        require("data", fingerprint, mine.fingerprint, where);
        require(
                "number of partitions, which follows the number of cores unless data.partitions is a number",
                String.valueOf(partitions),
                String.valueOf(mine.partitions),
                where);
        require("kernel", kernel, mine.kernel, where);
    }

    private static void require(String what, String saved, String mine, String where) {
        if (!saved.equals(mine)) {
            throw new ConfigurationException("--resume would change the " + what
                    + ": required what the checkpoint has, " + saved + ", found " + mine + " (" + where + ")");
        }
    }
}
