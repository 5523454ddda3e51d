package io.credence.spark;

import io.credence.AliasedColumns;
import io.credence.config.FitConfig;
import io.credence.config.InferenceConfig;
import io.credence.fit.ExecutionBackend;
import io.credence.spark.plan.FeaturePlan;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.Set;

/**
 * Features of packed rows that a fit leaves out, since they add nothing to those before them.
 *
 * @param given names of features that have a prior of their own, and stay
 * @param cutpoints whether the model has a constant that is no feature
 * @param kernel that was requested
 */
record AliasedFeatures(Set<String> given, boolean cutpoints, String kernel) {

    /** Those of a fit; empty for one that leaves none out. */
    static Optional<AliasedFeatures> of(FitConfig config) {
        InferenceConfig inference = config.inference();
        return AliasedColumns.areLeftOut(inference)
                ? Optional.of(new AliasedFeatures(
                        inference.prior().coefficients().keySet(),
                        inference.model().hasCutpoints(),
                        config.kernel()))
                : Optional.empty();
    }

    /** Their positions. */
    BitSet among(PackedRows rows, FeaturePlan.Features features) {
        BitSet stay = AliasedColumns.positions(given, features.names());
        features.effects().forEach(each -> Arrays.stream(each.columns()).forEach(stay::set));
        try (ExecutionBackend backend = rows.toBackend(kernel)) {
            return AliasedColumns.of(backend, features.fixed(), rows.hasIntercept(), cutpoints, stay);
        }
    }
}
