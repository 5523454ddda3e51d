package io.credence.network.autoencoder;

import io.credence.autodiff.Matrix;
import io.credence.autodiff.MatrixTape;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.LogSums;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;

/**
 * Annealed importance sampling of log p(x) = log E_q w(ε), ε ~ N(0, I) in the units of the encoder's normal q. The densities on the way are
 * N(ε; 0, I) w(ε)^β for β from 0 to 1, and Hamiltonian transitions of fixed length leave each of them as it is
 * (Neal 2001; Wu et al. 2017).
 */
final class AnnealedSampling {
    // The encoder's normal is the first density, not the prior: the path to the posterior is short.

    private static final long USE = RandomUse.AUTOENCODER_EVALUATION.firstAddressWord();
    private static final int LEAPS = 5;
    private static final double LENGTH = 0.25;

    private final Autoencoder model;
    private final AutoencoderTape of;
    private final AutoencoderTape.Parameters parameters;
    private final int chains;
    private final int temperatures;

    AnnealedSampling(Autoencoder model, DenseKernel kernel, int chains, int temperatures) {
        this.model = model;
        this.of = new AutoencoderTape(model.shape(), kernel);
        this.parameters = of.fixedParameters(model.values());
        this.chains = chains;
        this.temperatures = temperatures;
    }

    /**
     * Points of all chains.
     *
     * @param noise ε, chains × latents
     * @param logWeights log w of each chain
     * @param slopes slopes of log w in ε
     */
    private record Points(double[] noise, double[] logWeights, double[] slopes) {

        /** Log density of N(ε) w^β at a chain's point, but for a constant. */
        double logDensity(int chain, double beta) {
            int latents = noise.length / logWeights.length;
            return beta * logWeights[chain] - 0.5 * square(noise, chain * latents, latents);
        }
    }

    private static double square(double[] numbers, int from, int count) {
        double sum = 0;
        for (int k = from; k < from + count; k++) {
            sum += numbers[k] * numbers[k];
        }
        return sum;
    }

    /** Estimates log p of a row, whose number addresses its random numbers. */
    double logLikelihood(double[] x, int row) {
        double[] start = normals(row, 0);
        of.tape().clear();
        AutoencoderTape.EncoderNormal found = of.encode(parameters, x, 1);
        double[] mean = found.mean().values().clone();
        double[] logSd = found.logSd().values().clone();
        Points points = evaluated(x, mean, logSd, start);
        double[] logs = new double[chains];
        for (int t = 1; t <= temperatures; t++) {
            for (int c = 0; c < chains; c++) {
                logs[c] += points.logWeights[c] / temperatures;
            }
            if (t < temperatures) {
                points = moved(x, mean, logSd, points, (double) t / temperatures, row, t);
            }
        }
        return LogSums.logSumExp(logs) - Math.log(chains);
    }

    private double[] normals(int row, int step) {
        return AddressedRandom.sequenceAfter(model.seed(), USE, row, step)
                .normals(chains * model.shape().latents());
    }

    private Points evaluated(double[] x, double[] mean, double[] logSd, double[] noise) {
        MatrixTape tape = of.tape();
        tape.clear();
        int latents = mean.length;
        AutoencoderTape.EncoderNormal code =
                new AutoencoderTape.EncoderNormal(tape.constant(mean, 1, latents), tape.constant(logSd, 1, latents));
        Matrix at = tape.variable(noise, 0, chains, latents);
        Matrix weights = of.logWeights(parameters, x, code, at);
        double[] slopes = new double[noise.length];
        tape.addGradient(of.sum(weights), slopes);
        return new Points(noise, weights.values().clone(), slopes);
    }

    /** Makes a transition that leaves N(ε) w^β as it is: leapfrog steps, accepted by Metropolis' rule. */
    private Points moved(double[] x, double[] mean, double[] logSd, Points from, double beta, int row, int step) {
        int latents = mean.length;
        double[] momentum = normals(row, step);
        double[] before = momentum.clone();
        Points now = from;
        for (int leap = 0; leap < LEAPS; leap++) {
            push(momentum, now, beta);
            double[] next = now.noise.clone();
            for (int i = 0; i < next.length; i++) {
                next[i] += LENGTH * momentum[i];
            }
            now = evaluated(x, mean, logSd, next);
            push(momentum, now, beta);
        }
        Points kept = new Points(from.noise.clone(), from.logWeights.clone(), from.slopes.clone());
        for (int c = 0; c < chains; c++) {
            int at = c * latents;
            double change = now.logDensity(c, beta)
                    - from.logDensity(c, beta)
                    + 0.5 * (square(before, at, latents) - square(momentum, at, latents));
            if (Math.log(AddressedRandom.uniform(model.seed(), USE, row, step, -1 - c)) < change) {
                System.arraycopy(now.noise, at, kept.noise, at, latents);
                System.arraycopy(now.slopes, at, kept.slopes, at, latents);
                kept.logWeights[c] = now.logWeights[c];
            }
        }
        return kept;
    }

    /** Moves the momentum by half a step. */
    private static void push(double[] momentum, Points at, double beta) {
        for (int i = 0; i < momentum.length; i++) {
            momentum[i] += 0.5 * LENGTH * (beta * at.slopes[i] - at.noise[i]);
        }
    }
}
