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
 * Contents of a {@code posterior.json} beside the posterior itself: what readers need, and no program needs to predict.
 * A number that was not computed is NaN, a text that is not there empty.
 *
 * @param verdict verdict on the reliability, in sentences
 * @param data facts about the rows
 * @param prior normal priors of the coefficients
 * @param bounds bounds of the log evidence that were computed
 * @param weights importance weights of its draws
 * @param corrected summaries corrected by these weights
 * @param linearResponse summaries of a mean-field posterior with linear response
 * @param tried families among which its posterior was chosen, in the order in which they were fitted; empty where it
 *     was requested
 * @param contrasts summaries of the linear combinations that were requested
 * @param quantities summaries of quantities that the user's class derives from its parameters
 * @param predictive posterior predictive check; null where there was none
 * @param run duration and environment of the run
 */
public record SavedReport(
        VerdictSentences verdict,
        SavedData data,
        SavedPrior prior,
        List<SavedBound> bounds,
        SavedWeights weights,
        Corrections corrected,
        SavedLinearResponse linearResponse,
        List<TriedFamily> tried,
        List<SummaryRow> contrasts,
        List<SummaryRow> quantities,
        @Nullable PredictiveCheck predictive,
        SavedRun run) {

    /**
     * Sentences of the verdict.
     *
     * @param says sentences on what was found
     * @param next problems, each with advice
     * @param notes further notes for a reader
     */
    public record VerdictSentences(List<String> says, List<String> next, List<String> notes) {

        /** Copy with a sentence as advice, where there is no problem. */
        public VerdictSentences orNext(String sentence) {
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
     * @param infinite whether the integral does not exist
     */
    public record SavedBound(String name, double value, double error, boolean infinite) {}

    /**
     * Tail of the importance weights of draws, and Monte Carlo errors.
     *
     * @param tail tail of the weights; null where the posterior's draws were not weighted
     * @param widened tail of the weights with draws of wider copies; null where none were drawn
     * @param byNumber k̂ for the mean of each coefficient; empty where it was not computed
     * @param rhat R̂ of a fit by draws
     * @param error Monte Carlo error of the means of a fit by draws, in posterior sds
     */
    public record SavedWeights(
            @Nullable WeightTail tail, @Nullable WeightTail widened, double[] byNumber, double rhat, double error) {

        /** Whether averages over the weights are usable by k̂, of the draws or of those with wider copies. */
        public boolean areUsable() {
            return tail != null && (widened == null ? tail.isUsable() : tail.isLight() || widened.isLight());
        }
    }

    /**
     * Summaries corrected by importance weights.
     *
     * @param rows corrected summaries; empty where averages over the weights are not usable
     * @param largestMove largest change, in standard deviations; NaN where that is not known
     * @param needed whether they are to be used instead of the posterior's own
     */
    public record Corrections(List<SummaryRow> rows, double largestMove, boolean needed) {}

    /**
     * Summaries of a mean-field posterior with the standard deviations of linear response.
     *
     * @param rows summaries; empty where linear response was not computed
     * @param largestMove log ratio of a standard deviation to the posterior's own, the largest in size
     */
    public record SavedLinearResponse(List<SummaryRow> rows, double largestMove) {}

    /**
     * Family that was fitted in the search for one.
     *
     * @param family name of the family
     * @param status status of its fit
     * @param bound evidence lower bound of its fit, nats
     * @param tailIndex tail index k̂ of its importance weights
     * @param spread relative standard deviation of its importance weights
     * @param reliable whether its check passed
     * @param kept whether it was chosen as the posterior
     */
    public record TriedFamily(
            String family,
            String status,
            double bound,
            double tailIndex,
            double spread,
            boolean reliable,
            boolean kept) {}

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
        JsonCursor predictive = root.at("predictive");
        return new SavedReport(
                words(root.at(VerdictSection.KEY)),
                data(root.at("data")),
                prior(root.at("prior"), names),
                bounds(root.at("bounds")),
                weights(root.at("diagnostics")),
                corrections(root.at("corrected")),
                new SavedLinearResponse(
                        SummaryRowsJson.read(root.at("linearResponse")),
                        root.at("linearResponse").at("largestMove").number(Double.NaN)),
                tried(root.at("posterior")),
                SummaryRowsJson.read(root.at("contrasts")),
                SummaryRowsJson.read(root.at("quantities")),
                predictive.isPresent() ? PredictiveCheckSection.read(predictive) : null,
                run(root.at("run")));
    }

    private static VerdictSentences words(JsonCursor verdict) {
        return new VerdictSentences(texts(verdict.at("says")), texts(verdict.at("next")), texts(verdict.at("notes")));
    }

    private static List<String> texts(JsonCursor cursor) {
        return cursor.isPresent() ? cursor.texts() : List.of();
    }

    private static SavedData data(JsonCursor data) {
        return new SavedData(
                data.at("path").text(""),
                (long) data.at("rows").number(0),
                (long) data.at("skipped").number(0),
                (long) data.at("partitions").number(0),
                data.at("formula").at("text").text(""));
    }

    private static SavedPrior prior(JsonCursor prior, List<String> names) {
        double[] mean = new double[names.size()];
        double[] sd = new double[names.size()];
        Arrays.fill(mean, Double.NaN);
        Arrays.fill(sd, Double.NaN);
        if (prior.at("sd").isPresent()) {
            mean = prior.at("mean").numbersAndInfinities(names.size());
            sd = prior.at("sd").numbersAndInfinities(names.size());
        } else if (prior.at("normal").isPresent()) {
            for (int j = 0; j < sd.length; j++) {
                JsonCursor own = prior.at("normal").at(names.get(j));
                mean[j] = own.at("mean").number(Double.NaN);
                sd[j] = own.at("sd").number(Double.NaN);
            }
        }
        return new SavedPrior(prior.at("kind").text(""), mean, sd);
    }

    private static List<SavedBound> bounds(JsonCursor bounds) {
        List<SavedBound> found = new ArrayList<>();
        for (String name : bounds.names()) {
            if (bounds.at(name).node().isArray()) {
                bounds.at(name)
                        .each()
                        .forEach(one -> found.add(
                                bound(name + " " + one.at("alpha").node().asText(), one)));
            } else {
                found.add(bound(name, bounds.at(name)));
            }
        }
        return found;
    }

    private static SavedBound bound(String name, JsonCursor bound) {
        return new SavedBound(
                name,
                bound.at("value").number(Double.NaN),
                bound.at("mcse").number(Double.NaN),
                bound.at("infinite").isPresent());
    }

    private static Corrections corrections(JsonCursor corrected) {
        double largest = corrected.at("largestMove").number(Double.NaN);
        JsonCursor needed = corrected.at("needed");
        return new Corrections(
                SummaryRowsJson.read(corrected),
                largest,
                needed.isPresent() ? needed.flag() : largest > WeightingChanges.NEGLIGIBLE);
    }

    private static SavedWeights weights(JsonCursor check) {
        JsonCursor byNumber = check.at("khatByParameter");
        return new SavedWeights(
                check.at("effectiveDraws").isPresent() ? tail(check) : null,
                check.at("widened").isPresent() ? tail(check.at("widened")) : null,
                byNumber.isPresent()
                        ? byNumber.numbersAndInfinities(byNumber.each().size())
                        : new double[0],
                check.at("rhat").number(Double.NaN),
                check.at("mcse").number(Double.NaN));
    }

    /**
     * Reads the tail of the weights; where k̂ is absent, it is −∞ for equal weights, which need no correction, and else
     * +∞.
     */
    private static WeightTail tail(JsonCursor check) {
        double effective = check.at("effectiveDraws").number();
        int draws = (int) check.at("draws").number(effective);
        double otherwise = effective >= draws ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        return new WeightTail(
                check.at("khat").number(otherwise), check.at("khatThreshold").number(Double.NaN), draws, effective);
    }

    private static List<TriedFamily> tried(JsonCursor posterior) {
        JsonCursor tried = posterior.at("tried");
        if (!tried.isPresent()) {
            return List.of();
        }
        String chosen = posterior.at("family").text();
        return tried.each().stream()
                .map(one -> new TriedFamily(
                        one.at("family").text(),
                        one.at("status").text(one.at("converged").flag() ? "converged" : "unconverged"),
                        one.at("elbo").number(Double.NaN),
                        one.at("khat").number(Double.NaN),
                        one.at("weightSpread").number(Double.NaN),
                        one.at("reliable").flag(),
                        one.at("family").text().equals(chosen)))
                .toList();
    }

    private static SavedRun run(JsonCursor run) {
        Map<String, String> versions = new LinkedHashMap<>();
        JsonCursor all = run.at("versions");
        all.names().forEach(name -> versions.put(name, all.at(name).text()));
        return new SavedRun(
                run.at("iterations").number(Double.NaN),
                run.at("passes").number(Double.NaN),
                run.at("seconds").number(Double.NaN),
                run.at("stopReason").text(""),
                run.at("kernel").text(""),
                versions);
    }
}
