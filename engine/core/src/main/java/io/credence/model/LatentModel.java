package io.credence.model;

import org.hipparchus.CalculusFieldElement;

/**
 * Model whose rows each have latent numbers z ∈ R^K. Examples are a row's random effect, and a feature that was
 * measured with error. The latent numbers are integrated out row by row, under a lower bound of log p(y_i | x_i,
 * parameters) = log ∫ p(y_i, z | x_i, parameters) dz that draws z from an encoder, an amortised Gaussian posterior q(z
 * | row) (Futami et al. 2022, section 4.6); the bound is {@code io.credence.loss.LatentBound}. Both methods are written
 * once for any number type, so that gradients come from automatic differentiation (Hipparchus), with up to about 50
 * parameters.
 *
 * <p>The encoder may use the parameters of the model and may have parameters of its own, which are listed among
 * {@link
 * #parameters} and have a prior and a posterior like all others. Whatever their values, a row's bound stays a
 * bound, so the ELBO of the fit stays a lower bound on the log evidence; each costs it the divergence of its posterior
 * from its prior, a few nats, so an encoder should have few.
 */
public interface LatentModel extends Model {

    /** Number K of latent numbers per row, at least 1 and the same in every call. */
    int latents();

    /**
     * Log joint density log p(y_i, z | x_i, parameters) of one row, nats; finite. It is the log-likelihood given z plus
     * the log prior density of z, with every constant, since only then the bound is one on the evidence.
     *
     * @param latents latent numbers z, K of them; not to be changed
     * @param parameters constrained numbers of all parameters, in their order; {@code parameters[0].newInstance(c)} is the
     *     constant c
     */
    <T extends CalculusFieldElement<T>> T logJoint(Row row, T[] latents, T[] parameters);

    /**
     * Encodes a row: writes mean and log standard deviation of each latent number under q(z | row), which are
     * independent and normal. The encoder sees the label, so it can be good; the nearer q is to p(z | y_i, x_i,
     * parameters), the tighter the bound.
     *
     * @param parameters as in {@link #logJoint}
     * @param mean K numbers, zero on entry, to be filled
     * @param logSd K numbers, zero on entry, to be filled
     */
    <T extends CalculusFieldElement<T>> void encode(Row row, T[] parameters, T[] mean, T[] logSd);
}
