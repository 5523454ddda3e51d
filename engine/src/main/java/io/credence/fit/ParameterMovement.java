package io.credence.fit;

import io.credence.family.ReparameterizedPosterior;
import io.credence.update.Memory;
import io.credence.update.Optimizer;

/** Posteriors with parameters λ of their own: moved by a first-order optimiser in the parameters' natural units. */
final class ParameterMovement implements Movement<ReparameterizedPosterior> {

    private final Optimizer optimizer;

    ParameterMovement(Optimizer optimizer) {
        this.optimizer = optimizer;
    }

    @Override
    public int noise(ReparameterizedPosterior q) {
        return q.noise();
    }

    @Override
    public int strata(ReparameterizedPosterior q) {
        return q.strata();
    }

    @Override
    public double weight(ReparameterizedPosterior q, int stratum) {
        return q.weight(stratum);
    }

    @Override
    public double[] draw(ReparameterizedPosterior q, int stratum, double[] standard) {
        return q.draw(stratum, standard);
    }

    @Override
    public Landed<ReparameterizedPosterior> step(
            ReparameterizedPosterior q, Memory memory, DrawnGradient gradient, double stepSize) {
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
    public double[] coordinates(ReparameterizedPosterior q) {
        return q.parameters();
    }

    @Override
    public ReparameterizedPosterior at(ReparameterizedPosterior like, double[] coordinates) {
        return like.with(coordinates);
    }
}
