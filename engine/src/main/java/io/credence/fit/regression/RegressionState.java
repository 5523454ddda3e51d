package io.credence.fit.regression;

import io.credence.family.GaussianPosterior;
import io.credence.family.ScaleFactor;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.fit.Outcome;
import io.credence.fit.Position;
import io.credence.fit.WhitenedFrame;
import io.credence.optimize.Backoff;
import io.credence.optimize.BfgsSearch;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Where a fit by regression is.
 *
 * @param begun steps of the whole fit before this algorithm
 * @param level number of the part of the rows that is read
 * @param taken steps on that level
 * @param q from which the next draws come
 * @param scale the number that a dispersion is
 * @param reference second derivatives near which those of the fit are looked for, in the parameters
 * @param hessian second derivatives as they are known, in the parameters
 * @param draws draws of the next step
 * @param history newest draws
 * @param scores of the ridges
 * @param trust how far a step may go
 * @param good last accepted Gaussian with its bound; null before the first
 * @param settled steps in a row that moved no more than may be
 * @param retreats times in a row that a log density was not finite
 * @param looks answers that were looked at and refused
 * @param costly steps with as many draws as may be
 * @param polish the climb over draws that stay the same; null while draws are fresh
 * @param outcome the answer; null while the fit runs
 */
public record RegressionState(
        int begun,
        int level,
        int taken,
        GaussianPosterior q,
        ScaleFactor scale,
        double[] reference,
        double[] hessian,
        int draws,
        DrawHistory history,
        double[] scores,
        TrustRadius trust,
        @Nullable Good good,
        int settled,
        Backoff retreats,
        int looks,
        int costly,
        @Nullable Polish polish,
        @Nullable Outcome outcome)
        implements AlgorithmState {

    /**
     * A Gaussian that a fit may go back to.
     *
     * @param elbo its evidence lower bound, nats
     * @param error its Monte-Carlo error
     */
    record Good(GaussianPosterior q, double elbo, double error) implements Serializable {}

    /**
     * A search over draws that stay the same.
     *
     * @param passes so far
     */
    record Polish(BfgsSearch search, int passes) implements Serializable {}

    /**
     * The beginning of a level at q, with the curvature of q as what is known.
     *
     * @param curved whether passes bring second derivatives home
     */
    static RegressionState begin(
            int begun, int level, GaussianPosterior q, ScaleFactor scale, int draws, boolean curved) {
        double[] hessian = negativePrecision(q);
        return new RegressionState(
                begun,
                level,
                0,
                q,
                scale,
                hessian,
                hessian,
                draws,
                DrawHistory.none(curved),
                new double[RegressionEstimate.RIDGES.length],
                TrustRadius.FIRST,
                null,
                0,
                Backoff.NONE,
                0,
                0,
                null,
                null);
    }

    private static double[] negativePrecision(GaussianPosterior q) {
        int d = q.dimension();
        double[] identity = new double[d * d];
        for (int j = 0; j < d; j++) {
            identity[j * d + j] = -1;
        }
        return WhitenedFrame.of(q).hessian(identity);
    }

    @Override
    public Position best() {
        if (outcome != null) {
            return outcome.position();
        }
        return new Position(good == null ? q : good.q(), scale);
    }

    Position here() {
        return new Position(q, scale);
    }

    /** With the draws of a pass counted. */
    RegressionState observed(DrawHistory more) {
        return new RegressionState(
                begun,
                level,
                taken + 1,
                q,
                scale,
                reference,
                hessian,
                draws,
                more,
                scores,
                trust,
                good,
                settled,
                Backoff.NONE,
                looks,
                costly,
                polish,
                outcome);
    }

    /** At that Gaussian, accepted or gone back to. */
    RegressionState at(GaussianPosterior there, TrustRadius next, @Nullable Good accepted) {
        return new RegressionState(
                begun, level, taken, there, scale, reference, hessian, draws, history, scores, next, accepted, settled,
                retreats, looks, costly, polish, outcome);
    }

    /** After a step. */
    RegressionState stepped(RegressionStep step, GaussianPosterior next, double[] scored, int nowSettled) {
        return new RegressionState(
                begun,
                level,
                taken,
                next,
                scale,
                reference,
                step.hessian(),
                draws,
                history,
                scored,
                step.trust(),
                good,
                nowSettled,
                retreats,
                looks,
                costly,
                polish,
                outcome);
    }

    /** Narrower where draws left the range of numbers before anything was known. */
    RegressionState narrower() {
        RegressionState next = begin(begun, level, Backoff.narrower(q), scale, draws, history.curved());
        return retreated(taken + 1, next.q, next.reference, next.hessian);
    }

    RegressionState retreated() {
        return retreated(taken, q, reference, hessian);
    }

    private RegressionState retreated(
            int steps, GaussianPosterior there, double[] nextReference, double[] nextHessian) {
        return new RegressionState(
                begun,
                level,
                steps,
                there,
                scale,
                nextReference,
                nextHessian,
                draws,
                history,
                scores,
                trust,
                good,
                0,
                retreats.next(),
                looks,
                costly,
                polish,
                outcome);
    }

    RegressionState withDraws(int other) {
        return new RegressionState(
                begun, level, taken, q, scale, reference, hessian, other, history, scores, trust, good, settled,
                retreats, looks, costly, polish, outcome);
    }

    /** After a step with as many draws as may be. */
    RegressionState dearer() {
        return new RegressionState(
                begun,
                level,
                taken,
                q,
                scale,
                reference,
                hessian,
                draws,
                history,
                scores,
                trust,
                good,
                settled,
                retreats,
                looks,
                costly + 1,
                polish,
                outcome);
    }

    /** After so many looks. */
    RegressionState after(int others) {
        return new RegressionState(
                begun, level, taken, q, scale, reference, hessian, draws, history, scores, trust, good, settled,
                retreats, others, costly, polish, outcome);
    }

    /** After an answer that was refused. */
    RegressionState refused(int moreDraws) {
        return new RegressionState(
                begun, level, taken, q, scale, reference, hessian, moreDraws, history, scores, trust, good, 0, retreats,
                looks + 1, costly, null, null);
    }

    RegressionState polishing(Polish next) {
        return new RegressionState(
                begun, level, taken, q, scale, reference, hessian, draws, history, scores, trust, good, 0, retreats,
                looks, costly, next, outcome);
    }

    RegressionState with(Outcome answer) {
        return new RegressionState(
                begun, level, taken, q, scale, reference, hessian, draws, history, scores, trust, good, settled,
                retreats, looks, costly, polish, answer);
    }
}
