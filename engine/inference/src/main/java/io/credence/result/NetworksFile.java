package io.credence.result;

import io.credence.checkpoint.StateReader;
import io.credence.checkpoint.StateWriter;
import io.credence.network.result.TrainedPosterior;
import io.credence.result.section.NetworksSection;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** File {@code networks.bin}: the trained networks, in the format of checkpoints. */
public final class NetworksFile {

    /** Name of the file. */
    public static final String NAME = NetworksSection.FILE;

    private NetworksFile() {}

    /** Bytes of the file. */
    public static byte[] write(TrainedPosterior posterior) {
        return StateWriter.write(posterior);
    }

    /**
     * Restores the trained posterior.
     *
     * @param saved contents of {@code posterior.json} beside the file
     * @throws IllegalArgumentException if the two files are from different fits, or this one is not readable
     */
    public static TrainedPosterior read(SavedPosterior saved, byte[] bytes) {
        String found = digest(bytes);
        if (!found.equals(saved.networksDigest())) {
            throw new IllegalArgumentException(NAME + " is not of the fit of posterior.json: required digest "
                    + saved.networksDigest() + ", found " + found);
        }
        try {
            return StateReader.read(bytes, TrainedPosterior.class);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(
                    NAME + " cannot be read: " + unreadable.getMessage()
                            + "; a file of another version of Credence is read by that version, or fit the networks again",
                    unreadable);
        }
    }

    static String digest(byte[] bytes) {
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
