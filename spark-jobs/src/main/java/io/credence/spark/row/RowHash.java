package io.credence.spark.row;

import io.credence.data.RowDigest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Digests of rows of a table by content, and of all rows in whatever order they come. */
public final class RowHash {
    private static final long ATTRIBUTES = 0xD1B54A32D192ED03L;

    private RowHash() {}

    /** Digest of a row in double precision. */
    public static long of(FeatureRow row) {
        return of(row, false);
    }

    /**
     * Digest of a row.
     *
     * @param single whether the row has been rounded to single precision
     */
    public static long of(FeatureRow row, boolean single) {
        double[] values = row.values();
        long sum =
                RowDigest.attributesHash(row.label(), row.weight(), row.offset()) + RowDigest.levelsHash(row.levels());
        if (row.isSparse()) {
            int[] indices = row.indices();
            for (int k = 0; k < row.entryCount(); k++) {
                sum += RowDigest.entryHash(indices[k], values[k]);
            }
        } else {
            for (int j = 0; j < values.length; j++) {
                sum += RowDigest.entryHash(j, values[j]);
            }
        }
        return RowDigest.storedRowDigest(sum, single);
    }

    /** Digest of a row that has a position in a series. */
    public static long of(FeatureRow row, SeriesReader.Series series, long position) {
        return RowDigest.mix(
                of(row) + RowDigest.mix(series.hash() + 4 * ATTRIBUTES) + RowDigest.mix(position + 5 * ATTRIBUTES));
    }

    /** Digest of all rows: shape, names, and the sums of the rows' hashes. */
    public static String fingerprint(RowTally tally, List<String> names) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            String content = "credence/rows/1 " + tally.rows() + " " + Long.toHexString(tally.hashSum()) + " "
                    + Long.toHexString(tally.mixedHashSum());
            sha.update(content.getBytes(StandardCharsets.UTF_8));
            for (String name : names) {
                sha.update((byte) 0);
                sha.update(name.getBytes(StandardCharsets.UTF_8));
            }
            return "sha256:" + HexFormat.of().formatHex(sha.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
