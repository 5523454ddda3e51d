package io.credence.divergence;

import io.credence.family.Blocks;
import io.credence.family.GaussianPosterior;
import io.credence.family.NormalInverseGamma;
import io.credence.family.NormalInverseGammaGradient;
import io.credence.prior.GaussianPrior;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Divergence D(q ‖ π) ≥ 0 of a posterior q from a prior π, with equality at q = π. It has closed forms for Gaussians,
 * and an estimate from draws for any other densities. Wherever the integrals do not exist it is +∞, never an estimate.
 */
public interface Divergence extends Serializable {

    /** Name with hyperparameters, for logs and messages. */
    String name();

    /**
     * Divergence D(q ‖ π) of Gaussians, nats; +∞ where an integral diverges.
     *
     * @throws IllegalArgumentException if the prior is not of the same dimension
     */
    double between(GaussianPosterior q, GaussianPosterior prior);

    /**
     * Gradients ∇_μ and ∇_S of {@link #between(GaussianPosterior, GaussianPosterior)}; NaN where the divergence is
     * infinite.
     */
    DivergenceGradient gradient(GaussianPosterior q, GaussianPosterior prior);

    /**
     * Divergence D(q ‖ π) from a normal prior, nats.
     *
     * @throws IllegalArgumentException if an entry has no normal prior and this divergence needs one
     */
    default double between(GaussianPosterior q, GaussianPrior prior) {
        return between(q, GaussianConversions.toGaussian(q, prior));
    }

    /** Gradients of {@link #between(GaussianPosterior, GaussianPrior)}. */
    default DivergenceGradient gradient(GaussianPosterior q, GaussianPrior prior) {
        return gradient(q, GaussianConversions.toGaussian(q, prior));
    }

    /**
     * Divergence of joint laws of coefficients and a variance, as densities of these, with its gradient in the
     * parameters of q (Knoblauch et al. 2022, section 4.4). It is +∞ where an integral diverges, and null where the
     * divergence has no closed form.
     *
     * @param prior law of as many coefficients
     */
    default @Nullable NormalInverseGammaGradient between(NormalInverseGamma q, NormalInverseGamma prior) {
        return null;
    }

    /** Whether this is the plain Kullback–Leibler divergence. Minus the objective is then the ELBO. */
    default boolean isKullbackLeibler() {
        return false;
    }

    /**
     * Whether the matrix N and the weight κ of {@link DivergenceGradient} do not depend on q. A natural gradient then
     * lands on the minimum of a quadratic loss.
     */
    default boolean isConjugate() {
        return false;
    }

    /**
     * Weight κ of {@link DivergenceGradient} where it is the same for every q; NaN where it depends on q, and of a sum in which it
     * is not above 0 in each term.
     */
    default double constantEntropyWeight() {
        return Double.NaN;
    }

    /** This divergence times a positive factor. */
    default Divergence times(double factor) {
        return factor == 1
                ? this
                : new SumDivergence(List.of(new SumDivergence.Term(factor, this)), DivergenceTransform.IDENTITY);
    }

    /**
     * Divergence of each of {@code count} units, such as layers, each of which is judged apart.
     *
     * @param noun what the units are, in the plural
     * @throws IllegalArgumentException if the divergence is by blocks, and these are not of as many units
     */
    default List<Divergence> unitDivergences(int count, String noun) {
        return Collections.nCopies(count, this);
    }

    /**
     * Whether the divergence is a function of f-divergences, which compare q and π by their ratio alone. A factor that
     * both densities have in common then cancels, and parameters may be transformed (Knoblauch et al. 2022, eq. 100).
     */
    default boolean isFunctionOfFDivergences() {
        return false;
    }

    /**
     * Reason why the divergence is infinite for every posterior covariance; null if it can be finite. An example is an
     * order at which an integral never exists. Checked when a problem is posed.
     */
    default @Nullable String refusal() {
        return null;
    }

    /**
     * Bound on the evidence of a loss, from the minimised sum of expected loss and divergence; null where no bound is
     * proven.
     *
     * @param expectedLoss expected loss E_q ℓ, nats
     * @param prior prior with an entry for each parameter
     */
    default @Nullable EvidenceBound evidenceBound(double expectedLoss, GaussianPosterior q, GaussianPrior prior) {
        return null;
    }

    /**
     * Lower bound of (1/w) log ∫ π exp(−wℓ), the evidence of a loss (Knoblauch et al. 2022, Theorems 8 to 10).
     *
     * @param lossPower power w of the loss
     * @param value bound, nats
     */
    record EvidenceBound(double lossPower, double value) {}

    /**
     * Estimate of the divergence from values at draws of q. It is consistent, but biased where the divergence is not
     * linear in the mean over draws.
     *
     * @param logPosterior log densities log q(θ_s)
     * @param logPrior log densities log π(θ_s), normalised
     * @param base weights of the draws, which sum to 1
     * @throws UnsupportedOperationException if joint densities do not determine the divergence
     */
    DivergenceAtDraws estimateAtDraws(double[] logPosterior, double[] logPrior, double[] base);

    /**
     * Gradients of a divergence of Gaussians. The one in the covariance, ∇_S D = ½(N − κP), is given by N and κ, since
     * with a curvature H of the expected loss the precision of a minimum is (H + N)/κ.
     *
     * @param meanGradient gradient ∇_μ D
     * @param pull matrix N, packed in the blocks of q; P0 for the Kullback–Leibler divergence
     * @param entropyWeight weight κ of the entropy of q in D; 1 for the Kullback–Leibler divergence
     */
    record DivergenceGradient(double[] meanGradient, double[] pull, double entropyWeight) {

        /** Gradients of an infinite divergence, NaN throughout. */
        static DivergenceGradient ofInfiniteDivergence(Blocks blocks) {
            double[] mean = new double[blocks.dimension()];
            double[] pull = new double[blocks.packedLength()];
            Arrays.fill(mean, Double.NaN);
            Arrays.fill(pull, Double.NaN);
            return new DivergenceGradient(mean, pull, Double.NaN);
        }

        /**
         * Gradient ∇_S D = ½(N − κP), packed in the blocks of q. An entry off the diagonal is the derivative in either
         * of two equal entries.
         */
        public double[] covarianceGradient(GaussianPosterior q) {
            double[] precision = q.precision();
            double[] slope = new double[pull.length];
            for (int e = 0; e < slope.length; e++) {
                slope[e] = 0.5 * (pull[e] - entropyWeight * precision[e]);
            }
            return slope;
        }
    }

    /**
     * Divergence estimated from draws, with weights for its gradient. The gradient in the parameters λ of a
     * reparameterised q is Σ_s (∂θ_s/∂λ)ᵀ [prior_s ∇log π + posterior_s ∇_θ log q], where the direct dependence of log
     * q on λ is already accounted for.
     *
     * @param estimate estimate, nats
     * @param priorWeights weights of ∇log π(θ_s)
     * @param posteriorWeights weights of ∇_θ log q(θ_s)
     * @param functionalDerivative f_s such that the gradient is that of Σ_s base_s f_s when only base weights depend on λ
     */
    record DivergenceAtDraws(
            double estimate, double[] priorWeights, double[] posteriorWeights, double[] functionalDerivative) {}
}
