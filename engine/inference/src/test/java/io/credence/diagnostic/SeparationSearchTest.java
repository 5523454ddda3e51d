package io.credence.diagnostic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.diagnostic.SeparationSearch.SeparatingColumn;
import io.credence.fit.InProcessBackend;
import io.credence.linalg.Kernels;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeparationSearchTest {

    private static final int ROWS = 60;
    private static final int COLUMNS = 40;

    /** Rows in three partitions of two blocks each. */
    private static SeparationSearch of(double[][] x, double[] labels, boolean sparse, boolean ofZeros) {
        List<List<RowBlock>> partitions = new ArrayList<>();
        for (int first = 0; first < ROWS; first += ROWS / 3) {
            partitions.add(List.of(
                    block(x, labels, sparse, first, first + 7), block(x, labels, sparse, first + 7, first + ROWS / 3)));
        }
        return new SeparationSearch(new InProcessBackend(partitions, Kernels.named("java"), 1), ofZeros, List.of());
    }

    private static RowBlock block(double[][] x, double[] labels, boolean sparse, int from, int to) {
        BlockBuilder builder = BlockBuilder.ofWholeSeries(COLUMNS, sparse, Precision.FLOAT64, to - from);
        for (int i = from; i < to; i++) {
            double[] row = x[i];
            if (sparse) {
                int[] entries =
                        IntStream.range(0, COLUMNS).filter(j -> row[j] != 0).toArray();
                double[] values = IntStream.of(entries).mapToDouble(j -> row[j]).toArray();
                builder.add(labels[i], 1, 0, entries, values, entries.length);
            } else {
                builder.add(labels[i], 1, 0, row);
            }
        }
        return builder.build();
    }

    /** By the definition, values in the order of their first rows. */
    private static List<SeparatingColumn> sought(double[][] x, double[] labels, boolean ofZeros) {
        List<SeparatingColumn> all = new ArrayList<>();
        for (int j = 0; j < COLUMNS; j++) {
            int column = j;
            double[] values = IntStream.range(0, ROWS)
                    .mapToDouble(i -> x[i][column])
                    .distinct()
                    .toArray();
            for (int v = 0; v < values.length && values.length == 2; v++) {
                double value = values[v];
                int[] rows = IntStream.range(0, ROWS)
                        .filter(i -> x[i][column] == value)
                        .toArray();
                double[] own = IntStream.of(rows)
                        .mapToDouble(i -> labels[i])
                        .distinct()
                        .toArray();
                if (own.length == 1 && (!ofZeros || own[0] == 0)) {
                    all.add(new SeparatingColumn(column, value, rows.length, own[0]));
                }
            }
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void columnsOfOneLabel_areFoundInDenseAndSparseRows(boolean ofZeros) {
        Random random = new Random(TestSeed.of("separation" + ofZeros));
        for (int k = 0; k < 20; k++) {
            double[] labels = new double[ROWS];
            double[][] x = new double[ROWS][COLUMNS];
            for (int i = 0; i < ROWS; i++) {
                labels[i] = random.nextInt(20) == 0 ? 1 + random.nextInt(2) : 0;
                for (int j = 0; j < COLUMNS; j++) {
                    x[i][j] = switch (j % 8) {
                        case 0 -> random.nextInt(10) == 0 ? 1 : 0;
                        case 1 -> random.nextInt(10) == 0 ? 0 : -2;
                        case 2 -> labels[i] == 0 ? 1 : 0;
                        case 3 -> labels[i] > 0 && random.nextBoolean() ? 3 : 0;
                        case 4 -> random.nextInt(3);
                        case 5 -> random.nextBoolean() ? 1 : 2;
                        case 6 -> labels[i] == 2 ? 0 : 1;
                        default -> random.nextInt(10) > 0 ? 0 : random.nextGaussian();
                    };
                }
            }
            List<SeparatingColumn> sought = sought(x, labels, ofZeros);
            assertFalse(sought.isEmpty());
            assertEquals(sought, of(x, labels, false, ofZeros).findColumns());
            assertEquals(sought, of(x, labels, true, ofZeros).findColumns());
        }
    }
}
