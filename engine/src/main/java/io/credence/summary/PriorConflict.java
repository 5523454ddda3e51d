package io.credence.summary;

import io.credence.config.PriorConfig;
import io.credence.prior.EarlierFit;
import java.util.ArrayList;
import java.util.List;

/**
 * Notes on coefficients whose normal prior the rows contradict. Where prior and model hold, the posterior mean m is drawn around the
 * prior's with variance s₀² − s², what the rows took off the prior's (the prior predictive check of Box 1980 and Evans and Moshonov
 * 2006, of one coefficient). Beyond three of its standard deviations there is a conflict. It is reported where the prior matters besides:
 * where it moves the mean by more than half a standard error of what the rows show alone.
 */
final class PriorConflict {
    // By the rows alone, with precision 1/s² − 1/s₀², the coefficient is e with standard error t; then
    // (e − m)/t = (m − m₀)s/(s₀ √(s₀² − s²)).

    private static final double FAR = 3;
    private static final double MOVED = 0.5;
    /** Least share of the prior's variance that the rows are taken to take off: what is smaller may be noise of the fit. */
    private static final double LEAST = 1e-3;

    private PriorConflict() {}

    /** The note, if there is one; an earlier posterior is no belief that were in conflict. */
    static List<String> notes(Coefficients coefficients, PriorConfig requested) {
        List<String> names = new ArrayList<>(conflicting(coefficients));
        EarlierFit earlier = requested.earlier();
        names.removeAll(earlier == null ? List.of() : earlier.coefficients().names());
        return names.isEmpty()
                ? List.of()
                : List.of("prior and data contradict each other about " + Sentences.some(names)
                        + " (the posterior mean is more than 3 standard deviations from where the prior expects it):"
                        + " the prior pulls them away from the estimates of the rows; prior.sd = auto follows the units of the"
                        + " columns");
    }

    /** Names of the coefficients in conflict. */
    static List<String> conflicting(Coefficients coefficients) {
        List<String> names = new ArrayList<>();
        double[] sds = coefficients.prior().sd();
        double[] means = coefficients.prior().mean();
        for (int j = 0; j < coefficients.dimension(); j++) {
            double kept = coefficients.sd()[j] / sds[j];
            double taken = Math.sqrt(Math.max(1 - kept * kept, LEAST));
            double far = Math.abs(coefficients.mean()[j] - means[j]) / (sds[j] * taken);
            if (far > FAR && far * kept > MOVED) {
                names.add(coefficients.names().get(j));
            }
        }
        return names;
    }
}
