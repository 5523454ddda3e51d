package io.credence;

import io.credence.config.InferenceConfig;
import io.credence.config.PriorConfig.Normal;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Distribution of the true parameters of simulated data sets. It is the prior of every fit.
 *
 * @param coefficients normal priors of the coefficients, by name
 * @param dispersion prior of the dispersion, where it is estimated
 */
record SimulatedParameters(Map<String, Normal> coefficients, DispersionPosterior.InverseGamma dispersion) {

    private static final long ADDRESS = RandomUse.TRUE_PARAMETERS.firstAddressWord();
    /** Index of the dispersion in the addresses of random numbers, where parameters are numbered. */
    private static final long DISPERSION = -1;

    List<String> names(Likelihood likelihood, InferenceConfig config) {
        List<String> names = new ArrayList<>(coefficients.keySet());
        String scale = likelihood.dispersionName();
        if (scale != null && config.model().dispersion().isEmpty()) {
            names.add(scale);
        }
        return names;
    }

    /** Draws the coefficients, followed by the logarithm of an estimated dispersion. */
    double[] draw(long seed, int simulation, int count) {
        double[] truth = new double[count];
        int j = 0;
        for (Normal normal : coefficients.values()) {
            truth[j] = normal.mean() + normal.sd() * AddressedRandom.normal(seed, ADDRESS, simulation, j);
            j++;
        }
        if (j < count) {
            double uniform = AddressedRandom.uniform(seed, ADDRESS, simulation, DISPERSION);
            truth[j] = Math.log(dispersion.quantile(uniform));
        }
        return truth;
    }
}
