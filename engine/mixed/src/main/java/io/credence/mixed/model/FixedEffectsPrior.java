package io.credence.mixed.model;

import io.credence.prior.GaussianPrior;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Prior of the fixed effects β: independent normals, of which those of smooths have standard deviations that are
 * variance components.
 *
 * @param normal prior of β in the order of its columns; precision 0 is flat. Entries of smooths are not read
 * @param smooths penalised parts of smooth functions, no column in two of them
 */
public record FixedEffectsPrior(GaussianPrior normal, List<SmoothTerm> smooths) implements Serializable {

    public FixedEffectsPrior {
        smooths = List.copyOf(smooths);
        Set<Integer> observed = new HashSet<>();
        for (SmoothTerm smooth : smooths) {
            for (int column : smooth.columns()) {
                if (!observed.add(column)) {
                    throw new IllegalArgumentException("a column must be of one smooth, found column " + column + " in "
                            + smooth.name() + " and before");
                }
            }
        }
    }
}
