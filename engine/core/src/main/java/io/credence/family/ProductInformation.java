package io.credence.family;

import io.credence.linalg.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Fisher information of independent factors, block-diagonal, one factor after the other.
 *
 * @param lengths length of each factor's λ
 * @param factors information of each factor
 * @param join function from factors to their product
 */
record ProductInformation(
        int[] lengths, List<FisherInformation> factors, Function<List<Posterior>, ? extends Posterior> join)
        implements FisherInformation {

    /** Fisher information of the given factors; null where one of them has none. */
    static @Nullable ProductInformation of(
            List<? extends Posterior> factors, Function<List<Posterior>, ? extends Posterior> join) {
        List<FisherInformation> own = new ArrayList<>();
        for (Posterior factor : factors) {
            FisherInformation information = factor.information();
            if (information == null) {
                return null;
            }
            own.add(information);
        }
        int[] lengths = factors.stream().mapToInt(Posterior::parameterCount).toArray();
        return new ProductInformation(lengths, own, join);
    }

    /** Results, one per factor, of a function of the factor's information and its part of a vector as long as λ. */
    private <T> List<@Nullable T> mapFactors(
            double[] vector, BiFunction<FisherInformation, double[], @Nullable T> make) {
        List<@Nullable T> made = new ArrayList<>();
        for (int f = 0, from = 0; f < lengths.length; from += lengths[f++]) {
            made.add(make.apply(factors.get(f), Arrays.copyOfRange(vector, from, from + lengths[f])));
        }
        return made;
    }

    @Override
    public double[] times(double[] move) {
        return Vectors.concatenate(mapFactors(move, FisherInformation::times));
    }

    @Override
    public double[] solve(double[] gradient) {
        return Vectors.concatenate(mapFactors(gradient, FisherInformation::solve));
    }

    @Override
    public @Nullable Posterior posteriorAlong(double[] move, double share) {
        List<@Nullable Posterior> moved = mapFactors(move, (factor, own) -> factor.posteriorAlong(own, share));
        List<Posterior> there = new ArrayList<>();
        for (Posterior factor : moved) {
            if (factor == null) {
                return null;
            }
            there.add(factor);
        }
        return join.apply(there);
    }
}
