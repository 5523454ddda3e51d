package io.credence.result.section;

import io.credence.prior.NonCentredMap;
import org.jspecify.annotations.Nullable;

/**
 * Map from the parameters of a non-centred prior to the coefficients.
 *
 * @param groupOf group of each coefficient; -1 for those outside the prior
 * @param groups number of groups
 * @param mean prior mean
 * @param scale scale of the global scale
 * @param global whether there is a global scale
 * @param units units of the coefficients; null where they are 1
 */
public record NonCentredSection(
        int[] groupOf, int groups, double mean, double scale, boolean global, double @Nullable [] units) {

    public NonCentredSection {
        for (int group : groupOf) {
            if (group < -1 || group >= groups) {
                throw Refusal.of("groupOf is out of range", "shrinkage blocks from -1 to " + (groups - 1), group);
            }
        }
        Refusal.requireFinite("mean", mean);
        Refusal.requirePositive("scale", scale);
        if (units != null) {
            Refusal.requireLength("units", groupOf.length, units.length);
            for (int j = 0; j < units.length; j++) {
                Refusal.requirePositive("units[" + j + "]", units[j]);
            }
        }
    }

    static NonCentredSection of(NonCentredMap map) {
        return new NonCentredSection(
                map.blockOf(), map.blockCount(), map.mean(), map.scale(), map.hasGlobalScale(), map.units());
    }

    /** Restores the map. */
    public NonCentredMap map() {
        return new NonCentredMap(groupOf, groups, mean, scale, global, units);
    }
}
