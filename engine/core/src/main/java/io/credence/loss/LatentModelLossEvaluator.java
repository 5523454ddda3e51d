package io.credence.loss;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.loss.model.LatentLogWeights;
import io.credence.loss.model.ModelLossDraws;
import io.credence.loss.model.RowCursor;
import io.credence.loss.model.RowFailure;
import io.credence.model.LatentModel;
import io.credence.model.Parameters;
import io.credence.model.PlainNumbers;
import io.credence.risk.RowReduction;
import java.util.Arrays;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.GradientField;
import org.hipparchus.util.Binary64;
import org.hipparchus.util.Binary64Field;
import org.hipparchus.util.MathArrays;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a latent model draw by draw. The forward pass uses plain numbers, and the pullback automatic derivatives.
 */
final class LatentModelLossEvaluator implements DrawLoss.Evaluator {

    private final LatentModel model;
    private final Parameters parameters;
    private final int dimension;
    private final ModelLossDraws draws;
    private final long[] addresses;
    private final RowReduction risk;
    private final RowCursor row;
    private final LatentLogWeights<Binary64> values;
    private final double[] losses;
    private final double[] slopes;
    private @Nullable RowBlock block;
    private int first;
    private int rows;
    private int partition;
    private long position;

    LatentModelLossEvaluator(LatentModelLoss loss, ModelLossDraws draws, Draws addressed) {
        this.model = loss.model();
        this.parameters = loss.parameters();
        this.dimension = loss.dimension();
        this.draws = draws;
        this.addresses = new long[draws.count()];
        Arrays.setAll(addresses, addressed::seedOfDraw);
        this.risk = loss.bound().toRowReduction();
        this.row = new RowCursor(loss.columns());
        this.values = new LatentLogWeights<>(
                model, Binary64Field.getInstance(), loss.bound().draws());
        this.losses = new double[loss.bound().draws()];
        this.slopes = new double[losses.length];
    }

    @Override
    public void setRowPosition(int newPartition, long newRow) {
        partition = newPartition;
        position = newRow;
    }

    @Override
    public int computeLosses(RowBlock next, int from, int count, double[] bounds) {
        block = next;
        first = from;
        rows = count;
        for (int s = 0; s < draws.count(); s++) {
            Binary64[] numbers = PlainNumbers.toBinary64(draws.constrainedValues(s));
            for (int i = 0; i < count; i++) {
                Binary64[] found = logWeights(values, next, s, i, numbers);
                for (int j = 0; j < losses.length; j++) {
                    losses[j] = -found[j].getReal();
                }
                bounds[s * PredictorChunk.CAPACITY + i] = reduceLatentLosses();
            }
        }
        return count;
    }

    @Override
    public void addGradients(double[] weights, double[] gradients) {
        if (block == null) {
            throw new IllegalStateException("a gradient needs a forward before it");
        }
        int constrained = parameters.constrainedCount();
        GradientField field = GradientField.getField(constrained);
        LatentLogWeights<Gradient> derivatives = new LatentLogWeights<>(model, field, losses.length);
        Gradient[] numbers = MathArrays.buildArray(field, constrained);
        double[] sums = new double[constrained];
        for (int s = 0; s < draws.count(); s++) {
            for (int j = 0; j < constrained; j++) {
                numbers[j] = Gradient.variable(constrained, j, draws.constrainedValues(s)[j]);
            }
            Arrays.fill(sums, 0);
            for (int i = 0; i < rows; i++) {
                addSlopes(
                        weights[s * PredictorChunk.CAPACITY + i], logWeights(derivatives, block, s, i, numbers), sums);
            }
            parameters.addPullback(draws.unconstrainedDraw(s), 0, sums, gradients, s * dimension);
        }
    }

    private <T extends CalculusFieldElement<T>> T[] logWeights(
            LatentLogWeights<T> of, RowBlock from, int s, int i, T[] numbers) {
        try {
            row.moveTo(from, first + i);
            return of.logWeights(row, numbers, addresses[s], partition, position + i);
        } catch (RuntimeException e) {
            throw RowFailure.ofRow(model, first + i, e);
        }
    }

    private void addSlopes(double weight, Gradient[] logWeights, double[] sums) {
        for (int j = 0; j < losses.length; j++) {
            losses[j] = -logWeights[j].getValue();
        }
        reduceLatentLosses();
        for (int j = 0; j < losses.length; j++) {
            double slope = -weight * slopes[j];
            for (int k = 0; slope != 0 && k < sums.length; k++) {
                sums[k] += slope * logWeights[j].getPartialDerivative(k);
            }
        }
    }

    /**
     * Risk of the latent draws. It is infinite where infinite losses leave it undefined, so that a step that went too
     * far can be undone.
     */
    private double reduceLatentLosses() {
        double reduced = risk.reduce(losses, 0, 1, losses.length, slopes);
        boolean infinite =
                Double.isNaN(reduced) && Arrays.stream(losses).allMatch(loss -> loss > Double.NEGATIVE_INFINITY);
        return infinite ? Double.POSITIVE_INFINITY : reduced;
    }
}
