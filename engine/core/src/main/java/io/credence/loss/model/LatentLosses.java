package io.credence.loss.model;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.model.Binary64Arrays;
import io.credence.model.LatentModel;
import io.credence.model.ModelFailure;
import io.credence.model.Row;
import io.credence.random.AddressedRandom;
import io.credence.risk.RowReduction;
import java.util.Arrays;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.Field;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.GradientField;
import org.hipparchus.util.Binary64;
import org.hipparchus.util.Binary64Field;
import org.hipparchus.util.MathArrays;

/**
 * Losses of rows with latent numbers, minus a bound by draws of these, number by number: losses with plain numbers, slopes
 * by forward differentiation.
 */
public final class LatentLosses implements ChunkLosses {

    private static final double LOG_TWO_PI = Math.log(2 * Math.PI);

    private final LatentModel model;
    private final ModelLossDraws draws;
    private final long[] addresses;
    private final RowReduction bound;
    private final RowCursor row;
    private final LogWeights<Binary64> values;
    private final LogWeights<Gradient> derivatives;
    private final double[] losses;
    private final double[] slopes;
    private int first;
    private int rows;
    private int partition;
    private long position;

    /**
     * Losses of a model at draws.
     *
     * @param columns features per row
     * @param bound bound, as a risk of the losses of a row's latent draws
     * @param latentDraws latent draws per row and draw
     * @param addressed draws by which random numbers are addressed
     */
    public LatentLosses(
            LatentModel model,
            int columns,
            RowReduction bound,
            int latentDraws,
            ModelLossDraws draws,
            Draws addressed) {
        this.model = model;
        this.draws = draws;
        this.addresses = new long[draws.count()];
        Arrays.setAll(addresses, addressed::seedOfDraw);
        this.bound = bound;
        this.row = new RowCursor(columns);
        this.values = new LogWeights<>(model, Binary64Field.getInstance(), latentDraws);
        this.derivatives = new LogWeights<>(model, GradientField.getField(draws.constrainedCount()), latentDraws);
        this.losses = new double[latentDraws];
        this.slopes = new double[latentDraws];
    }

    @Override
    public void setRowPosition(int newPartition, long newRow) {
        partition = newPartition;
        position = newRow;
    }

    @Override
    public int computeLosses(RowBlock next, int from, int count, double[] bounds) {
        first = from;
        rows = count;
        row.moveTo(next, from);
        for (int s = 0; s < draws.count(); s++) {
            Binary64[] numbers = Binary64Arrays.toBinary64(draws.constrainedValues(s));
            for (int i = 0; i < count; i++) {
                Binary64[] found = logWeights(values, s, i, numbers);
                for (int j = 0; j < losses.length; j++) {
                    losses[j] = -found[j].getReal();
                }
                bounds[s * PredictorChunk.CAPACITY + i] = reduceLatentLosses();
            }
        }
        return count;
    }

    @Override
    public void sumSlopes(int s, double[] weights, int at, double[] sums, double[] perRow) {
        int constrained = sums.length;
        Gradient[] numbers = MathArrays.buildArray(GradientField.getField(constrained), constrained);
        for (int j = 0; j < constrained; j++) {
            numbers[j] = Gradient.variable(constrained, j, draws.constrainedValues(s)[j]);
        }
        Arrays.fill(sums, 0);
        for (int i = 0; i < rows; i++) {
            addSlopes(weights[at + i], logWeights(derivatives, s, i, numbers), sums);
        }
    }

    private <T extends CalculusFieldElement<T>> T[] logWeights(LogWeights<T> of, int s, int i, T[] numbers) {
        try {
            return of.logWeights(row.showRow(i), numbers, addresses[s], partition, position + i);
        } catch (RuntimeException e) {
            throw ModelFailure.ofRow(model, first + i, e);
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
        double reduced = bound.reduce(losses, 0, 1, losses.length, slopes);
        boolean infinite =
                Double.isNaN(reduced) && Arrays.stream(losses).allMatch(loss -> loss > Double.NEGATIVE_INFINITY);
        return infinite ? Double.POSITIVE_INFINITY : reduced;
    }

    /**
     * Log importance weights log p(y, z_j) − log q(z_j) of a row's latent draws, in any number type. The draws are z_j =
     * mean + sd ∘ ε_j (Futami et al. 2022, eq. 146). Derivatives are total ones with ε held fixed.
     */
    private static final class LogWeights<T extends CalculusFieldElement<T>> {

        private final LatentModel model;
        private final Field<T> field;
        private final int latents;
        private final T[] logWeights;

        LogWeights(LatentModel model, Field<T> field, int draws) {
            this.model = model;
            this.field = field;
            this.latents = model.latents();
            this.logWeights = MathArrays.buildArray(field, draws);
        }

        /**
         * The log weights of a row, valid until the next call.
         *
         * @param address random address of the draw of the parameters
         * @param number number of the row in its partition
         */
        T[] logWeights(Row row, T[] parameters, long address, int partition, long number) {
            T[] mean = MathArrays.buildArray(field, latents);
            T[] logSd = MathArrays.buildArray(field, latents);
            model.encode(row, parameters, mean, logSd);
            T[] sd = MathArrays.buildArray(field, latents);
            T logScale = field.getZero();
            for (int k = 0; k < latents; k++) {
                sd[k] = logSd[k].exp();
                logScale = logScale.add(logSd[k]);
            }
            T[] z = MathArrays.buildArray(field, latents);
            for (int j = 0; j < logWeights.length; j++) {
                AddressedRandom.NumberSequence standard = AddressedRandom.sequenceAfter(address, partition, number, j);
                double squares = 0;
                for (int k = 0; k < latents; k++) {
                    double epsilon = standard.normal(k);
                    z[k] = sd[k].multiply(epsilon).add(mean[k]);
                    squares += epsilon * epsilon;
                }
                // (z − mean)/sd is ε again, so that log q depends on the parameters through log sd alone.
                logWeights[j] =
                        model.logJoint(row, z, parameters).add(logScale).add(0.5 * (squares + latents * LOG_TWO_PI));
            }
            return logWeights;
        }
    }
}
