package io.credence.family;

import io.credence.linalg.JavaDenseKernel;
import java.util.List;

/** The families of posteriors that are fitted by draws, by name. */
public final class Families {

    /** All names, in the order in which they are explained. */
    public static final List<String> NAMES = List.of(
            DiagonalGaussian.NAME,
            FullGaussian.NAME,
            LowRankGaussian.NAME,
            SparsePrecisionGaussian.NAME,
            StudentDiagonal.NAME,
            StudentFull.NAME,
            MixturePosterior.NAME,
            PlanarFlow.NAME);

    private Families() {}

    /** How a component of a mixture starts; each has directions of its own. */
    private static FamilyPlan component(FamilyOptions options, int k) {
        return named("gaussian-" + options.component(), options.withSeed(options.seed() + 1 + k));
    }

    /**
     * How the family of that name starts.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static FamilyPlan named(String name, FamilyOptions options) {
        double nu = options.degreesOfFreedom();
        return switch (name) {
            case DiagonalGaussian.NAME -> DiagonalGaussian::around;
            case FullGaussian.NAME -> (mean, sd) -> FullGaussian.around(JavaDenseKernel.INSTANCE, mean, sd);
            case LowRankGaussian.NAME -> (mean, sd) -> LowRankGaussian.around(options.rank(), options.seed(), mean, sd);
            case SparsePrecisionGaussian.NAME ->
                (mean, sd) -> SparsePrecisionGaussian.around(
                        SparsePattern.bandedArrow(mean.length, options.bandwidth(), options.shared()), mean, sd);
            case StudentDiagonal.NAME -> (mean, sd) -> StudentDiagonal.around(nu, mean, sd);
            case StudentFull.NAME -> (mean, sd) -> StudentFull.around(nu, mean, sd);
            case MixturePosterior.NAME ->
                (mean, sd) -> MixturePosterior.around(
                        options.components(), options.seed(), k -> component(options, k), mean, sd);
            case PlanarFlow.NAME -> (mean, sd) -> PlanarFlow.around(options.layers(), options.seed(), mean, sd);
            default ->
                throw new IllegalArgumentException(
                        "unknown family of posteriors '" + name + "': required is one of " + String.join(", ", NAMES));
        };
    }
}
