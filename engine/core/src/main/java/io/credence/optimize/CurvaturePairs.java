package io.credence.optimize;

import io.credence.linalg.Vectors;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Recent moves of the mean with the changes of gradient they caused. L-BFGS estimates the curvature from them (Nocedal
 * and Wright, algorithm 7.4). Immutable. Empty, its direction is the natural gradient itself.
 *
 * @param moves differences of means
 * @param gradientChanges differences of the minimised objective's gradients
 * @param startsAtIdentity whether the curvature before the first pair is taken to be I, in coordinates that make it so
 */
public record CurvaturePairs(List<double[]> moves, List<double[]> gradientChanges, boolean startsAtIdentity)
        implements Serializable {

    /** Number of pairs that are kept: more hardly help, and each costs two vectors. */
    public static final int MEMORY = 10;

    /** No pairs. */
    public static final CurvaturePairs NONE = new CurvaturePairs(List.of(), List.of(), false);

    /** A copy with one more pair, unless the pair has no positive curvature. */
    public CurvaturePairs with(double[] move, double[] change) {
        double curvature = Vectors.dot(move, change);
        if (!(curvature > 1e-12 * Math.sqrt(Vectors.dot(move, move) * Vectors.dot(change, change)))) {
            return this;
        }
        List<double[]> newMoves = new ArrayList<>(moves);
        List<double[]> newChanges = new ArrayList<>(gradientChanges);
        newMoves.add(move);
        newChanges.add(change);
        if (newMoves.size() > MEMORY) {
            newMoves.remove(0);
            newChanges.remove(0);
        }
        return new CurvaturePairs(List.copyOf(newMoves), List.copyOf(newChanges), startsAtIdentity);
    }

    /**
     * The quasi-Newton direction.
     *
     * @param ascent gradient of the bound, which is maximised
     * @param metric inverse curvature to start from: v ↦ S v
     */
    public double[] quasiNewtonDirection(double[] ascent, UnaryOperator<double[]> metric) {
        double[] q = ascent.clone();
        double[] alpha = new double[moves.size()];
        for (int i = moves.size() - 1; i >= 0; i--) {
            alpha[i] = Vectors.dot(moves.get(i), q) / Vectors.dot(moves.get(i), gradientChanges.get(i));
            Vectors.addScaled(q, -alpha[i], gradientChanges.get(i));
        }
        double[] r = metric.apply(q);
        for (int i = 0; i < moves.size(); i++) {
            double beta = Vectors.dot(gradientChanges.get(i), r) / Vectors.dot(moves.get(i), gradientChanges.get(i));
            Vectors.addScaled(r, alpha[i] - beta, moves.get(i));
        }
        return r;
    }
}
