package io.credence;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.fit.InProcessBackend;
import io.credence.linalg.Kernels;
import io.credence.statistics.RowMoments;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AliasedColumnSearchTest {

    private static final int ROWS = 400;
    private static final List<String> NAMES =
            List.of("x", "year", "empty", "twice", "rare", "others", "all", "constant", "near", "sum");

    /** Of a number, one far from 0, and what is made of these and of indicators. */
    private static double[] row(Random random, int i, double unit, double origin) {
        double x = unit * (random.nextGaussian() + origin);
        double year = 2015 + random.nextInt(10);
        double rare = i == 7 ? 1 : 0;
        double others = rare == 0 && i % 3 == 0 ? 1 : 0;
        double all = 1 - rare - others;
        double near = x + 1e-4 * unit * random.nextGaussian();
        return new double[] {x, year, 0, 2 * x - 7, rare, others, all, 3, near, x - year / 4 + others};
    }

    private static BitSet found(
            double unit, double origin, Precision precision, boolean sparse, boolean weighted, BitSet stay) {
        Random random = new Random(TestSeed.of("aliased"));
        int columns = 1 + NAMES.size();
        List<List<RowBlock>> partitions = new ArrayList<>();
        for (int part = 0; part < 2; part++) {
            BlockBuilder builder = BlockBuilder.ofWholeSeries(columns, sparse, precision, ROWS / 2);
            for (int i = part; i < ROWS; i += 2) {
                double[] own = row(random, i, unit, origin);
                double[] row = new double[columns];
                row[0] = 1;
                System.arraycopy(own, 0, row, 1, own.length);
                double weight = weighted ? 0.25 + random.nextInt(4) : 1;
                if (sparse) {
                    int[] at = new int[columns];
                    double[] entries = new double[columns];
                    int count = 0;
                    for (int j = 0; j < columns; j++) {
                        at[count] = j;
                        entries[count] = row[j];
                        count += row[j] == 0 ? 0 : 1;
                    }
                    builder.add(0, weight, 0, at, entries, count);
                } else {
                    builder.add(0, weight, 0, row);
                }
            }
            partitions.add(List.of(builder.build()));
        }
        InProcessBackend backend = new InProcessBackend(partitions, Kernels.named("java"), 1);
        RowMoments moments = backend.run(RowMoments.pass(columns, sparse));
        return AliasedColumnSearch.find(backend, moments, columns, true, false, stay);
    }

    private static List<String> names(BitSet columns) {
        return columns.stream().mapToObj(j -> NAMES.get(j - 1)).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0, FLOAT64, false, false",
        "1, 0, FLOAT64, true, false",
        "1, 0, FLOAT64, false, true",
        "1e-3, 0, FLOAT64, false, false",
        "1e3, 0, FLOAT64, true, true",
        "1, 1000, FLOAT64, false, false",
        "1, -1000, FLOAT64, false, true",
        "1, 0, FLOAT32, false, false",
        "1, 20, FLOAT32, false, false"
    })
    void emptyAndExactCombinations_areFoundWhateverUnitAndOrigin(
            double unit, double origin, Precision precision, boolean sparse, boolean weighted) {
        assertEquals(
                List.of("empty", "twice", "all", "constant", "sum"),
                names(found(unit, origin, precision, sparse, weighted, new BitSet())),
                TestSeed.replay());
    }

    @Test
    void columnWithPriorOfItsOwn_stays() {
        BitSet stay = new BitSet();
        stay.set(1 + NAMES.indexOf("twice"));
        stay.set(1 + NAMES.indexOf("empty"));
        assertEquals(List.of("all", "constant", "sum"), names(found(1, 0, Precision.FLOAT64, false, false, stay)));
    }

    @Test
    void fitLeavesThemOut_andIsThatOfTheOthers() {
        Random random = new Random(TestSeed.of("aliased"));
        double[][] all = new double[ROWS][];
        double[][] fewer = new double[ROWS][];
        double[] labels = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            double[] row = row(random, i, 1, 0);
            all[i] = row;
            fewer[i] = new double[] {row[0], row[1], row[4], row[5], row[8]};
            labels[i] = random.nextDouble() < 1 / (1 + Math.exp(-row[0])) ? 1 : 0;
        }
        Fit whole = Inference.of("bernoulli").fit(Rows.of(NAMES, all, labels));
        Fit left =
                Inference.of("bernoulli").fit(Rows.of(List.of("x", "year", "rare", "others", "near"), fewer, labels));
        assertEquals(left.names(), whole.names());
        assertArrayEquals(left.posterior().mean(), whole.posterior().mean());
        assertTrue(
                whole.notes().stream().anyMatch(note -> note.contains("empty, twice, all, constant and sum")),
                () -> "" + whole.notes());
        Fit given = Inference.of("bernoulli").prior("normal", Map.of("sd", 2.5)).fit(Rows.of(NAMES, all, labels));
        assertEquals(1 + NAMES.size(), given.names().size());
        Fit shrunk = Inference.of("bernoulli").prior("laplace", Map.of()).fit(Rows.of(NAMES, all, labels));
        assertEquals(1 + NAMES.size(), shrunk.names().size());
    }
}
