package io.credence.spark;

import io.credence.config.DataConfig;
import io.credence.config.FitConfig;
import io.credence.spark.backend.FrameRows;
import io.credence.spark.backend.TaskRows;
import io.credence.spark.plan.ColumnRoles;
import io.credence.spark.plan.FeaturePlan;
import io.credence.spark.plan.FeatureSelection;
import io.credence.spark.plan.LabelLevels;
import io.credence.spark.read.ReadFailure;
import io.credence.spark.read.Table;
import io.credence.spark.row.CellType;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LabelRule;
import io.credence.spark.row.SegmentKey;
import io.credence.spark.row.TaskOrigin;
import io.credence.spark.score.SegmentShuffle;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Table whose rows belong to segments with a fit each. The kind of a column (number, level or class) is read off all
 * rows; its levels, spread and bases are those of the segment. The rows of a segment are packed as those of a table of
 * their own with {@code data.partitions = 1}. So its fit depends on its rows alone, not on their order, the other
 * segments or the number of tasks.
 */
public final class SegmentTable {

    private final Table table;
    private final DataConfig config;
    private final LabelRule labels;
    private final FeatureSelection selection;
    private final StructField[] keys;

    private SegmentTable(
            Table table, DataConfig config, LabelRule labels, FeatureSelection selection, StructField[] keys) {
        this.table = table;
        this.config = config;
        this.labels = labels;
        this.selection = selection;
        this.keys = keys;
    }

    /**
     * Creates the table whose segments the columns of {@code data.by} name.
     *
     * @param taken names that columns of the table of fits have
     * @throws DataException if a column cannot be used
     */
    public static SegmentTable of(Table table, FitConfig config, List<String> taken) {
        Table read = table.withBackend(config.backend());
        DataConfig data = config.data();
        try {
            ColumnRoles roles = new ColumnRoles(read, data);
            data.roles().segmentColumns().forEach(name -> roles.requireKnown("data.by", name));
            StructField[] keys = data.roles().segmentColumns().stream()
                    .map(name -> keyField(read, name, taken))
                    .toArray(StructField[]::new);
            LabelRule listed = LabelLevels.withListedClasses(LabelRule.of(config.model()), data);
            LabelRule labels = LabelLevels.withNumericClasses(listed, read, data);
            return new SegmentTable(read, data, labels, FeatureSelection.of(read, data, labels), keys);
        } catch (Exception failed) {
            throw ReadFailure.of(failed, table.where());
        }
    }

    private static StructField keyField(Table table, String name, List<String> taken) {
        StructField field = table.schema().apply(name);
        if (CellType.of(field.dataType()) == null && !(field.dataType() instanceof DecimalType)) {
            throw new DataException(
                    "column '" + name + "' cannot name segments",
                    "text, numbers, booleans or times",
                    "type " + field.dataType().simpleString(),
                    table.where());
        } else if (taken.stream().anyMatch(name::equalsIgnoreCase)) {
            throw new DataException(
                    "column '" + name + "', of data.by, has the name of a column of the result",
                    "another name than " + String.join(", ", taken),
                    name,
                    table.where());
        }
        return DataTypes.createStructField(name, field.dataType(), true);
    }

    /**
     * Table with one row for each segment's fit, computed when it is requested.
     *
     * @param behind columns after those that name a segment
     */
    public Dataset<Row> fitsTable(SegmentFitting fitting, StructType behind) {
        Column[] selected = selection.columns();
        Column[] all = Arrays.copyOf(selected, selected.length + keys.length);
        Arrays.setAll(
                all, j -> j < selected.length ? selected[j] : table.identityColumn(keys[j - selected.length].name()));
        SegmentShuffle deal = SegmentShuffle.of(
                        FrameRows.withNumericTimes(table.rows().select(all)), selected.length)
                .repartitionBySegment(config);
        StructType texts = new StructType();
        for (int k = 0; k < keys.length; k++) {
            texts = texts.add(SegmentShuffle.name(k), DataTypes.StringType);
        }
        for (StructField field : behind.fields()) {
            texts = texts.add(field);
        }
        SegmentFitter step = new SegmentFitter(
                fitting, selection.plan(), labels, table.where(), deal.rows().schema());
        Dataset<Row> fits = deal.applyToSegments(table.execution(), step::fit, texts);
        Stream<Column> named = IntStream.range(0, keys.length)
                .mapToObj(k -> functions
                        .col(SegmentShuffle.name(k))
                        .cast(keys[k].dataType())
                        .as(keys[k].name()));
        return fits.select(
                Stream.concat(named, Arrays.stream(behind.fieldNames()).map(functions::col))
                        .toArray(Column[]::new));
    }

    /** Fitter of the segments of a task, one after the other. */
    private record SegmentFitter(
            SegmentFitting fitting, FeaturePlan plan, LabelRule labels, String where, StructType schema)
            implements Serializable {

        Iterator<Row> fit(SegmentKey key, Iterator<Row> rows) {
            List<InternalRow> own = new ArrayList<>();
            FrameRows.toInternalRows(rows, schema).forEachRemaining(own::add);
            long seed = key.seed(fitting.config().seed());
            TaskOrigin origin = new TaskOrigin(where, own);
            Object[] found = fitting.fit(
                    seed,
                    () -> RowPacker.of(fitting.config(), labels, seed)
                            .pack(
                                    plan,
                                    new TaskRows(own),
                                    origin,
                                    fitting.config().data()));
            List<@Nullable Object> cells = new ArrayList<>(key.cells());
            cells.addAll(Arrays.asList(found));
            return List.of(RowFactory.create(cells.toArray())).iterator();
        }
    }
}
