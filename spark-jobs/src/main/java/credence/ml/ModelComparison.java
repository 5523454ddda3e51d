package credence.ml;

import io.credence.diagnostic.LeaveOneOut.Estimate;
import io.credence.result.SavedPosterior;
import io.credence.spark.backend.DriverTable;
import io.credence.spark.job.ComparedFit;
import io.credence.spark.job.FitComparison;
import io.credence.spark.job.ResultFiles;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Comparison of two fitted models of the same rows. One model makes a table of what a comparison needs of it, the other
 * compares itself with that table, so that a client of Spark Connect can have it, too.
 */
final class ModelComparison {

    private static final StructType COMPARABLE = new StructType()
            .add("name", DataTypes.StringType)
            .add("posterior", DataTypes.StringType)
            .add("pointwise", DataTypes.StringType);

    private static final StructType COMPARISON = new StructType()
            .add("fit", DataTypes.StringType)
            .add("measure", DataTypes.StringType)
            .add("value", DataTypes.DoubleType)
            .add("error", DataTypes.DoubleType)
            .add("note", DataTypes.StringType);

    private ModelComparison() {}

    /** Table of one row with what a comparison needs of a model. */
    static Dataset<Row> comparable(VariationalModel model, SparkSession spark) {
        ResultFiles files = model.files();
        Row row = RowFactory.create(model.uid(), files.posteriorJson(), files.pointwise());
        return DriverTable.of(COMPARABLE, List.of(row)).toDataFrame(spark);
    }

    /**
     * Table of the number by which two models are compared, of each and of their difference, in nats with standard
     * errors.
     *
     * @param other the other model's {@link #comparable}
     */
    static Dataset<Row> comparison(VariationalModel model, Dataset<?> other, SparkSession spark) {
        if (!other.schema().equals(COMPARABLE)) {
            throw new IllegalArgumentException("output = comparison compares with another model: required the rows of"
                    + " its output = comparable, with columns " + List.of(COMPARABLE.fieldNames()) + ", found "
                    + List.of(other.columns()));
        }
        Row theirs = other.toDF().first();
        FitComparison found = FitComparison.of(
                new ComparedFit(
                        model.uid(), model.savedPosterior(), model.files().pointwise()),
                new ComparedFit(theirs.getString(0), SavedPosterior.parse(theirs.getString(1)), theirs.getString(2)));
        List<String> said = new ArrayList<>(List.of(found.verdict()));
        said.addAll(found.notes());
        List<Row> rows = List.of(
                row(found, "A", found.first(), ""),
                row(found, "B", found.second(), ""),
                row(found, "A - B", found.difference(), String.join("; ", said)));
        return DriverTable.of(COMPARISON, rows).toDataFrame(spark);
    }

    private static Row row(FitComparison of, String fit, Estimate number, String note) {
        return RowFactory.create(fit, of.measure(), number.value(), number.error(), note);
    }
}
