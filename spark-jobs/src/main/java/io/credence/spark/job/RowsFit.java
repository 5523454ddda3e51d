package io.credence.spark.job;

import io.credence.ModelKind.FitForms;
import io.credence.ModelKind.FitRequest;
import io.credence.ModelKinds;
import io.credence.PreparedFit;
import io.credence.PreparedNetwork;
import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.config.ModelConfig;
import io.credence.fit.Algorithm;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitState;
import io.credence.kind.MultiParameterRequest;
import io.credence.linalg.DenseKernel;
import io.credence.model.Model;
import io.credence.spark.PackedRows;
import io.credence.spark.RowPacker;
import io.credence.spark.job.output.Failure;
import io.credence.spark.read.Table;
import io.credence.summary.FitReport;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Fit of packed rows that is ready to run, and then to be reported and written, whatever its model. */
public interface RowsFit {

    /** Rows that are fitted. */
    PackedRows rows();

    /** Backend that runs passes over the rows. */
    ExecutionBackend backend();

    /** Algorithm of the fit. */
    Algorithm algorithm();

    /** State in which the fit begins. */
    default FitState initialState() {
        return algorithm().init();
    }

    /** Digest of all rows that were learned from, including those of an earlier fit that is the prior. */
    default String fingerprint() {
        return rows().fingerprint();
    }

    /**
     * Creates the report and files of the fit in the given state.
     *
     * @param checked whether the answer is checked, which may take passes over the rows
     * @param run machine and time of the run
     * @param notes further notes for the user
     */
    FitOutput fitOutput(FitState state, boolean checked, FitReport.RunInfo run, List<String> notes);

    /**
     * Packs rows for a fit, and frees them after its use.
     *
     * @param userModel class of {@code model.class}; null for a likelihood
     * @param table reads the table, after an earlier result whose posterior is the prior
     * @param use runs the fit
     */
    static <T> T withPackedRows(
            FitConfig config,
            @Nullable Model userModel,
            Supplier<Table> table,
            SparkSession spark,
            DenseKernel kernel,
            Function<RowsFit, T> use) {
        EarlierResult earlier = EarlierResult.of(config, spark);
        FitConfig requested = earlier.configWithEarlierFit();
        boolean anyOrder = requested.model().request().ignoresRowOrder();
        RowPacker packer = RowPacker.of(requested).withEarlierColumns(earlier.earlierColumns());
        Table read = table.get();
        requireColumns(requested.model(), read);
        try (PackedRows rows = packer.pack(read, requested.data());
                ExecutionBackend backend =
                        anyOrder ? rows.toFewestPartitions(requested.kernel()) : rows.toBackend(requested.kernel())) {
            List<String> observed = earlier.compareRows(rows);
            FitRequest request = new FitRequest(requested.inference(), userModel, rows, backend, kernel);
            return use.apply(ModelKinds.of(requested.model(), userModel).prepare(request, new FitForms<RowsFit>() {
                @Override
                public RowsFit ofNumbers(PreparedFit fit) {
                    return PosteriorRowsFit.of(requested, rows, backend, fit, earlier.fingerprint(rows), observed);
                }

                @Override
                public RowsFit ofNetworks(PreparedNetwork<?> fit) {
                    return new NetworkRowsFit(requested, rows, backend, fit);
                }
            }));
        }
    }

    /** Refuses a name in an expression that is no column of the table, before any row is read. */
    private static void requireColumns(ModelConfig model, Table table) {
        MultiParameterRequest request = model.request(MultiParameterRequest.class);
        if (request != null) {
            List<String> columns = Arrays.stream(table.schema().fieldNames())
                    .filter(name -> !name.equals(Table.MALFORMED))
                    .toList();
            try {
                request.requireColumns(columns);
            } catch (IllegalArgumentException unknown) {
                throw new ConfigurationException(
                        request.key() + ": " + Failure.oneLine(unknown) + " (" + table.where() + ")", unknown);
            }
        }
    }
}
