package io.credence.family.choice;

import io.credence.family.FamilyParameters;
import io.credence.family.GaussianStructure;
import io.credence.family.InitialPosterior;
import io.credence.family.Posterior;
import io.credence.part.Catalogue;
import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.part.Part;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/** Family of posteriors that a configuration can choose by name. */
public interface FamilyPart extends Part {

    /**
     * Plan for the start of a fit of this family.
     *
     * @param seed seed of the directions from which it starts, where it needs some
     * @throws IllegalArgumentException if the values do not go together
     */
    InitialPosterior startPlan(OptionValues values, long seed);

    /**
     * Rebuilds a member of the family from its written parameters.
     *
     * @param families families of the members that it is made of
     * @throws IllegalArgumentException if the parameters are not its own
     */
    default Posterior rebuildPosterior(FamilyParameters own, Catalogue<FamilyPart> families) {
        throw new IllegalArgumentException("the family " + name() + " cannot be rebuilt from what is written of it");
    }

    /** Structure of this family's Gaussians or, for other families, of the Gaussians from whose fit it begins. */
    default GaussianStructure structure(OptionValues values) {
        return GaussianStructure.DIAGONAL;
    }

    /**
     * Whether the family consists of the Gaussians of its structure, so that natural gradients and exact expectations
     * exist.
     */
    default boolean isGaussian() {
        return false;
    }

    /**
     * Whether members of the family have a Fisher information, and so natural gradients ({@link
     * Posterior#information}).
     */
    default boolean hasInformation(OptionValues values) {
        return false;
    }

    /**
     * Families that are tried one after another where importance weights reject a Gaussian. There are none unless
     * requested.
     */
    default List<AlternativeFamily> alternativeFamilies(OptionValues values, long seed) {
        return List.of();
    }

    /**
     * Alternative family with the plan for the start of its fit.
     *
     * @param name name of the family
     * @param startPlan plan for the start
     * @param isMatchedToDraws whether the family is fitted by matching weighted draws, else by maximising its bound
     */
    record AlternativeFamily(String name, InitialPosterior startPlan, boolean isMatchedToDraws) {}

    @Override
    default String requirements() {
        return isGaussian() ? "" : "draws";
    }

    /** Catalogue entry of a family whose fit begins at a Gaussian of the given structure. */
    static FamilyEntry of(
            String name,
            String line,
            GaussianStructure begin,
            BiFunction<OptionValues, Long, InitialPosterior> make,
            BiFunction<FamilyParameters, Catalogue<FamilyPart>, Posterior> rebuild,
            Option... options) {
        return new FamilyEntry(name, line, List.of(options), false, v -> begin, v -> false, make, rebuild);
    }

    /** Catalogue entry of the Gaussians of a structure, which are described by their mean and precision. */
    static FamilyEntry gaussianEntry(
            String name,
            String line,
            Function<OptionValues, GaussianStructure> structure,
            BiFunction<OptionValues, Long, InitialPosterior> make,
            Function<FamilyParameters, Posterior> rebuild,
            Option... options) {
        return new FamilyEntry(
                name, line, List.of(options), true, structure, v -> false, make, (own, families) -> rebuild.apply(own));
    }

    /** Catalogue entry that consists of a name, a description, options and functions. */
    record FamilyEntry(
            String name,
            String description,
            List<Option> options,
            boolean isGaussian,
            Function<OptionValues, GaussianStructure> startStructure,
            Predicate<OptionValues> informationCondition,
            BiFunction<OptionValues, Long, InitialPosterior> startPlanFactory,
            BiFunction<FamilyParameters, Catalogue<FamilyPart>, Posterior> rebuild)
            implements FamilyPart {

        /** Entry of a family whose members have a Fisher information where the predicate holds. */
        FamilyEntry withInformation(Predicate<OptionValues> where) {
            return new FamilyEntry(
                    name, description, options, isGaussian, startStructure, where, startPlanFactory, rebuild);
        }

        @Override
        public boolean hasInformation(OptionValues values) {
            return informationCondition.test(values);
        }

        @Override
        public InitialPosterior startPlan(OptionValues values, long seed) {
            return startPlanFactory.apply(values, seed);
        }

        @Override
        public Posterior rebuildPosterior(FamilyParameters own, Catalogue<FamilyPart> families) {
            return rebuild.apply(own, families);
        }

        @Override
        public GaussianStructure structure(OptionValues values) {
            return startStructure.apply(values);
        }
    }
}
