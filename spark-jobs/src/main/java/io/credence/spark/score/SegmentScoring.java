package io.credence.spark.score;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import io.credence.config.ConfigurationException;
import io.credence.config.DataConfig;
import io.credence.predict.PredictiveModel;
import io.credence.result.FittedColumns;
import io.credence.result.SavedPosterior;
import io.credence.spark.backend.SharedValue;
import io.credence.spark.plan.ColumnRoles;
import io.credence.spark.read.Table;
import io.credence.spark.row.LevelText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DatetimeType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Scoring of rows by the posterior of their segment. Rows and posteriors are redistributed by segment in one shuffle,
 * so that a task holds one posterior at a time; the rows come in the order of the segments. A row of a segment without
 * a posterior has the reason instead of predictions.
 */
public final class SegmentScoring {

    /** Names of the columns of the table of fits that are read. */
    private static final String POSTERIOR = "posterior";

    private static final String COVARIANCE = "covariance";
    private static final String REASON = "reason";

    private final Table table;
    private final DataConfig data;
    private final List<String> by;
    private final Dataset<Row> fits;
    private final double level;
    private final SavedPosterior one;
    private final PosteriorScoring scoring;

    /**
     * Creates the scoring of rows by fits.
     *
     * @param data configuration by which the columns of the rows are read
     * @param by columns that name a segment
     * @param fits a row for each segment
     * @param level probability that an interval covers
     * @throws ConfigurationException if no segment has a posterior
     */
    public SegmentScoring(Table table, DataConfig data, List<String> by, Dataset<Row> fits, double level) {
        this.table = table;
        this.data = data;
        this.by = List.copyOf(by);
        this.fits = fits;
        this.level = level;
        Row first = firstPosteriorRow(fits);
        this.one = SavedPosterior.parse(first.getString(0));
        this.scoring = SegmentwiseScoring.scoring(one, first.isNullAt(1) ? null : first.getList(1), level);
    }

    /**
     * Posterior of any segment that has one.
     *
     * @param fits a row for each segment
     */
    public static SavedPosterior anyPosterior(Dataset<Row> fits) {
        return SavedPosterior.parse(firstPosteriorRow(fits).getString(0));
    }

    private static Row firstPosteriorRow(Dataset<Row> fits) {
        List<Row> first = fits.where(col(POSTERIOR).isNotNull())
                .select(POSTERIOR, COVARIANCE)
                .takeAsList(1);
        if (first.isEmpty()) {
            throw new ConfigurationException("no row can be scored: required a segment with a posterior, found none");
        }
        return first.get(0);
    }

    /** Number of classes that have a probability; 0 for families of numbers. */
    public int outcomeCount() {
        return scoring.outcomeCount();
    }

    /** Number that predictions use for each class; empty for families of numbers. */
    public List<Double> classNumbers() {
        return scoring.classNumbers();
    }

    /**
     * Announces how long predictions will take, if that is long, by the time of the first rows under the posterior of one of the
     * segments. The time in which rows and posteriors are redistributed is not part of it.
     *
     * @param probabilities number of columns for class probabilities; 0 for one column that holds them all
     */
    public void announceEstimate(int probabilities) {
        ScoringTable rows = ScoringTable.of(table, data, scoring.featureNames(), one.fittedColumns())
                .withUnseenFlagged(PredictionColumns.UNSEEN);
        SharedValue<PredictiveModel> shared = scoring.share(rows);
        try {
            scoring.announceEstimate(rows, shared, probabilities, null);
        } finally {
            shared.release();
        }
    }

