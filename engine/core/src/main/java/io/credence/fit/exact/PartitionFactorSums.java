package io.credence.fit.exact;

import io.credence.family.GaussianFactor;
import io.credence.statistics.PassStatistics;
import io.credence.statistics.Sums;
import java.util.ArrayList;
import java.util.List;

/** Result of a round: the sums of all rows at the posterior, and the new factor of each partition, in order. */
final class PartitionFactorSums implements Sums<PartitionFactorSums> {

    private static final long serialVersionUID = 1;

    private final PassStatistics sums;
    private final ArrayList<GaussianFactor> sites;
    private long visited;

    /**
     * The result of one partition.
     *
     * @param sums sums of its rows at the posterior
     * @param visited rows visited until its partition factor was found
     */
    PartitionFactorSums(PassStatistics sums, GaussianFactor site, long visited) {
        this.sums = sums;
        this.sites = new ArrayList<>(List.of(site));
        this.visited = visited;
    }

    @Override
    public void merge(PartitionFactorSums other) {
        sums.merge(other.sums);
        sites.addAll(other.sites);
        visited += other.visited;
    }

    /** Sums at the posterior at which the partitions began; zero for partitions without rows. */
    public PassStatistics sums() {
        return sums;
    }

    /** New factors, one for each partition. */
    List<GaussianFactor> partitionFactors() {
        return List.copyOf(sites);
    }

    /** Number of rows visited, each counted as often as it was visited. */
    long visited() {
        return visited;
    }
}
