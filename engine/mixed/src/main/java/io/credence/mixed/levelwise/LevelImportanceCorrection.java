package io.credence.mixed.levelwise;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Vectors;
import io.credence.random.DigitalNormals;
import io.credence.random.RandomUse;
import java.util.Arrays;

/**
 * Importance-sampling correction of expectation propagation for one level, by antithetic draws of the normal q(ξ) of
 * its effects, addressed by level. With normalised weights w̃ of S draws, E_p h ≈ E_q h + Σ (w̃ − 1/S) h, so that draws
 * pay only for the difference of p and q. Half of the draws is independent of the other: the two halves estimate the
 * noise, and with the whole the bias, of order 1/S, which is taken off (jackknife). Not thread-safe.
 */
final class LevelImportanceCorrection {

    private final LevelWorkspace room;
    private final LevelwiseScores scores;
    private final RowLoss loss;
    private final DenseKernel kernel;
    private final DigitalNormals normals;
    private final int pairs;
    private final PredictorChunk chunk = new PredictorChunk(1, new double[8]);
    private final PredictorDraws points = new PredictorDraws(1, 1);
    private final double[] losses = new double[PredictorChunk.CAPACITY];
    private final double[] chunkLabels = new double[PredictorChunk.CAPACITY];
    private final double[] z;
    private final double[] logs;
    private final double[] weights;
    private final double[] linear;
    private final double[] quadratic;
    private final double[] moved;
    private final double[] half;
    private double[] slopes = new double[0];
    private double[] expected = new double[0];
    private double[] corrected = new double[0];
    private final double[] excess;
    private final double[] whole;
    private final double[] other;
    private double value;
    private double valueDifference;

    /**
     * @param draws number of draws of each level, a multiple of 8
     */
    LevelImportanceCorrection(
            LevelwisePoint point, LevelBatch batch, RowLoss loss, DenseKernel kernel, int draws, long seed) {
        this.room = batch.room;
        this.scores = new LevelwiseScores(point, room);
        this.loss = loss;
        this.kernel = kernel;
        this.pairs = draws / 2;
        int k = room.k;
        this.normals = new DigitalNormals(seed, RandomUse.LEVEL_EFFECTS.firstAddressWord(), Math.max(pairs / 2, 1), k);
        this.z = new double[pairs * k];
        this.logs = new double[draws];
        this.weights = new double[draws];
        this.linear = new double[k];
        this.quadratic = new double[k * k];
        this.moved = new double[k];
        this.half = new double[k * k];
        this.excess = new double[k * k];
        this.whole = new double[point.dimension()];
        this.other = new double[point.dimension()];
    }

    /** Corrected log p(y_g | ψ) of the last level. */
    double value() {
        return value;
    }

    /** Half the difference between the values of both halves of the draws. */
    double valueDifference() {
        return valueDifference;
    }

    /**
     * Computes the corrected score of a level.
     *
     * @param difference half the difference between the scores of both halves, which estimates their noise
     * @param bias estimated bias, which was subtracted
     */
    void correctScore(int g, double[] score, double[] difference, double[] bias) {
        draw(g);
        evaluate(g);
        fillExpectedSlopes(g);
        value = 2 * score(g, 0, 2 * pairs, score);
        double one = score(g, 0, pairs, whole);
        double two = score(g, pairs, 2 * pairs, other);
        value -= 0.5 * (one + two);
        valueDifference = 0.5 * (one - two);
        for (int t = 0; t < score.length; t++) {
            difference[t] = 0.5 * (whole[t] - other[t]);
            bias[t] = 0.5 * (whole[t] + other[t]) - score[t];
            score[t] -= bias[t];
        }
    }

