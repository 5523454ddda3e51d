package io.credence.spark.job;

import io.credence.config.ConfigReader;
import io.credence.config.ConfigurationException;
import io.credence.config.DataConfig;
import io.credence.diagnostic.LeaveOneOut.Estimate;
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
 * @param a first model
 * @param b second model
 * @param first log marginal likelihood of the first
 * @param second log marginal likelihood of the second
 */
record EvidenceComparison(ComparedFit a, ComparedFit b, Estimate first, Estimate second) implements FitComparison {

    /** Number of standard errors above which a difference is not put down to chance. */
    private static final double CERTAIN = 2;
    /** Difference in nats above which the odds exceed 20 to 1 (Kass and Raftery 1995). */
    private static final double STRONG = 3;

    /** Log marginal likelihood of the rows under a model and its priors, nats. */
    private static Estimate logEvidence(SavedPosterior of) {
        BoundSection found = of.findings().knownBounds().logEvidence();
        if (found == null) {
            throw new ConfigurationException(
                    "mixed models are compared by their log marginal likelihoods: required bounds.logEvidence in"
                            + " both results, found none of " + of.names()
                            + "; two large crossed factors have none, nor have models without grouping factors and smooths by this sum");
        }
        return new Estimate(found.value(), Double.isNaN(found.mcse()) ? 0 : found.mcse());
    }

    static EvidenceComparison of(ComparedFit a, ComparedFit b) {
        SavedPosterior one = a.posterior();
        SavedPosterior other = b.posterior();
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
        return new EvidenceComparison(a, b, logEvidence(one), logEvidence(other));
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
        String label = String.valueOf(data.roles().label());
        observed.put("data.label", data.derivedColumns().getOrDefault(label, label));
        observed.put("data.trials", String.valueOf(data.roles().response().trials()));
        observed.put("data.censored", String.valueOf(data.roles().response().censored()));
        observed.put("data.weight", String.valueOf(data.roles().weight()));
        observed.put("data.sd", String.valueOf(data.roles().knownSd()));
        return observed;
    }

    @Override
    public String measure() {
        return "log marginal likelihood";
    }

    @Override
    public Estimate difference() {
        return new Estimate(first.value() - second.value(), Math.hypot(first.error(), second.error()));
    }

    @Override
    public String verdict() {
        double difference = difference().value();
        String better = difference > 0 ? "A" : "B";
        if (Math.abs(difference) <= CERTAIN * difference().error()) {
            return "they cannot be distinguished";
        }
        return Math.abs(difference) >= STRONG
                ? "the rows favour " + better + ", 20 to 1 or more"
                : "the rows slightly favour " + better;
    }

    @Override
    public List<String> lines() {
        return List.of(
                line("A", first, a),
                line("B", second, b),
                String.format(
                        Locale.ROOT,
                        "log marginal likelihood of A less that of B: %.2f ± %.2f nats; %s",
                        difference().value(),
                        difference().error(),
                        verdict()),
                "it depends on the priors of what only one of them has: standard deviations, and coefficients");
    }

    private static String line(String letter, Estimate of, ComparedFit fit) {
        return String.format(
                Locale.ROOT,
                "%s: log marginal likelihood %.2f ± %.2f nats, %s%s",
                letter,
                of.value(),
                of.error(),
                fit.name(),
                fit.note());
    }

    @Override
    public List<String> notes() {
        return List.of();
    }
}
