package io.credence.fit.exact;

import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianSite;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.Approximation;
import io.credence.fit.FitState.AlgorithmState;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State of a partitioned fit.
 *
 * @param trial posterior that the next round evaluates
 * @param startsAtTrial whether the partitions begin their fits at the trial; else, before the first round, each searches for
 *     its own mode
 * @param prior the prior as a Gaussian site
 * @param acceptedFactors site of each partition at the accepted posterior
 * @param proposedFactors sites that the partitions computed there; empty before the first round
 * @param share share ρ of the way from the sites to the required ones that the trial goes
 * @param accepted the accepted posterior with its objective; null where none was evaluated
 * @param dispersion dispersion
 */
record PartitionedState(
        GaussianPosterior trial,
        boolean startsAtTrial,
        GaussianSite prior,
        List<GaussianSite> acceptedFactors,
        List<GaussianSite> proposedFactors,
        double share,
        @Nullable AcceptedPosterior accepted,
        DispersionPosterior dispersion)
        implements AlgorithmState {

    /**
     * Accepted posterior with the results of its round.
     *
     * @param q product of prior and sites
     * @param objective value of the minimised objective
     * @param gain gain that is left, nats
     */
    record AcceptedPosterior(GaussianPosterior q, double objective, double gain) implements Serializable {}

    /** Sites moved by a share of the way to the required ones. */
    List<GaussianSite> factorsMovedBy(double part) {
        List<GaussianSite> moved = new ArrayList<>();
        for (int k = 0; k < acceptedFactors.size(); k++) {
            moved.add(acceptedFactors.get(k).toPower(1 - part).multipliedBy(part, proposedFactors.get(k)));
        }
        return List.copyOf(moved);
    }

    /** A copy with a trial at the given share of the way. */
    PartitionedState withTrial(GaussianPosterior next, double part) {
        return new PartitionedState(next, true, prior, acceptedFactors, proposedFactors, part, accepted, dispersion);
    }

    /** A copy with accepted sites and the ones required next. */
    PartitionedState withAccepted(List<GaussianSite> here, List<GaussianSite> next, @Nullable AcceptedPosterior found) {
        return new PartitionedState(trial, startsAtTrial, prior, here, next, share, found, dispersion);
    }

    @Override
    public Approximation best() {
        return new Approximation(accepted == null ? trial : accepted.q(), dispersion);
    }
}
