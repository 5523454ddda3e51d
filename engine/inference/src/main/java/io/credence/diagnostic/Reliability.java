package io.credence.diagnostic;

import io.credence.fit.FitResult;
import io.credence.network.result.HoldOutScores;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Verdict on whether the numbers of a fit are reliable. They are only if they were checked: the fit converged, every
 * mean and standard deviation is finite, and importance weights are usable and confirm the numbers.
 *
 * @param status status of the check
 * @param reason reason of the status; of a skipped check, also what to do about it
 * @param but names of the numbers that a failed check concerns, where the others are reliable; empty where it concerns
 *     all
 */
public record Reliability(Status status, String reason, List<String> but) {

    private static final int SHOWN = 5;

    public Reliability {
        but = List.copyOf(but);
    }

    /** Creates a verdict on all numbers. */
    public Reliability(Status status, String reason) {
        this(status, reason, List.of());
    }

    /** Copy in which a failed check concerns only the given numbers, unless they are all numbers. */
    public Reliability of(List<String> numbers, int all) {
        return isFailed() && numbers.size() < all ? new Reliability(status, reason, numbers) : this;
    }

    /** Whether a number, given by its name, is reliable. */
    public boolean holds(String name) {
        return isReliable() || !but.isEmpty() && !but.contains(name);
    }

    /**
     * Requires that numbers are reliable.
     *
     * @param names names of the numbers; none for all
     * @throws IllegalStateException if they are not, with the reason
     */
    public void require(List<String> names) {
        boolean held = names.isEmpty() ? isReliable() : names.stream().allMatch(this::holds);
        if (!held) {
            throw new IllegalStateException("the fit is not reliable: required converged and passed"
                    + (names.isEmpty() ? "" : " for " + String.join(", ", names)) + ", found " + text());
        }
    }

    /** Outcome of a check. */
    public enum Status {
        PASSED("reliable"),
        FAILED("NOT reliable"),
        SKIPPED("not checked");

        private final String label;

        Status(String label) {
            this.label = label;
        }

        /** Name of the outcome in results. */
        public String resultName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Verdict that numbers were not checked. */
    public static Reliability skipped(String reason) {
        return new Reliability(Status.SKIPPED, reason);
    }

    private static Reliability failed(String reason) {
        return new Reliability(Status.FAILED, reason);
    }

    /**
     * Verdict on a fit.
     *
     * @param proper whether every mean is finite, and every standard deviation finite and above 0
     * @param weighed verdict by importance weights; null where there are none
     * @param unchecked reason why there are none, and what to do about it
     */
    public static Reliability of(FitResult result, boolean proper, @Nullable Reliability weighed, String unchecked) {
        if (!result.isConverged()) {
            return failed("the fit has not converged" + (weighed == null ? "" : "; " + weighed.reason()));
        }
        if (!proper) {
            return failed("some mean is not finite, or some sd not finite and above 0");
        }
        return weighed == null ? skipped(unchecked) : weighed;
    }

    /**
     * Verdict by the importance weights of a posterior's draws. A k̂ above its threshold is accepted where draws of
     * wider copies of the posterior, among which its tail is no longer rare, confirm all numbers.
     *
     * @param widened tail of the weights of its draws together with those of the wider copies; null where none were
     *     drawn
     * @param averaged powers of the weights that the objective's steps averaged over; null where they averaged none
     * @param moves changes of its numbers by weighing; null where the posterior is not proper
     */
    public static Reliability byWeights(
            WeightTail tail,
            @Nullable WeightTail widened,
            @Nullable AveragedWeights averaged,
            @Nullable WeightingChanges moves) {
        boolean excused = !tail.isLight() && widened != null && widened.isLight();
        if (moves == null || (!tail.isLight() && !excused)) {
            return failed(tailText(tail, widened));
        }
        if (widened != null && !widened.isLight()) {
            return failed(tail.text() + ", but with draws of what is wider " + widened.text());
        }
        if (averaged != null && !averaged.tail().isUsable()) {
            return failed(
                    tail.text() + ", but " + averaged.text() + "; more estimator.draws bring it nearer its optimum");
        }
        if (moves.isMaterial()) {
            return failed(tail.text() + ", but weighing moves " + moves.text());
        }
        if (moves.isTooNoisy()) {
            return failed(String.format(
                    Locale.ROOT,
                    "%s, but their effective sample size of %.0f is too small to estimate how far off the posterior is",
                    tail.text(),
                    widened == null ? tail.effectiveSize() : widened.effectiveSize()));
        }
        return new Reliability(
                Status.PASSED,
                tail.isLight() || widened == null ? tailText(tail, widened) : excusedTailText(tail, widened));
    }

    /** Text on k̂, with a hint where wider copies of the posterior were not drawn from. */
    private static String tailText(WeightTail tail, @Nullable WeightTail widened) {
        return tail.text()
                + (widened == null ? "; with so many parameters no draws that go further out were weighed" : "");
    }

