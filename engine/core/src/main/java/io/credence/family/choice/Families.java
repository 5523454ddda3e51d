package io.credence.family.choice;

import io.credence.family.BlockGaussian;
import io.credence.family.Blocks;
import io.credence.family.DiagonalGaussian;
import io.credence.family.DirichletPosterior;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianStructure;
import io.credence.family.InitialPosterior;
import io.credence.family.LowRankGaussian;
import io.credence.family.MixturePosterior;
import io.credence.family.NormalInverseGamma;
import io.credence.family.Posterior;
import io.credence.family.ProductPosterior;
import io.credence.family.ScalarFamily;
import io.credence.family.WishartPosterior;
import io.credence.family.flow.CouplingLayers;
import io.credence.family.flow.FlowLayers;
import io.credence.family.flow.LayeredFlow;
import io.credence.family.flow.PlanarLayers;
import io.credence.family.student.StudentDiagonal;
import io.credence.family.student.StudentFull;
import io.credence.linalg.JavaDenseKernel;
import io.credence.part.Catalogue;
import io.credence.part.NumberRange;
import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.part.WeightedPart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Catalogue of the posterior families that come with Credence. */
public final class Families {

    /** Name of the family of the posteriors of a normal regression under its conjugate prior. */
    public static final String CONJUGATE = NormalInverseGamma.NAME;

    private static final List<String> COMPONENTS = List.of("diagonal", "full", "low-rank");
    private static final String NU = "degreesOfFreedom";
    private static final Option DEGREES =
            Option.number(NU, 5, NumberRange.above(2), "degrees of freedom ν of the posterior");
    private static final Option RANK =
            Option.whole("rank", 5, 1, "directions besides the diagonal, of low-rank components in a mixture");
    private static final Option BLOCKS = Option.wholes("blocks", 1, "sizes of consecutive blocks of parameters");

    private static final String DIAGONAL = "diagonal";
    private static final Option CONDITIONAL_COVARIANCE = Option.word(
            "covariance",
            List.of("full", DIAGONAL),
            "covariance of the coefficients given the dispersion, of which it is a multiple");

    private static final Option LAYERS = Option.whole("layers", 8, 1, "layers of the flow");

    private static final String LAST_BUILDS = "builds of 0.1.0-SNAPSHOT from 26 to 28 November 2026";

    private static final List<Catalogue.RetiredPart> RETIRED = List.of(
            new Catalogue.RetiredPart(
                    "gaussian-sparse-precision",
                    "a Gaussian with a sparse precision",
                    LAST_BUILDS,
                    "where a full covariance is too large, posterior.family = gaussian-low-rank keeps the strongest"
                            + " correlations (posterior.rank = 5, the default), gaussian-block those within blocks of"
                            + " parameters (posterior.blocks)"),
            new Catalogue.RetiredPart(
                    "network-gaussian-full",
                    "of networks with one normal of all weights, model.network.covariance = full",
                    LAST_BUILDS,
                    "weights of a network are independent, and in place of one normal of all of them there are"
                            + " ensembles of networks (model.network.ensemble = auto, the default), deep Gaussian"
                            + " processes (model.network.processes = 2) and, of few rows, regressions with a full"
                            + " posterior (posterior.family = gaussian-full, without a network)"));

