package io.credence.spark.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.FloatBlock;
import io.credence.data.Precision;
import io.credence.kind.ColumnScales;
import io.credence.prior.GaussianPrior;
import io.credence.spark.BlockRows;
import io.credence.spark.DataConfigs;
import io.credence.spark.PackedRows;
import io.credence.spark.RowPacker;
import io.credence.spark.TestSession;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LabelRule;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.VectorUDT;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

class PackingTest {

    private static final StructType NUMBERS = new StructType()
            .add("y", DataTypes.IntegerType)
            .add("a", DataTypes.DoubleType)
            .add("b", DataTypes.DoubleType)
            .add("c", DataTypes.StringType)
            .add("w", DataTypes.DoubleType)
            .add("o", DataTypes.DoubleType);

    private static final StructType VECTORS =
            new StructType().add("y", DataTypes.DoubleType).add("v", new VectorUDT());

    private static List<Row> rows(int count) {
        Random random = new Random(TestSeed.of("packing"));
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(RowFactory.create(
                    random.nextInt(3),
                    random.nextGaussian(),
                    1000 + random.nextGaussian(),
                    "level" + random.nextInt(4),
                    0.5 + random.nextDouble(),
                    random.nextGaussian()));
        }
        return rows;
    }

    private static Dataset<Row> frame(List<Row> rows, StructType schema, int partitions) {
        Dataset<Row> frame = TestSession.spark().createDataFrame(rows, schema);
        return partitions == 0 ? frame.coalesce(1) : frame.repartition(partitions);
    }

    private static PackedRows pack(Dataset<Row> rows, DataConfigs config) {
        return new RowPacker(LabelRule.ofFamily("poisson"), 7).pack(rows, config.build());
    }

    private static DataConfigs everything() {
        return DataConfigs.memory().categorical("c").weight("w").offset("o");
    }

    private static Dataset<Row> numbers(String type, String last) {
        return TestSession.spark()
                .range(0, 200, 1, 1)
                .selectExpr(
                        "cast(id % 3 as int) as y",
                        type + "(float(sin(id))) as a",
                        type + "(float(cos(id))) as b",
                        "exp(sin(id)) as c",
                        "log(2d + id) as d",
                        type + "(float(1 / (id + 3))) as e",
                        type + "(if(id = 150, " + last + ", float(id))) as f");
    }

    @Test
    void columnsOfFloats_arePackedAsTheSameDoubles() {
        try (PackedRows floats = pack(numbers("float", "0"), DataConfigs.memory());
                PackedRows doubles = pack(numbers("double", "0"), DataConfigs.memory())) {
            assertEquals(BlockRows.all(doubles), BlockRows.all(floats));
            assertEquals(doubles.fingerprint(), floats.fingerprint());
        }
        for (String bad : List.of("float('Infinity')", "float('NaN')", "float(null)")) {
            DataException refused =
                    assertThrows(DataException.class, () -> pack(numbers("float", bad), DataConfigs.memory()));
            assertTrue(refused.getMessage().contains("column 'f'"), refused::getMessage);
            assertTrue(refused.getMessage().contains("row 151"), refused::getMessage);
        }
    }

    @Test
    void timesAreDays_andIndicesOfPandasAreLeftOut() {
        Dataset<Row> frame = TestSession.spark()
                .range(2)
                .selectExpr(
                        "cast(id as int) as y",
                        "date_add(date'2020-01-01', cast(id as int)) as day",
                        "timestamp_micros(43200000000) as noon",
                        "id as __index_level_0__");
        try (PackedRows packed = pack(frame.coalesce(1), DataConfigs.memory())) {
            assertEquals(List.of("(Intercept)", "day", "noon"), packed.names());
            assertEquals(
                    List.of(List.of(0.0, 1.0, 0.0, 1.0, 18262.0, 0.5), List.of(1.0, 1.0, 0.0, 1.0, 18263.0, 0.5)),
                    BlockRows.all(packed));
            String notes = packed.notes().toString();
            assertTrue(notes.contains("column '__index_level_0__' appears to be the index of a pandas frame"), notes);
            assertTrue(notes.contains("columns day and noon are times; they count days since 1970-01-01"), notes);
        }
    }

    @Test
    void weightsAndOffsets_comeWithTheRows() {
        List<Row> rows = rows(50);
        try (PackedRows packed = pack(frame(rows, NUMBERS, 0), everything().features("a"))) {
            List<List<Double>> found = BlockRows.all(packed);
            double weight = 0;
            for (int i = 0; i < rows.size(); i++) {
                assertEquals(rows.get(i).getInt(0), found.get(i).get(0));
                assertEquals(rows.get(i).getDouble(4), found.get(i).get(1));
                assertEquals(rows.get(i).getDouble(5), found.get(i).get(2));
                assertEquals(rows.get(i).getDouble(1), found.get(i).get(4));
                weight += rows.get(i).getDouble(4);
            }
            assertEquals(weight, packed.summary().weight());
            assertEquals(50, packed.summary().rows());
            assertTrue(packed.isSmall());
        }
    }

    @Test
    void explicitPartitions_holdAllRowsWhateverTheirNumber() {
        Dataset<Row> frame = frame(rows(500), NUMBERS, 3);
        try (PackedRows expected = pack(frame, everything())) {
            for (int partitions : new int[] {1, 2, 7}) {
                try (PackedRows packed = pack(frame, everything().partitions(partitions))) {
                    assertEquals(partitions, packed.summary().partitionCount());
                    assertEquals(partitions, BlockRows.partitions(packed).size());
                    assertTrue(BlockRows.partitions(packed).stream().noneMatch(List::isEmpty));
                    assertEquals(BlockRows.sorted(expected), BlockRows.sorted(packed));
                    assertEquals(expected.fingerprint(), packed.fingerprint());
                }
            }
        }
    }

    @Test
    void explicitPartitions_dependOnRowsAndSeedAlone() {
        List<Row> rows = rows(400);
        rows.addAll(rows.subList(0, 50));
        DataConfigs config = everything().standardize().partitions(3);
        try (PackedRows expected = pack(frame(rows, NUMBERS, 0), config)) {
            Collections.shuffle(rows, new Random(TestSeed.of("order")));
            try (PackedRows other = pack(frame(rows, NUMBERS, 5), config)) {
                assertEquals(BlockRows.partitions(expected), BlockRows.partitions(other), TestSeed.replay());
                assertEquals(expected.summary(), other.summary());
                assertEquals(expected.fingerprint(), other.fingerprint());
            }
            try (PackedRows other =
                    new RowPacker(LabelRule.ofFamily("poisson"), 8).pack(frame(rows, NUMBERS, 5), config.build())) {
                assertNotEquals(BlockRows.partitions(expected), BlockRows.partitions(other));
            }
        }
    }

    @Test
    void fingerprint_changesWithOneCell() {
        List<Row> rows = rows(20);
        try (PackedRows before = pack(frame(rows, NUMBERS, 0), everything())) {
            Row first = rows.get(0);
            rows.set(
                    0,
                    RowFactory.create(
                            first.get(0),
                            Math.nextUp(first.getDouble(1)),
                            first.get(2),
                            first.get(3),
                            first.get(4),
                            first.get(5)));
            try (PackedRows after = pack(frame(rows, NUMBERS, 0), everything())) {
                assertNotEquals(before.fingerprint(), after.fingerprint());
                assertTrue(before.fingerprint().matches("sha256:[0-9a-f]{64}"));
            }
        }
    }

    @Test
    void standardizedColumns_haveUnitSpreadAndCanBeUndone() {
        DataConfigs config = everything();
        try (PackedRows plain = pack(frame(rows(300), NUMBERS, 3), config);
                PackedRows scaled = pack(frame(rows(300), NUMBERS, 3), config.standardize())) {
            List<List<Double>> before = BlockRows.all(plain);
            List<List<Double>> after = BlockRows.all(scaled);
            double[] scales = scaled.scales().scales();
            assertEquals(1.0, scales[0]);
            assertEquals(plain.fingerprint(), scaled.fingerprint());
            for (int j = 1; j < scales.length; j++) {
                int at = 3 + j;
                for (int i = 0; i < before.size(); i++) {
                    assertEquals(before.get(i).get(at) / scales[j], after.get(i).get(at));
                }
                assertEquals(1.0, spread(after, at), 1e-6, scaled.names().get(j));
            }
        }
    }

    private static double spread(List<List<Double>> rows, int at) {
        double weight = rows.stream().mapToDouble(row -> row.get(1)).sum();
        double mean = rows.stream().mapToDouble(row -> row.get(1) * row.get(at)).sum() / weight;
        double squares = rows.stream()
                .mapToDouble(row -> row.get(1) * (row.get(at) - mean) * (row.get(at) - mean))
                .sum();
        return Math.sqrt(squares / weight);
    }

    @Test
    void scales_keepThePriorOnTheScaleOfTheData() {
        ColumnScales scales = new ColumnScales(new double[] {1, 4});
        GaussianPrior prior = scales.toScaled(new GaussianPrior(new double[] {1, 2}, new double[] {1, 32}));
        assertEquals(8, prior.mean()[1]);
        assertEquals(2, prior.precision()[1]);
        assertEquals(2, scales.toOriginal(prior.mean())[1]);
    }

    @Test
    void constantColumnBesideAnIntercept_isNoted() {
        List<Row> rows =
                List.of(RowFactory.create(1, 2.0, 3.0, "k", 1.0, 0.0), RowFactory.create(0, 2.0, 4.0, "k", 1.0, 0.0));
        try (PackedRows packed = pack(frame(rows, NUMBERS, 2), everything().standardize())) {
            assertEquals(
                    List.of(
                            "categorical column 'c' has one level and gives no feature",
                            "column 'a' is constant beside an intercept; only the prior separates them"),
                    packed.notes());
            assertEquals(1.0, packed.scales().scale(1));
        }
        try (PackedRows packed = pack(
                frame(rows, NUMBERS, 2).withColumn("other", functions.lit(5.0)),
                DataConfigs.memory().features("a", "other"))) {
            assertEquals(
                    List.of("columns a and other are constant beside an intercept; only the prior separates them"),
                    packed.notes());
        }
        try (PackedRows packed =
                pack(frame(rows, NUMBERS, 2), DataConfigs.memory().features("a").noIntercept())) {
            assertTrue(packed.notes().isEmpty());
        }
    }

    @Test
    void classes_areCountedAndNamed() {
        try (PackedRows packed = new RowPacker(LabelRule.ofFamily("softmax"), 1)
                .pack(
                        frame(rows(60), NUMBERS, 2),
                        DataConfigs.memory().features("a").build())) {
            assertEquals(3, packed.classes());
            assertEquals(
                    List.of("1:(Intercept)", "1:a", "2:(Intercept)", "2:a"),
                    packed.coefficientNames(List.of("1", "2")));
        }
    }

    private static List<Row> vectors(int count, int size, double filled, boolean sparse) {
        Random random = new Random(TestSeed.of("vectors"));
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double[] x = new double[size];
            for (int j = 0; j < size; j++) {
                double value = random.nextGaussian();
                x[j] = random.nextDouble() < filled ? value : 0;
            }
            var vector = Vectors.dense(x);
            rows.add(RowFactory.create((double) (i % 2), sparse ? vector.toSparse() : vector));
        }
        return rows;
    }

    @Test
    void sparseVectors_arePackedSparseAndDenseOnesDense() {
        DataConfigs config = DataConfigs.memory().features("v");
        try (PackedRows thin = pack(frame(vectors(80, 40, 0.1, true), VECTORS, 2), config);
                PackedRows full = pack(frame(vectors(80, 40, 0.9, true), VECTORS, 2), config)) {
            assertTrue(thin.summary().sparse());
            assertFalse(full.summary().sparse());
            assertEquals(41, thin.summary().columns());
            assertEquals("v[0]", thin.names().get(1));
        }
    }

    @Test
    void sparseAndDenseVectors_giveTheSameRows() {
        DataConfigs config = DataConfigs.memory().features("v");
        for (double filled : new double[] {0.1, 0.9}) {
            try (PackedRows sparse = pack(frame(vectors(80, 40, filled, true), VECTORS, 0), config);
                    PackedRows dense = pack(frame(vectors(80, 40, filled, false), VECTORS, 0), config)) {
                assertEquals(BlockRows.all(dense), BlockRows.all(sparse));
                assertEquals(dense.fingerprint(), sparse.fingerprint());
            }
        }
    }

    @Test
    void sparseRows_areShuffledScaledAndNotedAlike() {
        List<Row> rows = new ArrayList<>(vectors(120, 40, 0.1, true));
        DataConfigs config = DataConfigs.memory().features("v").standardize().partitions(3);
        try (PackedRows expected = pack(frame(rows, VECTORS, 0), config)) {
            Collections.shuffle(rows, new Random(1));
            try (PackedRows other = pack(frame(rows, VECTORS, 4), config)) {
                assertTrue(expected.summary().sparse());
                assertEquals(BlockRows.partitions(expected), BlockRows.partitions(other));
                assertEquals(1.0, spread(BlockRows.all(other), 10), 1e-6);
            }
        }
    }

    @Test
    void elementNames_comeFromSparkMl() {
        Dataset<Row> assembled = new VectorAssembler()
                .setInputCols(new String[] {"a", "b"})
                .setOutputCol("v")
                .transform(frame(rows(10), NUMBERS, 2));
        try (PackedRows packed = pack(assembled, DataConfigs.memory().features("v"))) {
            assertEquals(List.of("(Intercept)", "a", "b"), packed.names());
        }
    }

    @Test
    void badVectors_areLocated() {
        List<Row> rows = new ArrayList<>(vectors(5, 3, 1, false));
        rows.set(3, RowFactory.create(1.0, Vectors.dense(1, 2)));
        Dataset<Row> uneven = frame(rows, VECTORS, 0);
        DataConfigs config = DataConfigs.memory().features("v");
        assertEquals(
                "a vector has the wrong size; required: 3 elements; found: 2 elements; in: the data frame, row 4,"
                        + " column 'v'",
                assertThrows(DataException.class, () -> pack(uneven, config)).getMessage());
        rows.set(3, RowFactory.create(1.0, Vectors.sparse(3, new int[] {1}, new double[] {Double.NaN})));
        Dataset<Row> notFinite = frame(rows, VECTORS, 0);
        assertTrue(assertThrows(DataException.class, () -> pack(notFinite, config))
                .getMessage()
                .contains("found: NaN; in: the data frame, row 4, column 'v[1]'"));
    }

    @Test
    void precision_isThatOfTheConfiguration() {
        try (PackedRows packed = pack(
                frame(vectors(20, 3, 1, false), VECTORS, 2),
                DataConfigs.memory().features("v").precision(Precision.FLOAT32))) {
            assertTrue(BlockRows.blocks(packed).stream().flatMap(List::stream).allMatch(FloatBlock.class::isInstance));
        }
    }

    @Test
    void emptyPartitions_areAllowed() {
        Dataset<Row> frame = frame(rows(10), NUMBERS, 4).filter("y = 2");
        try (PackedRows packed = pack(frame, everything().features("a"))) {
            assertEquals(4, packed.summary().partitionCount());
        }
    }
}
