package io.credence.loss.model;

import io.credence.model.LatentModel;
import io.credence.model.Row;
import io.credence.random.AddressedRandom;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.Field;
import org.hipparchus.util.MathArrays;

/**
 * Log importance weights log p(y, z_j) − log q(z_j) of a row's latent draws, in any number type. The draws are z_j =
 * mean + sd ∘ ε_j (Futami et al. 2022, eq. 146). Derivatives are total ones with ε held fixed. For one thread.
 */
public final class LatentLogWeights<T extends CalculusFieldElement<T>> {

    private static final double LOG_TWO_PI = Math.log(2 * Math.PI);

    private final LatentModel model;
    private final Field<T> field;
    private final int latents;
    private final T[] logWeights;

    public LatentLogWeights(LatentModel model, Field<T> field, int draws) {
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
    public T[] logWeights(Row row, T[] parameters, long address, int partition, long number) {
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
            double squares = 0;
            for (int k = 0; k < latents; k++) {
                double epsilon = AddressedRandom.normal(address, partition, number, j, k);
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
