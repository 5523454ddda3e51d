package io.credence.family;

import java.util.List;

/** The families of posteriors that are fitted by draws, by name. */
public final class Families {

    private static final double GAUSSIAN = Double.POSITIVE_INFINITY;

    /** All names, in the order in which they are explained. */
    public static final List<String> NAMES = List.of(
            DiagonalGaussian.NAME,
            FullGaussian.NAME,
            LowRankGaussian.NAME,
            SparsePrecisionGaussian.NAME,
            MeanFieldPosterior.STUDENT,
            FullRankPosterior.STUDENT,
            MixturePosterior.NAME,
            PlanarFlow.NAME);

    private Families() {}

    /**
     * How the family of that name starts.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static FamilyPlan named(String name, FamilyOptions options) {
        double nu = options.degreesOfFreedom();
        return switch (name) {
            case DiagonalGaussian.NAME -> (mean, sd) -> MeanFieldPosterior.around(GAUSSIAN, mean, sd);
            case FullGaussian.NAME -> (mean, sd) -> FullRankPosterior.around(GAUSSIAN, mean, sd);
            case LowRankGaussian.NAME -> (mean, sd) -> LowRankGaussian.around(options.rank(), options.seed(), mean, sd);
            case SparsePrecisionGaussian.NAME ->
                (mean, sd) -> SparsePrecisionGaussian.around(
                        SparsePattern.bandedArrow(mean.length, options.bandwidth(), options.shared()), mean, sd);
            case MeanFieldPosterior.STUDENT -> (mean, sd) -> MeanFieldPosterior.around(nu, mean, sd);
            case FullRankPosterior.STUDENT -> (mean, sd) -> FullRankPosterior.around(nu, mean, sd);
            case MixturePosterior.NAME ->
                (mean, sd) -> MixturePosterior.around(options.components(), options.seed(), mean, sd);
            case PlanarFlow.NAME -> (mean, sd) -> PlanarFlow.around(options.layers(), options.seed(), mean, sd);
            default ->
                throw new IllegalArgumentException(
                        "unknown family of posteriors '" + name + "': required is one of " + String.join(", ", NAMES));
        };
    }
}
