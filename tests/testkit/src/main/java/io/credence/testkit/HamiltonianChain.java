package io.credence.testkit;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Markov chain of {@link HamiltonianMonteCarlo}. With LLᵀ the inverse mass matrix and a standard normal momentum p, a
 * trajectory obeys dθ = L p dt, dp = Lᵀ∇log π(θ) dt.
 */
final class HamiltonianChain {

    private static final double ACCEPTANCE = 0.8;
    private static final double QUARTER_TURN = Math.PI / 2;
    private static final int MOST_STEPS = 200;

    private final LogDensity density;
    private final RandomGenerator random;
    private final int d;
    private double[][] root;
    private double[] position;
    private double[] gradient;
    private double logDensity;
    private double stepSize = 0.1;
    private double logAveraged;
    private double error;
    private double anchor;
    private int adapted;

    HamiltonianChain(LogDensity density, RandomGenerator random, double[] start, double[] scale) {
        this.density = density;
        this.random = random;
        this.d = start.length;
        this.root = new double[d][d];
        this.position = new double[d];
        this.gradient = new double[d];
        for (int j = 0; j < d; j++) {
            root[j][j] = scale[j];
            position[j] = start[j] + scale[j] * random.nextGaussian();
        }
        this.logDensity = density.evaluate(position, gradient);
        if (!Double.isFinite(logDensity)) {
            throw new IllegalArgumentException(
                    "the density must be positive near the start but its logarithm was " + logDensity);
        }
    }

    double[] position() {
        return position.clone();
    }

    /** Runs one trajectory, and returns its probability of acceptance. */
    double transition() {
        double[] momentum = new double[d];
        Arrays.setAll(momentum, j -> random.nextGaussian());
        double before = logDensity - kinetic(momentum);
        double[] theta = position.clone();
        double[] slope = gradient.clone();
        double length = QUARTER_TURN * (0.5 + random.nextDouble());
        int steps = (int) Math.max(1, Math.min(MOST_STEPS, Math.ceil(length / stepSize)));
        double value = logDensity;
        push(momentum, slope, 0.5 * stepSize);
        for (int step = 1; step <= steps; step++) {
            drift(theta, momentum);
            value = density.evaluate(theta, slope);
            push(momentum, slope, (step == steps ? 0.5 : 1) * stepSize);
        }
        double ratio = Math.exp(value - kinetic(momentum) - before);
        double probability = Double.isNaN(ratio) ? 0 : Math.min(1, ratio);
        if (random.nextDouble() < probability) {
            position = theta;
            gradient = slope;
            logDensity = value;
        }
        return probability;
    }

    private static double kinetic(double[] momentum) {
        return 0.5 * Arrays.stream(momentum).map(p -> p * p).sum();
    }

    private void push(double[] momentum, double[] slope, double time) {
        for (int k = 0; k < d; k++) {
            double sum = 0;
            for (int j = k; j < d; j++) {
                sum += root[j][k] * slope[j];
            }
            momentum[k] += time * sum;
        }
    }

    private void drift(double[] theta, double[] momentum) {
        for (int j = 0; j < d; j++) {
            double sum = 0;
            for (int k = 0; k <= j; k++) {
                sum += root[j][k] * momentum[k];
            }
            theta[j] += stepSize * sum;
        }
    }

    void restartStepSize() {
        anchor = Math.log(10 * stepSize);
        adapted = 0;
        error = 0;
        logAveraged = Math.log(stepSize);
    }

    /**
     * Adapts the step size by dual averaging, with the constants of Hoffman and Gelman: t0 = 10, γ = 0.05, κ = 0.75.
     */
    void adapt(double probability) {
        adapted++;
        error += (ACCEPTANCE - probability - error) / (adapted + 10);
        double logStep = anchor - Math.sqrt(adapted) / 0.05 * error;
        logAveraged += Math.pow(adapted, -0.75) * (logStep - logAveraged);
        stepSize = Math.exp(logStep);
    }

    void freezeStepSize() {
        stepSize = Math.exp(logAveraged);
    }

    /** Sets the inverse mass matrix to the covariance of {@code draws}, with correlations shrunk a little. */
    void learnScale(double[][] draws) {
        double share = draws.length / (draws.length + 5.0 * d);
        double[] mean = new double[d];
        for (int j = 0; j < d; j++) {
            int column = j;
            mean[j] = Arrays.stream(draws)
                    .mapToDouble(draw -> draw[column])
                    .average()
                    .orElseThrow();
        }
        double[][] covariance = new double[d][d];
        for (double[] draw : draws) {
            for (int i = 0; i < d; i++) {
                for (int j = 0; j <= i; j++) {
                    covariance[i][j] += (draw[i] - mean[i]) * (draw[j] - mean[j]) / draws.length * (i == j ? 1 : share);
                }
            }
        }
        double[][] learnt = choleskyFactor(covariance);
        boolean moved = Arrays.stream(learnt).flatMapToDouble(Arrays::stream).allMatch(Double::isFinite);
        if (moved) {
            root = learnt;
            freezeStepSize();
        }
    }

    /** Cholesky factor L of a matrix LLᵀ, by rows; not finite if there is none. */
    private static double[][] choleskyFactor(double[][] matrix) {
        int n = matrix.length;
        double[][] factor = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = matrix[i][j];
                for (int k = 0; k < j; k++) {
                    sum -= factor[i][k] * factor[j][k];
                }
                factor[i][j] = i == j ? Math.sqrt(sum) : sum / factor[j][j];
            }
        }
        return factor;
    }
}
