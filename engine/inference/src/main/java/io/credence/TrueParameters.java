package io.credence;

import io.credence.config.InferenceConfig;
import io.credence.config.PriorConfig.Normal;
import io.credence.family.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What true parameters are drawn from, which is the prior of every fit.
 *
 * @param coefficients by name
 * @param dispersion of the dispersion, where it is estimated
 */
record TrueParameters(Map<String, Normal> coefficients, DispersionPosterior.InverseGamma dispersion) {

    private static final long ADDRESS = RandomUse.TRUE_PARAMETERS.address();
    /** Address of a dispersion among the parameters. */
    private static final long DISPERSION = -1;

    List<String> names(Likelihood likelihood, InferenceConfig config) {
        List<String> names = new ArrayList<>(coefficients.keySet());
        String scale = likelihood.dispersionName();
        if (scale != null && config.model().dispersion().isEmpty()) {
            names.add(scale);
        }
        return names;
    }

    /** Coefficients and, behind them, the logarithm of an estimated dispersion. */
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