    /**
     * Draws z, and sets the log weights to −½|ξ|² + ½|z|² − ½ log |P| for both draws of each pair. Draw s of a pair
     * lies at 2·pair + s.
     */
    private void draw(int g) {
        int r = room.rank[g];
        int k = room.k;
        int root = room.rootAt[g];
        int at = room.unknownAt(g);
        double constant = 0;
        for (int a = 0; a < r; a++) {
            double centre = room.unknowns[at + a];
            constant += Math.log(room.roots[root + a * r + a]) - 0.5 * centre * centre;
        }
        for (int s = 0; s < pairs; s++) {
            if (s % (pairs / 2) == 0) {
                normals.moveTo(2L * room.level[g] + s / (pairs / 2));
            }
            normals.fill(s % (pairs / 2), z, s * k, r);
            double size = 0;
            double along = 0;
            double own = 0;
            for (int a = 0; a < r; a++) {
                double xi = 0;
                for (int t = a; t < r; t++) {
                    xi += room.roots[root + t * r + a] * z[s * k + t];
                }
                size += xi * xi;
                along += xi * room.unknowns[at + a];
                own += z[s * k + a] * z[s * k + a];
            }
            logs[2 * s] = constant + 0.5 * (own - size) - along;
            logs[2 * s + 1] = constant + 0.5 * (own - size) + along;
        }
    }

    /**
     * Adds log likelihoods of the rows at all draws, and stores their slopes. The slope of draw s and row i lies at s·n
     * + i. A chunk has as many draws as it has room for, or some rows of one.
     */
    private void evaluate(int g) {
        int n = room.count(g);
        int draws = 2 * pairs;
        if (slopes.length < draws * n) {
            slopes = new double[draws * n];
        }
        int together = Math.max(1, PredictorChunk.CAPACITY / n);
        for (int s = 0; s < draws; s += together) {
            int end = Math.min(s + together, draws);
            for (int begin = 0; begin < n; begin += PredictorChunk.CAPACITY) {
                evaluateChunk(g, s, end, begin, Math.min(begin + PredictorChunk.CAPACITY, n));
            }
        }
    }

    /** Evaluates the rows {@code begin} to {@code stop} at the draws {@code from} to {@code end}, exclusive. */
    private void evaluateChunk(int g, int from, int end, int begin, int stop) {
        int n = room.count(g);
        int first = room.first[g];
        int r = room.rank[g];
        int used = 0;
        for (int s = from; s < end; s++) {
            boolean isReflected = s % 2 == 1;
            boolean isBesideItsPair = isReflected && s > from;
            for (int i = begin; i < stop; i++) {
                double move = isBesideItsPair
                        ? points.predictors()[used - (stop - begin)] - room.means[first + i]
                        : Vectors.dot(room.turned, room.factorAt[g] + i * r, z, s / 2 * room.k, r);
                points.predictors()[used] = room.means[first + i] + (isReflected ? -move : move);
                chunkLabels[used++] = room.labels[first + i];
            }
        }
        points.moveTo(chunkLabels, 0, used, losses);
        loss.evaluateAtDraws(kernel, points, 0, 1);
        int at = 0;
        for (int s = from; s < end; s++) {
            double sum = 0;
            for (int i = begin; i < stop; i++) {
                double weight = room.weights[first + i];
                sum += weight * losses[at];
                slopes[s * n + i] = -weight * points.slopes()[at++];
            }
            logs[s] -= sum;
        }
    }

    /** Computes expectations E_q ρ of the slopes of the rows' log likelihoods. */
    private void fillExpectedSlopes(int g) {
        int n = room.count(g);
        if (expected.length < n) {
            expected = new double[n];
            corrected = new double[n];
        }
        for (int begin = 0; begin < n; begin += PredictorChunk.CAPACITY) {
            int count = Math.min(PredictorChunk.CAPACITY, n - begin);
            int at = room.first[g] + begin;
            chunk.resize(count);
            System.arraycopy(room.labels, at, chunk.label(), 0, count);
            System.arraycopy(room.weights, at, chunk.weight(), 0, count);
            System.arraycopy(room.means, at, chunk.predictorMeans(), 0, count);
            System.arraycopy(room.variances, at, chunk.predictorCovariances(), 0, count);
            loss.writeExpectedMoments(kernel, chunk);
            for (int i = 0; i < count; i++) {
                expected[begin + i] = -chunk.weight()[i] * chunk.moments().slope()[i];
            }
        }
    }

