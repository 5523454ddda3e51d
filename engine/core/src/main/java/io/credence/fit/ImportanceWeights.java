package io.credence.fit;

import io.credence.linalg.LogSums;
import io.credence.linalg.Vectors;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Draws of a posterior with their importance weights against the exact posterior.
 *
 * @param theta draws θ_s, S arrays; the last entry is the log dispersion where the dispersion is estimated by a factor
 * @param baseWeights base weights of the draws, which sum to 1
 * @param logWeights log p(D, θ_s) − log q(θ_s), nats; for stratified draws as if they were equally likely
 * @param rowShare share of the rows whose losses were summed; from these the losses of all rows beyond a quadratic were
 *     estimated
 * @param logWeightError standard error of a log weight that summing part of the rows leaves, nats; 0 where all rows were
 *     summed
 * @param knownLoss loss of all rows near the posterior's mean, where a quadratic was expanded around it; else null
 * @param widenedMixture the draws together with those of wider distributions, weighed by the density of the mixture; null
 *     where none were drawn
 * @param modes modes of the exact posterior that no draw reaches
 */
public record ImportanceWeights(
        double[][] theta,
        double[] baseWeights,
        double[] logWeights,
        double rowShare,
        double logWeightError,
        @Nullable KnownLoss knownLoss,
        @Nullable ImportanceWeights widenedMixture,
        List<OtherMode> modes) {

    /**
     * Point with the known loss of all rows.
     *
     * @param theta point θ
     * @param loss loss of all rows at the point
     */
    public record KnownLoss(double[] theta, double loss) {

        private KnownLoss rescaled(double[] factors) {
            return new KnownLoss(ImportanceWeights.rescaled(theta, factors), loss);
        }
    }

    /** Weights from the losses of all rows at each draw. */
    public ImportanceWeights(double[][] theta, double[] base, double[] logWeights) {
        this(theta, base, logWeights, 1, 0, null);
    }

    /** Weights from the losses of a part of the rows. */
    public ImportanceWeights(
            double[][] theta,
            double[] base,
            double[] logWeights,
            double share,
            double error,
            @Nullable KnownLoss middle) {
        this(theta, base, logWeights, share, error, middle, null, List.of());
    }

    public ImportanceWeights with(ImportanceWeights others) {
        return new ImportanceWeights(
                theta, baseWeights, logWeights, rowShare, logWeightError, knownLoss, others, modes);
    }

    /** A copy with modes that no draw reaches. */
    public ImportanceWeights with(List<OtherMode> found) {
        return new ImportanceWeights(
                theta, baseWeights, logWeights, rowShare, logWeightError, knownLoss, widenedMixture, found);
    }

    /** Draws for correcting the posterior's moments, with those of the wider distributions where there are any. */
    public ImportanceWeights widest() {
        return widenedMixture == null ? this : widenedMixture;
    }

    /** Normalised weights, which sum to 1; those that are not finite are 0. */
    public double[] normalisedWeights() {
        return LogSums.softmax(Arrays.stream(logWeights)
                .map(log -> Double.isFinite(log) ? log : Double.NEGATIVE_INFINITY)
                .toArray());
    }

    /** Effective sample size: number of equally weighted draws that are worth as much. */
    public double effectiveSampleSize() {
        double[] shares = normalisedWeights();
        return 1 / Vectors.dot(shares, shares);
    }

    /** A copy with parameter j multiplied by {@code factors[j]}; parameters beyond these stay. */
    public ImportanceWeights rescaled(double[] factors) {
        double[][] scaled = new double[theta.length][];
        Arrays.setAll(scaled, s -> rescaled(theta[s], factors));
        return new ImportanceWeights(
                scaled,
                baseWeights,
                logWeights,
                rowShare,
                logWeightError,
                knownLoss == null ? null : knownLoss.rescaled(factors),
                widenedMixture == null ? null : widenedMixture.rescaled(factors),
                modes.stream()
                        .map(mode -> new OtherMode(rescaled(mode.theta(), factors), mode.massShare()))
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
