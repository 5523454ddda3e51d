package io.credence.divergence;

import io.credence.family.Blocks;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Overlap integrals ∫q^a π^b of two Gaussians. With K = aS0 + bS and u = K⁻¹(μ − μ0), the excess is U = ½[log|S0| −
 * log|S| − d log(1 + b/a)/b + log|I + (b/a)S0⁻¹S|/b + a(μ−μ0)ᵀu], with ∇_μ U = au and ∇_S U = ½(K⁻¹ − P − ab uuᵀ).
 *
 * @param posteriorPower power of q
 * @param priorPower power of π
 * @param blocks contributions of independent parameters, in order
 */
record GaussianOverlap(
        double posteriorPower,
        double priorPower,
        GaussianPosterior q,
        GaussianPosterior prior,
        List<? extends OverlapBlock> blocks) {

    /** Overlap of a posterior and a prior; null where aP + bP0, or a + b, is not positive. */
    static @Nullable GaussianOverlap of(double a, double b, GaussianPosterior q, GaussianPosterior prior) {
        GaussianConversions.requireSameDimension(q, prior);
        List<? extends OverlapBlock> parts = a + b > 0 ? overlapBlocks(a, b, q, prior) : List.of();
        return parts.isEmpty() ? null : new GaussianOverlap(a, b, q, prior, parts);
    }

    /** Contributions of independent parameters; empty where one does not exist. */
    private static List<? extends OverlapBlock> overlapBlocks(
            double a, double b, GaussianPosterior q, GaussianPosterior prior) {
        if (q.isMeanField() && prior.isMeanField()) {
            DiagonalOverlap all = DiagonalOverlap.of(a, b, q, prior);
            return all == null ? List.of() : List.of(all);
        }
        if (!GaussianConversions.haveSameForm(q, prior)) {
            DenseOverlap all = DenseOverlap.of(
                    a, b, GaussianConversions.toFullGaussian(q), GaussianConversions.toFullGaussian(prior));
            return all == null ? List.of() : List.of(all);
        }
        List<DenseOverlap> parts = new ArrayList<>();
        List<FullGaussian> own = q.blockGaussians();
        List<FullGaussian> other = prior.blockGaussians();
        for (int k = 0; k < own.size(); k++) {
            DenseOverlap part = DenseOverlap.of(a, b, own.get(k), other.get(k));
            if (part == null) {
                return List.of();
            }
            parts.add(part);
        }
        return parts;
    }

    PowerIntegrals integrals() {
        int d = q.dimension();
        double volume = prior.logDeterminantPrecision() - q.logDeterminantPrecision();
        double excess = -0.5 * volume;
        for (OverlapBlock part : blocks) {
            excess += 0.5 * part.excess();
        }
        double left = 1 - posteriorPower - priorPower;
        double own = 0.5
                * (left * (d * Math.log(2 * Math.PI) - q.logDeterminantPrecision())
                        - d * Math.log(posteriorPower + priorPower));
        return new PowerIntegrals(excess, own - 0.5 * left * volume, own - priorPower * excess);
    }

    /** Gradients: w a u in the mean, and N = w(K⁻¹ − ab uuᵀ) within the blocks of q. */
    Divergence.DivergenceGradient gradient(double w, double entropy) {
        double[] mean = new double[q.dimension()];
        double[] pull = new double[q.blocks().packedLength()];
        int at = 0;
        int offset = 0;
        for (OverlapBlock part : blocks) {
            for (double each : part.scaledMeanDifference()) {
                mean[at++] = w * posteriorPower * each;
            }
            double[] own = blockEffectivePrecision(part, w);
            double[] kept = blocks.size() > 1 || part.blocks().equals(q.blocks())
                    ? own
                    : q.blocks().packedWithinBlocks(own);
            System.arraycopy(kept, 0, pull, offset, kept.length);
            offset += kept.length;
        }
        return new Divergence.DivergenceGradient(mean, pull, entropy);
    }

    private double[] blockEffectivePrecision(OverlapBlock part, double w) {
        double[] u = part.scaledMeanDifference();
        double[] pull = part.inverse();
        Blocks blocks = part.blocks();
        for (int k = 0, e = 0; k < blocks.count(); k++) {
            for (int i = blocks.firstCoefficient(k); i < blocks.firstCoefficient(k) + blocks.size(k); i++) {
                for (int j = blocks.firstCoefficient(k); j <= i; j++, e++) {
                    pull[e] = w * (pull[e] - posteriorPower * priorPower * u[i] * u[j]);
                }
            }
        }
        return pull;
    }

    /**
     * Overlap integral ∫q^a π^b of Gaussians with independent coefficients.
     *
     * @param excess the {@link OverlapBlock#excess}
     * @param scaledMeanDifference vector u = K⁻¹(μ − μ0)
     * @param inverseDiagonal diagonal of K⁻¹
     */
    record DiagonalOverlap(double excess, double[] scaledMeanDifference, double[] inverseDiagonal)
            implements OverlapBlock {

        /** Overlap of a posterior and a prior; null where K is not positive. */
        static @Nullable DiagonalOverlap of(double a, double b, GaussianPosterior q, GaussianPosterior prior) {
            double[] pulled = GaussianConversions.meanDifference(q, prior);
            double[] reciprocals = new double[pulled.length];
            double excess = 0;
            for (int j = 0; j < pulled.length; j++) {
                double mixed = a / prior.precision()[j] + b / q.precision()[j];
                if (!(mixed > 0)) {
                    return null;
                }
                excess += relativeLogExcess(a, b, prior.precision()[j] / q.precision()[j])
                        + a * pulled[j] * pulled[j] / mixed;
                reciprocals[j] = 1 / mixed;
                pulled[j] /= mixed;
            }
            return new DiagonalOverlap(excess, pulled, reciprocals);
        }

        private static double relativeLogExcess(double a, double b, double ratio) {
            double t = b / a;
            return a > 0
                    ? (ratio * OrderChecks.logRatio(t * ratio) - OrderChecks.logRatio(t)) / a
                    : (Math.log(a + b * ratio) - Math.log(a + b)) / b;
        }

        @Override
        public Blocks blocks() {
            return Blocks.diagonal(scaledMeanDifference.length);
        }

        @Override
        public double[] inverse() {
            return inverseDiagonal.clone();
        }
    }
}
