package io.credence.fit.regression;

import io.credence.family.GaussianPosterior;
import io.credence.fit.LogJoint;
import io.credence.linalg.Vectors;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The newest draws of a fit with the gradients there: half of all that were taken, and, where curvature has to be learnt from them, at
 * least half as many again as there are parameters, else a few passes.
 *
 * @param batches oldest first, one for each pass
 * @param taken draws taken so far
 * @param curved whether passes bring second derivatives home
 */
record DrawHistory(List<Batch> batches, long taken, boolean curved) implements Serializable {

    /** Draws kept for each parameter: with one PosteriorDB takes 2,975 passes instead of 2,932. */
    private static final double DRAWS_PER_PARAMETER = 1.5;

    /** Nothing yet. */
    static DrawHistory none(boolean curved) {
        return new DrawHistory(List.of(), 0, curved);
    }

    /**
     * The draws of a pass, in pairs of opposite deviation, one after the other.
     *
     * @param points θ, n × d
     * @param gradients ∇ log p there, n × d
     * @param hessian ∇² log p averaged over them, d × d; empty where it was not taken
     * @param surprise −log q of the Gaussian they were drawn from, but for a constant, n numbers
     */
    record Batch(double[] points, double[] gradients, double[] hessian, double[] surprise) implements Serializable {
        /** Draws of q from those standard numbers. */
        static Batch of(GaussianPosterior q, double[] epsilon, double[] points, LogJoint.Values found) {
            int d = q.dimension();
            double[] surprise = new double[epsilon.length / d];
            for (int at = 0; at < epsilon.length; at++) {
                surprise[at / d] += 0.5 * epsilon[at] * epsilon[at];
            }
            for (int s = 0; s < surprise.length; s++) {
                surprise[s] -= 0.5 * q.logDeterminantPrecision();
            }
            return new Batch(points, found.gradients(), found.hessian(), surprise);
        }

        int count() {
            return surprise.length;
        }
    }

    /** With a pass more, without those that are no longer needed. */
    DrawHistory with(Batch newest, int dimension) {
        List<Batch> all = new ArrayList<>(batches);
        all.add(newest);
        long more = taken + newest.count();
        double needed = Math.max(curved ? 0 : DRAWS_PER_PARAMETER * dimension, 0.5 * more);
        int passes = curved ? CurvatureAverage.GROUPS : 0;
        int first = all.size();
        for (long kept = 0; first > 0 && (kept < needed || all.size() - first < passes); ) {
            kept += all.get(--first).count();
        }
        return new DrawHistory(List.copyOf(all.subList(first, all.size())), more, curved);
    }

    int count() {
        return batches.stream().mapToInt(Batch::count).sum();
    }

    boolean isEmpty() {
        return batches.isEmpty();
    }

    double[] points() {
        return Vectors.joined(batches.stream().map(Batch::points).toList());
    }

    double[] gradients() {
        return Vectors.joined(batches.stream().map(Batch::gradients).toList());
    }

    double[] surprise() {
        return Vectors.joined(batches.stream().map(Batch::surprise).toList());
    }
}
