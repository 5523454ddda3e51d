package io.credence.spark;

import io.credence.AliasedColumnSearch;
import io.credence.config.FitConfig;
import io.credence.config.InferenceConfig;
import io.credence.fit.ExecutionBackend;
import io.credence.spark.plan.FeaturePlan;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Choice of the features that a fit leaves out because they are linear combinations of earlier ones.
 *
 * @param ownPriorFeatures names of features that have a prior of their own, and stay
 * @param hasCutpoints whether the model has cutpoints, which act as a constant
 * @param kernel name of the requested kernel
 */
record AliasedFeatures(Set<String> ownPriorFeatures, boolean hasCutpoints, String kernel) {

    /** Creates the choice for a fit; empty if the fit leaves no features out. */
    static Optional<AliasedFeatures> of(FitConfig config) {
        InferenceConfig inference = config.inference();
        return AliasedColumnSearch.areLeftOut(inference)
                ? Optional.of(new AliasedFeatures(
                        inference.prior().coefficients().keySet(),
                        inference.model().hasCutpoints(),
                        config.kernel()))
                : Optional.empty();
    }

    /** Packs rows, and packs them again without aliased features if there are any. */
    PackedRows packWithoutAliased(FeaturePlan.Features features, Function<FeaturePlan.Features, PackedRows> packing) {
        PackedRows rows = packing.apply(features);
        BitSet found;
        try {
            found = aliasedPositions(rows, features);
        } catch (RuntimeException failed) {
            rows.close();
            throw failed;
        }
        if (found.isEmpty()) {
            return rows;
        }
        rows.close();
        return packing.apply(features.withoutFeatures(found));
    }

    /** Positions of the features to leave out. */
    private BitSet aliasedPositions(PackedRows rows, FeaturePlan.Features features) {
        BitSet stay = AliasedColumnSearch.indicesOf(ownPriorFeatures, features.names());
        features.effects().forEach(each -> Arrays.stream(each.columns()).forEach(stay::set));
        features.smooths().stream()
                .flatMap(smooth -> smooth.penalisedColumns().stream())
                .forEach(part -> Arrays.stream(part.columns()).forEach(stay::set));
        try (ExecutionBackend backend = rows.toBackend(kernel)) {
            return AliasedColumnSearch.find(
                    backend, rows.moments(backend), features.fixedCount(), rows.hasIntercept(), hasCutpoints, stay);
        }
    }
}
