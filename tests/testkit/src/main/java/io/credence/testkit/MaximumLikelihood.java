package io.credence.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;

/**
 * What R's {@code glm} finds for a data set as people have it. Data and golden values, with the script that wrote them and their
 * origin, lie beside this class in {@code people/ORIGIN.md}.
 *
 * @param names of the coefficients
 * @param estimate maximum of the likelihood
 * @param covariance its covariance, by rows
 */
public record MaximumLikelihood(List<String> names, double[] estimate, double[][] covariance) {

    /** Of the model of that set. */
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

    /** The set as CSV. */
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

    /** Where independent normal priors of mean 0 and those standard deviations pull the estimate, the likelihood taken as quadratic. */
    public double[] modeUnder(double[] sd) {
        RealMatrix precision = new LUDecomposition(new Array2DRowRealMatrix(covariance), 0)
                .getSolver()
                .getInverse();
        RealVector pull = precision.operate(new ArrayRealVector(estimate));
        for (int j = 0; j < sd.length; j++) {
            precision.addToEntry(j, j, 1 / (sd[j] * sd[j]));
        }
        return new LUDecomposition(precision, 0).getSolver().solve(pull).toArray();
    }
}
