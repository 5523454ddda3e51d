package io.credence.fit.exact;

import io.credence.family.GaussianFactor;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.Algorithm;
import io.credence.fit.Approximation;
import io.credence.fit.ExactProblem;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.ObjectiveProgress;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.fit.StartingGaussians;
import io.credence.fit.exact.PartitionedAlgorithm.PartitionedState.RoundEvaluation;
import io.credence.fit.exact.StepProposal.Gains;
import io.credence.fit.exact.StepProposal.NewtonStep;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Vectors;
import io.credence.objective.ExactObjective;
import io.credence.optimize.CurvaturePairs;
import io.credence.optimize.NewtonSearch;
import io.credence.statistics.PassStatistics;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Partitioned variational inference (Bui et al. 2018; Ashman et al. 2022), which fits one Gaussian factor of the
 * posterior in each partition of the rows. The posterior is q ∝ π Π_k t_k; a factor t_k is fitted in its partition by
 * exact expectation with all other factors held fixed. One step is a round: one job, in which each partition goes over
 * its rows several times, and which also sums the bound, its gradient and its curvature at the posterior from which it
 * set out. A round that lowers the bound is undone and repeated half as far; the fit ends where these sums have nothing
 * left to gain, which is the stationary point of the bound of all rows.
 */
public final class PartitionedAlgorithm implements Algorithm {

    private final ExactProblem problem;
    private final FitSettings settings;
    private final ExecutionBackend backend;
    private final DenseKernel kernel;
    private final ExactObjective objective;

    /**
     * A fit of {@code problem} to the backend's rows.
     *
     * @throws IllegalArgumentException if the posterior is not a full Gaussian, the dispersion is estimated, or the objective is not
     *     the ELBO
     */
    public PartitionedAlgorithm(
            ExactProblem problem, FitSettings settings, ExecutionBackend backend, DenseKernel kernel) {
        if (!settings.structure().isFull()
                || !problem.dispersion().isKnown()
                || !problem.divergence().isKullbackLeibler()) {
            throw new IllegalArgumentException(
                    "a partitioned fit has Gaussian partition factors of the coefficients alone: required"
                            + " posterior.family = gaussian-full, a number for model.dispersion and the ELBO, found "
                            + settings.structure().family() + ", a dispersion that is "
                            + (problem.dispersion().isKnown() ? "known" : "estimated") + " and "
                            + problem.divergence().name());
        }
        this.problem = problem;
        this.settings = settings;
        this.backend = backend;
        this.kernel = kernel;
        this.objective = new ExactObjective(problem.prior(), problem.dispersionPrior(), problem.divergence());
    }

    @Override
    public FitState init() {
        return FitState.initial(partitionedStateAt(prior(), false), decisions());
    }

    @Override
    public FitState continueFrom(FitState before, Posterior from) {
        return before.continueWith(partitionedStateAt(StartingGaussians.asGaussian(from, kernel), true), decisions());
    }

    private GaussianPosterior prior() {
        return settings.priorGaussian(kernel, problem.prior());
    }

    private PartitionedState partitionedStateAt(GaussianPosterior from, boolean near) {
        GaussianFactor nothing = GaussianFactor.flat(problem.prior().dimension());
        return new PartitionedState(
                NewtonSearch.beginningAt(from),
                near,
                GaussianFactor.around(problem.prior().mean(), prior().precision()),
                Collections.nCopies(backend.summary().partitionCount(), nothing),
                List.of(),
                problem.dispersion());
    }

    private List<String> decisions() {
        return List.of(
                "estimator: exact expectation in rounds, a Gaussian partition factor for each of "
                        + backend.summary().partitionCount() + " partitions",
                "driver kernel: " + kernel.name());
    }

