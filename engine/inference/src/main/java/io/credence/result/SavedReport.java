package io.credence.result;

import io.credence.diagnostic.WeightTail;
import io.credence.diagnostic.WeightingChanges;
import io.credence.predict.PredictiveCheck;
import io.credence.summary.SummaryRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Contents of a {@code posterior.json} other than the posterior itself: summaries and checks for readers. Predictions
 * do not need them. A number that was not computed is NaN, a text that is not there empty.
 *
 * @param verdict verdict on the reliability, in sentences
 * @param data facts about the rows
 * @param prior normal priors of the coefficients
 * @param bounds bounds of the log evidence that were computed
 * @param weights diagnostics of the importance weights of the posterior's draws
 * @param corrections summaries corrected by these weights
 * @param linearResponse summaries of a mean-field posterior with linear response
 * @param triedFamilies families among which the posterior was chosen, in the order of their fits; empty where one was
 *     requested
 * @param contrasts summaries of the linear combinations that were requested
 * @param quantities summaries of quantities that the user's class derives from its parameters
 * @param predictiveCheck posterior predictive check; null where there was none
 * @param run duration and environment of the run
 */
public record SavedReport(
        VerdictSentences verdict,
        SavedData data,
        SavedPrior prior,
        List<SavedBound> bounds,
        SavedWeights weights,
        Corrections corrections,
        SavedLinearResponse linearResponse,
        List<TriedFamily> triedFamilies,
        List<SummaryRow> contrasts,
        List<SummaryRow> quantities,
        @Nullable PredictiveCheck predictiveCheck,
        SavedRun run) {

    /**
     * Verdict in sentences.
     *
     * @param says sentences on what was found
     * @param next sentences on problems, each with advice
     * @param notes other notes for a reader
     */
    public record VerdictSentences(List<String> says, List<String> next, List<String> notes) {

        /** Copy with a given sentence as advice if there is no other. */
        public VerdictSentences withAdviceIfNone(String sentence) {
            return next.isEmpty() ? new VerdictSentences(says, List.of(sentence), notes) : this;
        }
    }

    /**
     * Facts about the rows.
     *
     * @param path location of the rows
     * @param rows rows used
     * @param skipped rows left out
     * @param partitions number of partitions
     * @param formula text of the formula; empty where there was none
     */
    public record SavedData(String path, long rows, long skipped, long partitions, String formula) {}

    /**
     * Normal priors of the coefficients.
     *
     * @param kind name of the prior; empty for the prior of a class
     * @param mean prior mean of each coefficient; NaN for those that have another prior
     * @param sd prior standard deviation of each coefficient; NaN for those that have another prior
     */
    public record SavedPrior(String kind, double[] mean, double[] sd) {}

    /**
     * Bound of the log evidence, nats.
     *
     * @param name name such as elbo
     * @param value NaN where it is infinite
     * @param error Monte Carlo error
     * @param isInfinite whether the integral does not exist
     */
    public record SavedBound(String name, double value, double error, boolean isInfinite) {}

    /**
     * Diagnostics of importance weights and draws: tails of the weights, and Monte Carlo errors.
     *
     * @param tail tail of the weights; null where the posterior's draws were not weighted
     * @param widenedTail tail of the weights when draws from wider copies of the posterior are added; null where none
     *     were drawn
     * @param tailIndices k̂ for the mean of each coefficient; empty where it was not computed
     * @param rhat R̂ of a fit by draws
     * @param meanError Monte Carlo error of the means of a fit by draws, in posterior sds
     */
    public record SavedWeights(
            @Nullable WeightTail tail,
            @Nullable WeightTail widenedTail,
            double[] tailIndices,
            double rhat,
            double meanError) {

        /**
         * Whether weighted averages are usable by k̂, for the posterior's own draws or with those from wider copies.
         */
        public boolean areUsable() {
            return tail != null && (widenedTail == null ? tail.isUsable() : tail.isLight() || widenedTail.isLight());
        }
    }

    /**
     * Summaries corrected by importance weights.
     *
     * @param summaryRows corrected summaries; empty where averages over the weights are not usable
     * @param largestChange largest change, in standard deviations; NaN where it was not computed
     * @param areNeeded whether they are to be used instead of the posterior's own summaries
     */
    public record Corrections(List<SummaryRow> summaryRows, double largestChange, boolean areNeeded) {}

    /**
     * Summaries of a mean-field posterior whose standard deviations are corrected by linear response.
     *
     * @param summaryRows summaries; empty where linear response was not computed
     * @param largestSdChange log ratio, largest in absolute value, of a standard deviation to the posterior's own
     */
    public record SavedLinearResponse(List<SummaryRow> summaryRows, double largestSdChange) {}

    /**
     * Posterior family that was fitted in a search among families.
     *
     * @param family name of the family
     * @param status status of its fit
     * @param bound evidence lower bound of its fit, nats
     * @param tailIndex tail index k̂ of its importance weights
     * @param weightSpread relative standard deviation of its importance weights
     * @param isReliable whether its check passed
     * @param isChosen whether it was chosen as the posterior
     */
    public record TriedFamily(
            String family,
            String status,
            double bound,
            double tailIndex,
            double weightSpread,
            boolean isReliable,
            boolean isChosen) {}

    /**
     * Duration and environment of a run.
     *
     * @param seconds wall time
     * @param versions version of each component, by name
     */
    public record SavedRun(
            double iterations,
            double passes,
            double seconds,
            String stopReason,
            String kernel,
            Map<String, String> versions) {}

    static SavedReport read(JsonCursor root, List<String> names) {
        JsonCursor predictive = root.child("predictive");
        return new SavedReport(
                sentences(root.child(VerdictSection.KEY)),
                data(root.child("data")),
                prior(root.child("prior"), names),
                bounds(root.child("bounds")),
                weights(root.child("diagnostics")),
                corrections(root.child("corrected")),
                new SavedLinearResponse(
                        SummaryRowsJson.read(root.child("linearResponse")),
                        root.child("linearResponse").child("largestMove").number(Double.NaN)),
                triedFamilies(root.child("posterior")),
                SummaryRowsJson.read(root.child("contrasts")),
                SummaryRowsJson.read(root.child("quantities")),
                predictive.isPresent() ? PredictiveCheckSection.read(predictive) : null,
                run(root.child("run")));
    }

    private static VerdictSentences sentences(JsonCursor verdict) {
        return new VerdictSentences(
                texts(verdict.child("says")), texts(verdict.child("next")), texts(verdict.child("notes")));
    }

    private static List<String> texts(JsonCursor cursor) {
        return cursor.isPresent() ? cursor.texts() : List.of();
    }

    private static SavedData data(JsonCursor data) {
        return new SavedData(
                data.child("path").text(""),
                (long) data.child("rows").number(0),
                (long) data.child("skipped").number(0),
                (long) data.child("partitions").number(0),
                data.child("formula").child("text").text(""));
    }

    private static SavedPrior prior(JsonCursor prior, List<String> names) {
        double[] mean = new double[names.size()];
        double[] sd = new double[names.size()];
        Arrays.fill(mean, Double.NaN);
        Arrays.fill(sd, Double.NaN);
        if (prior.child("sd").isPresent()) {
            mean = prior.child("mean").numbersAndInfinities(names.size());
            sd = prior.child("sd").numbersAndInfinities(names.size());
        } else if (prior.child("normal").isPresent()) {
            for (int j = 0; j < sd.length; j++) {
                JsonCursor own = prior.child("normal").child(names.get(j));
                mean[j] = own.child("mean").number(Double.NaN);
                sd[j] = own.child("sd").number(Double.NaN);
            }
        }
        return new SavedPrior(prior.child("kind").text(""), mean, sd);
    }

    private static List<SavedBound> bounds(JsonCursor bounds) {
        List<SavedBound> found = new ArrayList<>();
        for (String name : bounds.fieldNames()) {
            if (bounds.child(name).node().isArray()) {
                bounds.child(name)
                        .elements()
                        .forEach(one -> found.add(
                                bound(name + " " + one.child("alpha").node().asText(), one)));
            } else {
                found.add(bound(name, bounds.child(name)));
            }
        }
        return found;
    }

    private static SavedBound bound(String name, JsonCursor bound) {
        return new SavedBound(
                name,
                bound.child("value").number(Double.NaN),
                bound.child("mcse").number(Double.NaN),
                bound.child("infinite").isPresent());
    }

    private static Corrections corrections(JsonCursor corrected) {
        double largest = corrected.child("largestMove").number(Double.NaN);
        JsonCursor needed = corrected.child("needed");
        return new Corrections(
                SummaryRowsJson.read(corrected),
                largest,
                needed.isPresent() ? needed.flag() : largest > WeightingChanges.NEGLIGIBLE);
    }

    private static SavedWeights weights(JsonCursor check) {
        JsonCursor byNumber = check.child("khatByParameter");
        return new SavedWeights(
                check.child("effectiveDraws").isPresent() ? tail(check) : null,
                check.child("widened").isPresent() ? tail(check.child("widened")) : null,
                byNumber.isPresent()
                        ? byNumber.numbersAndInfinities(byNumber.elements().size())
                        : new double[0],
                check.child("rhat").number(Double.NaN),
                check.child("mcse").number(Double.NaN));
    }

    /**
     * Reads the tail of the weights. A missing k̂ is read as −∞ for equal weights, which need no correction, and else
     * as +∞.
     */
    private static WeightTail tail(JsonCursor check) {
        double effective = check.child("effectiveDraws").number();
        int draws = (int) check.child("draws").number(effective);
        double otherwise = effective >= draws ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        return new WeightTail(
                check.child("khat").number(otherwise),
                check.child("khatThreshold").number(Double.NaN),
                draws,
                effective);
    }

    private static List<TriedFamily> triedFamilies(JsonCursor posterior) {
        JsonCursor tried = posterior.child("tried");
        if (!tried.isPresent()) {
            return List.of();
        }
        String chosen = posterior.child("family").text();
        return tried.elements().stream()
                .map(one -> new TriedFamily(
                        one.child("family").text(),
                        one.child("status").text(one.child("converged").flag() ? "converged" : "unconverged"),
                        one.child("elbo").number(Double.NaN),
                        one.child("khat").number(Double.NaN),
                        one.child("weightSpread").number(Double.NaN),
                        one.child("reliable").flag(),
                        one.child("family").text().equals(chosen)))
                .toList();
    }

    private static SavedRun run(JsonCursor run) {
        Map<String, String> versions = new LinkedHashMap<>();
        JsonCursor all = run.child("versions");
        all.fieldNames().forEach(name -> versions.put(name, all.child(name).text()));
        return new SavedRun(
                run.child("iterations").number(Double.NaN),
                run.child("passes").number(Double.NaN),
                run.child("seconds").number(Double.NaN),
                run.child("stopReason").text(""),
                run.child("kernel").text(""),
                versions);
    }
}
