package io.credence.spark.job;

import io.credence.config.ConfigReader;
import io.credence.config.ConfigurationException;
import io.credence.config.DataConfig;
import io.credence.result.SavedPosterior;
import io.credence.result.section.BoundsSection.BoundSection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Comparison of two mixed models of the same rows by their log marginal likelihoods. Leave-one-out shows little of the
 * levels, since it predicts a row from others of its level.
 *
 * @param first log marginal likelihood of one model
 * @param second log marginal likelihood of the other
 */
record EvidenceComparison(Evidence first, Evidence second) {

    /** Number of standard errors above which a difference is not put down to chance. */
    private static final double CERTAIN = 2;
    /** Difference in nats above which the odds exceed 20 to 1 (Kass and Raftery 1995). */
    private static final double STRONG = 3;

    /**
     * Log marginal likelihood of the rows under a model and its priors.
     *
     * @param logEvidence log marginal likelihood, nats
     * @param error standard error, nats
     * @param note note on a fit that is not reliable; else empty
     */
    public record Evidence(double logEvidence, double error, String note) {

        static Evidence of(SavedPosterior of) {
            BoundSection found = of.findings().knownBounds().logEvidence();
            if (found == null) {
                throw new ConfigurationException(
                        "mixed models are compared by their log marginal likelihoods: required bounds.logEvidence in"
                                + " both results, found none of " + of.names()
                                + "; two large crossed factors have none, nor have models without grouping factors and smooths by this sum");
            }
            return new Evidence(
                    found.value(),
                    Double.isNaN(found.mcse()) ? 0 : found.mcse(),
                    of.isReliable() ? "" : " (" + of.reliability().label() + ")");
        }
    }

    static EvidenceComparison of(SavedPosterior one, SavedPosterior other) {
        if (!one.isMixed() || !other.isMixed()) {
            throw new ConfigurationException(
                    "a mixed model is compared with another mixed one: required grouping factors or smooths in both results, found none in one"
                            + "; a factor of negligible standard deviation is noted by the fit itself");
        }
        Map<String, String> first = likelihoodAndRows(one);
        Map<String, String> second = likelihoodAndRows(other);
        List<String> unlike = first.entrySet().stream()
                .filter(key -> !key.getValue().equals(second.get(key.getKey())))
                .map(key -> key.getKey() + " = " + key.getValue() + " and " + second.get(key.getKey()))
                .toList();
        if (!unlike.isEmpty()) {
            throw new ConfigurationException(
                    "log marginal likelihoods are compared of the same responses and family: required" + " the same "
                            + String.join(", ", first.keySet()) + ", found " + String.join(", ", unlike));
        }
        return new EvidenceComparison(Evidence.of(one), Evidence.of(other));
    }

    /**
     * Settings that two models must share to be compared, by key: those of the likelihood and the rows. Terms and
     * grouping factors may differ.
     */
    private static Map<String, String> likelihoodAndRows(SavedPosterior of) {
        DataConfig data = ConfigReader.read("the fit", of.config(), List.of()).data();
        Map<String, String> observed = new LinkedHashMap<>();
        observed.put("data.path", of.rowsText());
        observed.put("model.family", of.model().family());
        observed.put(
                "data.label",
                data.derivedColumns()
                        .getOrDefault(data.roles().label(), data.roles().label()));
        observed.put("data.trials", String.valueOf(data.roles().trials()));
        observed.put("data.censored", String.valueOf(data.roles().censored()));
        observed.put("data.weight", String.valueOf(data.roles().weight()));
        observed.put("data.sd", String.valueOf(data.roles().knownSd()));
        return observed;
    }

    List<String> lines(String pathOfFirst, String pathOfSecond) {
        double difference = first.logEvidence() - second.logEvidence();
        double error = Math.hypot(first.error(), second.error());
        return List.of(
                line("A", first, pathOfFirst),
                line("B", second, pathOfSecond),
                String.format(
                        Locale.ROOT,
                        "log marginal likelihood of A less that of B: %.2f ± %.2f nats; %s",
                        difference,
                        error,
                        verdict(difference, error)),
                "it depends on the priors of what only one of them has: standard deviations, and coefficients");
    }

    private static String line(String name, Evidence of, String path) {
        return String.format(
                Locale.ROOT,
                "%s: log marginal likelihood %.2f ± %.2f nats, %s%s",
                name,
                of.logEvidence(),
                of.error(),
                path,
                of.note());
    }

    private static String verdict(double difference, double error) {
        String better = difference > 0 ? "A" : "B";
        if (Math.abs(difference) <= CERTAIN * error) {
            return "they cannot be distinguished";
        }
        return Math.abs(difference) >= STRONG
                ? "the rows favour " + better + ", 20 to 1 or more"
                : "the rows slightly favour " + better;
    }
}
