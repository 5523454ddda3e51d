package io.credence.fit.exact;

import io.credence.fit.Approximation;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.fit.FitState.Phase;
import io.credence.fit.exact.StepProposal.Gains;
import io.credence.linalg.Vectors;
import io.credence.optimize.CurvaturePairs;
import io.credence.optimize.NewtonSearch;
import io.credence.optimize.RestartCount;
import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * State of a fit by exact expectation.
 *
 * @param stage stage of the fit and its constants
 * @param search approximation that the next pass evaluates, with the step from the best one of this stage
 * @param needsCurvature whether the next pass sums the curvature
 * @param pairs curvature pairs of past moves
 * @param precisionGainLeft gain predicted to be left in the precision once the trial is reached, nats
 */
record NewtonState(
        StageConstants stage,
        NewtonSearch<Approximation, EvaluatedStep> search,
        boolean needsCurvature,
        CurvaturePairs pairs,
        double precisionGainLeft)
        implements AlgorithmState {

    /**
     * Largest share of the previous gain that may be left for natural-gradient steps to continue. With a quarter,
     * textbook fits take up to two passes more.
     */
    private static final double SLOW = 0.2;
    /**
     * Share of the predicted gain below which a step is taken to have overshot the optimum (Nocedal and Wright, 4.1).
     */
    private static final double OVERSHOT = 0.25;

    /**
     * Values that stay fixed during a stage.
     *
     * @param phase phase of the fit
     * @param sampleCurvature sum of the rows' curvatures at the mode of the sample, scaled to all rows; 0 without a sample
     * @param plugIn variances of independent coefficients that replace the posterior's until its curvature is
     *     summed; empty where rows are evaluated at points
     * @param restarts restarts of this stage so far
     */
    record StageConstants(Phase phase, double sampleCurvature, double[] plugIn, RestartCount restarts)
            implements Serializable {

        StageConstants withRestart() {
            return new StageConstants(phase, sampleCurvature, plugIn, restarts.next());
        }
    }

    /** The beginning of a stage at {@code approximation}. */
    static NewtonState begin(
            Phase phase, Approximation approximation, boolean needsCurvature, double sampleCurvature, double[] plugIn) {
        StageConstants stage = new StageConstants(phase, sampleCurvature, plugIn, RestartCount.NONE);
        return new NewtonState(stage, NewtonSearch.beginningAt(approximation), needsCurvature, CurvaturePairs.NONE, 0);
    }

    /** The stage restarted at another approximation. */
    NewtonState restartedAt(Approximation approximation) {
        return new NewtonState(
                stage.withRestart(), NewtonSearch.beginningAt(approximation), true, CurvaturePairs.NONE, 0);
    }

    /** A copy in which an approximation was accepted. */
    NewtonState withAccepted(Approximation approximation, EvaluatedStep evaluated, CurvaturePairs newPairs) {
        return new NewtonState(
                stage, search.accept(approximation, evaluated), needsCurvature, newPairs, precisionGainLeft);
    }

    /** A copy with a new trial, reached from the accepted approximation. */
    NewtonState withTrial(
            NewtonSearch<Approximation, EvaluatedStep> next, boolean curvature, CurvaturePairs newPairs, double left) {
        return new NewtonState(stage, next, curvature, newPairs, left);
    }

    /** The approximation that the next pass evaluates. */
    Approximation trial() {
        return search.trial();
    }

    /** Size of the step from the accepted approximation to the trial. */
    double stepSize() {
        return search.share();
    }

    /** Evaluation of the best approximation of this stage, of which there is one. */
    EvaluatedStep requireAcceptedStep() {
        return Objects.requireNonNull(acceptedStep(), "no approximation was accepted");
    }

    /** Evaluation of the best approximation of this stage; null at its beginning. */
    @Nullable
    EvaluatedStep acceptedStep() {
        return search.evaluation();
    }

    Phase phase() {
        return stage.phase();
    }

    /**
     * Curvature pairs with the new one that an evaluated approximation gives. With a fresh full curvature old pairs
     * only mislead; otherwise they replace the curvature that is missing.
     */
    CurvaturePairs pairsWith(Approximation approximation, StepProposal proposal) {
        boolean fresh = needsCurvature && approximation.gaussian().blocks().count() == 1;
        Approximation before = search.start();
        EvaluatedStep evaluated = acceptedStep();
        if (before == null || evaluated == null || fresh) {
            return CurvaturePairs.NONE;
        }
        return pairs.with(
                Vectors.difference(
                        approximation.gaussian().mean(), before.gaussian().mean()),
                Vectors.difference(evaluated.proposal().ascent(), proposal.ascent()));
    }

    /** Whether the mean of the bound is searched for before the curvature is summed once. */
    boolean isMeanFirst() {
        return stage.plugIn().length > 0;
    }

    /** Whether the next pass estimates the gain that is left in the precision by a product with the curvature. */
    boolean isProbed() {
        return phase() == Phase.VARIATIONAL && isMeanFirst() && !needsCurvature;
    }

    /**
     * Whether a whole step gained far less than predicted. Coefficients and dispersion each moved to where the other
     * had been, past the optimum.
     */
    boolean isOvershot(double value) {
        EvaluatedStep before = acceptedStep();
        return before != null
                && stepSize() == 1
                && !best().dispersion().isKnown()
                && before.objective() - value < OVERSHOT * before.gains().total();
    }

    /** Reason why natural-gradient steps are unsuitable; null while they are suitable. */
    @Nullable
    String difficulty(Approximation here, EvaluatedStep now) {
        if (here.gaussian().isNearlyCollinear()) {
            return "columns are collinear up to rounding";
        }
        double before = gainBefore();
        double gain = now.gains().total();
        return !Double.isNaN(before) && !(gain >= 0 && gain <= SLOW * before)
                ? "natural-gradient steps gain too little"
                : null;
    }

    /** Gain that was predicted for the last step, nats; NaN where no step moved mean and covariance. */
    double gainBefore() {
        EvaluatedStep before = acceptedStep();
        return before == null || (isMeanFirst() && before.proposal().targetPrecision() == null)
                ? Double.NaN
                : before.gains().total();
    }

    /** Direction that the next pass multiplies by the curvature; null for no product. */
    double @Nullable [] direction(long seed) {
        return isProbed() ? HutchinsonProbe.of(trial().gaussian(), seed).direction() : null;
    }

    /** The last accepted approximation; before the first, the one being tried. */
    @Override
    public Approximation best() {
        Approximation accepted = search.start();
        return accepted == null ? trial() : accepted;
    }

    /**
     * Results of the pass at an approximation.
     *
     * @param objective value of the minimised objective
     * @param proposal proposed step from there
     * @param gains predicted gains of that step
     */
    record EvaluatedStep(double objective, StepProposal proposal, Gains gains) implements Serializable {}
}