    /** All families, in the order in which they are explained. */
    public static final Catalogue<FamilyPart> ALL = Catalogue.of(
            "family of posteriors",
            RETIRED,
            FamilyPart.gaussianEntry(
                            FullGaussian.NAME,
                            "Gaussian with a full covariance",
                            v -> GaussianStructure.FULL,
                            (v, seed) -> Families::full,
                            PosteriorReader::readGaussian)
                    .withInformation(v -> true),
            FamilyPart.gaussianEntry(
                            DiagonalGaussian.NAME,
                            "Gaussian with independent parameters",
                            v -> GaussianStructure.DIAGONAL,
                            (v, seed) -> DiagonalGaussian::around,
                            own -> new DiagonalGaussian(own.numbers("mean"), own.numbers("precision")))
                    .withInformation(v -> true),
            FamilyPart.gaussianEntry(
                    BlockGaussian.NAME,
                    "Gaussian with independent blocks of consecutive parameters",
                    Families::blockStructure,
                    Families::blocks,
                    PosteriorReader::readGaussian,
                    BLOCKS),
            FamilyPart.of(
                    LowRankGaussian.NAME,
                    "Gaussian whose covariance is a diagonal and a few directions",
                    GaussianStructure.DIAGONAL,
                    Families::lowRank,
                    (own, families) -> LowRankGaussian.fromFamilyParameters(own),
                    RANK),
            FamilyPart.of(
                    StudentDiagonal.NAME,
                    "independent Student's t",
                    GaussianStructure.DIAGONAL,
                    (v, seed) -> student(v.number(NU), false),
                    (own, families) -> StudentDiagonal.fromFamilyParameters(own),
                    DEGREES),
            FamilyPart.of(
                    StudentFull.NAME,
                    "Student's t with a full scale matrix",
                    GaussianStructure.FULL,
                    (v, seed) -> student(v.number(NU), true),
                    (own, families) -> StudentFull.fromFamilyParameters(own),
                    DEGREES),
            scalar(ScalarFamily.GAMMA, "independent gammas of positive numbers, by their logarithms"),
            scalar(ScalarFamily.INVERSE_GAMMA, "independent inverse gammas of positive numbers, by their logarithms"),
            scalar(ScalarFamily.BETA, "independent betas of numbers between 0 and 1, by their log odds"),
            FamilyPart.of(
                    NormalInverseGamma.NAME,
                    "coefficients that are normal given the dispersion, which is inverse gamma and the last parameter",
                    GaussianStructure.FULL,
                    Families::normalInverseGamma,
                    (own, families) -> NormalInverseGamma.fromFamilyParameters(own),
                    CONDITIONAL_COVARIANCE),
            FamilyPart.of(
                            DirichletPosterior.NAME,
                            "a Dirichlet of positive numbers that sum to 1, by stick-breaking",
                            GaussianStructure.DIAGONAL,
                            (v, seed) -> DirichletPosterior::around,
                            (own, families) -> DirichletPosterior.fromFamilyParameters(own))
                    .withInformation(v -> true),
            FamilyPart.of(
                            WishartPosterior.NAME,
                            "a Wishart of a covariance matrix, by the logarithmic coordinates of its Cholesky factor",
                            GaussianStructure.FULL,
                            (v, seed) -> WishartPosterior::around,
                            (own, families) -> WishartPosterior.fromFamilyParameters(own))
                    .withInformation(v -> true),
            FamilyPart.of(
                    MixturePosterior.NAME,
                    "mixture of Gaussians",
                    GaussianStructure.DIAGONAL,
                    Families::mixture,
                    (own, families) -> new MixturePosterior(
                            PosteriorReader.readAll(own.children("components"), families), own.numbers("logits")),
                    Option.whole("components", 3, 1, "components of the mixture"),
                    Option.word("component", COMPONENTS, "covariance of each component"),
                    RANK),
            FamilyPart.of(
                    LayeredFlow.PLANAR,
                    "Gaussian behind planar layers",
                    GaussianStructure.DIAGONAL,
                    (v, seed) -> flow(new PlanarLayers(), v.whole("layers"), seed),
                    (own, families) -> LayeredFlow.fromFamilyParameters(new PlanarLayers(), own),
                    LAYERS),
            FamilyPart.of(
                    LayeredFlow.COUPLING,
                    "Gaussian behind layers in which half of the parameters shift and stretch the others",
                    GaussianStructure.DIAGONAL,
                    (v, seed) -> flow(new CouplingLayers(v.whole("hidden")), v.whole("couplings"), seed),
                    (own, families) -> LayeredFlow.fromFamilyParameters(CouplingLayers.of(own), own),
                    Option.whole("couplings", 4, 1, "layers of the flow, every other one with the halves exchanged"),
                    Option.whole("hidden", 4, 1, "hidden units of a layer")),
            FamilyPart.of(
                            ProductPosterior.NAME,
                            "independent members of other families for consecutive parameters",
                            GaussianStructure.DIAGONAL,
                            Families::product,
                            (own, families) ->
                                    new ProductPosterior(PosteriorReader.readAll(own.children("factors"), families)),
                            Option.listOfPieces(
                                    "factors",
                                    "sizes, families and options of the factors: [{ size = 2, family = gaussian-full }, { size = 3, family = student-t-diagonal, degreesOfFreedom = 7 }]"))
                    .withInformation(v -> v.pieces("factors").stream()
                            .allMatch(piece -> requireFamily(piece)
                                    .hasInformation(piece.choice().values()))),
            new AutomaticFamily(List.of(DEGREES, LAYERS)));

