package io.credence.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Maximum likelihood estimate by R's {@code glm}, {@code polr} or {@code zeroinfl} for a textbook data set. Data and
 * golden values, with the script that wrote them and their origin, lie beside this class in {@code people/ORIGIN.md}.
 *
 * @param names names of the coefficients
 * @param estimate maximum of the likelihood
 * @param covariance covariance of the estimate, by rows
 */
public record MaximumLikelihood(List<String> names, double[] estimate, double[][] covariance) {

    /** Reads the estimate for a data set. */
    public static MaximumLikelihood of(String set) {
        List<String[]> lines = new String(file("golden", "tsv"), StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.split("\t"))
                .filter(cells -> cells[0].equals(set))
                .toList();
        return new MaximumLikelihood(
                lines.stream().map(cells -> cells[1]).toList(),
                lines.stream()
                        .mapToDouble(cells -> Double.parseDouble(cells[2]))
                        .toArray(),
                lines.stream().map(MaximumLikelihood::variances).toArray(double[][]::new));
    }

    private static double[] variances(String[] cells) {
        return Arrays.stream(cells).skip(3).mapToDouble(Double::parseDouble).toArray();
    }

    /** Reads a data set, as CSV. */
    public static byte[] file(String set) {
        return file(set, "csv");
    }

    private static byte[] file(String name, String kind) {
        String path = "people/" + name + "." + kind;
        try (InputStream in = Objects.requireNonNull(MaximumLikelihood.class.getResourceAsStream(path), path)) {
            return in.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
