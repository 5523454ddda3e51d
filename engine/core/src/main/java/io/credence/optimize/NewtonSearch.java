package io.credence.optimize;

import io.credence.linalg.Vectors;
import java.io.Serializable;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Search by Newton's steps, each shortened by halves while it is impossible or makes the objective worse. Whoever
 * searches evaluates the trial, and accepts it as the start of the next step or shortens the step that led to it.
 *
 * @param <P> points: vectors of numbers, or posteriors
 * @param <E> evaluations
 * @param trial point that is evaluated next
 * @param share share of the whole step from the start that leads to the trial
 * @param start accepted point where the step began; null before the first
 * @param evaluation last accepted evaluation; null before the first
 */
public record NewtonSearch<P, E>(
        P trial, double share, @Nullable P start, @Nullable E evaluation) implements Serializable {

    /** Smallest share of a step; no shorter one is tried. */
    public static final double LEAST_SHARE = 0x1p-40;

    /** A search that begins at a point. */
    public static <P, E> NewtonSearch<P, E> beginningAt(P first) {
        return new NewtonSearch<>(first, 1, null, null);
    }

    /** Copy with an evaluated point as the start of the next step, whose trial is still to be chosen. */
    public NewtonSearch<P, E> accept(P evaluated, E found) {
        return new NewtonSearch<>(evaluated, share, evaluated, found);
    }

    /** Copy whose trial lies at the given share of a step. */
    public NewtonSearch<P, E> withTrial(P next, double shareOfStep) {
        return new NewtonSearch<>(next, shareOfStep, start, evaluation);
    }

    /**
     * Copy whose trial lies at the largest possible share of a step.
     *
     * @param first share that is tried first, then half of it, and so on
     * @param along point at a share of the step; null where there is none
     * @return the copy; null where no share is possible
     */
    public @Nullable NewtonSearch<P, E> withLargestStep(double first, DoubleFunction<@Nullable P> along) {
        return largestStep(first, LEAST_SHARE, size -> {
            P next = along.apply(size);
            return next == null ? null : withTrial(next, size);
        });
    }

    /** Whether the step may be shortened once more. */
    public boolean mayBeShortened() {
        return share > LEAST_SHARE;
    }

    /** Copy with at most half of the step; null where no shorter one is tried or possible. */
    public @Nullable NewtonSearch<P, E> shortened(DoubleFunction<@Nullable P> along) {
        return mayBeShortened() ? withLargestStep(share / 2, along) : null;
    }

    /** Copy whose trial lies half way back to the start; null where there is no step to halve. */
    public static <E> @Nullable NewtonSearch<double[], E> halfwayBack(NewtonSearch<double[], E> search) {
        double[] from = search.start();
        return from == null
                ? null
                : search.shortened(share -> Vectors.plusScaled(from, 0.5, Vectors.difference(search.trial(), from)));
    }

    /**
     * Result at the largest share of a step at which a function has a result. Shares are halved until one is found.
     *
     * @param first share that is tried first, then half of it, and so on
     * @param least smallest share that is tried
     * @param step result of a share; null where the share is impossible
     * @return the result; null where no share has one
     */
    public static <T> @Nullable T largestStep(double first, double least, DoubleFunction<@Nullable T> step) {
        for (double share = first; share >= least; share /= 2) {
            T result = step.apply(share);
            if (result != null) {
                return result;
            }
        }
        return null;
    }

    /**
     * Share of the next step that is taken where the objective has slopes but no value. It is less than 1 where the
     * slope along the last step has changed its sign, and the smaller the farther that step went beyond its zero. Whole
     * steps may go to and fro for ever where their metric understates the curvature.
     *
     * @param step last step
     * @param before ascent where it began
     * @param after ascent where it ended
     */
    public static double shareBySlopes(double[] step, double[] before, double[] after) {
        double slopeBefore = Vectors.dot(before, step);
        double slopeAfter = Vectors.dot(after, step);
        return slopeBefore > 0 && slopeAfter < 0 ? slopeBefore / (slopeBefore - slopeAfter) : 1;
    }
}