    /** Computes the score from draws {@code from} to {@code end}; returns their log mean weight. */
    private double score(int g, int from, int end, double[] score) {
        int n = room.count(g);
        double logMean = weigh(from, end);
        System.arraycopy(expected, 0, corrected, 0, n);
        for (int s = from; s < end; s++) {
            for (int i = 0; i < n; i++) {
                corrected[i] += weights[s] * slopes[s * n + i];
            }
        }
        fillExcess(g, from, end);
        scores.computeByMoments(g, corrected, excess, score);
        return logMean;
    }

    /** Computes w̃ − 1/S of draws {@code from} to {@code end}; returns their log mean weight. */
    private double weigh(int from, int end) {
        double most = Double.NEGATIVE_INFINITY;
        for (int s = from; s < end; s++) {
            most = Math.max(most, logs[s]);
        }
        double sum = 0;
        for (int s = from; s < end; s++) {
            weights[s] = Math.exp(logs[s] - most);
            sum += weights[s];
        }
        double even = 1.0 / (end - from);
        for (int s = from; s < end; s++) {
            weights[s] = weights[s] / sum - even;
        }
        return most + Math.log(sum * even);
    }

    /** Computes E ξξᵀ − I = C⁻ᵀ(I + Σ w z zᵀ)C⁻¹ + (ξ̂ + d)(ξ̂ + d)ᵀ − ddᵀ − I with d = C⁻ᵀ Σ w z. */
    private void fillExcess(int g, int from, int end) {
        int r = room.rank[g];
        int k = room.k;
        int root = room.rootAt[g];
        Arrays.fill(linear, 0);
        Arrays.fill(quadratic, 0, r * r, 0.0);
        for (int s = from; s < end; s += 2) {
            double even = weights[s] + weights[s + 1];
            double odd = weights[s] - weights[s + 1];
            int at = s / 2 * k;
            for (int a = 0; a < r; a++) {
                double own = even * z[at + a];
                linear[a] += odd * z[at + a];
                for (int b = 0; b <= a; b++) {
                    quadratic[a * r + b] += own * z[at + b];
                }
            }
        }
        transformMoments(r, root);
        for (int a = 0; a < r; a++) {
            for (int b = 0; b <= a; b++) {
                double mean = room.unknowns[room.unknownAt(g) + a];
                double beside = room.unknowns[room.unknownAt(g) + b];
                double sum = (mean + moved[a]) * (beside + moved[b]) - moved[a] * moved[b] - (a == b ? 1 : 0);
                sum += excess[a * r + b];
                excess[a * r + b] = sum;
                excess[b * r + a] = sum;
            }
        }
    }

    /** Writes C⁻ᵀ(I + A)C⁻¹, lower triangle, into {@code excess}, and C⁻ᵀ times the linear part into {@code moved}. */
    private void transformMoments(int r, int root) {
        for (int a = 0; a < r; a++) {
            quadratic[a * r + a] += 1;
            for (int b = 0; b < a; b++) {
                quadratic[b * r + a] = quadratic[a * r + b];
            }
        }
        Arrays.fill(half, 0, r * r, 0.0);
        for (int a = 0; a < r; a++) {
            moved[a] = 0;
            for (int t = a; t < r; t++) {
                double own = room.roots[root + t * r + a];
                moved[a] += own * linear[t];
                for (int b = 0; b < r; b++) {
                    half[a * r + b] += own * quadratic[t * r + b];
                }
            }
        }
        for (int a = 0; a < r; a++) {
            for (int b = 0; b <= a; b++) {
                double sum = 0;
                for (int t = b; t < r; t++) {
                    sum += half[a * r + t] * room.roots[root + t * r + b];
                }
                excess[a * r + b] = sum;
            }
        }
    }
}
