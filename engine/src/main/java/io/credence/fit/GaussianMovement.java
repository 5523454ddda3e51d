package io.credence.fit;

import io.credence.divergence.Divergence;
import io.credence.family.GaussianPosterior;
import io.credence.gradient.SteinGradient;
import io.credence.update.Direction;
import io.credence.update.Memory;
import io.credence.update.Moved;
import java.util.Objects;

/** Full, block-diagonal and diagonal Gaussians: moved by any update rule along an ascent and a target precision. */
final class GaussianMovement implements Movement<GaussianPosterior> {

    private final UpdatePlan updates;

    GaussianMovement(UpdatePlan updates) {
        this.updates = updates;
    }

    @Override
    public int noise(GaussianPosterior q) {
        return q.dimension();
    }

    @Override
    public int strata(GaussianPosterior q) {
        return 1;
    }

    @Override
    public double weight(GaussianPosterior q, int stratum) {
        return 1;
    }

    @Override
    public double[] draw(GaussianPosterior q, int stratum, double[] standard) {
        return q.draw(stratum, standard);
    }

    @Override
    public Landed<GaussianPosterior> step(GaussianPosterior q, Memory memory, DrawnGradient gradient, double stepSize) {
        SteinGradient stein = gradient.paths().length > 0
                ? SteinGradient.ofPaths(q, gradient.standard(), gradient.paths())
                : SteinGradient.ofScores(q, gradient.standard(), gradient.scores());
        Direction direction = direction(q, stein, gradient.closed());
        Moved<GaussianPosterior> moved = updates.rule(q).step(q, memory, direction, stepSize);
        return new Landed<>(moved.posterior(), moved.memory(), Vectors.norm(direction.ascent()));
    }

    /** Against the gradient: −∇_μ 𝓛, and T = P + 2∇_S 𝓛. */
    private static Direction direction(
            GaussianPosterior q, SteinGradient stein, Divergence.@org.jspecify.annotations.Nullable Slope closed) {
        double[] ascent = stein.mean().clone();
        double[] target = q.precision().clone();
        for (int j = 0; j < ascent.length; j++) {
            ascent[j] = -ascent[j] - (closed == null ? 0 : closed.mean()[j]);
        }
        double[] known = closed == null ? new double[target.length] : closed.covariance(q);
        for (int e = 0; e < target.length; e++) {
            target[e] += 2 * (stein.covariance()[e] + known[e]);
        }
        return new Direction(ascent, target);
    }

    @Override
    public double[] coordinates(GaussianPosterior q) {
        return q.coordinates();
    }

    @Override
    public GaussianPosterior at(GaussianPosterior like, double[] coordinates) {
        return Objects.requireNonNullElse(like.at(coordinates), like);
    }
}
