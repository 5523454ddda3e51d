package io.credence.fit;

import io.credence.linalg.LogSums;
import io.credence.linalg.Vectors;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A posterior's own draws with their importance weights against the exact posterior.
 *
 * @param theta θ_s, with the logarithm of a dispersion that has a factor of its own behind them; S arrays
 * @param base weights of the draws, which sum to 1
 * @param logWeights log p(D, θ_s) − log q(θ_s), nats; of stratified draws those of equally likely ones
 * @param share of the rows whose losses were summed; what all rows lose beyond a quadratic was estimated from these
 * @param error standard error that this leaves in a log weight, nats; 0 where all rows were summed
 * @param middle what all rows lose near the posterior's mean, where a quadratic around it was taken; null where none was
 * @param wider the same draws together with those of what is wider, by the density of all; null where none were drawn
 * @param modes of the exact posterior that no draw reaches
 */
public record ImportanceWeights(
        double[][] theta,
        double[] base,
        double[] logWeights,
        double share,
        double error,
        @Nullable Middle middle,
        @Nullable ImportanceWeights wider,
        List<OtherMode> modes) {

    /**
     * A loss that is known.
     *
     * @param theta θ
     * @param loss of all rows there
     */
    public record Middle(double[] theta, double loss) {

        private Middle rescaled(double[] factors) {
            return new Middle(ImportanceWeights.rescaled(theta, factors), loss);
        }
    }

    /** Of all rows at each draw. */
    public ImportanceWeights(double[][] theta, double[] base, double[] logWeights) {
        this(theta, base, logWeights, 1, 0, null);
    }

    /** Of a part of the rows. */
    public ImportanceWeights(
            double[][] theta, double[] base, double[] logWeights, double share, double error, @Nullable Middle middle) {
        this(theta, base, logWeights, share, error, middle, null, List.of());
    }

    ImportanceWeights with(ImportanceWeights others) {
        return new ImportanceWeights(theta, base, logWeights, share, error, middle, others, modes);
    }

    /** The same with modes that no draw reaches. */
    public ImportanceWeights with(List<OtherMode> found) {
        return new ImportanceWeights(theta, base, logWeights, share, error, middle, wider, found);
    }

    /** Draws by which the posterior's numbers are corrected: with those of what is wider, where there are any. */
    public ImportanceWeights widest() {
        return wider == null ? this : wider;
    }

    /** Shares of the weights, which sum to 1; those that are not finite have none. */
    public double[] shares() {
        return LogSums.shares(Arrays.stream(logWeights)
                .map(log -> Double.isFinite(log) ? log : Double.NEGATIVE_INFINITY)
                .toArray());
    }

    /** Number of equally weighted draws that are worth as much. */
    double effective() {
        double[] shares = shares();
        return 1 / Vectors.dot(shares, shares);
    }

    /** The same with parameter j multiplied by {@code factors[j]}; those behind them stay. */
    public ImportanceWeights rescaled(double[] factors) {
        double[][] scaled = new double[theta.length][];
        Arrays.setAll(scaled, s -> rescaled(theta[s], factors));
        return new ImportanceWeights(
                scaled,
                base,
                logWeights,
                share,
                error,
                middle == null ? null : middle.rescaled(factors),
                wider == null ? null : wider.rescaled(factors),
                modes.stream()
                        .map(mode -> new OtherMode(rescaled(mode.theta(), factors), mode.share()))
                        .toList());
    }

    private static double[] rescaled(double[] theta, double[] factors) {
        double[] scaled = theta.clone();
        for (int j = 0; j < factors.length; j++) {
            scaled[j] *= factors[j];
        }
        return scaled;
    }
}
