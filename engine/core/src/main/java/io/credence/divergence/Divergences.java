package io.credence.divergence;

import io.credence.part.Catalogue;
import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.part.WeightedPart;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Catalogue of the divergences that come with Credence. */
public final class Divergences {

    private static final Option ALPHA = Option.numberExcept("alpha", 0.5, 0, "order α");

    /** All divergences by name, the Kullback–Leibler divergence first. */
    public static final Catalogue<DivergencePart> ALL = Catalogue.of(
            "divergence",
            DivergencePart.of(
                    "kl", "Kullback–Leibler divergence of standard variational inference", v -> KullbackLeibler.PLAIN),
            DivergencePart.of(
                    "weighted-kl",
                    "Kullback–Leibler divergence divided by a weight",
                    v -> new KullbackLeibler(v.number("weight")),
                    Option.positive("weight", 1, "by which the divergence is divided")),
            DivergencePart.of("alpha", "α-divergence", v -> new AlphaDivergence(v.number("alpha")), ALPHA),
            DivergencePart.of(
                    "renyi", "Rényi's divergence of order α", v -> new RenyiDivergence(v.number("alpha")), ALPHA),
            DivergencePart.of(
                    "beta",
                    "β-divergence, a density power",
                    v -> new BetaDivergence(v.number("beta")),
                    Option.numberExcept("beta", 1.5, 0, "order β")),
            DivergencePart.of(
                    "gamma",
                    "γ-divergence, a spherical density power",
                    v -> new GammaDivergence(v.number("gamma")),
                    Option.numberExcept("gamma", 1.5, 0, "order γ")),
            DivergencePart.of(
                    "alpha-beta-gamma",
                    "αβγ-divergence, of which those of one order are members or limits",
                    v -> new AlphaBetaGammaDivergence(v.number("alpha"), v.number("beta"), v.number("r")),
                    ALPHA,
                    Option.numberExcept("beta", 1.5, 1, "order β"),
                    Option.positive("r", 1, "order r; 0 is the limit of Rényi's")),
            new BlockDivergencePart(),
            DivergencePart.of(
                    "sum",
                    "f(Σ c D) of several divergences, each times its factor, and a growing function",
                    Divergences::sum,
                    Option.terms(
                            "parts",
                            "factors, kinds and orders of the divergences: [{ factor = 1, kind = kl }, { factor = 0.5, kind = renyi, alpha = 0.3 }]"),
                    Option.word("of", DivergenceTransform.configurationNames(), "the function f")));

    private Divergences() {}

    private static Divergence sum(OptionValues values) {
        List<SumDivergence.Term> terms = values.pieces("parts").stream()
                .map(piece -> new SumDivergence.Term(piece.amount(), pieceDivergence(piece)))
                .toList();
        return new SumDivergence(terms, DivergenceTransform.named(values.word("of")));
    }

    /** Makes the divergence of one term or block, and refuses one that itself consists of several. */
    static Divergence pieceDivergence(WeightedPart piece) {
        if (!(piece.choice().part() instanceof DivergencePart part)
                || part.options().stream().anyMatch(option -> option.amount() != null)) {
            throw new IllegalArgumentException("one of several divergences requires a divergence by itself but found "
                    + piece.choice().name());
        }
        return part.divergence(piece.choice().values());
    }

    /**
     * Finds a divergence by its name and makes it of its options.
     *
     * @param values values of its options, in their order
     * @throws IllegalArgumentException for other names, a wrong number of values, or ones that are out of range
     */
    public static Divergence named(String name, double... values) {
        DivergencePart part = ALL.named(name);
        List<Option> options = part.options();
        if (options.size() != values.length) {
            throw new IllegalArgumentException("the divergence " + name + " requires " + options.size()
                    + " hyperparameters but found " + values.length);
        }
        Map<String, Double> given = new HashMap<>();
        for (int k = 0; k < values.length; k++) {
            given.put(options.get(k).name(), values[k]);
        }
        return part.divergence(part.values(given));
    }

    /** Catalogue entry of {@code blocks}, a sum of divergences over independent blocks of consecutive parameters. */
    record BlockDivergencePart() implements DivergencePart {

        private static final String PARTS = "parts";

        @Override
        public String name() {
            return "blocks";
        }

        @Override
        public String description() {
            return "sum of divergences over independent blocks of parameters";
        }

        @Override
        public List<Option> options() {
            return List.of(
                    Option.listOfPieces(
                            PARTS,
                            "sizes (of networks in layers), kinds and orders of the blocks' divergences: [{ size = 2, kind = renyi, alpha = 0.3 }, { size = 3, kind = kl }]"));
        }

        @Override
        public String requirements() {
            return "posterior.family = gaussian-diagonal, or gaussian-block of blocks that are no longer";
        }

        @Override
        public List<Integer> blockSizes(OptionValues values) {
            return values.pieces(PARTS).stream()
                    .map(WeightedPart::parameterCount)
                    .toList();
        }

        @Override
        public Divergence divergence(OptionValues values) {
            return new BlockDivergence(values.pieces(PARTS).stream()
                    .map(piece -> new BlockDivergence.BlockTerm(
                            piece.parameterCount(), 1, Divergences.pieceDivergence(piece)))
                    .toList());
        }
    }
}
