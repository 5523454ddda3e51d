package io.credence.spark.plan;

import static org.apache.spark.sql.functions.col;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/** Join of rows with what is known about their levels, by the texts of these. */
public final class LevelColumnsJoin {

    private static final String ROW = "__credence_row";

    private LevelColumnsJoin() {}

    /**
     * What is known about the levels of a grouping factor.
     *
     * @param ordinal position of the rows' column of the factor's levels
     * @param levels frame of the levels: their texts, each once, and columns to append, all with names of their own
     */
    public record Known(int ordinal, Dataset<Row> levels) {}

    /**
     * Appends columns by the levels of rows; null where a level is missing or not known. Rows of a level lie side by side,
     * in the same order in every run.
     *
     * @param count number of the rows' columns that precede the appended ones; others follow these
     */
    public static Dataset<Row> append(Dataset<Row> rows, int count, List<Known> all) {
        if (all.isEmpty()) {
            return rows;
        }
        String[] names = rows.columns();
        String[] plain = IntStream.range(0, names.length)
                .mapToObj(i -> "__credence_" + i)
                .toArray(String[]::new);
        Dataset<Row> joined = rows.toDF(plain).withColumn(ROW, functions.monotonically_increasing_id());
        for (int ordinal : all.stream().mapToInt(Known::ordinal).distinct().toArray()) {
            Column level = col(plain[ordinal]);
            joined = joined.repartition(level).sortWithinPartitions(level, col(ROW));
            for (Known known : all) {
                joined = known.ordinal() == ordinal ? join(joined, level, known.levels()) : joined;
            }
        }
        List<String> appended = all.stream()
                .flatMap(known -> Arrays.stream(known.levels().columns()).skip(1))
                .toList();
        return joined.select(
                        inserted(plain, count, appended).map(functions::col).toArray(Column[]::new))
                .toDF(inserted(names, count, appended).toArray(String[]::new));
    }

    private static Dataset<Row> join(Dataset<Row> rows, Column level, Dataset<Row> levels) {
        String text = levels.columns()[0];
        return rows.join(levels, level.equalTo(col(text)), "left_outer").drop(text);
    }

    private static Stream<String> inserted(String[] names, int count, List<String> appended) {
        return Stream.of(Arrays.stream(names, 0, count), appended.stream(), Arrays.stream(names, count, names.length))
                .flatMap(each -> each);
    }
}
