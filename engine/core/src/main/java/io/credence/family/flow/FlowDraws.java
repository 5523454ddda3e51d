package io.credence.family.flow;

import io.credence.family.FreeParameterAlgebra;
import io.credence.linalg.Symmetric;
import io.credence.random.AddressedRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Standard normal vectors from which flows compute their moments, always the same 2,000. They are antithetic pairs, and
 * each coordinate has unit variance over the draws. Those of up to 2,000 coordinates are kept, others made again each
 * time.
 */
final class FlowDraws {

    /** Number of draws. */
    static final int COUNT = 2000;

    private static final int PAIRS = COUNT / 2;
    private static final long SEED = 0x5DEECE66DL;
    private static final int MOST_KEPT_COORDINATES = 2000;
    private static final int MOST_KEPT = 8;
    private static final Map<Integer, FlowDraws> KNOWN = new ConcurrentHashMap<>();

    private final double[] scale;
    private final double[][] kept;

    private FlowDraws(int d) {
        this.scale = new double[d];
        double[] one = new double[d];
        for (int pair = 0; pair < PAIRS; pair++) {
            fillNoise(pair, one);
            for (int j = 0; j < d; j++) {
                scale[j] += one[j] * one[j] / PAIRS;
            }
        }
        for (int j = 0; j < d; j++) {
            scale[j] = 1 / Math.sqrt(scale[j]);
        }
        this.kept = new double[d <= MOST_KEPT_COORDINATES ? PAIRS : 0][d];
        for (int pair = 0; pair < kept.length; pair++) {
            fillScaled(pair, kept[pair]);
        }
    }

    /** Draws of d coordinates. */
    static FlowDraws of(int d) {
        if (d > MOST_KEPT_COORDINATES) {
            return new FlowDraws(d);
        }
        if (KNOWN.size() > MOST_KEPT) {
            KNOWN.clear();
        }
        return KNOWN.computeIfAbsent(d, FlowDraws::new);
    }

    /** Writes a draw into {@code into}. */
    void fill(int draw, double[] into) {
        int pair = draw / 2;
        if (pair < kept.length) {
            System.arraycopy(kept[pair], 0, into, 0, into.length);
        } else {
            fillScaled(pair, into);
        }
        if (draw % 2 == 1) {
            for (int j = 0; j < into.length; j++) {
                into[j] = -into[j];
            }
        }
    }

    /** Covariance of a function of the draws, given its mean, row-major. */
    double[] covariance(double[] mean, UnaryOperator<double[]> function) {
        int d = mean.length;
        double[] covariance = new double[Math.multiplyExact(d, d)];
        double[] standard = new double[d];
        for (int s = 0; s < COUNT; s++) {
            fill(s, standard);
            double[] deviation = function.apply(standard);
            FreeParameterAlgebra.add(deviation, 0, -1, mean, 0, d);
            for (int i = 0; i < d; i++) {
                FreeParameterAlgebra.add(covariance, i * d, deviation[i] / COUNT, deviation, 0, i + 1);
            }
        }
        Symmetric.fillUpper(covariance, d);
        return covariance;
    }

    private void fillScaled(int pair, double[] into) {
        fillNoise(pair, into);
        for (int j = 0; j < into.length; j++) {
            into[j] *= scale[j];
        }
    }

    private static void fillNoise(int pair, double[] into) {
        for (int j = 0; j < into.length; j++) {
            into[j] = AddressedRandom.normal(SEED, pair, j);
        }
    }
}
