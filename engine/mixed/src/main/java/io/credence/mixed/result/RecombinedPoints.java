package io.credence.mixed.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reduction of many weighted points to few, with weights that keep the total, all means and all second moments
 * (Carathéodory). Whatever is quadratic in the points keeps its average. One point after the other is given up along a
 * direction that changes none of these.
 */
public final class RecombinedPoints {

    private RecombinedPoints() {}

    /** Number of points that are kept in {@code d} coordinates. */
    static int maxPointCount(int d) {
        return (d + 1) * (d + 2) / 2;
    }

    /**
     * Computes new weights, which are 0 for points that are dropped. They are the old ones where these are few enough.
     *
     * @param weights positive weight of each point
     */
    public static double[] weights(List<double[]> points, double[] weights) {
        double[] kept = weights.clone();
        int most = maxPointCount(points.get(0).length);
        List<Integer> used = new ArrayList<>();
        double[][] features = features(points, weights);
        for (int s = 0; s < weights.length; s++) {
            used.add(s);
            if (used.size() > most) {
                giveUp(kept, used, features);
            }
        }
        return kept;
    }

    /** Features 1, z_i and z_i z_j of each point, in units of the spread about the mean. */
    private static double[][] features(List<double[]> points, double[] weights) {
        int d = points.get(0).length;
        double total = Arrays.stream(weights).sum();
        double[] mean = new double[d];
        double[] spread = new double[d];
        for (int s = 0; s < weights.length; s++) {
            for (int i = 0; i < d; i++) {
                mean[i] += weights[s] / total * points.get(s)[i];
            }
        }
        for (int s = 0; s < weights.length; s++) {
            for (int i = 0; i < d; i++) {
                spread[i] += weights[s] / total * Math.pow(points.get(s)[i] - mean[i], 2);
            }
        }
        double[][] features = new double[weights.length][maxPointCount(d)];
        for (int s = 0; s < weights.length; s++) {
            double[] z = new double[d + 1];
            z[d] = 1;
            for (int i = 0; i < d; i++) {
                z[i] = spread[i] > 0 ? (points.get(s)[i] - mean[i]) / Math.sqrt(spread[i]) : 0;
            }
            for (int i = 0, at = 0; i <= d; i++) {
                for (int j = 0; j <= i; j++) {
                    features[s][at++] = z[i] * z[j];
                }
            }
        }
        return features;
    }

    /** Moves the weights along a direction that changes no feature until one of them is 0. */
    private static void giveUp(double[] weights, List<Integer> used, double[][] features) {
        double[] direction = nullDirection(used, features);
        int last = -1;
        double step = Double.POSITIVE_INFINITY;
        for (int i = 0; i < direction.length; i++) {
            double reach = direction[i] > 0 ? weights[used.get(i)] / direction[i] : Double.POSITIVE_INFINITY;
            if (reach < step) {
                step = reach;
                last = i;
            }
        }
        for (int i = 0; i < direction.length; i++) {
            weights[used.get(i)] = Math.max(0, weights[used.get(i)] - step * direction[i]);
        }
        weights[used.get(last)] = 0;
        used.remove(last);
    }

    /**
     * Direction in the weights along which no feature changes, by elimination. There is one more point than features,
     * and some entry is positive.
     */
    private static double[] nullDirection(List<Integer> used, double[][] features) {
        int n = used.size();
        int rows = features[0].length;
        double[][] a = new double[rows][n];
        for (int f = 0; f < rows; f++) {
            for (int i = 0; i < n; i++) {
                a[f][i] = features[used.get(i)][f];
            }
        }
        int[] order = new int[n];
        Arrays.setAll(order, i -> i);
        int rank = 0;
        while (rank < rows && pivot(a, order, rank)) {
            for (int f = 0; f < rows; f++) {
                double factor = f == rank ? 0 : a[f][order[rank]] / a[rank][order[rank]];
                for (int i = rank; factor != 0 && i < n; i++) {
                    a[f][order[i]] -= factor * a[rank][order[i]];
                }
            }
            rank++;
        }
        double[] direction = new double[n];
        direction[order[rank]] = 1;
        for (int f = 0; f < rank; f++) {
            direction[order[f]] = -a[f][order[rank]] / a[f][order[f]];
        }
        return direction;
    }

    /** Moves the largest entry that is left to row and position {@code rank}; false if there is none. */
    private static boolean pivot(double[][] a, int[] order, int rank) {
        int row = rank;
        int best = rank;
        for (int f = rank; f < a.length; f++) {
            for (int i = rank; i < order.length; i++) {
                if (Math.abs(a[f][order[i]]) > Math.abs(a[row][order[best]])) {
                    row = f;
                    best = i;
                }
            }
        }
        double[] kept = a[row];
        a[row] = a[rank];
        a[rank] = kept;
        int column = order[best];
        order[best] = order[rank];
        order[rank] = column;
        return Math.abs(a[rank][column]) > 1e-12;
    }
}
