package io.credence.spark.job.checkpoint;

import io.credence.fit.FitState;
import io.credence.result.TraceLine;
import java.util.List;

/**
 * Fit in a checkpoint.
 *
 * @param state state, on which the next step depends alone
 * @param trace lines of the trace so far
 * @param seconds wall time so far
 */
public record CheckpointedFit(FitState state, List<TraceLine> trace, double seconds) {}
