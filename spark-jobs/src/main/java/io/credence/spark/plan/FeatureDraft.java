package io.credence.spark.plan;

import io.credence.spark.row.FeatureSource;
import java.io.Serializable;
import java.util.List;

/**
 * Column that becomes features, before their positions in the packed row are known.
 *
 * @param source column, whose targets are yet to be set
 * @param names names of the features; for a categorical column, whose levels are not yet known, empty
 * @param meanEntries mean number of its features in a row that are not 0
 */
record FeatureDraft(FeatureSource source, List<String> names, double meanEntries) implements Serializable {

    boolean isCategory() {
        return source instanceof FeatureSource.Category;
    }

    /** Column whose features stand from position {@code target} on. */
    FeatureSource withTarget(int target) {
        if (source instanceof FeatureSource.Numeric number) {
            return new FeatureSource.Numeric(number.ordinal(), number.column(), number.type(), target);
        } else if (source instanceof FeatureSource.Vector vector) {
            return new FeatureSource.Vector(
                    vector.ordinal(), vector.column(), vector.size(), target, null, vector.exactSize());
        }
        throw new IllegalStateException("a categorical column has its targets by level");
    }
}
