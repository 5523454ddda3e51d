package io.credence.family.choice;

import io.credence.family.GaussianStructure;
import io.credence.family.InitialPosterior;
import io.credence.family.MixturePosterior;
import io.credence.family.flow.LayeredFlow;
import io.credence.family.student.StudentFull;
import io.credence.part.Option;
import io.credence.part.OptionValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Automatic choice of a family by the diagnostics of importance weights. It fits the Gaussian with a full covariance,
 * and other families where that one is not reliable. No posterior has its name.
 *
 * @param options options of the families that may be tried
 */
record AutomaticFamily(List<Option> options) implements FamilyPart {

    static final String NAME = "auto";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "gaussian-full and, where its k-hat is too high, gaussian-mixture, student-t-full and planar-flow, up to the"
                + " first that is reliable";
    }

    @Override
    public GaussianStructure structure(OptionValues values) {
        return GaussianStructure.FULL;
    }

    @Override
    public boolean isGaussian() {
        return true;
    }

    @Override
    public InitialPosterior startPlan(OptionValues values, long seed) {
        throw new IllegalArgumentException("the family " + NAME + " is a choice among families: required one of these");
    }

    @Override
    public List<AlternativeFamily> alternativeFamilies(OptionValues values, long seed) {
        return List.of(
                alternative(MixturePosterior.NAME, values, seed, true),
                alternative(StudentFull.NAME, values, seed, false),
                alternative(LayeredFlow.PLANAR, values, seed, false));
    }

    private static AlternativeFamily alternative(String name, OptionValues values, long seed, boolean matched) {
        FamilyPart part = Families.ALL.named(name);
        Map<String, Object> given = new LinkedHashMap<>();
        part.options().stream()
                .map(Option::name)
                .filter(option -> values.all().containsKey(option))
                .forEach(option -> given.put(option, values.all().get(option)));
        return new AlternativeFamily(name, part.startPlan(part.values(given), seed), matched);
    }
}
