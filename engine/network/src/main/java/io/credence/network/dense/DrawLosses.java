package io.credence.network.dense;

import java.util.Arrays;

/**
 * Losses and log densities of draws of a member's weights on a batch, and the slopes of an objective in them. Along a
 * path θ(ε; λ) of a draw its gradient is ∂θ/∂λ [paths Σ_i slopes_i ∇ℓ_i + prior ∇log π + posterior ∇_θ log q] + score
 * ∇_λ log q(θ; λ), and in numbers of the loss that have no posterior points Σ_i slopes_i ∇ℓ_i. Not thread-safe.
 */
final class DrawLosses {

    final int draws;
    /** Losses, ordered by draw and then by row. */
    final double[] losses;

    final double[] logPrior;
    final double[] logPosterior;
    final double[] slopes;
    final double[] paths;
    final double[] points;
    final double[] prior;
    final double[] posterior;
    final double[] score;
    private int rows;

    /** Allocates a workspace for batches of up to {@code rows} rows. */
    DrawLosses(int draws, int rows) {
        this.draws = draws;
        this.losses = new double[draws * rows];
        this.slopes = new double[draws * rows];
        this.logPrior = new double[draws];
        this.logPosterior = new double[draws];
        this.paths = new double[draws];
        this.points = new double[draws];
        this.prior = new double[draws];
        this.posterior = new double[draws];
        this.score = new double[draws];
    }

    /** Begins a batch of {@code batch} rows. Slopes along paths begin at 1, the others at 0. */
    void begin(int batch) {
        rows = batch;
        Arrays.fill(paths, 1);
        Arrays.fill(points, 1);
        Arrays.fill(prior, 0);
        Arrays.fill(posterior, 0);
        Arrays.fill(score, 0);
    }

    /** Number of rows of the batch. */
    int rows() {
        return rows;
    }
}
