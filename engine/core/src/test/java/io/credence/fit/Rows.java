package io.credence.fit;

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
import java.util.Random;

/** Small data sets as rows, and their blocks in any shape. */
public record Rows(double[][] features, double[] labels) {

    /** Rows of a numeric CSV file with a header; the label is the last column, columns before {@code skip} are left out. */
    static Rows csv(Path file, int skip) {
        try {
            List<String> lines = Files.readAllLines(file);
            double[][] features = new double[lines.size() - 1][];
            double[] labels = new double[features.length];
            for (int i = 0; i < features.length; i++) {
                double[] cells = Arrays.stream(lines.get(i + 1).split(","))
                        .mapToDouble(Double::parseDouble)
                        .toArray();
                features[i] = Arrays.copyOfRange(cells, skip, cells.length - 1);
                labels[i] = cells[cells.length - 1];
            }
            return new Rows(features, labels);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** An intercept and the columns of a numeric CSV file with unit spread around 0; the label is the first column. */
    public static Rows standardised(Path file) {
        Rows raw = csv(file, 0);
        int rows = raw.labels.length;
        double[] labels = Arrays.stream(raw.features).mapToDouble(row -> row[0]).toArray();
        double[][] features = new double[rows][raw.columns() + 1];
        for (int j = 1; j < features[0].length; j++) {
            double[] column = new double[rows];
            for (int i = 0; i < rows; i++) {
                column[i] = j < raw.columns() ? raw.features[i][j] : raw.labels[i];
            }
            double mean = Arrays.stream(column).average().orElseThrow();
            double variance =
                    Arrays.stream(column).map(x -> (x - mean) * (x - mean)).sum() / rows;
            for (int i = 0; i < rows; i++) {
                features[i][0] = 1;
                features[i][j] = (column[i] - mean) / Math.sqrt(variance);
            }
        }
        return new Rows(features, labels);
    }

    /** An intercept and standard normal features; labels 0. */
    public static Rows normal(int rows, int columns, Random random) {
        double[][] features = new double[rows][columns];
        for (double[] row : features) {
            row[0] = 1;
            for (int j = 1; j < columns; j++) {
                row[j] = random.nextGaussian();
            }
        }
        return new Rows(features, new double[rows]);
    }

    public Rows withLabels(double[] other) {
        return new Rows(features, other);
    }

    public int columns() {
        return features[0].length;
    }

    public double predictor(int i, double[] theta) {
        double eta = 0;
        for (int j = 0; j < theta.length; j++) {
            eta += features[i][j] * theta[j];
        }
        return eta;
    }

    Rows shuffled(Random random) {
        Integer[] order = new Integer[labels.length];
        Arrays.setAll(order, i -> i);
        java.util.Collections.shuffle(Arrays.asList(order), random);
        double[][] x = new double[labels.length][];
        double[] y = new double[labels.length];
        for (int i = 0; i < order.length; i++) {
            x[i] = features[order[i]];
            y[i] = labels[order[i]];
        }
        return new Rows(x, y);
    }

    /** Round-robin partitions of dense double blocks with {@code blockRows} rows. */
    public List<List<RowBlock>> blocks(int partitions, int blockRows) {
        return blocks(partitions, blockRows, Precision.FLOAT64, false);
    }

    public List<List<RowBlock>> blocks(int partitions, int blockRows, Precision precision, boolean sparse) {
        List<List<RowBlock>> result = new ArrayList<>();
        for (int p = 0; p < partitions; p++) {
            List<RowBlock> own = new ArrayList<>();
            BlockBuilder builder = sparse
                    ? BlockBuilder.sparse(columns(), precision, 1 << 24)
                    : BlockBuilder.dense(columns(), precision, 1 << 24);
            int count = 0;
            for (int i = p; i < labels.length; i += partitions) {
                add(builder, i, sparse);
                if (++count % blockRows == 0) {
                    own.add(builder.build());
                }
            }
            if (!builder.isEmpty()) {
                own.add(builder.build());
            }
            result.add(own);
        }
        return result;
    }

    private void add(BlockBuilder builder, int i, boolean sparse) {
        if (!sparse) {
            builder.add(labels[i], 1, 0, features[i]);
            return;
        }
        int[] columns = new int[columns()];
        double[] values = new double[columns()];
        int count = 0;
        for (int j = 0; j < columns(); j++) {
            if (features[i][j] != 0) {
                columns[count] = j;
                values[count++] = features[i][j];
            }
        }
        builder.add(labels[i], 1, 0, columns, values, count);
    }
}
