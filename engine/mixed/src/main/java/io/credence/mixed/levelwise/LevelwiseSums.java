package io.credence.mixed.levelwise;

import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.statistics.Sums;

/**
 * Sums over levels of log p(y_g | ψ), its gradient in ψ, and the gradients' outer products. The sum of these products
 * is their information where ψ is near the mode.
 */
public final class LevelwiseSums implements Sums<LevelwiseSums> {

    private static final long serialVersionUID = 1;

    private final double[] score;
    private final double[] information;
    private final double[] fixed;
    private final double[] plain;
    private final double[] bias;
    private final double[] noise;
    private double value;
    private double plainValue;
    private double valueNoise;
    private long levels;
    private long rows;
    private long failed;

    /** @param p number of coefficients whose information under the sites is summed too */
    LevelwiseSums(int dimension, int p, boolean drawn) {
        this.score = new double[dimension];
        this.information = new double[Symmetric.packedLength(dimension)];
        this.fixed = new double[Symmetric.packedLength(p)];
        this.plain = new double[drawn ? dimension : 0];
        this.bias = new double[drawn ? dimension : 0];
        this.noise = new double[drawn ? information.length : 0];
    }

    void add(double logDensity, double[] gradient) {
        value += logDensity;
        levels++;
        Vectors.addScaled(score, 1, gradient);
        addOuter(information, gradient);
    }

    /**
     * Adds what importance draws changed in the level that was added last: its value and score without draws, the noise
     * of both, and the score's bias.
     */
    void addDrawn(double logDensity, double[] gradient, double apart, double[] difference, double[] off) {
        plainValue += logDensity;
        valueNoise += apart * apart;
        Vectors.addScaled(plain, 1, gradient);
        Vectors.addScaled(bias, 1, off);
        addOuter(noise, difference);
    }

    /** Adds value and score of the level that was added last as those without draws: it needed none. */
    void addExact(double logDensity, double[] gradient) {
        plainValue += logDensity;
        Vectors.addScaled(plain, 1, gradient);
    }

    void addFailed() {
        failed++;
    }

    void addRows(long visited) {
        rows += visited;
    }

    private static void addOuter(double[] sum, double[] numbers) {
        int at = 0;
        for (int i = 0; i < numbers.length; i++) {
            double own = numbers[i];
            for (int j = 0; j <= i; j++) {
                sum[at++] += own * numbers[j];
            }
        }
    }

    @Override
    public void merge(LevelwiseSums other) {
        Vectors.addScaled(score, 1, other.score);
        Vectors.addScaled(information, 1, other.information);
        Vectors.addScaled(fixed, 1, other.fixed);
        Vectors.addScaled(plain, 1, other.plain);
        Vectors.addScaled(bias, 1, other.bias);
        Vectors.addScaled(noise, 1, other.noise);
        value += other.value;
        plainValue += other.plainValue;
        valueNoise += other.valueNoise;
        levels += other.levels;
        rows += other.rows;
        failed += other.failed;
    }

    double value() {
        return value;
    }

    public double[] score() {
        return score;
    }

    /** Sum of the outer products s sᵀ of the levels' scores, packed. */
    public double[] information() {
        return information;
    }

    /** Information on β under the sites, packed. Each level's information is added to it in place. */
    double[] fixedInformation() {
        return fixed;
    }

    /** Sum of the log densities without draws; 0 where there were none. */
    double uncorrectedLogDensity() {
        return plainValue;
    }

    /** Variance of the value over draws. */
    double valueNoise() {
        return valueNoise;
    }

    /** Sum of the scores without draws; empty where there were none. */
    double[] uncorrectedScore() {
        return plain;
    }

    /** Sum of the biases that were subtracted from the scores by draws. */
    double[] bias() {
        return bias;
    }

    /** Covariance of the score over draws, packed. */
    double[] noise() {
        return noise;
    }

    long levelCount() {
        return levels;
    }

    long rows() {
        return rows;
    }

    /** Number of levels without a fixed point; they are in no other sum. */
    long failed() {
        return failed;
    }
}
