package io.credence.config;

import io.credence.family.FamilyPart;
import io.credence.family.FamilyPlan;
import io.credence.family.GaussianStructure;
import io.credence.part.Choice;
import java.util.ArrayList;
import java.util.List;

/**
 * The set of distributions that is searched.
 *
 * @param choice which set
 * @param seed of the directions from which sets that are not Gaussian start
 */
public record PosteriorConfig(Choice<FamilyPart> choice, long seed) {

    /** Its name. */
    public String name() {
        return choice.name();
    }

    /** The Gaussians that it is, or from which a fit of another set begins. */
    public GaussianStructure structure() {
        return choice.part().structure(choice.values());
    }

    /** Whether it is a set of Gaussians with natural gradients in closed form. */
    public boolean isGaussian() {
        return choice.part().isGaussian();
    }

    /** Whether it is another set that has natural gradients. */
    boolean isExponential() {
        return !isGaussian() && choice.part().hasInformation(choice.values());
    }

    /** Whether it is all Gaussians. */
    boolean isFull() {
        return isGaussian() && structure().isFull();
    }

    /** Whether it is the Gaussians of independent parameters. */
    boolean isMeanField() {
        return isGaussian() && structure().isMeanField();
    }

    /** Sizes of consecutive blocks of parameters, for the block family; else empty. */
    public List<Integer> blocks() {
        return choice.part().has("blocks") ? choice.values().wholes("blocks") : List.of();
    }

    /** Whether no block of parameters that depend on each other lies across the edge of one of those sizes. */
    boolean isCutAt(List<Integer> sizes) {
        if (sizes.isEmpty() || isMeanField()) {
            return true;
        }
        return isGaussian() && ends(blocks()).containsAll(ends(sizes));
    }

    private static List<Integer> ends(List<Integer> sizes) {
        List<Integer> ends = new ArrayList<>();
        int end = 0;
        for (int size : sizes) {
            end += size;
            ends.add(end);
        }
        return ends;
    }

    /** Families that are tried where a Gaussian cannot be relied on; none where one was requested. */
    public List<FamilyPart.Named> escalation() {
        return choice.part().escalation(choice.values(), seed);
    }

    /** How a fit of it starts. */
    public FamilyPlan plan() {
        return choice.part().plan(choice.values(), seed);
    }
}
