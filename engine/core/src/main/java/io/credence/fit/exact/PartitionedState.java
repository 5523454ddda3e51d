package io.credence.fit.exact;

import io.credence.family.DispersionPosterior;
import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianSite;
import io.credence.fit.Approximation;
import io.credence.fit.FitState.AlgorithmState;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a partitioned fit is.
 *
 * @param trial posterior that the next round evaluates
 * @param near whether the partitions begin there; else, before the first round, each searches for its own mode
 * @param prior the prior as a factor
 * @param sites of each partition, at the accepted posterior
 * @param required sites that the partitions requested there; empty before the first round
 * @param share ρ of the way from the sites to those that the trial has
 * @param accepted what was found at the accepted posterior; null where none was evaluated
 * @param scale of the dispersion
 */
record PartitionedState(
        GaussianPosterior trial,
        boolean near,
        GaussianSite prior,
        List<GaussianSite> sites,
        List<GaussianSite> required,
        double share,
        @Nullable Accepted accepted,
        DispersionPosterior scale)
        implements AlgorithmState {

    /**
     * A posterior with what its round found.
     *
     * @param q the product of prior and sites
     * @param objective value of the minimised objective
     * @param gain what is left to gain, nats
     */
    record Accepted(GaussianPosterior q, double objective, double gain) implements Serializable {}

    /** Sites that share so much of the way to those that are required. */
    List<GaussianSite> moved(double part) {
        List<GaussianSite> moved = new ArrayList<>();
        for (int k = 0; k < sites.size(); k++) {
            moved.add(sites.get(k).times(1 - part).plus(part, required.get(k)));
        }
        return List.copyOf(moved);
    }

    /** With a trial at that share of the way. */
    PartitionedState towards(GaussianPosterior next, double part) {
        return new PartitionedState(next, true, prior, sites, required, part, accepted, scale);
    }

    /** From sites that were accepted, with those that are required next. */
    PartitionedState at(List<GaussianSite> here, List<GaussianSite> next, @Nullable Accepted found) {
        return new PartitionedState(trial, near, prior, here, next, share, found, scale);
    }

    @Override
    public Approximation best() {
        return new Approximation(accepted == null ? trial : accepted.q(), scale);
    }
}
