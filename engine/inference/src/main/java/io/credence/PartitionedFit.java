package io.credence;

import io.credence.fit.FitResult;
import io.credence.kind.ColumnScales;
import io.credence.prior.PosteriorFactors;
import org.jspecify.annotations.Nullable;

/**
 * Fit whose posterior has a factor for each part of the rows.
 *
 * @param fit fit of all rows
 * @param scales scales by which the columns of the fit were divided
 * @param partitionedSites partition factors
 */
record PartitionedFit(PreparedFit fit, ColumnScales scales, FitPartitionFactors partitionedSites)
        implements DelegatingFit {

    @Override
    public PartitionedFit withNote(String note) {
        return new PartitionedFit(fit.withNote(note), scales, partitionedSites);
    }

    @Override
    public PreparedFit forResult(boolean jointly) {
        return new PartitionedFit(fit.forResult(jointly), scales, partitionedSites);
    }

    @Override
    public @Nullable PosteriorFactors partitionFactors(FitResult result) {
        return partitionedSites.factorsAfter(result, names(), scales, prior());
    }
}
