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

    /** Structure of the family's Gaussians, or of those from which a fit of another family begins. */
    public GaussianStructure structure() {
        return familyChoice.part().structure(familyChoice.values());
    }

    /** Whether the family is one of Gaussians with natural gradients in closed form. */
    public boolean isGaussian() {
        return familyChoice.part().isGaussian();
    }

    /** Whether the family is not Gaussian and has natural gradients. */
    boolean isExponential() {
        return !isGaussian() && familyChoice.part().hasInformation(familyChoice.values());
    }

    /** Whether the family is that of all Gaussians. */
    boolean isFull() {
        return isGaussian() && structure().isFull();
    }

    /** Whether the family is that of Gaussians with independent parameters. */
    boolean isMeanField() {
        return isGaussian() && structure().isMeanField();
    }

    /** Sizes of consecutive blocks of parameters, for the block family; else empty. */
    public List<Integer> blocks() {
        return familyChoice.part().has("blocks") ? familyChoice.values().wholes("blocks") : List.of();
    }

    /** Whether blocks of the given sizes split no block of dependent parameters. */
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

    /** Families that are tried where a Gaussian is inadequate; none where one was requested. */
    public List<FamilyPart.AlternativeFamily> alternativeFamilies() {
        return familyChoice.part().alternativeFamilies(familyChoice.values(), seed);
    }

    /** Plan by which a fit of the family starts. */
    public InitialPosterior initialPosterior() {
        return familyChoice.part().startPlan(familyChoice.values(), seed);
    }
}
