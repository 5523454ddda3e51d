package io.credence.loss.model;

import io.credence.autodiff.DifferentiableFunction;
import io.credence.autodiff.RecordedFunction;
import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.model.ModelFailure;
import io.credence.model.RecordingFallback;
import io.credence.model.SeriesModel;
import java.util.Optional;
import java.util.UUID;
import org.hipparchus.CalculusFieldElement;
import org.jspecify.annotations.Nullable;

/**
 * Loss of a series, which is a whole block, at all draws. Its formula is recorded once and replayed at as many draws at a
 * time as fit in memory; where it cannot be recorded, it is evaluated number by number.
 */
public final class SeriesLosses implements ChunkLosses {

    /** Largest number of operations that are kept, about 100 MB; further series are recorded anew in each step. */
    private static final long MOST_KEPT = 5_000_000;

    private static final RecordingCache<Optional<RecordedFunction>> RECORDINGS =
            new RecordingCache<>(SeriesLosses::size, MOST_KEPT);

    private final SeriesModel model;
    private final UUID id;
    private final boolean differentiable;
    private final LossFormula formula;
    private final double[][] points;
    private RecordedFunction.@Nullable Replay replay;
    private double @Nullable [][] slopes;

    /**
     * Losses of a model at draws.
     *
     * @param id identifier of the recordings, which are kept from step to step
     */
    public SeriesLosses(SeriesModel model, UUID id, ModelLossDraws draws) {
        this.model = model;
        this.id = id;
        this.differentiable = model.hasFormula();
        this.formula = new LossFormula.SeriesFormula(model);
        this.points = draws.constrainedValues();
    }

    @Override
    public int rowCountTogether(RowBlock block, int first) {
        return block.rows() - first;
    }

    @Override
    public int computeLosses(RowBlock block, int first, int rows, double[] losses) {
        if (first != 0 || rows != block.rows()) {
            throw new IllegalArgumentException("a series must be whole, rows 0 to " + (block.rows() - 1) + ", but rows "
                    + first + " to " + (first + rows - 1) + " were requested");
        }
        formula.moveTo(block, first);
        slopes = null;
        try {
            RecordedFunction recorded = differentiable ? findRecording(block) : null;
            replay = recorded == null ? null : recorded.replay(points.length);
            if (replay == null) {
                for (int s = 0; s < points.length; s++) {
                    losses[s * PredictorChunk.CAPACITY] = formula.loss(0, points[s]);
                }
            } else {
                replayLosses(replay, losses);
            }
        } catch (RuntimeException e) {
            throw ModelFailure.ofRow(model, 0, e);
        }
        return 1;
    }

    /** The recording of a series; null, reported once, if none agrees with the model's own numbers. */
    private @Nullable RecordedFunction findRecording(RowBlock block) {
        Optional<RecordedFunction> known = RECORDINGS.find(id, block, 0);
        if (known == null) {
            known = RecordedFunction.of(ofPoint(), points, why -> RecordingFallback.reportOnce(model, why));
            RECORDINGS.store(id, block, 0, known);
        }
        return known.orElse(null);
    }

    private static int size(Optional<RecordedFunction> recording) {
        return recording.map(RecordedFunction::size).orElse(0);
    }

    private DifferentiableFunction ofPoint() {
        return new DifferentiableFunction() {
            @Override
            public <T extends CalculusFieldElement<T>> T of(T[] inputs) {
                return formula.loss(0, inputs);
            }
        };
    }

    private void replayLosses(RecordedFunction.Replay recorded, double[] losses) {
        double[] values = new double[recorded.maxPointsTogether()];
        for (int first = 0; first < points.length; first += values.length) {
            int count = Math.min(values.length, points.length - first);
            recorded.values(points, first, count, values);
            for (int i = 0; i < count; i++) {
                losses[(first + i) * PredictorChunk.CAPACITY] = values[i];
            }
        }
    }

    @Override
    public void sumSlopes(int s, double[] weights, int at, double[] sums, double[] perRow) {
        if (!differentiable) {
            throw new IllegalStateException("a gradient needs a model that is a formula");
        }
        double[][] known = slopes;
        if (known == null) {
            known = replay == null ? ofPoint().gradients(points) : replay.gradients(points);
            slopes = known;
        }
        for (int j = 0; j < sums.length; j++) {
            sums[j] = weights[at] * known[s][j];
        }
    }
}
