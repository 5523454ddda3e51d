package io.credence.divergence;

import io.credence.family.GaussianPosterior;
import io.credence.family.NormalInverseGamma;
import io.credence.family.NormalInverseGammaGradient;
import io.credence.prior.GaussianPrior;
import org.jspecify.annotations.Nullable;

/**
 * Divergence that is a function of the integrals ∫q^{a+b}, ∫π^{a+b} and ∫q^aπ^b (Knoblauch et al. 2022, Definitions 2 to 6). They have
 * closed forms for two members of one exponential family, and finite while a times the natural parameter of q plus b
 * times that of π is one itself (Theorem 7, Corollaries 3 to 5); for Gaussians, while aP + bP0 is positive definite.
 */
sealed interface PowerDivergence extends Divergence
        permits AlphaDivergence, RenyiDivergence, BetaDivergence, GammaDivergence, AlphaBetaGammaDivergence {

    /** Power a of q in the joint integral ∫q^aπ^b. */
    double posteriorPower();

    /** Power b of π in the joint integral ∫q^aπ^b; 0 where this is the Kullback–Leibler divergence. */
    double priorPower();

    /** Value of the divergence and weights of its slopes, from the three log integrals. */
    DivergenceValue fromLogIntegrals(double excess, double prior, double joint);

    /** Order w by which the divergence bounds the evidence of a loss; NaN where no bound is proven. */
    default double evidenceOrder() {
        return Double.NaN;
    }

    /**
     * Slack, in nats, that the evidence bound adds to minus the sum of expected loss and divergence where the order is
     * above 1.
     *
     * @param meanLogPrior expected log prior density E_q log π
     */
    default double evidenceSlack(PowerIntegrals integrals, double meanLogPrior) {
        return 0;
    }

    /**
     * Bound on the evidence of a loss. Up to order 1 it is the evidence lower bound itself, by Theorem 8, as Theorems 9
     * and 10 give less.
     */
    @Override
    default @Nullable EvidenceBound evidenceBound(double expectedLoss, GaussianPosterior q, GaussianPrior prior) {
        double order = evidenceOrder();
        if (order <= 1) {
            return KullbackLeibler.PLAIN.evidenceBound(expectedLoss, q, prior);
        }
        GaussianOverlap overlap = Double.isNaN(order)
                ? null
                : GaussianOverlap.of(posteriorPower(), priorPower(), q, GaussianConversions.toGaussian(q, prior));
        if (overlap == null) {
            return null;
        }
        PowerIntegrals integrals = overlap.integrals();
        double meanLogPrior = prior.logDensity(q.mean()) - 0.5 * prior.traceTimes(q);
        double value = DivergenceValue.ofIntegrals(this, integrals).value();
        return new EvidenceBound(order, evidenceSlack(integrals, meanLogPrior) - expectedLoss - value);
    }

    /**
     * Value of a divergence with the weights of its gradients. For Gaussians ∇_S D = ½[wN − κP], where ½(N − P) is the
     * gradient of the excess.
     *
     * @param value divergence D
     * @param excessWeight weight w = ∂D/∂U − b ∂D/∂Z
     * @param entropyWeight weight κ = w − (1 − a − b) ∂D/∂Z
     */
    record DivergenceValue(double value, double excessWeight, double entropyWeight) {

        /** Infinite value, of integrals that cannot be combined. */
        static final DivergenceValue NONE = new DivergenceValue(Double.POSITIVE_INFINITY, Double.NaN, Double.NaN);

        private static DivergenceValue ofIntegrals(PowerDivergence divergence, PowerIntegrals integrals) {
            DivergenceValue outer = divergence.fromLogIntegrals(
                    integrals.excess(), integrals.logPriorIntegral(), integrals.logJointIntegral());
            return Double.isNaN(outer.value()) || outer.value() == Double.POSITIVE_INFINITY ? NONE : outer;
        }
    }

    /** True where the powers of both densities add up to 1, so that ∫q^aπ^b is an f-divergence and the others are 1. */
    @Override
    default boolean isFunctionOfFDivergences() {
        return posteriorPower() + priorPower() == 1;
    }

    @Override
    default @Nullable String refusal() {
        double sum = posteriorPower() + priorPower();
        return sum > 0
                ? null
                : name() + " requires powers of the densities that add up to more than 0, since else they have no"
                        + " integral, but they add up to " + sum;
    }

    @Override
    default double between(GaussianPosterior q, GaussianPosterior prior) {
        GaussianOverlap overlap = GaussianOverlap.of(posteriorPower(), priorPower(), q, prior);
        return overlap == null
                ? Double.POSITIVE_INFINITY
                : DivergenceValue.ofIntegrals(this, overlap.integrals()).value();
    }

    @Override
    default DivergenceGradient gradient(GaussianPosterior q, GaussianPosterior prior) {
        GaussianOverlap overlap = GaussianOverlap.of(posteriorPower(), priorPower(), q, prior);
        if (overlap == null) {
            return DivergenceGradient.ofInfiniteDivergence(q.blocks());
        }
        DivergenceValue outer = DivergenceValue.ofIntegrals(this, overlap.integrals());
        return overlap.gradient(outer.excessWeight(), outer.entropyWeight());
    }

    @Override
    default NormalInverseGammaGradient between(NormalInverseGamma q, NormalInverseGamma prior) {
        double b = priorPower();
        double sum = posteriorPower() + b;
        if (b == 0) {
            return KullbackLeibler.PLAIN.between(q, prior);
        }
        NormalInverseGammaGradient joint = NormalInverseGammaOverlap.logIntegral(posteriorPower(), b, q, prior);
        NormalInverseGammaGradient own = NormalInverseGammaOverlap.logIntegral(sum, q);
        NormalInverseGammaGradient alone = NormalInverseGammaOverlap.logIntegral(sum, prior);
        if (joint == null || own == null || alone == null) {
            return NormalInverseGammaGradient.infinite(q.coefficientCount());
        }
        DivergenceValue outer = DivergenceValue.ofIntegrals(
                this, new PowerIntegrals((own.value() - joint.value()) / b, alone.value(), joint.value()));
        double ofExcess = outer.excessWeight() / b;
        double ofOwn = sum == 1 ? 0 : (outer.excessWeight() - outer.entropyWeight()) / (1 - sum);
        return own.transformed(0, ofExcess + ofOwn).plus(-ofExcess, joint).transformed(outer.value(), 1);
    }

    @Override
    default DivergenceAtDraws estimateAtDraws(double[] logPosterior, double[] logPrior, double[] base) {
        if (priorPower() == 0) {
            return KullbackLeibler.PLAIN.estimateAtDraws(logPosterior, logPrior, base);
        }
        DrawnOverlap overlap = new DrawnOverlap(posteriorPower(), priorPower(), logPosterior, logPrior, base);
        return overlap.estimateAtDraws(DivergenceValue.ofIntegrals(this, overlap.integrals()));
    }
}
