package io.credence.spark;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Digests of rows by content, the same for a dense and a sparse row and in whatever order entries and rows come. */
final class RowHash {
    // Sum over the entries other than 0 of a mixed (column, bits): independent terms, so that a processor overlaps
    // them.

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final long ATTRIBUTES = 0xD1B54A32D192ED03L;

    private RowHash() {}

    static long of(FeatureRow row) {
        double[] values = row.values();
        long sum = attributes(row.label(), row.weight(), row.offset());
        if (row.isSparse()) {
            int[] indices = row.indices();
            for (int k = 0; k < row.count(); k++) {
                sum += entry(indices[k], values[k]);
            }
        } else {
            for (int j = 0; j < values.length; j++) {
                sum += values[j] == 0 ? 0 : entry(j, values[j]);
            }
        }
        return mix(sum);
    }

    /** Digest of a row that has a place in a series. */
    static long of(FeatureRow row, SeriesReader.Series series, long place) {
        return mix(of(row) + mix(series.hash() + 4 * ATTRIBUTES) + mix(place + 5 * ATTRIBUTES));
    }

    private static long attributes(double label, double weight, double offset) {
        return mix(Double.doubleToRawLongBits(label) + ATTRIBUTES)
                + mix(Double.doubleToRawLongBits(weight) + 2 * ATTRIBUTES)
                + mix(Double.doubleToRawLongBits(offset + 0.0) + 3 * ATTRIBUTES);
    }

    private static long entry(int column, double value) {
        return mix(Double.doubleToRawLongBits(value) ^ GOLDEN * (column + 1L));
    }

    static long mix(long z) {
        long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
        return x ^ (x >>> 31);
    }

    /** The digest of all rows: shape, names, and the sums of the rows' hashes. */
    static String fingerprint(RowTally tally, List<String> names) {
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
