package io.credence.benchmark;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Rows of a regression, its intercept among the features.
 *
 * @param names of the features
 * @param features rows × columns
 * @param labels one per row
 */
record RegressionRows(List<String> names, double[][] features, double[] labels) {

    /** Reads a file whose first column marks the row and whose last is the label; keeps rows whose mark passes. */
    static RegressionRows csv(Path file, Predicate<String> wanted) {
        try {
            List<String> lines = Files.readAllLines(file);
            List<String> header = List.of(lines.get(0).split(",", -1));
            double[][] cells = lines.stream()
                    .skip(1)
                    .map(line -> line.split(",", -1))
                    .filter(row -> wanted.test(row[0]))
                    .map(row -> Arrays.stream(row)
                            .skip(1)
                            .mapToDouble(Double::parseDouble)
                            .toArray())
                    .toArray(double[][]::new);
            int columns = header.size() - 2;
            return new RegressionRows(
                    header.subList(1, columns + 1),
                    Arrays.stream(cells).map(row -> Arrays.copyOf(row, columns)).toArray(double[][]::new),
                    Arrays.stream(cells).mapToDouble(row -> row[columns]).toArray());
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + file, unreadable);
        }
    }

    /** Those rows alone. */
    RegressionRows only(List<Integer> wanted) {
        return new RegressionRows(
                names,
                wanted.stream().map(i -> features[i]).toArray(double[][]::new),
                wanted.stream().mapToDouble(i -> labels[i]).toArray());
    }

    /** Number of rows. */
    int count() {
        return labels.length;
    }

    /** Number of features. */
    int columns() {
        return names.size();
    }

    /** Linear predictor of row {@code i}. */
    double predictor(int i, double[] theta) {
        double sum = 0;
        for (int j = 0; j < columns(); j++) {
            sum += features[i][j] * theta[j];
        }
        return sum;
    }

    /** Mean squared deviation of the labels from the linear predictors. */
    double meanSquaredError(double[] theta) {
        double sum = 0;
        for (int i = 0; i < count(); i++) {
            double residual = labels[i] - predictor(i, theta);
            sum += residual * residual;
        }
        return sum / count();
    }

    /** The rows as a fit takes them. */
    PackedPartitions packed(int number) {
        return new PackedPartitions(names, partitions(number));
    }

    /** The rows packed for the engine, dealt to partitions in turn. */
    List<List<RowBlock>> partitions(int number) {
        List<List<RowBlock>> partitions = new ArrayList<>();
        for (int partition = 0; partition < number; partition++) {
            BlockBuilder builder = BlockBuilder.dense(columns(), Precision.FLOAT64, 1 << 24);
            for (int i = partition; i < count(); i += number) {
                builder.add(labels[i], 1, 0, features[i]);
            }
            partitions.add(List.of(builder.build()));
        }
        return partitions;
    }
}
