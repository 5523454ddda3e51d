package io.credence.fit.exact;

import io.credence.family.GaussianSite;
import io.credence.statistics.PassStatistics;
import io.credence.statistics.Sums;
import java.util.ArrayList;
import java.util.List;

/** What a round brings home: the sums of all rows at the posterior, and the site that each partition would have, in order. */
final class SiteSums implements Sums<SiteSums> {

    private static final long serialVersionUID = 1;

    private final PassStatistics sums;
    private final ArrayList<GaussianSite> sites;
    private long visited;

    /**
     * Of one partition.
     *
     * @param sums of its rows at the posterior
     * @param visited rows visited on the way to its site
     */
    SiteSums(PassStatistics sums, GaussianSite site, long visited) {
        this.sums = sums;
        this.sites = new ArrayList<>(List.of(site));
        this.visited = visited;
    }

    @Override
    public void merge(SiteSums other) {
        sums.merge(other.sums);
        sites.addAll(other.sites);
        visited += other.visited;
    }

    /** Sums at the posterior from which the partitions set out; zero where they had none. */
    PassStatistics sums() {
        return sums;
    }

    /** One site for each partition. */
    List<GaussianSite> sites() {
        return List.copyOf(sites);
    }

    /** Rows visited, each as often as it was. */
    long visited() {
        return visited;
    }
}
