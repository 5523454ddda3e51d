package io.credence.spark.backend;

import io.credence.data.RowBlock;
import io.credence.data.RowDigest;
import io.credence.diagnostic.RowKey;
import io.credence.diagnostic.RowKeyLookup;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Search for the names of series by the content of their rows. The blocks, of one series each, bear these names.
 *
 * @param blocks blocks of one series each
 * @param jobNames names of jobs
 */
public record SeriesNameSearch(BlockPartitions blocks, JobNames jobNames) implements RowKeyLookup {

    @Override
    public Map<Long, RowKey> of(Set<Long> contents) {
        return jobNames.runNamed(
                "credence keys", "credence: looking for single series", () -> findKeys(new HashSet<>(contents)));
    }

    private Map<Long, RowKey> findKeys(HashSet<Long> contents) {
        Map<Long, RowKey> first = new HashMap<>();
        blocks.run((partition, elements) -> {
                    HashMap<Long, RowKey> found = new HashMap<>();
                    elements.forEachRemaining(element -> {
                        RowBlock block = element.block();
                        String series = element.series();
                        if (block != null && series != null) {
                            long content = RowDigest.rowsDigest(block, 0, block.rows());
                            if (contents.contains(content)) {
                                found.merge(content, new RowKey(series, 0), RowKey::merge);
                            }
                        }
                    });
                    return found;
                })
                .forEach(part -> part.forEach((content, found) -> first.merge(content, found, RowKey::merge)));
        return first;
    }
}
