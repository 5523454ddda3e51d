package io.credence.family;

import io.credence.part.Catalogue;
import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.part.Part;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/** A family of posteriors that a configuration can name. */
public interface FamilyPart extends Part {

    /**
     * How a fit of the family starts.
     *
     * @param seed of the directions from which it starts, where it needs some
     * @throws IllegalArgumentException if the values do not go together
     */
    FamilyPlan plan(OptionValues values, long seed);

    /**
     * The member of the family that was described so.
     *
     * @param families those of members that it is made of
     * @throws IllegalArgumentException if the parameters are not its own
     */
    default Posterior rebuilt(FamilyParameters own, Catalogue<FamilyPart> families) {
        throw new IllegalArgumentException("the family " + name() + " cannot be rebuilt from what is written of it");
    }

    /** The Gaussians that the family is or, if it is another, from whose fit it begins. */
    default GaussianStructure structure(OptionValues values) {
        return GaussianStructure.DIAGONAL;
    }

    /** Whether it is the Gaussians of its structure, so that natural gradients and exact expectations exist. */
    default boolean isGaussian() {
        return false;
    }

    /** Whether its members have a Fisher information, so that they have natural gradients ({@link Posterior#information}). */
    default boolean hasInformation(OptionValues values) {
        return false;
    }

    /** Families that are tried one after another where importance weights reject a Gaussian; none unless requested. */
    default List<Named> escalation(OptionValues values, long seed) {
        return List.of();
    }

    /**
     * A family with how a fit of it starts.
     *
     * @param name of the family
     * @param plan its start
     * @param matched whether it is matched to weighed draws, else its bound is climbed
     */
    record Named(String name, FamilyPlan plan, boolean matched) {}

    @Override
    default String needs() {
        return isGaussian() ? "" : "draws";
    }

    /** A family whose fit begins at a Gaussian of that structure, from functions. */
    static Listed of(
            String name,
            String line,
            GaussianStructure begin,
            BiFunction<OptionValues, Long, FamilyPlan> make,
            BiFunction<FamilyParameters, Catalogue<FamilyPart>, Posterior> rebuild,
            Option... options) {
        return new Listed(name, line, List.of(options), false, v -> begin, v -> false, make, rebuild);
    }

    /** The Gaussians of a structure, which are described by their mean and precision, from functions. */
    static Listed gaussian(
            String name,
            String line,
            Function<OptionValues, GaussianStructure> structure,
            BiFunction<OptionValues, Long, FamilyPlan> make,
            Function<FamilyParameters, Posterior> rebuild,
            Option... options) {
        return new Listed(
                name, line, List.of(options), true, structure, v -> false, make, (own, families) -> rebuild.apply(own));
    }

    /** A part of the list. */
    record Listed(
            String name,
            String line,
            List<Option> options,
            boolean isGaussian,
            Function<OptionValues, GaussianStructure> begin,
            Predicate<OptionValues> informed,
            BiFunction<OptionValues, Long, FamilyPlan> make,
            BiFunction<FamilyParameters, Catalogue<FamilyPart>, Posterior> rebuild)
            implements FamilyPart {

        /** The same of a family whose members have a Fisher information where that holds. */
        Listed informed(Predicate<OptionValues> where) {
            return new Listed(name, line, options, isGaussian, begin, where, make, rebuild);
        }

        @Override
        public boolean hasInformation(OptionValues values) {
            return informed.test(values);
        }

        @Override
        public FamilyPlan plan(OptionValues values, long seed) {
            return make.apply(values, seed);
        }

        @Override
        public Posterior rebuilt(FamilyParameters own, Catalogue<FamilyPart> families) {
            return rebuild.apply(own, families);
        }

        @Override
        public GaussianStructure structure(OptionValues values) {
            return begin.apply(values);
        }
    }
}
