package io.credence.result;

import io.credence.family.GaussianFactor;
import io.credence.linalg.Symmetric;
import io.credence.prior.PosteriorFactors;
import io.credence.prior.PosteriorFactors.DayFactor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Reader and writer of {@code sites.bin}, which holds the prior and the partition factors of a partitioned fit. The
 * file has, in order: magic and version; the digest of the posterior beside it; the number d of coefficients and their
 * names; the prior as d + d(d+1)/2 numbers; the number of partition factors; for each partition factor, the oldest
 * first, its name, the fingerprint of its rows, their number, and its numbers; and a CRC-32C of all. Texts are written
 * as by {@link DataOutputStream#writeUTF}, numbers big-endian.
 */
public final class PartitionFactorsFile {

    /** Name of the file. */
    public static final String NAME = "sites.bin";

    private static final int MAGIC = 0x43524453;
    private static final int VERSION = 1;
    private static final int CHECKSUM_BYTES = Long.BYTES;

    private PartitionFactorsFile() {}

    /**
     * Bytes of the file.
     *
     * @param posterior digest of the posterior beside it
     */
    public static byte[] write(PosteriorFactors sites, String posterior) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(MAGIC);
            out.writeInt(VERSION);
            out.writeUTF(posterior);
            out.writeInt(sites.names().size());
            for (String name : sites.names()) {
                out.writeUTF(name);
            }
            write(out, sites.prior());
            out.writeInt(sites.dayFactors().size());
            for (DayFactor day : sites.dayFactors()) {
                out.writeUTF(day.name());
                out.writeUTF(day.fingerprint());
                out.writeLong(day.rows());
                write(out, day.factor());
            }
            out.writeLong(checksum(bytes.toByteArray(), bytes.size()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, GaussianFactor site) throws IOException {
        for (double number : site.linear()) {
            out.writeDouble(number);
        }
        for (double number : site.precision()) {
            out.writeDouble(number);
        }
    }

    /**
     * Reads the partition factors from the bytes of a file.
     *
     * @param posterior digest of the posterior beside it
     * @throws IllegalArgumentException if it is incomplete, of another version or for another posterior; the message
     *     states which
     */
    public static PosteriorFactors read(byte[] bytes, String posterior) {
        int length = bytes.length - CHECKSUM_BYTES;
        if (length < 0 || ByteBuffer.wrap(bytes, length, CHECKSUM_BYTES).getLong() != checksum(bytes, length)) {
            throw new IllegalArgumentException(
                    NAME + " is not whole: required the file that a fit wrote, found one that was cut off or changed");
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, length))) {
            requireEqual("form", MAGIC + " " + VERSION, in.readInt() + " " + in.readInt());
            requireEqual("posterior beside it", posterior, in.readUTF());
            PosteriorFactors sites = readFactors(in);
            requireEqual("end", "0 bytes more", in.available() + " bytes more");
            return sites;
        } catch (IOException cut) {
            throw new IllegalArgumentException(NAME + " is not what a fit writes: it ends too early", cut);
        }
    }

    private static void requireEqual(String what, String required, String found) {
        if (!required.equals(found)) {
            throw new IllegalArgumentException(
                    NAME + " has another " + what + ": required " + required + ", found " + found);
        }
    }

    private static PosteriorFactors readFactors(DataInputStream in) throws IOException {
        int dimension = readCount(in, Double.BYTES);
        List<String> names = new ArrayList<>();
        for (int j = 0; j < dimension; j++) {
            names.add(in.readUTF());
        }
        GaussianFactor prior = readFactor(in, dimension);
        int days = readCount(in, Double.BYTES);
        List<DayFactor> all = new ArrayList<>();
        for (int k = 0; k < days; k++) {
            all.add(new DayFactor(in.readUTF(), in.readUTF(), in.readLong(), readFactor(in, dimension)));
        }
        return new PosteriorFactors(names, prior, all);
    }

    /** Reads a number of elements, and checks that enough bytes are left for them. */
    private static int readCount(DataInputStream in, int bytes) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > in.available() / bytes) {
            throw new IOException("a count of " + count + " is more than is left");
        }
        return count;
    }

    private static GaussianFactor readFactor(DataInputStream in, int dimension) throws IOException {
        long numbers = dimension + (long) dimension * (dimension + 1) / 2;
        if (numbers > in.available() / Double.BYTES) {
            throw new IOException(numbers + " numbers are more than are left");
        }
        return new GaussianFactor(numbers(in, dimension), numbers(in, Symmetric.packedLength(dimension)));
    }

    private static double[] numbers(DataInputStream in, int count) throws IOException {
        double[] numbers = new double[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = in.readDouble();
        }
        return numbers;
    }

    private static long checksum(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return crc.getValue();
    }
}
