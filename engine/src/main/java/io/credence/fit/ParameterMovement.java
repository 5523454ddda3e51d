package io.credence.fit;

import io.credence.family.Posterior;
import io.credence.update.Memory;
import io.credence.update.Optimizer;
import java.util.Objects;

/** Posteriors with parameters λ of their own: moved by a first-order optimiser in the parameters' natural units. */
final class ParameterMovement implements Movement<Posterior> {

    private final Optimizer optimizer;

    ParameterMovement(Optimizer optimizer) {
        this.optimizer = optimizer;
    }

    @Override
    public int noise(Posterior q) {
        return q.noise();
    }

    @Override
    public int strata(Posterior q) {
        return q.strata();
    }

    @Override
    public double weight(Posterior q, int stratum) {
        return q.weight(stratum);
    }

    @Override
    public double[] draw(Posterior q, int stratum, double[] standard) {
        return q.draw(stratum, standard);
    }

    @Override
    public Landed<Posterior> step(Posterior q, Memory memory, DrawnGradient gradient, double stepSize) {
        double[] units = q.units();
        double[] ascent = new double[q.parameters().length];
        for (int s = 0; s < gradient.paths().length; s++) {
            q.addPullback(gradient.stratum()[s], gradient.standard()[s], gradient.paths()[s], ascent);
        }
        for (int s = 0; s < gradient.scores().length; s++) {
            q.addScore(gradient.theta()[s], gradient.scores()[s], ascent);
        }
        if (gradient.paths().length > 0) {
            q.addWeightGradient(gradient.heights(), ascent);
        }
        for (int i = 0; i < ascent.length; i++) {
            ascent[i] *= -units[i];
        }
        Optimizer.Move move = optimizer.move(ascent, memory, stepSize);
        double[] next = q.parameters().clone();
        for (int i = 0; i < next.length; i++) {
            next[i] += units[i] * move.change()[i];
            if (!Double.isFinite(next[i])) {
                return new Landed<>(q, Memory.NONE, Vectors.norm(ascent));
            }
        }
        return new Landed<>(q.with(next), move.memory(), Vectors.norm(ascent));
    }

    @Override
    public double[] coordinates(Posterior q) {
        return q.coordinates();
    }

    @Override
    public Posterior at(Posterior like, double[] coordinates) {
        return Objects.requireNonNullElse(like.at(coordinates), like);
    }
}
