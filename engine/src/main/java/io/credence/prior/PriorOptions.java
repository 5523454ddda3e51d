package io.credence.prior;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What configuration says of a prior of the coefficients beside its kind; what a kind does not know is refused.
 *
 * @param mean centre of the coefficients
 * @param scale scale of each coefficient; of a normal prior, its standard deviation
 * @param degreesOfFreedom ν of student-t
 * @param globalScale median of the horseshoe's global scale
 * @param nonCentred whether the scales are parameters of their own, drawn with the coefficients
 * @param plain coefficients with a normal prior whatever the kind, such as the intercept
 * @param plainSd their standard deviation
 * @param groups sizes of consecutive groups of the other coefficients, which share a scale; empty for none
 */
public record PriorOptions(
        double mean,
        OptionalDouble scale,
        OptionalDouble degreesOfFreedom,
        OptionalDouble globalScale,
        boolean nonCentred,
        List<Integer> plain,
        double plainSd,
        List<Integer> groups) {

    /** Mean 0, nothing else given, plain coefficients none. */
    public static final PriorOptions NONE = new PriorOptions(
            0,
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            false,
            List.of(),
            Math.sqrt(5),
            List.of());

    public PriorOptions {
        plain = List.copyOf(plain);
        groups = List.copyOf(groups);
    }

    /** The same with another centre. */
    public PriorOptions withMean(double value) {
        return new PriorOptions(value, scale, degreesOfFreedom, globalScale, nonCentred, plain, plainSd, groups);
    }

    /** The same with that scale. */
    public PriorOptions withScale(double value) {
        return new PriorOptions(
                mean, OptionalDouble.of(value), degreesOfFreedom, globalScale, nonCentred, plain, plainSd, groups);
    }

    /** The same with those degrees of freedom. */
    public PriorOptions withDegreesOfFreedom(double value) {
        return new PriorOptions(mean, scale, OptionalDouble.of(value), globalScale, nonCentred, plain, plainSd, groups);
    }

    /** The same with that global scale. */
    public PriorOptions withGlobalScale(double value) {
        return new PriorOptions(
                mean, scale, degreesOfFreedom, OptionalDouble.of(value), nonCentred, plain, plainSd, groups);
    }

    /** The same with scales of their own. */
    public PriorOptions withNonCentred() {
        return new PriorOptions(mean, scale, degreesOfFreedom, globalScale, true, plain, plainSd, groups);
    }

    /** The same with plain coefficients N(mean, sd²). */
    public PriorOptions withPlain(double sd, List<Integer> coefficients) {
        return new PriorOptions(mean, scale, degreesOfFreedom, globalScale, nonCentred, coefficients, sd, groups);
    }

    /** The same with groups of those sizes. */
    public PriorOptions withGroups(List<Integer> sizes) {
        return new PriorOptions(mean, scale, degreesOfFreedom, globalScale, nonCentred, plain, plainSd, sizes);
    }
}
