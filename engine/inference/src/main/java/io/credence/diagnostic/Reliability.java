package io.credence.diagnostic;

import io.credence.fit.FitResult;
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
    public Reliability limitedTo(List<String> numbers, int all) {
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

    /** Verdict that a check passed. */
    public static Reliability passed(String reason) {
        return new Reliability(Status.PASSED, reason);
    }

    /** Verdict that numbers were not checked. */
    public static Reliability skipped(String reason) {
        return new Reliability(Status.SKIPPED, reason);
    }

    /** Verdict that a check failed. */
    public static Reliability failed(String reason) {
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
