package io.credence.testkit;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Hamiltonian Monte Carlo sampler of a density known up to a constant. Tests compare approximations with its draws.
 *
 * <p>Leapfrog trajectories of about a quarter of a turn, their length jittered by half; the step size is brought to an
 * acceptance rate of 0.8 by dual averaging (Hoffman and Gelman 2014) and the mass matrix to the covariance of the
 * draws, both during warm-up only. The same seed gives the same draws on any number of cores.
 *
 * @param chains independent chains, at least 2 so that R̂ sees something
 * @param warmUp transitions of each chain that are thrown away, at least 100
 * @param draws transitions of each chain that are kept, at least 100
 * @param seed seed of everything random
 */
public record HamiltonianMonteCarlo(int chains, int warmUp, int draws, long seed) {

    /**
     * Ends of the stages of the warm-up, as shares of it. The mass matrix is learnt again at the end of each stage but
     * the last.
     */
    private static final double[] STAGES = {0.1, 0.25, 0.5, 1.0};

    public HamiltonianMonteCarlo {
        if (chains < 2 || warmUp < 100 || draws < 100) {
            throw new IllegalArgumentException(
                    "at least 2 chains, 100 warm-up transitions and 100 draws are required but" + " found " + chains
                            + ", " + warmUp + " and " + draws);
        }
    }

    /**
     * Draws from {@code density}, which must be thread-safe, since chains run in parallel.
     *
     * @param start start of the chains, each shifted by a normal number times {@code scale}
     * @param scale rough standard deviations, positive
     */
    public Chains run(LogDensity density, double[] start, double[] scale) {
        SplittableRandom root = new SplittableRandom(seed);
        SplittableRandom[] randoms = new SplittableRandom[chains];
        Arrays.setAll(randoms, chain -> root.split());
        return new Chains(IntStream.range(0, chains)
                .parallel()
                .mapToObj(chain -> one(new HamiltonianChain(density, randoms[chain], start, scale)))
                .toArray(double[][][]::new));
    }

    private double[][] one(HamiltonianChain chain) {
        int done = 0;
        for (double end : STAGES) {
            double[][] stage = new double[(int) Math.round(end * warmUp) - done][];
            chain.restartStepSize();
            for (int i = 0; i < stage.length; i++) {
                chain.adapt(chain.transition());
                stage[i] = chain.position();
            }
            done += stage.length;
            if (done < warmUp) {
                chain.learnScale(Arrays.copyOfRange(stage, stage.length / 3, stage.length));
            }
        }
        chain.freezeStepSize();
        double[][] kept = new double[draws][];
        for (int i = 0; i < draws; i++) {
            chain.transition();
            kept[i] = chain.position();
        }
        return kept;
    }
}
