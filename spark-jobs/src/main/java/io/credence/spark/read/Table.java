package io.credence.spark.read;

import io.credence.config.DataConfig.TextFormat;
import io.credence.config.FitConfig.Backend;
import io.credence.spark.backend.Execution;
import io.credence.spark.backend.RowPartitions;
import io.credence.spark.row.LevelText;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.math.BigInt;

/** Table to be packed or scored, which can report where in its source a cell stands. */
public final class Table {

    /** Name of the column that holds a line which could not be split into cells. */
    public static final String MALFORMED = "__credence_malformed";
    /** Name of the column that holds the file a row comes from, when positions are requested. */
    static final String FILE = "__credence_file";
    /** Name of the column with the position in the file at which the part that a task reads begins. */
    static final String START = "__credence_start";

    private final Dataset<Row> base;
    private final Derivation derivation;
    private final Origin origin;
    private final Dataset<Row> rows;
    private final Execution execution;

    /**
     * Origin of a table.
     *
     * @param where name of the table in messages
     * @param isFromFiles whether Spark reads its rows from files
     * @param textFormat format of its text; null where columns of text hold no numbers
     * @param isLibsvm whether it is a file of labels and sparse features
     * @param repeatedNames names that more than one of its columns has
     */
    public record Origin(
            String where,
            boolean isFromFiles,
            @Nullable TextFormat textFormat,
            boolean isLibsvm,
            Set<String> repeatedNames) {

        /** Whether columns of text may hold numbers. */
        public boolean hasNumericText() {
            return textFormat != null;
        }

        /** Decimal separator of numbers. */
        public char decimalSeparator() {
            return textFormat == null ? TextFormat.PLAIN.decimal() : textFormat.decimal();
        }

        /** Whether more than one column has a name. */
        public boolean isRepeated(String name) {
            return repeatedNames.stream().anyMatch(name::equalsIgnoreCase);
        }
    }

    Table(Dataset<Row> base, Derivation derivation, Origin origin) {
        this(base, derivation, origin, Execution.of(base.sparkSession(), Backend.AUTO));
    }

    private Table(Dataset<Row> base, Derivation derivation, Origin origin, Execution execution) {
        this.base = base;
        this.derivation = derivation;
        this.origin = origin;
        this.rows = derivation.apply(base, origin);
        this.execution = execution;
    }

    /** Copy whose rows are read as a backend reads them. */
    public Table withBackend(Backend backend) {
        return new Table(base, derivation, origin, Execution.of(base.sparkSession(), backend));
    }

    /** Copy with at most that many rows, the first that are read. */
    public Table firstRows(int count) {
        return new Table(base.limit(count), derivation, origin, execution);
    }

    /**
     * Number of its rows for an announcement: as the plan of Spark states it, which may be an estimate; else they are counted in a
     * job.
     */
    public long countRows() {
        Option<BigInt> stated = base.queryExecution().optimizedPlan().stats().rowCount();
        return stated.isDefined() ? stated.get().longValue() : base.count();
    }

    /**
     * Copy with changed rows, from which new columns are derived, some of them by other SQL.
     *
     * @param changed rows without derived columns
     * @param otherwise SQL of derived columns, by name
     */
    Table withChangedRows(Dataset<Row> changed, Map<String, String> otherwise) {
        return new Table(changed, derivation.withExpressions(otherwise), origin, execution);
    }

    /** Rows without derived columns. */
    Dataset<Row> baseRows() {
        return base;
    }

    /** Creates a table of a data frame; messages count its rows in the order of its partitions. */
    public static Table of(Dataset<Row> rows) {
        Set<String> known = new HashSet<>();
        Set<String> repeated = new HashSet<>();
        for (String name : rows.columns()) {
            if (!known.add(name)) {
                repeated.add(name);
            }
        }
        return new Table(rows, Derivation.NONE, new Origin("the data frame", false, null, false, repeated));
    }

    /** Rows, derived columns included. */
    public Dataset<Row> rows() {
        return rows;
    }

    /** Execution of jobs over its rows. */
    public Execution execution() {
        return execution;
    }

    /** Rows of the selected columns, for jobs. */
    public RowPartitions select(Column... columns) {
        return execution.rows(rows.select(columns), where());
    }

    /** Rows of the selected columns, for jobs. Columns may also be a row's {@link #FILE} and {@link #START}. */
    RowPartitions positionedRows(Column... columns) {
        return execution.rows(positionedRows().select(columns), where());
    }

    private Dataset<Row> positionedRows() {
        if (!origin.isFromFiles()) {
            return rows.withColumn(FILE, functions.lit("")).withColumn(START, functions.lit(0L));
        }
        Dataset<Row> located = base.withColumn(FILE, functions.col("_metadata.file_path"))
                .withColumn(START, functions.col("_metadata.file_block_start"));
        return derivation.apply(located, origin);
    }

    /** Cells of a column as texts that identify them, whatever their type. */
    public Column identityColumn(String column) {
        return LevelText.of(schema(), column);
    }

    /** Numbers of a column; null where a cell is none. */
    public Column number(String column) {
        return Derivation.numberColumn(column, origin.decimalSeparator());
    }

    public StructType schema() {
        return rows.schema();
    }

    public Origin origin() {
        return origin;
    }

    /** Name of the table in messages. */
    public String where() {
        return origin.where();
    }

    /** SQL from which a column was derived, if it was. */
    @Nullable
    public String expressionOf(String column) {
        return derivation.expressions().get(column);
    }
}
