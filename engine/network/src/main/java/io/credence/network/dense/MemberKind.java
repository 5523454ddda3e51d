package io.credence.network.dense;

import java.io.Serializable;
import java.util.Locale;

/**
 * Kind of a member of an ensemble, by its noise and the temperature of its objective, expected loss + T · KL/n.
 *
 * @param hasPredictedNoise whether the noise of normal labels is an output of the network; else it is one number.
 *     Labels of other likelihoods have no noise
 * @param temperature T, positive; below 1 the posterior is colder than Bayes' and fits closer
 */
public record MemberKind(boolean hasPredictedNoise, double temperature) implements Serializable {

    public MemberKind {
        if (!(temperature > 0)) {
            throw new IllegalArgumentException("the temperature must be positive but was " + temperature);
        }
    }

    /** Readable description of the kind. */
    public String text(boolean gaussian) {
        String noise = gaussian ? (hasPredictedNoise ? "predicted noise, " : "constant noise, ") : "";
        return String.format(Locale.ROOT, "%stemperature %s", noise, temperature);
    }
}
