package io.credence.result;

import io.credence.diagnostic.Moves;
import io.credence.diagnostic.WeightTail;
import io.credence.predict.PredictiveCheck;
import io.credence.summary.SummaryRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a {@code posterior.json} holds of its fit beside the posterior: all that a reader may need, and no program needs to
 * predict. A number that was not computed is NaN, a text that is not there empty.
 *
 * @param verdict whether it is reliable, in words
 * @param data what the rows were
 * @param prior of the coefficients
 * @param bounds of the evidence, those that were found
 * @param weights what the importance weights of its draws show
 * @param corrected numbers corrected by these
 * @param linearResponse linear response of a mean-field posterior
 * @param tried families among which its posterior was chosen, in the order in which they were fitted; empty where it was requested
 * @param contrasts linear combinations that were requested
 * @param quantities what the user's class derives from its parameters
 * @param predictive responses drawn from the model against those observed; null where none were
 * @param run how and where it ran
 */
public record SavedFindings(
        Words verdict,
        Data data,
        Prior prior,
        List<Bound> bounds,
        Weights weights,
        Corrections corrected,
        LinearResponseSummary linearResponse,
        List<Tried> tried,
        List<SummaryRow> contrasts,
        List<SummaryRow> quantities,
        @Nullable PredictiveCheck predictive,
        Run run) {

    /**
     * One sentence each.
     *
     * @param says what was found
     * @param next what is wrong, and what to do about it
     * @param notes what else a reader should know
     */
    public record Words(List<String> says, List<String> next, List<String> notes) {

        /** With that as what to do, where nothing is wrong. */
        public Words orNext(String sentence) {
            return next.isEmpty() ? new Words(says, List.of(sentence), notes) : this;
        }
    }

    /**
     * The rows.
     *
     * @param path where they were read
     * @param rows rows used
     * @param skipped rows left out
     * @param partitions number of partitions
     * @param formula text of the formula; empty where there was none
     */
    public record Data(String path, long rows, long skipped, long partitions, String formula) {}

    /**
     * Normal priors.
     *
     * @param kind name of the prior; empty where it is that of a class
     * @param mean of each coefficient; NaN of those that have another prior
     * @param sd likewise
     */
    public record Prior(String kind, double[] mean, double[] sd) {}

    /**
     * A bound of the log evidence, nats.
     *
     * @param name such as elbo
     * @param value NaN where it is infinite
     * @param error Monte Carlo error
     * @param infinite whether what would be averaged has no mean
     */
    public record Bound(String name, double value, double error, boolean infinite) {}

    /**
     * Importance weights of draws, and their noise.
     *
     * @param tail of the weights; null where the posterior's draws were not weighed
     * @param widened of the same draws with those of what is wider; null where none were drawn
     * @param byNumber k̂ for the mean of each coefficient; empty where it was not found
     * @param rhat R̂ of a fit by draws
     * @param error Monte Carlo error of its means, in posterior sds
     */
    public record Weights(
            @Nullable WeightTail tail, @Nullable WeightTail widened, double[] byNumber, double rhat, double error) {

        /** Whether k̂ speaks for the weights: it is low, or that of draws which go further out is. */
        public boolean areUsable() {
            return tail != null && (widened == null ? tail.isUsable() : tail.isLight() || widened.isLight());
        }
    }

    /**
     * Numbers corrected by importance weights.
     *
     * @param rows empty where weights cannot be averaged over
     * @param largestMove standard deviations by which they move at most; NaN where that is not known
     * @param needed whether they are to be trusted instead of the posterior's own
     */
    public record Corrections(List<SummaryRow> rows, double largestMove, boolean needed) {}

    /**
     * What linear response gives.
     *
     * @param rows numbers with the standard deviations that it finds; empty where it was not taken
     * @param largestMove logarithm of a standard deviation over the posterior's own, the largest in size
     */
    public record LinearResponseSummary(List<SummaryRow> rows, double largestMove) {}

    /**
     * A family that was fitted.
     *
     * @param family its name
     * @param status how its fit ended
     * @param bound its evidence lower bound, nats
     * @param tailIndex k̂
     * @param spread relative standard deviation of its importance weights
     * @param reliable whether nothing speaks against it
     * @param kept whether it is the posterior
     */
    public record Tried(
            String family,
            String status,
            double bound,
            double tailIndex,
            double spread,
            boolean reliable,
            boolean kept) {}

    /**
     * The run.
     *
     * @param seconds wall time
     * @param versions name and version of what ran
     */
    public record Run(
            double iterations,
            double passes,
            double seconds,
            String stopReason,
            String kernel,
            Map<String, String> versions) {}

    static SavedFindings read(JsonCursor root, List<String> names) {
        JsonCursor predictive = root.at("predictive");
        return new SavedFindings(
                words(root.at(WrittenVerdict.KEY)),
                data(root.at("data")),
                prior(root.at("prior"), names),
                bounds(root.at("bounds")),
                weights(root.at("diagnostics")),
                corrections(root.at("corrected")),
                new LinearResponseSummary(
                        WrittenRows.read(root.at("linearResponse")),
                        root.at("linearResponse").at("largestMove").number(Double.NaN)),
                tried(root.at("posterior")),
                WrittenRows.read(root.at("contrasts")),
                WrittenRows.read(root.at("quantities")),
                predictive.isPresent() ? WrittenPredictive.read(predictive) : null,
                run(root.at("run")));
    }

    private static Words words(JsonCursor verdict) {
        return new Words(texts(verdict.at("says")), texts(verdict.at("next")), texts(verdict.at("notes")));
    }

    private static List<String> texts(JsonCursor cursor) {
        return cursor.isPresent() ? cursor.texts() : List.of();
    }

    private static Data data(JsonCursor data) {
        return new Data(
                data.at("path").text(""),
                (long) data.at("rows").number(0),
                (long) data.at("skipped").number(0),
                (long) data.at("partitions").number(0),
                data.at("formula").at("text").text(""));
    }

    private static Prior prior(JsonCursor prior, List<String> names) {
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
        return new Prior(prior.at("kind").text(""), mean, sd);
    }

    private static List<Bound> bounds(JsonCursor bounds) {
        List<Bound> found = new ArrayList<>();
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

    private static Bound bound(String name, JsonCursor bound) {
        return new Bound(
                name,
                bound.at("value").number(Double.NaN),
                bound.at("mcse").number(Double.NaN),
                bound.at("infinite").isPresent());
    }

    private static Corrections corrections(JsonCursor corrected) {
        double largest = corrected.at("largestMove").number(Double.NaN);
        JsonCursor needed = corrected.at("needed");
        return new Corrections(
                WrittenRows.read(corrected), largest, needed.isPresent() ? needed.flag() : largest > Moves.NEGLIGIBLE);
    }

    private static Weights weights(JsonCursor check) {
        JsonCursor byNumber = check.at("khatByParameter");
        return new Weights(
                check.at("effectiveDraws").isPresent() ? tail(check) : null,
                check.at("widened").isPresent() ? tail(check.at("widened")) : null,
                byNumber.isPresent()
                        ? byNumber.numbersAndInfinities(byNumber.each().size())
                        : new double[0],
                check.at("rhat").number(Double.NaN),
                check.at("mcse").number(Double.NaN));
    }

    /** k̂ is absent where it is not finite: weights that are equal agree, others without a mean do not. */
    private static WeightTail tail(JsonCursor check) {
        double effective = check.at("effectiveDraws").number();
        int draws = (int) check.at("draws").number(effective);
        double otherwise = effective >= draws ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        return new WeightTail(
                check.at("khat").number(otherwise), check.at("khatThreshold").number(Double.NaN), draws, effective);
    }

    private static List<Tried> tried(JsonCursor posterior) {
        JsonCursor tried = posterior.at("tried");
        if (!tried.isPresent()) {
            return List.of();
        }
        String chosen = posterior.at("family").text();
        return tried.each().stream()
                .map(one -> new Tried(
                        one.at("family").text(),
                        one.at("status").text(one.at("converged").flag() ? "converged" : "unconverged"),
                        one.at("elbo").number(Double.NaN),
                        one.at("khat").number(Double.NaN),
                        one.at("weightSpread").number(Double.NaN),
                        one.at("reliable").flag(),
                        one.at("family").text().equals(chosen)))
                .toList();
    }

    private static Run run(JsonCursor run) {
        Map<String, String> versions = new LinkedHashMap<>();
        JsonCursor all = run.at("versions");
        all.names().forEach(name -> versions.put(name, all.at(name).text()));
        return new Run(
                run.at("iterations").number(Double.NaN),
                run.at("passes").number(Double.NaN),
                run.at("seconds").number(Double.NaN),
                run.at("stopReason").text(""),
                run.at("kernel").text(""),
                versions);
    }
}
