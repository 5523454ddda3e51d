package io.credence.spark.score;

import io.credence.effect.EffectDraws;
import io.credence.effect.EffectSums;
import io.credence.effect.EffectSums.AveragedCell;
import io.credence.effect.EffectWorker;
import io.credence.linalg.Kernels;
import io.credence.spark.backend.Partitions;
import io.credence.spark.backend.SharedValue;
import io.credence.spark.row.Fault;
import io.credence.spark.row.FeatureRow;
import io.credence.spark.row.LevelPlan;
import io.credence.spark.row.RowDecoder;
import io.credence.spark.row.RowPlan;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/**
 * Task that averages expected responses over a partition's rows.
 *
 * @param plan plan by which features are made of a row
 * @param versionOrdinal position of the version, followed by the weight and the group cells, after the cells that the
 *     plan reads
 * @param groupCellCount number of the group cells
 * @param weightDescription description of the weight
 * @param draws draws of the posterior
 * @param kernel name of the kernel
 */
record EffectTask(
        RowPlan plan,
        int versionOrdinal,
        int groupCellCount,
        String weightDescription,
        SharedValue<EffectDraws> draws,
        String kernel)
        implements Partitions.Task<InternalRow, EffectTask.Result> {

    /** Sums over rows, and the fault of the first one that cannot be used. */
    static final class Result implements Serializable {

        private static final long serialVersionUID = 1;

        private @Nullable EffectSums sums;
        private @Nullable Fault fault;
        private final RunTimeEstimate.Clock clock = new RunTimeEstimate.Clock();

        void merge(Result other) {
            if (sums == null) {
                sums = other.sums;
            } else if (other.sums != null) {
                sums.merge(other.sums);
            }
            fault = fault == null ? other.fault : fault;
            clock.add(other.clock);
        }

        /** Seconds of one processor that a row took; NaN where so few rows were read that it is not known. */
        double secondsPerRow() {
            return clock.secondsPerRow();
        }

        @Nullable
        EffectSums sums() {
            return sums;
        }

        @Nullable
        Fault fault() {
            return fault;
        }
    }

    @Override
    public Result run(int partition, Iterator<InternalRow> rows) {
        Result result = new Result();
        RowDecoder decoder = new RowDecoder(plan);
        EffectWorker worker = draws.value()
                .createWorker(Kernels.named(kernel), plan.features().columns());
        while (rows.hasNext() && result.fault == null) {
            InternalRow cells = rows.next();
            result.clock.countRow();
            switch (decoder.decode(cells)) {
                case KEPT -> result.fault = add(cells, decoder.row(), worker);
                case SKIPPED, WEIGHTLESS, FLAGGED -> {}
                case REFUSED -> result.fault = decoder.fault();
            }
        }
        result.sums = worker.sums();
        result.clock.stop();
        return result;
    }

    private @Nullable Fault add(InternalRow cells, FeatureRow row, EffectWorker worker) {
        double weight = cells.isNullAt(versionOrdinal + 1) ? Double.NaN : cells.getDouble(versionOrdinal + 1);
        if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
            return new Fault(
                    Fault.FaultKind.WEIGHT,
                    weightDescription,
                    "a finite number from 0, or weights = rows, which counts each row once",
                    weight + " in " + weightDescription);
        }
        String[] own = new String[groupCellCount];
        for (int j = 0; j < groupCellCount; j++) {
            own[j] = cells.getUTF8String(versionOrdinal + 2 + j).toString();
        }
        row.writeInto(worker.features(), worker.firstFeatureIndex());
        LevelPlan levels = plan.levelPlan();
        worker.add(
                new AveragedCell(cells.getInt(versionOrdinal), List.of(own)),
                weight,
                row.offset(),
                row.rowLevels(),
                levels == null ? Map.of() : levels.newLevels(cells, row.levelBuffer()));
        return null;
    }
}
