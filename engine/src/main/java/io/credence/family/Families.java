package io.credence.family;

import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The families of posteriors by name: how they start, and how they are rebuilt from what was written of them. */
public final class Families {

    private static final DenseKernel KERNEL = JavaDenseKernel.INSTANCE;

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

    /**
     * The posterior of that family with these parameters, to the same bits as that which was described.
     *
     * @throws IllegalArgumentException if there is no such family, or the parameters are not its own
     */
    public static Posterior rebuilt(String family, FamilyParameters own) {
        return switch (family) {
            case DiagonalGaussian.NAME -> new DiagonalGaussian(own.numbers("mean"), own.numbers("precision"));
            case FullGaussian.NAME, BlockGaussian.NAME -> gaussian(own);
            case LowRankGaussian.NAME -> LowRankGaussian.rebuilt(own);
            case SparsePrecisionGaussian.NAME -> SparsePrecisionGaussian.rebuilt(own);
            case StudentDiagonal.NAME -> StudentDiagonal.rebuilt(own);
            case StudentFull.NAME -> StudentFull.rebuilt(own);
            case MixturePosterior.NAME -> new MixturePosterior(all(own.each("components")), own.numbers("logits"));
            case ProductPosterior.NAME -> new ProductPosterior(all(own.each("factors")));
            case PlanarFlow.NAME -> PlanarFlow.rebuilt(own);
            default -> throw new IllegalArgumentException("unknown family of posteriors '" + family + "'");
        };
    }

    private static List<Posterior> all(List<FamilyParameters> each) {
        return each.stream().map(own -> rebuilt(own.text("family"), own)).toList();
    }

    private static Posterior gaussian(FamilyParameters own) {
        double[] mean = own.numbers("mean");
        double[] precision = own.numbers("precision");
        return definite(
                own.has("blocks")
                        ? BlockGaussian.of(KERNEL, Blocks.of(own.counts("blocks")), mean, precision)
                        : FullGaussian.of(KERNEL, mean, precision));
    }

    /**
     * The Gaussian of that family, or the full one in place of another, with these moments, to rounding.
     *
     * @param covariance row-major, or its diagonal alone
     * @param own may name the blocks
     * @throws IllegalArgumentException if the covariance is not positive definite
     */
    public static Posterior gaussian(String family, double[] mean, double[] covariance, FamilyParameters own) {
        int d = mean.length;
        if (family.equals(DiagonalGaussian.NAME) || covariance.length < (long) d * d) {
            double[] variances = new double[d];
            Arrays.setAll(variances, j -> covariance[covariance.length == d ? j : j * d + j]);
            Arrays.setAll(variances, j -> 1 / variances[j]);
            return new DiagonalGaussian(mean, variances);
        }
        Cholesky root = definite(Cholesky.of(KERNEL, covariance, d));
        double[] precision = Symmetric.pack(root.inverse(), d);
        if (!own.has("blocks")) {
            return definite(FullGaussian.of(KERNEL, mean, precision));
        }
        Blocks blocks = Blocks.of(own.counts("blocks"));
        return definite(BlockGaussian.of(KERNEL, blocks, mean, blocks.within(precision)));
    }

    private static <T> T definite(@Nullable T found) {
        if (found == null) {
            throw new IllegalArgumentException("the covariance of a posterior must be positive definite but is not");
        }
        return found;
    }

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
            case FullGaussian.NAME -> (mean, sd) -> FullGaussian.around(KERNEL, mean, sd);
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
