package io.credence.fit.exact;

import io.credence.fit.FitState.AlgorithmState;
import io.credence.fit.FitState.Phase;
import io.credence.fit.Position;
import io.credence.fit.TaylorControlVariate;
import io.credence.fit.exact.Proposal.Gains;
import io.credence.linalg.Vectors;
import io.credence.optimize.Backoff;
import io.credence.optimize.CurvaturePairs;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Where a fit is looking.
 *
 * @param phase stage
 * @param trial position that the next pass evaluates
 * @param stepSize step from the accepted position to the trial
 * @param needsCurvature whether the next pass brings home the curvature
 * @param accepted best position of this stage; null at its beginning
 * @param pairs what past moves told of the curvature
 * @param shapeLeft gain predicted to be left in the precision once the trial is reached, nats
 * @param sampleCurvature sum of the rows' curvatures at the mode of the sample, scaled to all rows; 0 without a sample
 * @param plugIn variances of independent coefficients that stand for the posterior's until its curvature is summed; empty where rows
 *     are evaluated at points
 * @param restarts times this stage was begun again
 * @param expansion losses of all rows as the last pass with their whole curvature expanded them; null before such a pass
 */
public record NewtonState(
        Phase phase,
        Position trial,
        double stepSize,
        boolean needsCurvature,
        @Nullable Evaluated accepted,
        CurvaturePairs pairs,
        double shapeLeft,
        double sampleCurvature,
        double[] plugIn,
        Backoff restarts,
        @Nullable TaylorControlVariate expansion)
        implements AlgorithmState {

    /** The beginning of a stage at {@code position}. */
    static NewtonState begin(
            Phase phase, Position position, boolean needsCurvature, double sampleCurvature, double[] plugIn) {
        return new NewtonState(
                phase,
                position,
                1,
                needsCurvature,
                null,
                CurvaturePairs.NONE,
                0,
                sampleCurvature,
                plugIn,
                Backoff.NONE,
                null);
    }

    /** The same stage begun again elsewhere. */
    NewtonState again(Position position) {
        return new NewtonState(
                phase,
                position,
                1,
                true,
                null,
                CurvaturePairs.NONE,
                0,
                sampleCurvature,
                plugIn,
                restarts.next(),
                expansion);
    }

    /** With the trial accepted. */
    NewtonState accepted(Evaluated evaluated, CurvaturePairs newPairs) {
        return new NewtonState(
                phase,
                evaluated.position(),
                stepSize,
                needsCurvature,
                evaluated,
                newPairs,
                shapeLeft,
                sampleCurvature,
                plugIn,
                restarts,
                expansion);
    }

    /** The same with the rows' losses expanded anew. */
    NewtonState expanded(TaylorControlVariate found) {
        return new NewtonState(
                phase,
                trial,
                stepSize,
                needsCurvature,
                accepted,
                pairs,
                shapeLeft,
                sampleCurvature,
                plugIn,
                restarts,
                found);
    }

    /** Towards a new trial, from the accepted position. */
    NewtonState towards(Position next, double size, boolean curvature, CurvaturePairs newPairs, double left) {
        return new NewtonState(
                phase, next, size, curvature, accepted, newPairs, left, sampleCurvature, plugIn, restarts, expansion);
    }

    /**
     * The pairs with what an evaluated position adds. With a fresh full curvature old pairs only mislead; otherwise they stand for
     * the curvature that is missing.
     */
    CurvaturePairs pairsWith(Position position, Proposal proposal) {
        boolean fresh = needsCurvature && position.gaussian().blocks().count() == 1;
        if (accepted == null || fresh) {
            return CurvaturePairs.NONE;
        }
        double[] before = accepted.position().gaussian().mean();
        return pairs.with(
                Vectors.difference(position.gaussian().mean(), before),
                Vectors.difference(accepted.proposal().ascent(), proposal.ascent()));
    }

    /** Whether the mean of the bound is looked for before the one curvature is summed. */
    boolean isMeanFirst() {
        return plugIn.length > 0;
    }

    /** Whether the next pass tells what the shape has left to gain by a product with the curvature. */
    boolean isProbed() {
        return phase == Phase.VARIATIONAL && isMeanFirst() && !needsCurvature;
    }

    /** The last position known to be good, else the one being tried. */
    @Override
    public Position best() {
        return accepted == null ? trial : accepted.position();
    }

    /**
     * A position with what its pass said of it.
     *
     * @param objective value of the minimised objective
     * @param proposal where it wants to go
     * @param gains what is predicted to be gained by going there
     */
    record Evaluated(Position position, double objective, Proposal proposal, Gains gains) implements Serializable {}
}