    @Override
    public FitState step(FitState fit) {
        fit.requireRunning();
        PartitionedState here = (PartitionedState) fit.algorithmState();
        boolean first = here.proposedFactors().isEmpty();
        List<GaussianFactor> sites = first ? here.acceptedFactors() : here.factorsMovedBy(here.share());
        PartitionFactorSums round = backend.run(new PartitionFactorPass(
                problem,
                settings.withRoughTolerance().tolerance(),
                settings.seed(),
                here.startsAtTrial() ? here.trial().coordinates() : null,
                here.prior(),
                sites));
        FitState next = first ? afterFirstRound(fit, here, round) : afterRound(fit, here, sites, round);
        return settings.budget().stopIfExhausted(next, backend.summary().rows());
    }

    private FitState afterFirstRound(FitState fit, PartitionedState here, PartitionFactorSums round) {
        StepInfo info = stepInfo(fit, Phase.APPROACH, Double.NaN, Double.NaN, Double.NaN, 1, round.visited());
        return moveToTrial(fit.withStep(round.visited(), info), here.withFirstFactors(round.partitionFactors()), 1);
    }

    private FitState afterRound(
            FitState fit, PartitionedState here, List<GaussianFactor> sites, PartitionFactorSums round) {
        GaussianPosterior q = here.trial();
        PassStatistics sums = round.sums();
        double value = sums.firstNonFinite() == null
                ? objective.objectiveValue(sums, q, problem.dispersion())
                : Double.POSITIVE_INFINITY;
        RoundEvaluation before = here.accepted();
        boolean higher = before != null && value > before.objective() + problem.error(before.objective());
        if (!Double.isFinite(value) || higher) {
            StepInfo info =
                    stepInfo(fit, Phase.VARIATIONAL, value, Double.NaN, Double.NaN, here.share(), round.visited());
            return retryNearer(fit.withStep(round.visited(), info), here, value, sums);
        }
        StepProposal proposal =
                StepProposal.of(problem, Phase.VARIATIONAL, q, sums, sums.curvature(), problem.dispersion());
        Approximation approximation = new Approximation(q, problem.dispersion());
        NewtonStep full = NewtonStep.of(approximation, proposal, CurvaturePairs.NONE, 1);
        double gain = Gains.of(approximation, proposal, full, 0, sums).total();
        StepInfo info = stepInfo(
                fit, Phase.VARIATIONAL, value, Vectors.norm(proposal.ascent()), gain, here.share(), round.visited());
        PartitionedState there = here.withAccepted(sites, round.partitionFactors(), new RoundEvaluation(value, gain));
        FitState next = fit.withStep(round.visited(), info).with(there);
        double limit = settings.gainLimit(value, q.dimension());
        return Math.abs(gain) <= limit
                ? next.stopped(FitStatus.CONVERGED, GainStoppingRules.convergedReason(gain, limit), null)
                : moveToTrial(next, there, Math.min(1, 2 * here.share()));
    }

    /** Moves to the next trial, closer where the product of its factors would not be a Gaussian. */
    private FitState moveToTrial(FitState fit, PartitionedState from, double share) {
        NewtonSearch<GaussianPosterior, RoundEvaluation> next = from.search()
                .withLargestStep(
                        share,
                        part -> from.prior()
                                .multipliedByAll(from.factorsMovedBy(part))
                                .toGaussian(kernel));
        return next != null
                ? fit.with(from.withTrial(next))
                : fit.with(from)
                        .stopped(FitStatus.DIVERGED, "no share of a round keeps the precision positive definite", null);
    }

    private FitState retryNearer(FitState fit, PartitionedState here, double value, PassStatistics sums) {
        RoundEvaluation before = here.accepted();
        if (before != null
                && GainStoppingRules.isRiseByRounding(
                        Math.abs(before.gain()),
                        problem.error(before.objective()),
                        value - before.objective(),
                        here.share())) {
            String reason = GainStoppingRules.roundingReason(before.gain());
            return fit.stopped(FitStatus.CONVERGED, reason, null);
        }
        return here.search().mayBeShortened()
                ? moveToTrial(fit, here, here.share() / 2)
                : fit.stopped(FitStatus.DIVERGED, "no share of a round improves the bound", sums.firstNonFinite());
    }

