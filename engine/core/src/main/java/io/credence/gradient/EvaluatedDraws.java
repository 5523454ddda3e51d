package io.credence.gradient;

import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.random.NormalDraws;

/**
 * Draws of a step with their values and gradients, scaled to all rows.
 *
 * @param standardDraws standard normal numbers ε of θ_s = θ(ε_s)
 * @param values function values to be maximised on average, S numbers: log p(y, …| θ_s) without the normal prior,
 *     or −S times the weight that an objective gives to the draw's score
 * @param gradients gradients of these values: S × d, folded as {@link GradientForm#addToReplicate} does, or empty
 * @param blanketValues parts of the values by draw and factor of the posterior, S × F: for each factor the terms that
 *     involve one of its parameters; or empty
 * @param strata strata of the draws
 */
public record EvaluatedDraws(
        NormalDraws standardDraws, double[] values, double[] gradients, double[] blanketValues, Strata strata) {

    private static final double FEW = 0.1;

    /**
     * Strata of a mixture's draws.
     *
     * @param stratumOfDraw stratum of each draw; empty for a single one
     * @param derivative mean functional derivative of the objective over the draws of each stratum; empty where
     *     none is known
     */
    public record Strata(int[] stratumOfDraw, double[] derivative) {
        /** A single stratum. */
        public static final Strata ONE = new Strata(new int[0], new double[0]);

        /** The stratum of a draw. */
        public int stratum(int s) {
            return stratumOfDraw.length == 0 ? 0 : stratumOfDraw[s];
        }
    }

    /** Draws of one stratum. */
    public EvaluatedDraws(NormalDraws standard, double[] values, double[] gradients, double[] blankets) {
        this(standard, values, gradients, blankets, Strata.ONE);
    }

    /** Draws whose values are not distinguished by factor. */
    public EvaluatedDraws(NormalDraws standard, double[] values, double[] gradients) {
        this(standard, values, gradients, new double[0]);
    }

    /** Number of draws S. */
    public int count() {
        return values.length;
    }

    /** Whether values are kept apart by factor of the posterior, each over its Markov blanket. */
    public boolean hasBlankets() {
        return blanketValues.length > 0;
    }

    /**
     * Parts of the draws' values that involve a parameter of {@code factor}, S numbers. They are the values themselves
     * where these are not given by factor.
     */
    double[] factorValues(int factor) {
        if (!hasBlankets()) {
            return values;
        }
        int factors = blanketValues.length / values.length;
        double[] own = new double[values.length];
        for (int s = 0; s < own.length; s++) {
            own[s] = blanketValues[s * factors + factor];
        }
        return own;
    }

    /**
     * Values less the mean over the draws of other units. Products with scores stay unbiased, since units are
     * independent of each other.
     */
    double[] centredOnOtherUnits(double[] perDraw) {
        int unit = standardDraws.drawsPerUnit();
        double total = 0;
        for (double x : perDraw) {
            total += x;
        }
        double[] centred = new double[perDraw.length];
        for (int first = 0; first < perDraw.length; first += unit) {
            double own = 0;
            for (int s = first; s < first + unit; s++) {
                own += perDraw[s];
            }
            double others = (total - own) / (perDraw.length - unit);
            for (int s = first; s < first + unit; s++) {
                centred[s] = perDraw[s] - others;
            }
        }
        return centred;
    }

    /** Variance of the mean of {@code perDraw}, estimated from its units. */
    double varianceOfMean(double[] perDraw) {
        int unit = standardDraws.drawsPerUnit();
        int units = standardDraws.unitCount();
        double mean = 0;
        double squares = 0;
        for (int u = 0; u < units; u++) {
            double own = 0;
            for (int s = u * unit; s < (u + 1) * unit; s++) {
                own += perDraw[s] / unit;
            }
            double deviation = own - mean;
            mean += deviation / (u + 1);
            squares += deviation * (own - mean);
        }
        return squares / (units - 1) / units;
    }

    /**
     * Whether few draws make up nearly all of the spread of {@code perDraw}. Their effective number (Σ|x|)²/Σx², about
     * two thirds of all for normal values, is then below a tenth of all.
     */
    public boolean isDominatedByFew(double[] perDraw) {
        double mean = 0;
        for (double x : perDraw) {
            mean += x / perDraw.length;
        }
        double sum = 0;
        double largest = 0;
        for (double x : perDraw) {
            largest = Math.max(largest, Math.abs(x - mean));
        }
        double squares = 0;
        for (double x : perDraw) {
            double share = Math.abs(x - mean) / largest;
            sum += share;
            squares += share * share;
        }
        return largest > 0 && sum * sum / squares < FEW * perDraw.length;
    }
}
