package credence.ml;

import io.credence.Inference;
import io.credence.PreparedFit;
import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.diagnostic.RowLikelihoods;
import io.credence.fit.ExecutionBackend;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.result.SavedPosterior;
import io.credence.spark.PackedRows;
import io.credence.spark.RowPacker;
import io.credence.spark.backend.DriverTable;
import io.credence.spark.job.EarlierResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Table of the rows of a fit, read again: the response of each and its log likelihood at draws of the posterior. */
final class FittedRows {

    private static final StructType SCHEMA = new StructType()
            .add("label", DataTypes.DoubleType, false)
            .add("logLikelihood", DataTypes.createArrayType(DataTypes.DoubleType, false), false);

    private FittedRows() {}

    /**
     * Computes a table with one row for each row of the fit, in the same order. Its columns are the label (of classes
     * the number) and the log likelihood at each draw, in nats.
     *
     * @param config configuration of the fit
     * @param saved result of the fit
     * @param draws draws of the posterior, as {@link VariationalModel#draws} makes them
     * @throws ConfigurationException if the rows are others, or their log likelihoods cannot be computed
     */
    static Dataset<Row> logLikelihood(FitConfig config, SavedPosterior saved, double[][] draws, Dataset<Row> dataset) {
        SparkSession spark = dataset.sparkSession();
        FitConfig chosen = saved.model().estimatedOption().map(config::with).orElse(config);
        EarlierResult earlier = EarlierResult.of(chosen, spark);
        FitConfig requested = earlier.configWithEarlierFit();
        DenseKernel kernel = Kernels.named(requested.kernel());
        RowPacker packer = RowPacker.of(requested).withEarlierColumns(earlier.earlierColumns());
        try (PackedRows rows = packer.pack(dataset, requested.data());
                ExecutionBackend backend = rows.toBackend(requested.kernel())) {
            if (!rows.fingerprint().equals(saved.fingerprint())) {
                throw new ConfigurationException(
                        "the log likelihood is that of the rows of the fit: required those with " + saved.fingerprint()
                                + ", found " + rows.fingerprint());
            }
            PreparedFit prepared = Inference.prepare(requested.inference(), null, rows, backend, kernel)
                    .forResult(saved.model().hasJointDispersion());
            List<RowLikelihoods.Row> found = prepared.rowLogLikelihoods(draws);
            return new DriverTable<>(
                            SCHEMA,
                            most -> DriverTable.splitByBytes(found.size(), Double.BYTES * (1L + draws.length), most)
                                    .map(part -> new ArrayList<>(found.subList(part.from(), part.to()))),
                            FittedRows::toSparkRows)
                    .toDataFrame(spark);
        } catch (IllegalArgumentException refused) {
            throw new ConfigurationException(String.valueOf(refused.getMessage()), refused);
        }
    }

    private static Iterator<Row> toSparkRows(List<RowLikelihoods.Row> some) {
        return some.stream()
                .map(row -> RowFactory.create(
                        row.label(), Arrays.stream(row.logLikelihoods()).boxed().toArray(Double[]::new)))
                .iterator();
    }
}
