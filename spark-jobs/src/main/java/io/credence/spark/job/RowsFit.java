package io.credence.spark.job;

import io.credence.PreparedNetwork;
import io.credence.config.FitConfig;
import io.credence.fit.Algorithm;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitState;
import io.credence.linalg.DenseKernel;
import io.credence.model.Model;
import io.credence.network.EpochRequest;
import io.credence.spark.PackedRows;
import io.credence.spark.RowPacker;
import io.credence.spark.read.Table;
import io.credence.summary.FitReport;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** A fit of rows that are packed: ready to run, and then to be reported and written, whatever its model. */
public interface RowsFit {

    /** What is fitted. */
    PackedRows rows();

    /** Runs passes over them. */
    ExecutionBackend backend();

    /** How it is fitted. */
    Algorithm algorithm();

    /** Where it begins. */
    default FitState begin() {
        return algorithm().init();
    }

    /** Digest of all that was learned from. */
    default String fingerprint() {
        return rows().fingerprint();
    }

    /**
     * The fit that stands in a state.
     *
     * @param checked whether the answer is checked, which may take passes over the rows
     * @param run where and how long it ran
     * @param notes what a user should know besides
     */
    EndedFit ended(FitState state, boolean checked, FitReport.Run run, List<String> notes);

    /**
     * Packs rows for a fit, and frees what keeps them after its use.
     *
     * @param userModel the class of {@code model.class}; null for a likelihood
     * @param table read after an earlier result whose posterior is the prior
     * @param use what is done with the fit
     */
    static <T> T with(
            FitConfig config,
            @Nullable Model userModel,
            Supplier<Table> table,
            SparkSession spark,
            DenseKernel kernel,
            Function<RowsFit, T> use) {
        EarlierResult earlier = EarlierResult.of(config, spark);
        FitConfig requested = earlier.requested();
        EpochRequest<?> network = requested.model().network();
        RowPacker packer = RowPacker.of(requested).after(earlier.columns());
        try (PackedRows rows = packer.pack(table.get(), requested.data());
                ExecutionBackend backend =
                        network != null ? rows.toFewest(requested.kernel()) : rows.toBackend(requested.kernel())) {
            if (network != null) {
                PreparedNetwork<?> prepared = PreparedNetwork.of(network, requested.inference(), rows, backend);
                return use.apply(new NetworkRowsFit(requested, rows, backend, prepared));
            }
            List<String> observed = earlier.against(rows);
            return use.apply(PosteriorRowsFit.of(
                    requested, userModel, rows, backend, kernel, earlier.fingerprint(rows), observed));
        }
    }
}
