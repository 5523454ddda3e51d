package io.credence.loss.model;

import io.credence.autodiff.DifferentiableFunction;
import io.credence.autodiff.RecordedFunction;
import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.model.RecordingFallback;
import io.credence.model.Series;
import io.credence.model.SeriesModel;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.hipparchus.CalculusFieldElement;
import org.jspecify.annotations.Nullable;

/**
 * Log-likelihood of a recorded series, replayed at all draws. As many draws are replayed at a time as fit in memory.
 */
public final class SeriesReplay {

    private final RecordedFunction.Replay replay;
    private final double[][] points;
    private final double[] values;
    private double @Nullable [][] slopes;

    public SeriesReplay(RecordedFunction function, ModelLossDraws draws) {
        this.points = constrainedPoints(draws);
        this.replay = function.replay(points.length);
        this.values = new double[replay.maxPointsTogether()];
    }

    private static double[][] constrainedPoints(ModelLossDraws draws) {
        double[][] points = new double[draws.count()][];
        for (int s = 0; s < points.length; s++) {
            points[s] = draws.constrainedValues(s);
        }
        return points;
    }

    /** The recording of a series; null, reported once, if none agrees with the model's own numbers. */
    public static @Nullable RecordedFunction findRecording(
            UUID id, SeriesModel model, RowBlock block, Series series, ModelLossDraws draws) {
        return SeriesRecordings.findOrRecord(
                id,
                block,
                () -> RecordedFunction.of(
                        logLikelihoodFunction(model, series),
                        constrainedPoints(draws),
                        why -> RecordingFallback.reportOnce(model, why)));
    }

    private static DifferentiableFunction logLikelihoodFunction(SeriesModel model, Series series) {
        return new DifferentiableFunction() {
            @Override
            public <T extends CalculusFieldElement<T>> T of(T[] inputs) {
                return model.logLikelihood(series, inputs);
            }
        };
    }

    /** Slopes of the log-likelihood in the constrained parameters at each draw, by number types of Hipparchus. */
    public static double[][] slopesWithoutRecording(SeriesModel model, Series series, ModelLossDraws draws) {
        return logLikelihoodFunction(model, series).gradients(constrainedPoints(draws));
    }

    /** Computes the loss at each draw, in the layout of an evaluator. */
    public void computeLosses(double[] losses) {
        slopes = null;
        for (int first = 0; first < points.length; first += values.length) {
            int count = evaluateFrom(first);
            for (int i = 0; i < count; i++) {
                losses[(first + i) * PredictorChunk.CAPACITY] = -values[i];
            }
        }
    }

    private int evaluateFrom(int first) {
        int count = Math.min(values.length, points.length - first);
        replay.values(points, first, count, values);
        return count;
    }

    /** Slopes of the log-likelihood in the constrained parameters at each draw of the last {@link #computeLosses}. */
    public double[][] slopes() {
        double[][] known = slopes;
        if (known == null) {
            known = replay.gradients(points);
            slopes = known;
        }
        return known;
    }

    /**
     * Cache of the recordings of series in memory, which lasts from step to step of a fit. A recording is dropped with its
     * block; beyond a limit further series are recorded anew in each step.
     */
    static final class SeriesRecordings {

        /** Largest number of operations kept: about 100 MB. */
        private static final long MOST_KEPT = 5_000_000;

        private static final Map<RowBlock, SeriesRecording> KEPT = new WeakHashMap<>();

        private record SeriesRecording(UUID lossId, Optional<RecordedFunction> function) {
            int size() {
                return function.map(RecordedFunction::size).orElse(0);
            }
        }

        private SeriesRecordings() {}

        /**
         * The recording of the given block for the given loss, made if there is none; null for a series that cannot be
         * recorded.
         */
        static @Nullable RecordedFunction findOrRecord(
                UUID loss, RowBlock block, Supplier<Optional<RecordedFunction>> maker) {
            synchronized (KEPT) {
                SeriesRecording kept = KEPT.get(block);
                if (kept != null && kept.lossId.equals(loss)) {
                    return kept.function.orElse(null);
                }
            }
            SeriesRecording made = new SeriesRecording(loss, maker.get());
            synchronized (KEPT) {
                KEPT.remove(block);
                long size =
                        KEPT.values().stream().mapToLong(SeriesRecording::size).sum();
                if (size + made.size() <= MOST_KEPT) {
                    KEPT.put(block, made);
                }
            }
            return made.function.orElse(null);
        }
    }
}