    private Families() {}

    /**
     * Plan for the start of a fit by the family of the given name.
     *
     * @param given values of the family's options; the others have their defaults
     * @param seed seed of the directions from which low ranks, mixtures and flows start
     * @throws IllegalArgumentException if the name or an option is unknown or out of range
     */
    public static InitialPosterior startPlanNamed(String name, Map<String, ?> given, long seed) {
        FamilyPart part = ALL.named(name);
        return part.startPlan(part.values(given), seed);
    }

    private static FamilyPart scalar(ScalarFamily kind, String line) {
        return FamilyPart.of(
                        kind.familyName(),
                        line,
                        GaussianStructure.DIAGONAL,
                        (v, seed) -> kind::around,
                        (own, families) -> kind.rebuildPosterior(own))
                .withInformation(v -> true);
    }

    private static InitialPosterior normalInverseGamma(OptionValues v, long seed) {
        boolean diagonal = v.word(CONDITIONAL_COVARIANCE.name()).equals(DIAGONAL);
        return (mean, sd) -> NormalInverseGamma.around(diagonal, mean, sd);
    }

    private static FullGaussian full(double[] mean, double[] sd) {
        return FullGaussian.around(JavaDenseKernel.INSTANCE, mean, sd);
    }

    private static GaussianStructure blockStructure(OptionValues v) {
        return GaussianStructure.ofBlocks(Blocks.of(
                v.wholes("blocks").stream().mapToInt(Integer::intValue).toArray()));
    }

    private static InitialPosterior blocks(OptionValues v, long seed) {
        InitialPosterior block = Families::full;
        List<Integer> sizes = v.wholes("blocks");
        return product(sizes, Collections.nCopies(sizes.size(), block));
    }

    private static FamilyPart requireFamily(WeightedPart piece) {
        if (!(piece.choice().part() instanceof FamilyPart part)) {
            throw new IllegalArgumentException(
                    "a factor requires a family but found " + piece.choice().name());
        }
        return part;
    }

    private static InitialPosterior product(OptionValues v, long seed) {
        List<InitialPosterior> plans = new ArrayList<>();
        for (WeightedPart piece : v.pieces("factors")) {
            plans.add(requireFamily(piece).startPlan(piece.choice().values(), seed));
        }
        return product(
                v.pieces("factors").stream().map(WeightedPart::parameterCount).toList(), plans);
    }

    private static InitialPosterior product(List<Integer> sizes, List<InitialPosterior> plans) {
        int total = sizes.stream().mapToInt(Integer::intValue).sum();
        return (mean, sd) -> {
            if (mean.length != total || sd.length != total) {
                throw new IllegalArgumentException("sizes of factors must add up to the " + mean.length
                        + " parameters but were " + sizes + ", which add up to " + total);
            }
            List<Posterior> factors = new ArrayList<>();
            int first = 0;
            for (int k = 0; k < plans.size(); k++) {
                int end = first + sizes.get(k);
                factors.add(
                        plans.get(k).around(Arrays.copyOfRange(mean, first, end), Arrays.copyOfRange(sd, first, end)));
                first = end;
            }
            return new ProductPosterior(factors);
        };
    }

    private static InitialPosterior lowRank(OptionValues v, long seed) {
        int rank = v.whole("rank");
        return (mean, sd) -> LowRankGaussian.around(rank, seed, mean, sd);
    }

    private static InitialPosterior student(double nu, boolean full) {
        return full
                ? (mean, sd) -> StudentFull.around(nu, mean, sd)
                : (mean, sd) -> StudentDiagonal.around(nu, mean, sd);
    }

    private static InitialPosterior mixture(OptionValues v, long seed) {
        int components = v.whole("components");
        FamilyPart component = ALL.named("gaussian-" + v.word("component"));
        OptionValues own = component.values(component.has("rank") ? Map.of("rank", v.whole("rank")) : Map.of());
        List<InitialPosterior> plans = new ArrayList<>();
        for (int k = 0; k < components; k++) {
            plans.add(component.startPlan(own, seed + 1 + k));
        }
        return (mean, sd) -> MixturePosterior.around(components, seed, plans::get, mean, sd);
    }

    private static InitialPosterior flow(FlowLayers kind, int layers, long seed) {
        return (mean, sd) -> LayeredFlow.around(kind, layers, seed, mean, sd);
    }
}
