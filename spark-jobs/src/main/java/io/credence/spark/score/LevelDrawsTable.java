package io.credence.spark.score;

import io.credence.effect.LevelDraws;
import io.credence.spark.backend.DriverTable;
import io.credence.summary.LevelEffects;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Table of draws of the effects of levels, a row for each effect: factor, level, term and its draws. */
public final class LevelDrawsTable {

    private static final StructType SCHEMA = new StructType()
            .add("factor", DataTypes.StringType, false)
            .add("level", DataTypes.StringType, false)
            .add("term", DataTypes.StringType, false)
            .add("draws", DataTypes.createArrayType(DataTypes.DoubleType, false), false);

    private LevelDrawsTable() {}

    /**
     * Creates the table.
     *
     * @param factors effects, in the order of those that are drawn
     * @param draws draws of these effects
     * @param count number of draws
     */
    public static DriverTable<?> of(List<LevelEffects> factors, LevelDraws draws, int count) {
        return new DriverTable<>(
                SCHEMA,
                most -> IntStream.range(0, factors.size()).boxed().flatMap(number -> {
                    LevelEffects factor = factors.get(number);
                    long bytes =
                            (long) Double.BYTES * count * factor.effectNames().size();
                    return DriverTable.splitByBytes(
                                    factor.levels().size(), LevelEffectsTable.bytesOfName(factor) + bytes, most)
                            .map(part -> DrawnLevels.of(factor, number, part, draws));
                }),
                DrawnLevels::rows);
    }

    /**
     * Serialisable draws of some levels.
     *
     * @param draws draws of the effects of each level, effects × draws
     */
    private record DrawnLevels(String factor, List<String> terms, List<String> levels, double[][] draws)
            implements Serializable {

        static DrawnLevels of(LevelEffects factor, int number, DriverTable.Range part, LevelDraws draws) {
            return new DrawnLevels(
                    factor.factorName(),
                    factor.effectNames(),
                    new ArrayList<>(factor.levels().subList(part.from(), part.to())),
                    IntStream.range(part.from(), part.to())
                            .mapToObj(level -> draws.drawEffects(number, level))
                            .toArray(double[][]::new));
        }

        Iterator<Row> rows() {
            int k = terms.size();
            return IntStream.range(0, k * levels.size())
                    .mapToObj(i -> RowFactory.create(
                            factor, levels.get(i / k), terms.get(i % k), effectDraws(draws[i / k], i % k, k)))
                    .iterator();
        }

        private static Double[] effectDraws(double[] all, int effect, int effects) {
            int count = all.length / effects;
            return IntStream.range(effect * count, (effect + 1) * count)
                    .mapToObj(i -> all[i])
                    .toArray(Double[]::new);
        }
    }
}
