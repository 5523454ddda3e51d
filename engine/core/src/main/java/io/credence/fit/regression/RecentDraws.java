package io.credence.fit.regression;

import io.credence.family.GaussianPosterior;
import io.credence.fit.LogJoint;
import io.credence.linalg.Vectors;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Newest draws of a fit with their gradients: half of all that were taken, but not too few. Where curvature is
 * regressed on them they are at least 1.5 times as many as the parameters; else they come from at least a few passes.
 *
 * @param batches batches of draws, oldest first, one for each pass
 * @param taken number of draws taken so far
 * @param sumsHessian whether passes sum second derivatives
 */
record RecentDraws(List<Batch> batches, long taken, boolean sumsHessian) implements Serializable {

    /** Smallest number of draws kept per parameter. With 1, PosteriorDB takes 2,975 passes instead of 2,932. */
    private static final double DRAWS_PER_PARAMETER = 1.5;

    /** An empty history. */
    static RecentDraws none(boolean curved) {
        return new RecentDraws(List.of(), 0, curved);
    }

    /**
     * Draws of one pass, in pairs of opposite deviation from the mean, one after the other.
     *
     * @param points points θ, n × d
     * @param gradients gradients ∇ log p at the points, n × d
     * @param hessian Hessian ∇² log p averaged over the points, d × d; empty where it was not taken
     * @param negativeLogDensities −log q of the Gaussian from which they were drawn, up to a constant, n numbers
     */
    record Batch(double[] points, double[] gradients, double[] hessian, double[] negativeLogDensities)
            implements Serializable {
        /** Draws of q computed from the given standard normal numbers. */
        static Batch of(GaussianPosterior q, double[] epsilon, double[] points, LogJoint.LogJointValues found) {
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
            return negativeLogDensities.length;
        }
    }

    /** The history after one more pass, without draws that are no longer needed. */
    RecentDraws with(Batch newest, int dimension) {
        List<Batch> all = new ArrayList<>(batches);
        all.add(newest);
        long more = taken + newest.count();
        double needed = Math.max(sumsHessian ? 0 : DRAWS_PER_PARAMETER * dimension, 0.5 * more);
        int passes = sumsHessian ? CurvatureAverage.REPLICATES : 0;
        int first = all.size();
        for (long kept = 0; first > 0 && (kept < needed || all.size() - first < passes); ) {
            kept += all.get(--first).count();
        }
        return new RecentDraws(List.copyOf(all.subList(first, all.size())), more, sumsHessian);
    }

    int count() {
        return batches.stream().mapToInt(Batch::count).sum();
    }

    boolean isEmpty() {
        return batches.isEmpty();
    }

    double[] points() {
        return Vectors.concatenate(batches.stream().map(Batch::points).toList());
    }

    double[] gradients() {
        return Vectors.concatenate(batches.stream().map(Batch::gradients).toList());
    }

    double[] negativeLogDensities() {
        return Vectors.concatenate(
                batches.stream().map(Batch::negativeLogDensities).toList());
    }
}