    private static String excusedTailText(WeightTail tail, WeightTail widened) {
        return String.format(
                Locale.ROOT,
                "k-hat %.2f of %d draws, above %.2f but excused, as %d draws that go further out leave all numbers where they are",
                tail.tailIndex(),
                tail.draws(),
                tail.threshold(),
                widened.draws());
    }

    /**
     * Verdict on a posterior that misses another mode.
     *
     * @param share share of the mass at that mode
     * @param place text on the position of that mode
     */
    public static Reliability byModes(WeightTail tail, double share, String place) {
        return failed(String.format(
                Locale.ROOT,
                "%s, but several modes: about %.0f %% of the mass is around another one that no draw reaches, at %s",
                tail.text(),
                100 * share,
                place));
    }

    /**
     * Verdict on the predictions of networks, by their scores on held-out rows. The weights of networks are not
     * checked, since many different ones predict the same.
     *
     * @param found scores on the held-out rows; null where none were held out
     */
    public static Reliability byHeldOut(FitResult result, @Nullable HoldOutScores found) {
        String text = found == null ? "" : found.text();
        if (!result.isConverged()) {
            return failed("the fit has not converged" + (text.isEmpty() ? "" : "; " + text));
        } else if (found == null) {
            return skipped("no rows were held out; train.validation above 0 holds some out");
        } else if (found.isTooSure()) {
            return failed("predictions are too sure; " + text);
        } else if (found.isUnsure()) {
            return failed("predictions are not as sure as they should be; " + text);
        } else if (found.isWorseThanBaseline()) {
            return failed("predictions are worse than without features; " + text);
        } else if (!found.hasEnoughRows()) {
            return skipped("so few rows do not show whether intervals are twice as wide as they should be, or half;"
                    + " train.validation holds out more; " + text);
        }
        return new Reliability(Status.PASSED, text);
    }

    /**
     * Verdict on a quadrature over variance components, by its weighted points.
     *
     * @param error error of the integrand's logarithm, nats; it bounds the error of each mean in posterior standard
     *     deviations
     * @param beyond names of components whose tail is not covered by the points
     */
    public static Reliability byQuadrature(WeightTail tail, double error, List<String> beyond) {
        String text = tail.textWithRule()
                + (error > 0 ? String.format(Locale.ROOT, "; log densities off by %.2g nats", error) : "");
        if (!tail.isUsable()) {
            return failed(text);
        }
        if (!beyond.isEmpty()) {
            return failed(
                    text + ", but the tail of " + String.join(", ", beyond)
                            + " goes beyond the design: its sd, and those of coefficients, are not known; a prior with a lighter tail has one");
        }
        return error <= WeightingChanges.NEGLIGIBLE
                ? new Reliability(Status.PASSED, text)
                : failed(String.format(Locale.ROOT, "%s, at most %.1f allowed", text, WeightingChanges.NEGLIGIBLE));
    }

    /**
     * Verdict on a posterior that was found with a surrogate of the likelihood.
     *
     * @param draws number of weighted draws of that posterior
     * @param spread standard deviation of their weights over their mean
     * @param error largest error of a mean, in standard deviations
     */
    public static Reliability bySurrogate(int draws, double spread, double error) {
        String text = String.format(
                Locale.ROOT,
                "weights of %d draws differ by %.2f, means to %.2g of their sds, at most %.1f allowed",
                draws,
                spread,
                error,
                WeightingChanges.NEGLIGIBLE);
        return error <= WeightingChanges.NEGLIGIBLE ? new Reliability(Status.PASSED, text) : failed(text);
    }

    /**
     * Verdict on variance components approximated by a normal around their mode, which was found with random probes.
     *
     * @param error average distance of the log density at that mode below its maximum, nats
     */
    public static Reliability byProbes(double error) {
        String text = String.format(Locale.ROOT, "variance components at their mode to %.2g nats by probes", error);
        return error <= WeightingChanges.NEGLIGIBLE
                ? new Reliability(Status.PASSED, text)
                : failed(String.format(Locale.ROOT, "%s, at most %.1f allowed", text, WeightingChanges.NEGLIGIBLE));
    }

    /** Whether the numbers are reliable. */
    public boolean isReliable() {
        return status == Status.PASSED;
    }

    /** Whether a check failed, unlike for a fit that was not checked. */
    public boolean isFailed() {
        return status == Status.FAILED;
    }

    /** Label of the verdict: reliable, reliable but for some numbers, NOT reliable, or not checked. */
    public String label() {
        if (but.isEmpty()) {
            return status.label;
        }
        String more = but.size() > SHOWN ? " and " + (but.size() - SHOWN) + " more" : "";
        return "reliable but for " + String.join(", ", but.subList(0, Math.min(SHOWN, but.size()))) + more;
    }

    /** Text of the verdict with its reason, in one line. */
    public String text() {
        return label() + ": " + reason;
    }
}
