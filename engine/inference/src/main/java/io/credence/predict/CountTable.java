package io.credence.predict;

import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseLaw.Recursion;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;

/**
 * Distribution function of a mixture of laws of counts: sums of their probabilities by Panjer's recursion, kept up to the largest count
 * that was asked for. Beyond {@link #MOST} another function is asked, so that no value takes more steps. A probability that
 * underflows belongs to a law whose mass lies beyond.
 */
final class CountTable implements DoubleUnaryOperator {

    static final int MOST = 512;

    private final int first;
    private final double[] probabilities;
    private final Recursion[] recursions;
    private final DoubleUnaryOperator beyond;
    private double[] cumulative = new double[16];
    private int known;

    /**
     * Mixture over the predictor and the dispersion.
     *
     * @param law law that has a recursion
     * @param etaWeights weights of the predictors, which sum to 1
     * @param eta predictors
     * @param beyond the same distribution function at counts from {@link #MOST} on
     */
    CountTable(ResponseLaw law, double[] etaWeights, double[] eta, ScaleNodes scale, DoubleUnaryOperator beyond) {
        int scales = scale.values().length;
        this.recursions = new Recursion[eta.length * scales];
        this.probabilities = new double[recursions.length];
        for (int i = 0; i < eta.length; i++) {
            for (int k = 0; k < scales; k++) {
                Recursion each = Objects.requireNonNull(law.recursion(eta[i], scale.values()[k]));
                recursions[i * scales + k] = each;
                probabilities[i * scales + k] = etaWeights[i] * scale.weights()[k] * each.probability();
            }
        }
        this.first = recursions[0].first();
        this.beyond = beyond;
    }

    @Override
    public double applyAsDouble(double count) {
        if (count >= MOST) {
            return beyond.applyAsDouble(count);
        }
        int above = (int) Math.floor(count) - first;
        if (above < 0) {
            return 0;
        }
        while (known <= above) {
            extend();
        }
        return cumulative[above];
    }

    private void extend() {
        if (known == cumulative.length) {
            cumulative = Arrays.copyOf(cumulative, 2 * known);
        }
        double sum = 0;
        for (int i = 0; i < probabilities.length; i++) {
            if (known > 0) {
                probabilities[i] *= recursions[i].ratio(first + known);
            }
            sum += probabilities[i];
        }
        cumulative[known] = known == 0 ? sum : Math.min(1, cumulative[known - 1] + sum);
        known++;
    }
}
