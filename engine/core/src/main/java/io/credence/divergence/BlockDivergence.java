package io.credence.divergence;

import io.credence.family.GaussianPosterior;
import io.credence.prior.GaussianPrior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sum Σ_l c_l D_l of divergences over independent blocks of consecutive parameters, one divergence per block (Knoblauch et al. 2022,
 * Theorem 6). It refuses posteriors and priors with a block of dependent parameters that crosses a boundary of these
 * blocks.
 *
 * @param blockTerms blocks with their divergences, in the order of the parameters; at least one
 */
public record BlockDivergence(List<BlockTerm> blockTerms) implements Divergence {

    public BlockDivergence {
        blockTerms = List.copyOf(blockTerms);
        if (blockTerms.isEmpty()) {
            throw new IllegalArgumentException("a divergence by blocks requires at least one block but found none");
        }
    }

    /**
     * Block of parameters with its divergence.
     *
     * @param size number of parameters
     * @param factor factor c of the divergence, positive
     * @param divergence divergence D
     */
    public record BlockTerm(int size, double factor, Divergence divergence) implements java.io.Serializable {
        public BlockTerm {
            if (size < 1) {
                throw new IllegalArgumentException(
                        "a block of a divergence requires at least 1 parameter but has " + size);
            }
            OrderChecks.requirePositive("the factor of a block's divergence", factor);
        }
    }

    @Override
    public String name() {
        return blockTerms.stream()
                .map(part -> part.factor() + " " + part.divergence().name() + " of " + part.size())
                .collect(Collectors.joining(" + "));
    }

    @Override
    public boolean isKullbackLeibler() {
        return blockTerms.stream()
                .allMatch(part -> part.factor() == 1 && part.divergence().isKullbackLeibler());
    }

    /** Divergences by blocks whose sizes count units instead of parameters. */
    @Override
    public List<Divergence> unitDivergences(int count, String noun) {
        List<Divergence> each = new ArrayList<>();
        for (BlockTerm part : blockTerms) {
            each.addAll(Collections.nCopies(part.size(), part.divergence().times(part.factor())));
        }
        if (each.size() != count) {
            throw new IllegalArgumentException("the blocks of a divergence have " + each.size() + " " + noun
                    + " together but the model has " + count);
        }
        return each;
    }

    @Override
    public @Nullable String refusal() {
        return blockTerms.stream()
                .map(part -> part.divergence().refusal())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Function of one block's divergence and part of the posterior. */
    private interface BlockFunction<T> {
        T apply(Divergence divergence, GaussianPosterior q, int first, int size);
    }

    @Override
    public double between(GaussianPosterior q, GaussianPosterior prior) {
        GaussianConversions.requireSameDimension(q, prior);
        return sum(
                q,
                (divergence, own, first, size) ->
                        divergence.between(own, GaussianConversions.marginal(prior, first, size)));
    }

    @Override
    public double between(GaussianPosterior q, GaussianPrior prior) {
        return sum(q, (divergence, own, first, size) -> divergence.between(own, prior.marginal(first, size)));
    }

    @Override
    public DivergenceGradient gradient(GaussianPosterior q, GaussianPosterior prior) {
        GaussianConversions.requireSameDimension(q, prior);
        return joinGradients(
                q,
                (divergence, own, first, size) ->
                        divergence.gradient(own, GaussianConversions.marginal(prior, first, size)));
    }

    @Override
    public DivergenceGradient gradient(GaussianPosterior q, GaussianPrior prior) {
        return joinGradients(
                q, (divergence, own, first, size) -> divergence.gradient(own, prior.marginal(first, size)));
    }

    private double sum(GaussianPosterior q, BlockFunction<Double> each) {
        requireSizes(q);
        double sum = 0;
        int first = 0;
        for (BlockTerm part : blockTerms) {
            GaussianPosterior own = GaussianConversions.marginal(q, first, part.size());
            sum += part.factor() * each.apply(part.divergence(), own, first, part.size());
            first += part.size();
        }
        return sum;
    }

    /**
     * Joins the gradients of all blocks. Where blocks differ in κ, the largest is kept and the differences from it are
     * moved to N.
     */
    private DivergenceGradient joinGradients(GaussianPosterior q, BlockFunction<DivergenceGradient> each) {
        requireSizes(q);
        double[] mean = new double[q.dimension()];
        double[] entropies = new double[blockTerms.size()];
        double[] pull = new double[q.blocks().packedLength()];
        int first = 0;
        int offset = 0;
        int[] ends = new int[blockTerms.size()];
        for (int k = 0; k < blockTerms.size(); k++) {
            BlockTerm part = blockTerms.get(k);
            GaussianPosterior own = GaussianConversions.marginal(q, first, part.size());
            DivergenceGradient slope = each.apply(part.divergence(), own, first, part.size());
            for (int j = 0; j < part.size(); j++) {
                mean[first + j] = part.factor() * slope.meanGradient()[j];
            }
            for (int e = 0; e < slope.pull().length; e++) {
                pull[offset + e] = part.factor() * slope.pull()[e];
            }
            entropies[k] = part.factor() * slope.entropyWeight();
            first += part.size();
            offset += slope.pull().length;
            ends[k] = offset;
        }
        double entropy = Arrays.stream(entropies).max().orElse(Double.NaN);
        for (int k = 0, e = 0; k < ends.length; k++) {
            for (; e < ends[k]; e++) {
                pull[e] += (entropy - entropies[k]) * q.precision()[e];
            }
        }
        return new DivergenceGradient(mean, pull, entropy);
    }

    private void requireSizes(GaussianPosterior q) {
        int required = blockTerms.stream().mapToInt(BlockTerm::size).sum();
        if (required != q.dimension()) {
            throw new IllegalArgumentException("the blocks of a divergence have " + required
                    + " parameters together but the posterior has " + q.dimension());
        }
    }

    @Override
    public DivergenceAtDraws estimateAtDraws(double[] logPosterior, double[] logPrior, double[] base) {
        throw new UnsupportedOperationException(
                "a divergence by blocks requires closed forms: joint densities at draws do not separate its blocks");
    }
}