    /**
     * Appends the columns of predictions to the rows, computed when they are requested.
     *
     * @param probabilities number of columns for class probabilities; 0 for one column that holds them all
     * @param names name of a new column, by what it is called in a scored file
     * @param unseen name of the column that states why a row of an unknown segment or level has no predictions
     * @param missing name of the column that states which cell is missing; null where such rows are refused or left out
     */
    public Dataset<Row> score(int probabilities, UnaryOperator<String> names, String unseen, @Nullable String missing) {
        ColumnRoles roles = new ColumnRoles(table, data);
        by.forEach(name -> roles.requireKnown("data.by", name));
        FittedColumns columns = one.fittedColumns();
        List<String> features = new ArrayList<>(scoring.featureNames());
        features.addAll(columns.design() == null ? columns.aliasedColumns() : List.of());
        ScoringTable plain = ScoringTable.of(table, data, features, columns);
        ScoringTable rows = (missing == null ? plain : plain.withMissingKept(missing)).withUnseenFlagged(unseen);
        scoring.requireFreeNames(rows, probabilities, table.where());
        Dataset<Row> read = rows.readRows();
        List<StructField> added = rows.reasonColumns().withReasonColumns(scoring.outputs(probabilities, names));
        SegmentShuffle deal = SegmentShuffle.of(
                        unionRowsAndFits(read), read.columns().length + SegmentwiseScoring.OF_FIT)
                .repartitionBySegment(
                        data, col(SegmentShuffle.name(read.columns().length)).isNull());
        StructType dealt = deal.rows().schema();
        StructType all = dealt;
        for (int k = 0; k < added.size(); k++) {
            all = all.add(SegmentShuffle.name(dealt.size() + k), added.get(k).dataType(), true);
        }
        SegmentwiseScoring step = new SegmentwiseScoring(
                new ScoringPlanTemplate(rows.plan(), features),
                dealt,
                read.columns().length,
                by,
                new SegmentwiseScoring.NewColumns(added.size(), probabilities, rows.reasonColumns()),
                level,
                rows.where());
        StructField[] originals = Arrays.copyOf(read.schema().fields(), rows.originalColumnCount());
        Stream<Column> kept = IntStream.range(0, originals.length)
                .mapToObj(j -> col(SegmentShuffle.name(j)).as(originals[j].name(), originals[j].metadata()));
        Stream<Column> predicted = IntStream.range(0, added.size())
                .mapToObj(k -> col(SegmentShuffle.name(dealt.size() + k))
                        .as(added.get(k).name(), added.get(k).metadata()));
        return deal.applyToSegments(table.execution(), step::score, all)
                .select(Stream.concat(kept, predicted).toArray(Column[]::new));
    }

    /**
     * Union of rows and fits in one frame: the columns of the rows, those of a fit, and the cells that name the
     * segment.
     */
    private Dataset<Row> unionRowsAndFits(Dataset<Row> read) {
        StructField[] cells = read.schema().fields();
        Column reason = when(col(POSTERIOR).isNotNull(), lit(""))
                .otherwise(concat(lit("the segment has no posterior: "), col(REASON)));
        Column[] ofFits = columns(
                Arrays.stream(cells).map(field -> lit(null).cast(field.dataType())),
                Stream.of(reason, col(POSTERIOR), col(COVARIANCE)),
                by.stream().map(name -> LevelText.of(fits.schema(), name)));
        String[] names = read.columns();
        String[] numbered =
                IntStream.range(0, names.length).mapToObj(SegmentShuffle::name).toArray(String[]::new);
        Column[] ofRows = columns(
                Arrays.stream(numbered).map(name -> col(name)),
                Stream.of(
                        lit(null).cast(DataTypes.StringType),
                        lit(null).cast(DataTypes.StringType),
                        lit(null).cast(DataTypes.createArrayType(DataTypes.DoubleType))),
                by.stream()
                        .map(name ->
                                keyText(name, col(numbered[Arrays.asList(names).indexOf(name)]))));
        return read.toDF(numbered).select(ofRows).union(fits.select(ofFits));
    }

    /** Cell that names a row's segment, as text. A text is read as a time where the fits have times. */
    private Column keyText(String name, Column cell) {
        DataType own = table.schema().apply(name).dataType();
        DataType ofFits = fits.schema().apply(name).dataType();
        boolean words = own instanceof StringType && (ofFits instanceof DatetimeType);
        return words ? LevelText.of(ofFits, cell.try_cast(ofFits)) : LevelText.of(own, cell);
    }

    private static Column[] columns(Stream<Column> rows, Stream<Column> fit, Stream<Column> keys) {
        return Stream.of(rows, fit, keys).flatMap(all -> all).toArray(Column[]::new);
    }
}
