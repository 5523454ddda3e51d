package io.credence.summary;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Summary of the k effects of the levels of a grouping factor. The effects of a level are either all correlated or
 * independent.
 *
 * @param effects factor and terms
 * @param sd standard deviations of the effects between levels
 * @param correlation correlations of pairs of effects: (2, 1), (3, 1), (3, 2), …; none where they are independent
 * @param intraclass share of a response's variance that is between levels; null where that is not defined
 * @param covariance posterior mean of the covariance of a level's effects, row-major
 * @param shrinkage mean shrinkage of each effect towards 0, as a share; null in files of earlier versions
 * @param ranked summaries of the levels' effects in ascending order, one list per term; of many levels only some
 */
public record FactorSummary(
        @JsonUnwrapped FactorTerms effects,
        List<SummaryRow> sd,
        List<SummaryRow> correlation,
        @Nullable SummaryRow intraclass,
        double[] covariance,
        double @Nullable [] shrinkage,
        List<List<SummaryRow>> ranked) {

    /** Largest number of levels of a term that are kept for pictures. */
    static final int MOST_LEVELS = 60;

    /**
     * Factor with the terms of its levels' effects.
     *
     * @param factor name of the factor
     * @param terms names of the effects of a level
     * @param correlated whether the effects of a level are correlated; null in files of earlier versions
     * @param levels number of levels
     */
    public record FactorTerms(
            String factor, List<String> terms, @Nullable Boolean correlated, int levels) {}

    public FactorSummary {
        int k = effects.terms().size();
        requireLength("sd", k, sd.size());
        requireLength("ranked", k, ranked.size());
        requireLength("shrinkage", k, shrinkage == null ? k : shrinkage.length);
        requireLength("covariance", k * k, covariance.length);
    }

    private static void requireLength(String list, int required, int found) {
        if (found != required) {
            throw new IllegalArgumentException(
                    list + " has the wrong length: required " + required + " entries, found " + found);
        }
    }

    /** Name of the factor. */
    public String factor() {
        return effects.factor();
    }

    /** Names of the effects of a level. */
    public List<String> terms() {
        return effects.terms();
    }

    /** Title of the picture of a term's effects by level. */
    String pictureTitle(int term) {
        int shown = ranked.get(term).size();
        String some = shown < effects.levels()
                ? String.format(Locale.ROOT, "%d of %,d levels", shown, effects.levels())
                : String.format(Locale.ROOT, "%d levels", effects.levels());
        String drawn = shrinkage == null
                ? ""
                : String.format(Locale.ROOT, ", drawn to 0 by %.0f %% on average", 100 * shrinkage[term]);
        return terms().get(term) + " by " + factor() + ", " + some + drawn;
    }
}
