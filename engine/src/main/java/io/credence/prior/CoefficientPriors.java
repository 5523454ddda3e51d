package io.credence.prior;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The priors of coefficients that come with Credence. */
public final class CoefficientPriors {

    /** Names, as in configuration. */
    public static final List<String> NAMES = List.of("normal", "laplace", "student-t", "horseshoe", "half-cauchy");

    private CoefficientPriors() {}

    /**
     * The prior of that name: normal (scale), laplace (scale), student-t (degreesOfFreedom, scale), horseshoe
     * (globalScale; non-centred only), or half-cauchy (scale), which is one of positive numbers whose logarithms the
     * coefficients are. Groups are for laplace, student-t and horseshoe.
     *
     * @throws IllegalArgumentException if the name is unknown, an option is missing, out of range or without a meaning
     */
    public static CoefficientPrior named(String kind, PriorOptions options, int coefficients) {
        if (!NAMES.contains(kind)) {
            throw new IllegalArgumentException(
                    "unknown prior '" + kind + "': required one of " + String.join(", ", NAMES));
        }
        check(kind, options);
        CoefficientGroups groups = CoefficientGroups.of(coefficients, options.plain(), options.groups());
        double scale = kind.equals("horseshoe")
                ? needed(kind, "globalScale", options.globalScale())
                : needed(kind, "scale", options.scale());
        ScaleLaw law = law(kind, options);
        if (options.nonCentred() && law != null) {
            return new ScaleMixturePrior(kind, groups, options.mean(), scale, options.plainSd(), law);
        }
        return kind.equals("normal")
                ? new CentredPrior(kind, normal(groups, options, 1 / (scale * scale)), null)
                : new CentredPrior(kind, normal(groups, options, 0), term(kind, groups, options, scale));
    }

    private static void check(String kind, PriorOptions options) {
        boolean mixture = List.of("laplace", "student-t", "horseshoe").contains(kind);
        refuse(kind, "globalScale", options.globalScale().isPresent() && !kind.equals("horseshoe"));
        refuse(kind, "scale", options.scale().isPresent() && kind.equals("horseshoe"));
        refuse(kind, "degreesOfFreedom", options.degreesOfFreedom().isPresent() && !kind.equals("student-t"));
        refuse(kind, "groups", !options.groups().isEmpty() && !mixture);
        refuse(kind, "nonCentred = true", options.nonCentred() && !mixture);
        refuse(kind, "mean", options.mean() != 0 && kind.equals("half-cauchy"));
        if (kind.equals("horseshoe") && !options.nonCentred()) {
            throw new IllegalArgumentException("a horseshoe prior has no density in closed form: required nonCentred = "
                    + "true, found nonCentred = false");
        }
        Positive.require("the standard deviation of plain coefficients", options.plainSd());
    }

    private static void refuse(String kind, String option, boolean given) {
        if (given) {
            throw new IllegalArgumentException("the prior " + kind + " does not know " + option + ", which is given");
        }
    }

    private static double needed(String kind, String option, OptionalDouble value) {
        double found = value.orElseThrow(
                () -> new IllegalArgumentException("the prior " + kind + " requires " + option + ", which is missing"));
        Positive.require(option + " of the prior " + kind, found);
        return found;
    }

    private static @Nullable ScaleLaw law(String kind, PriorOptions options) {
        return switch (kind) {
            case "laplace" -> new ScaleLaw.Laplace();
            case "student-t" -> new ScaleLaw.Student(needed(kind, "degreesOfFreedom", options.degreesOfFreedom()));
            case "horseshoe" -> new ScaleLaw.Horseshoe();
            default -> null;
        };
    }

    /** The normal prior of the plain coefficients, with {@code precision} for the others. */
    private static GaussianPrior normal(CoefficientGroups groups, PriorOptions options, double precision) {
        double[] means = new double[groups.groupOf().length];
        double[] precisions = new double[means.length];
        Arrays.fill(means, options.mean());
        Arrays.fill(precisions, precision);
        for (int j : groups.plain()) {
            precisions[j] = 1 / (options.plainSd() * options.plainSd());
        }
        return new GaussianPrior(means, precisions);
    }

    private static DensityTerm term(String kind, CoefficientGroups groups, PriorOptions options, double scale) {
        double mean = options.mean();
        double degreesOfFreedom = options.degreesOfFreedom().orElse(1);
        if (groups.isSingle()) {
            return new IndependentTerm(
                    groups.grouped(),
                    switch (kind) {
                        case "laplace" -> new LaplaceDensity(mean, scale);
                        case "student-t" -> new StudentDensity(degreesOfFreedom, mean, scale);
                        default -> new LogHalfCauchy(scale);
                    });
        }
        List<DensityTerm> terms = new ArrayList<>();
        for (int[] at : groups.all()) {
            terms.add(
                    kind.equals("laplace")
                            ? new GroupLaplace(at, mean, scale)
                            : new GroupStudent(at, degreesOfFreedom, mean, scale));
        }
        return new PriorTerms(terms);
    }
}
