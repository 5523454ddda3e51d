package io.credence.update;

import io.credence.family.BlockGaussian;
import io.credence.family.Blocks;
import io.credence.family.FullGaussian;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The natural-gradient step of a block-diagonal precision: {@link FullNaturalGradient} for each block. */
public final class BlockNaturalGradient implements PrecisionRule<BlockGaussian> {

    private final FullNaturalGradient each = new FullNaturalGradient();

    @Override
    public @Nullable BlockGaussian move(BlockGaussian current, double[] target, double stepSize) {
        Blocks blocks = current.blocks();
        List<FullGaussian> moved = new ArrayList<>();
        for (FullGaussian part : current.parts()) {
            int from = blocks.offset(moved.size());
            double[] own = Arrays.copyOfRange(target, from, from + part.precision().length);
            FullGaussian next = each.move(part, own, stepSize);
            if (next == null) {
                return null;
            }
            moved.add(next);
        }
        return BlockGaussian.of(moved);
    }
}
