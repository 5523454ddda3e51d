package io.credence.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Formula with its offsets and design matrix, computed by R's model.offset and model.matrix for {@link #frame()}. The
 * file names the version of R.
 *
 * @param formula formula in R's notation
 * @param names names of the columns
 * @param rows rows, each with its offset and then its columns
 */
public record ModelMatrix(String formula, List<String> names, List<double[]> rows) {

    /** Data frame as lines of CSV, the header first; columns {@code a} and {@code b} are text. */
    public static List<String> frame() {
        return lines("frame.csv");
    }

    /** Reads all formulas with their matrices. */
    public static List<ModelMatrix> all() {
        List<ModelMatrix> all = new ArrayList<>();
        List<String> lines = lines("model-matrix.txt");
        int rows = frame().size() - 1;
        for (int at = 2; at < lines.size(); at += rows + 3) {
            List<double[]> numbers = lines.subList(at + 2, at + 2 + rows).stream()
                    .map(line -> Arrays.stream(line.split("\t"))
                            .mapToDouble(Double::parseDouble)
                            .toArray())
                    .toList();
            all.add(new ModelMatrix(lines.get(at), List.of(lines.get(at + 1).split("\t")), numbers));
        }
        return all;
    }

    private static List<String> lines(String name) {
        String path = "formula/" + name;
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(ModelMatrix.class.getResourceAsStream(path), path), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public String toString() {
        return formula;
    }
}
