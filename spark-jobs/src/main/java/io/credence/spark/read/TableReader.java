package io.credence.spark.read;

import io.credence.config.DataConfig;
import io.credence.config.DataConfig.TextFormat;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LiteralPath;
import io.credence.spark.row.SqlText;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Reader of files of csv, parquet, json and libsvm as tables. Cells of csv and json stay text, so that a bad one can be
 * named by row and column. Under {@code *} the columns of json are in the order of their names, others in that of the
 * file.
 */
public final class TableReader {

    private final SparkSession spark;

    /** Creates a reader in a session. */
    public TableReader(SparkSession spark) {
        this.spark = spark;
    }

    /**
     * Opens the table of a configuration, derived columns included. Hardly a row is read yet.
     *
     * @throws DataException if there is no such file, it is empty, or it is not of the format
     */
    public Table read(DataConfig config) {
        String pattern = requireContent(config.path());
        try {
            return switch (config.source().format()) {
                case "csv" -> csv(config, pattern);
                case "json" -> json(config, pattern);
                case "parquet" -> typedTable(config, spark.read().parquet(pattern), false);
                case "libsvm" -> typedTable(config, libsvm(config.path(), pattern), true);
                default ->
                    throw new DataException(
                            "the format is unknown",
                            "csv, parquet, json or libsvm",
                            config.source().format(),
                            config.path());
            };
        } catch (Exception failed) {
            throw ReadFailure.of(failed, config.path());
        }
    }

    /** Pattern for Spark to read the files at a path. Refuses a path without content. */
    private String requireContent(String path) {
        Configuration hadoop = spark.sessionState().newHadoopConf();
        String pattern;
        FileStatus[] found;
        try {
            pattern = LiteralPath.literalOrPattern(path, hadoop);
            Path all = new Path(pattern);
            found = all.getFileSystem(hadoop).globStatus(all);
        } catch (IOException | IllegalArgumentException failed) {
            throw new DataException(
                    "the path cannot be read", "a Hadoop path", SqlText.firstLine(failed), path, failed);
        }
        if (found == null || found.length == 0) {
            throw new DataException("there is no such file", "a file, folder or glob", "nothing", path);
        }
        boolean empty = true;
        for (FileStatus status : found) {
            empty &= status.isFile() && status.getLen() == 0;
        }
        if (empty) {
            throw new DataException("the file is empty", "at least one row", "0 bytes", path);
        }
        return pattern;
    }

    private Table csv(DataConfig config, String pattern) {
        TextFormat text = config.source().text();
        List<String> first = CsvLineCheck.readFirst(spark.read().text(pattern), config.path(), text);
        CsvHeader header = CsvHeader.of(first.get(0), text.separator());
        MissingCellWords missing = new MissingCellWords(text.naStrings());
        Dataset<Row> rows = missing.configureReader(spark.read().options(CsvHeader.options(text)))
                // Files of one folder must agree in their headers, which names that were made up cannot
                .option("enforceSchema", !header.isComparable())
                .schema(header.schema())
                .csv(pattern);
        return textTable(missing.withRemainingNulls(rows), config, header.repeated());
    }

    private Table json(DataConfig config, String pattern) {
        Map<String, String> options = Map.of(
                "primitivesAsString", "true", "mode", "PERMISSIVE", "columnNameOfCorruptRecord", Table.MALFORMED);
        StructType schema = spark.read().options(options).json(pattern).schema();
        boolean malformed = schema.getFieldIndex(Table.MALFORMED).isDefined();
        if (schema.size() <= (malformed ? 1 : 0)) {
            throw new DataException(
                    "the file has no rows",
                    "one JSON object per line",
                    malformed ? "lines that are no JSON objects" : "none",
                    config.path());
        }
        StructType whole = malformed ? schema : schema.add(Table.MALFORMED, DataTypes.StringType);
        Dataset<Row> rows = spark.read().options(options).schema(whole).json(pattern);
        return textTable(new MissingCellWords(config.source().text().naStrings()).withNulls(rows), config, Set.of());
    }

    private static Table textTable(Dataset<Row> rows, DataConfig config, Set<String> repeated) {
        return new Table(
                rows,
                Derivation.ofTextColumns(
                        config.derivedColumns(), rows, config.source().text().decimal()),
                new Table.Origin(config.path(), true, config.source().text(), false, repeated));
    }

    private static Table typedTable(DataConfig config, Dataset<Row> rows, boolean libsvm) {
        return new Table(
                rows,
                Derivation.ofTypedColumns(config.derivedColumns()),
                new Table.Origin(config.path(), true, null, libsvm, Set.of()));
    }

    private Dataset<Row> libsvm(String path, String pattern) {
        try {
            return spark.read().format("libsvm").load(pattern);
        } catch (Exception failed) {
            throw LibsvmLineSearch.explainFailure(
                    Table.of(spark.read().text(pattern)).select(functions.col("value")), path, failed);
        }
    }
}
