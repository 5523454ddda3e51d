package io.credence.benchmark;

import io.credence.testkit.Chains;
import io.credence.testkit.HamiltonianMonteCarlo;
import io.credence.testkit.LogDensity;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The truth by Markov chains.
 *
 * @param chains draws of all parameters
 * @param transitions kept transitions
 */
record Reference(Chains chains, int transitions) {

    private static final int CHAINS = 4;
    private static final int WARM_UP = 2000;
    private static final int DRAWS = 25_000;
    private static final long SEED = 20_260_101;

    /** Chains that start around {@code around}. */
    static Reference of(LogDensity density, Gaussian around) {
        double[] scale =
                IntStream.range(0, around.dimension()).mapToDouble(around::sd).toArray();
        HamiltonianMonteCarlo sampler = new HamiltonianMonteCarlo(CHAINS, WARM_UP, DRAWS, SEED);
        return new Reference(sampler.run(density, around.mean(), scale), CHAINS * DRAWS);
    }

    /** Posterior mean of parameter {@code j}, its standard error in brackets in units of the last decimal. */
    String mean(int j, int decimals) {
        return text(chains.mean(j), decimals);
    }

    /** Posterior variance of parameter {@code j}, likewise. */
    String variance(int j, int decimals) {
        return text(chains.variance(j), decimals);
    }

    /** What the chains report about themselves. */
    String quality() {
        double worst = 0;
        for (int j = 0; j < chains.dimension(); j++) {
            worst = Math.max(worst, chains.mean(j).mcse() / chains.mean(j).sd());
        }
        return String.format(
                Locale.ROOT,
                "MCMC: %d chains, %d draws, largest R̂ %.4f, fewest effective draws %.0f, largest standard error of a mean"
                        + " %.4f sd; brackets hold standard errors in units of the last decimal.",
                CHAINS,
                transitions,
                chains.largestRHat(),
                chains.fewestEffectiveDraws(),
                worst);
    }

    private static String text(Chains.Estimate estimate, int decimals) {
        return String.format(
                Locale.ROOT,
                "%s (%.1f)",
                MarkdownTable.number(estimate.mean(), decimals),
                estimate.mcse() * Math.pow(10, decimals));
    }
}