    private static StepInfo stepInfo(
            FitState fit, Phase phase, double value, double norm, double gain, double share, long visited) {
        return new StepInfo(
                fit.iteration() + 1,
                phase,
                new ObjectiveProgress(value, phase == Phase.VARIATIONAL ? (Double) (-value) : null, norm, gain),
                share,
                !Double.isNaN(gain) || phase == Phase.APPROACH,
                visited,
                0);
    }

    @Override
    public FitResult result(FitState fit) {
        PartitionedState state = (PartitionedState) fit.algorithmState();
        RoundEvaluation accepted = state.accepted();
        return FitResult.of(
                        fit, backend.summary().rows(), accepted == null ? null : (Double) (-accepted.objective()), null)
                .withPartitionFactors(state.acceptedFactors());
    }

    /**
     * State of a partitioned fit.
     *
     * @param search posterior that the next round evaluates, with the step from the accepted one. Its share ρ is that
     *     of the way from the accepted factors to the proposed ones.
     * @param startsAtTrial whether the partitions begin their fits at the trial; else, before the first round, each
     *     searches for the mode of its rows
     * @param prior the prior as a Gaussian factor
     * @param acceptedFactors factor of each partition at the accepted posterior
     * @param proposedFactors factors that the partitions computed at the accepted posterior; empty before the first
     *     round
     * @param dispersion dispersion
     */
    record PartitionedState(
            NewtonSearch<GaussianPosterior, RoundEvaluation> search,
            boolean startsAtTrial,
            GaussianFactor prior,
            List<GaussianFactor> acceptedFactors,
            List<GaussianFactor> proposedFactors,
            DispersionPosterior dispersion)
            implements AlgorithmState {

        /**
         * Results of the round at an accepted posterior.
         *
         * @param objective value of the minimised objective
         * @param gain gain that is left, nats
         */
        record RoundEvaluation(double objective, double gain) implements Serializable {}

        /** The posterior that the next round evaluates. */
        GaussianPosterior trial() {
            return search.trial();
        }

        /** Share ρ of the way from the accepted factors to the proposed ones. */
        double share() {
            return search.share();
        }

        /** Results of the round at the accepted posterior; null where none was evaluated. */
        @Nullable
        RoundEvaluation accepted() {
            return search.evaluation();
        }

        /** Partition factors moved by a share of the way to the proposed ones. */
        List<GaussianFactor> factorsMovedBy(double part) {
            List<GaussianFactor> moved = new ArrayList<>();
            for (int k = 0; k < acceptedFactors.size(); k++) {
                moved.add(acceptedFactors.get(k).toPower(1 - part).multipliedBy(part, proposedFactors.get(k)));
            }
            return List.copyOf(moved);
        }

        /** A copy with another trial. */
        PartitionedState withTrial(NewtonSearch<GaussianPosterior, RoundEvaluation> next) {
            return new PartitionedState(next, true, prior, acceptedFactors, proposedFactors, dispersion);
        }

        /** A copy with the first proposed partition factors, before any posterior is accepted. */
        PartitionedState withFirstFactors(List<GaussianFactor> next) {
            return new PartitionedState(search, startsAtTrial, prior, acceptedFactors, next, dispersion);
        }

        /** A copy with an accepted trial and its partition factors, and newly proposed ones. */
        PartitionedState withAccepted(List<GaussianFactor> here, List<GaussianFactor> next, RoundEvaluation found) {
            return new PartitionedState(search.accept(trial(), found), startsAtTrial, prior, here, next, dispersion);
        }

        @Override
        public Approximation best() {
            GaussianPosterior accepted = search.start();
            return new Approximation(accepted == null ? trial() : accepted, dispersion);
        }
    }
}
