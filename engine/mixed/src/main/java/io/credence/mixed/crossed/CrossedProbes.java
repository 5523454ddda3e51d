package io.credence.mixed.crossed;

import io.credence.linalg.Cholesky;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;

/**
 * Random right-hand sides whose covariance is the precision of the two factors' effects, so that their solutions have
 * the effects' covariance (perturbation; Papandreou and Yuille 2010). They are random signs times the root of each
 * cell's products, and signs for the prior. They do not depend on the variance components, on how rows are dealt out,
 * or on the order in which they come.
 *
 * @param count number N_s of probes
 * @param firstRightSides Zᵀe of the first factor's effects, N_s numbers each
 * @param secondRightSides Zᵀe of the second factor's effects, N_s numbers each
 * @param firstPrior signs for the prior of the first factor's effects, N_s each
 * @param secondPrior signs for the prior of the second factor's effects, N_s each
 */
public record CrossedProbes(
        int count, double[] firstRightSides, double[] secondRightSides, double[] firstPrior, double[] secondPrior) {

    /** Number of probes. With it, sds of effects are within about a per cent of those with a hundred times as many. */
    public static final int COUNT = 16;

    /** Share of a column's products that lies outside the span of the columns before it, below which it is within. */
    private static final double RANK = 1e-12;

    /** @param count number of probes, at most 64, as many as one number has bits */
    static CrossedProbes of(CrossTabulation table, int count, long seed) {
        CrossedLayout layout = table.layout();
        CrossedProbes probes = new CrossedProbes(
                count,
                new double[Math.multiplyExact(layout.firstFactor().size(), count)],
                new double[Math.multiplyExact(layout.secondFactor().size(), count)],
                signs(layout.firstFactor().size(), count, seed, 0),
                signs(layout.secondFactor().size(), count, seed, 1));
        int m = layout.effectColumns().length;
        double[] root = new double[m * m];
        double[] noise = new double[m * count];
        for (int g = 0; g < layout.firstFactor().levels(); g++) {
            for (int e = table.starts()[g]; e < table.starts()[g + 1]; e++) {
                fillRoot(table, e, root);
                long cell = (long) g * layout.secondFactor().levels() + table.secondLevels()[e];
                probes.fillNoise(root, m, seed, cell, noise);
                probes.add(noise, layout.firstFactor(), g, probes.firstRightSides());
                probes.add(noise, layout.secondFactor(), table.secondLevels()[e], probes.secondRightSides());
            }
        }
        return probes;
    }

    private static double[] signs(int unknowns, int count, long seed, int set) {
        double[] signs = new double[unknowns * count];
        for (int i = 0; i < unknowns; i++) {
            long bits = AddressedRandom.bits(seed, RandomUse.CROSSED_PROBES.firstAddressWord(set), i, 0);
            for (int s = 0; s < count; s++) {
                signs[i * count + s] = sign(bits, s);
            }
        }
        return signs;
    }

    private static double sign(long bits, int s) {
        return (bits >>> s & 1) == 0 ? 1 : -1;
    }

    /**
     * Computes the lower triangular root of a cell's products, whose rank is below their order where the cell has few
     * rows.
     */
    private static void fillRoot(CrossTabulation table, int e, double[] root) {
        int m = table.layout().effectColumns().length;
        for (int i = 0; i < m; i++) {
            for (int j = 0; j <= i; j++) {
                root[i * m + j] = table.gram(e, i, j);
            }
        }
        Cholesky.semidefiniteRoot(root, 0, m, RANK, root);
    }

    private void fillNoise(double[] root, int m, long seed, long cell, double[] noise) {
        java.util.Arrays.fill(noise, 0);
        for (int t = 0; t < m; t++) {
            long bits = AddressedRandom.bits(seed, RandomUse.CROSSED_PROBES.firstAddressWord(2), cell, t);
            for (int i = t; i < m; i++) {
                double scale = root[i * m + t];
                for (int s = 0; s < count; s++) {
                    noise[i * count + s] += sign(bits, s) * scale;
                }
            }
        }
    }

    private void add(double[] noise, CrossedLayout.Side side, int level, double[] to) {
        int at = level * side.effectsPerLevel() * count;
        for (int column : side.columns()) {
            for (int s = 0; s < count; s++) {
                to[at++] += noise[column * count + s];
            }
        }
    }
}
