package io.credence.loss;

import io.credence.autodiff.RecordedFunction;
import io.credence.autodiff.ValueAsked;
import io.credence.data.RowBlock;
import io.credence.model.DifferentiableSeriesModel;
import io.credence.model.Series;
import java.util.Optional;
import java.util.UUID;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.GradientField;
import org.hipparchus.util.MathArrays;
import org.jspecify.annotations.Nullable;

/** The log-likelihood of a recorded series at all draws, as many at a time as fit in memory. */
final class SeriesReplay {

    private static final double AGREEMENT = 1e-8;

    private final RecordedFunction.Replay replay;
    private final double[][] points;
    private final double[] values;
    private final int inputs;
    private double @Nullable [][] slopes;

    SeriesReplay(RecordedFunction function, ModelLossDraws draws) {
        this.points = points(draws);
        this.replay = function.replay(points.length);
        this.values = new double[replay.lanes()];
        this.inputs = points[0].length;
    }

    private static double[][] points(ModelLossDraws draws) {
        double[][] points = new double[draws.count()][];
        for (int s = 0; s < points.length; s++) {
            points[s] = draws.values(s);
        }
        return points;
    }

    /** The recording of a series; null, told once, if it has none that gives what the model's own numbers give. */
    static @Nullable RecordedFunction recorded(
            UUID id, DifferentiableSeriesModel model, RowBlock block, Series series, ModelLossDraws draws) {
        return SeriesRecordings.of(id, block, () -> {
            try {
                RecordedFunction function =
                        RecordedFunction.of(draws.values(0).length, inputs -> model.logLikelihood(series, inputs));
                if (agrees(function, model, series, draws)) {
                    return Optional.of(function);
                }
                SlowModels.tell(model, "its values differ from one call to the next");
            } catch (ValueAsked asked) {
                SlowModels.tell(model, String.valueOf(asked.getMessage()));
            }
            return Optional.empty();
        });
    }

    /** Whether the first and the last draw are as the model's own numbers have them. */
    private static boolean agrees(
            RecordedFunction function, DifferentiableSeriesModel model, Series series, ModelLossDraws draws) {
        SeriesReplay replayed = new SeriesReplay(function, draws);
        double[] losses = new double[draws.count() * Chunk.CAPACITY];
        replayed.forward(losses);
        double[][] slopes = replayed.slopes();
        for (int s : new int[] {0, draws.count() - 1}) {
            Gradient expected = gradient(model, series, draws.values(s));
            if (!agree(expected.getReal(), -losses[s * Chunk.CAPACITY])) {
                return false;
            }
            for (int j = 0; j < slopes[s].length; j++) {
                double slope = expected.getPartialDerivative(j);
                if (Double.isFinite(slope) && !agree(slope, slopes[s][j])) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean agree(double expected, double found) {
        return Double.compare(expected, found) == 0
                || Math.abs(found - expected) <= AGREEMENT * (1 + Math.abs(expected));
    }

    private static Gradient gradient(DifferentiableSeriesModel model, Series series, double[] at) {
        Gradient[] numbers = MathArrays.buildArray(GradientField.getField(at.length), at.length);
        for (int j = 0; j < at.length; j++) {
            numbers[j] = Gradient.variable(at.length, j, at[j]);
        }
        return model.logLikelihood(series, numbers);
    }

    /** Slopes of the log-likelihood in the constrained parameters at each draw, by numbers of Hipparchus. */
    static double[][] byNumbers(DifferentiableSeriesModel model, Series series, ModelLossDraws draws) {
        double[][] slopes = new double[draws.count()][];
        for (int s = 0; s < slopes.length; s++) {
            slopes[s] = gradient(model, series, draws.values(s)).getGradient();
        }
        return slopes;
    }

    /** The loss at each draw, as an evaluator lays them out. */
    void forward(double[] losses) {
        slopes = null;
        for (int first = 0; first < points.length; first += values.length) {
            int count = evaluate(first);
            for (int i = 0; i < count; i++) {
                losses[(first + i) * Chunk.CAPACITY] = -values[i];
            }
        }
    }

    private int evaluate(int first) {
        int count = Math.min(values.length, points.length - first);
        replay.values(points, first, count, values);
        return count;
    }

    /** Slopes of the log-likelihood in the constrained parameters at each draw of the last forward. */
    double[][] slopes() {
        double[][] known = slopes;
        if (known == null) {
            known = findSlopes();
            slopes = known;
        }
        return known;
    }

    private double[][] findSlopes() {
        double[][] found = new double[points.length][inputs];
        double[][] columns = new double[inputs][values.length];
        for (int first = 0; first < points.length; first += values.length) {
            // One group of draws is where forward has left it.
            int count = points.length <= values.length ? points.length : evaluate(first);
            replay.gradients(columns);
            for (int i = 0; i < count; i++) {
                for (int j = 0; j < inputs; j++) {
                    found[first + i][j] = columns[j][i];
                }
            }
        }
        return found;
    }
}
