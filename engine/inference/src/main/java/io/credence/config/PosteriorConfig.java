package io.credence.config;

import io.credence.family.GaussianStructure;
import io.credence.family.InitialPosterior;
import io.credence.family.choice.FamilyPart;
import io.credence.part.Choice;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings of the variational family.
 *
 * @param familyChoice variational family
 * @param seed seed of the directions in which families that are not Gaussian start
 */
public record PosteriorConfig(Choice<FamilyPart> familyChoice, long seed) {

    /** Name of the family. */
    public String name() {
        return familyChoice.name();
    }

    /**
     * Covariance structure of the Gaussian family. For another family, that of the Gaussian from which its fit begins.
     */
    public GaussianStructure structure() {
        return familyChoice.part().structure(familyChoice.values());
    }

    /** Whether the family is Gaussian with natural gradients in closed form. */
    public boolean isGaussian() {
        return familyChoice.part().isGaussian();
    }

    /** Whether the family is not Gaussian and has natural gradients. */
    boolean isExponential() {
        return !isGaussian() && familyChoice.part().hasInformation(familyChoice.values());
    }

    /** Whether the family has all Gaussians, with any covariance. */
    boolean isFull() {
        return isGaussian() && structure().isFull();
    }

    /** Whether the family has the Gaussians with independent parameters. */
    boolean isMeanField() {
        return isGaussian() && structure().isMeanField();
    }

    /** Sizes of consecutive blocks of parameters in the block family; empty for other families. */
    public List<Integer> blocks() {
        return familyChoice.part().has("blocks") ? familyChoice.values().wholes("blocks") : List.of();
    }

    /** Whether every block of the family lies within one block of the given sizes, so that none is split. */
    boolean keepsBlocksWhole(List<Integer> sizes) {
        if (sizes.isEmpty() || isMeanField()) {
            return true;
        }
        return isGaussian() && blockEnds(blocks()).containsAll(blockEnds(sizes));
    }

    private static List<Integer> blockEnds(List<Integer> sizes) {
        List<Integer> ends = new ArrayList<>();
        int end = 0;
        for (int size : sizes) {
            end += size;
            ends.add(end);
        }
        return ends;
    }

    /** Families that are tried where a Gaussian is inadequate; none where the user requested a family. */
    public List<FamilyPart.AlternativeFamily> alternativeFamilies() {
        return familyChoice.part().alternativeFamilies(familyChoice.values(), seed);
    }

    /** Initial posterior of a fit of the family. */
    public InitialPosterior initialPosterior() {
        return familyChoice.part().startPlan(familyChoice.values(), seed);
    }
}
