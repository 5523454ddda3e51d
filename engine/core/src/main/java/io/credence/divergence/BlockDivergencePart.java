package io.credence.divergence;

import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.part.Piece;
import java.util.List;

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
        return List.of(Option.pieces(PARTS, "sizes, kinds and orders of the blocks' divergences"));
    }

    @Override
    public String requirements() {
        return "posterior.family = gaussian-diagonal, or gaussian-block of blocks that are no longer";
    }

    @Override
    public List<Integer> blockSizes(OptionValues values) {
        return values.pieces(PARTS).stream().map(Piece::parameterCount).toList();
    }

    @Override
    public Divergence divergence(OptionValues values) {
        return new BlockDivergence(values.pieces(PARTS).stream()
                .map(piece -> new BlockDivergence.BlockTerm(piece.parameterCount(), 1, Divergences.pieceDivergence(piece)))
                .toList());
    }
}
