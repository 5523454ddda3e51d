package io.credence.spark.job;

import io.credence.fit.FitState;
import io.credence.result.TraceLine;
import java.util.List;

/**
 * What a checkpoint holds.
 *
 * @param state everything the next step depends on
 * @param trace lines of the trace so far
 * @param seconds wall time so far
 */
record SavedFit(FitState state, List<TraceLine> trace, double seconds) {}
