package io.credence.benchmark;

import io.credence.testkit.NelderMead;
import java.util.List;
import java.util.function.ToDoubleBiFunction;

/** Optima over independent normal coordinates by Nelder and Mead's simplex, apart from the engine. */
final class MeanFieldOptimum {

    private static final double FIRST_MOVE = 0.2;
    private static final int RESTARTS = 1;
    private static final double TOLERANCE = 1e-12;

    private MeanFieldOptimum() {}

    /** The best of the optima that are found from each start. */
    static Gaussian of(ToDoubleBiFunction<double[], double[]> objective, List<Gaussian> starts) {
        Gaussian best = starts.get(0);
        double least = Double.POSITIVE_INFINITY;
        for (Gaussian start : starts) {
            double[] found = minimize(objective, unknowns(start));
            double value = objective.applyAsDouble(means(found), sds(found));
            if (value < least) {
                least = value;
                best = Gaussian.ofSd(means(found), sds(found));
            }
        }
        return best;
    }

    private static double[] minimize(ToDoubleBiFunction<double[], double[]> objective, double[] start) {
        double[] found = descend(objective, start);
        for (int k = 0; k < RESTARTS; k++) {
            found = descend(objective, found);
        }
        return found;
    }

    private static double[] descend(ToDoubleBiFunction<double[], double[]> objective, double[] from) {
        return NelderMead.minimize(x -> finite(objective.applyAsDouble(means(x), sds(x))), from, FIRST_MOVE, TOLERANCE);
    }

    private static double finite(double value) {
        return Double.isFinite(value) ? value : 1e300;
    }

    private static double[] unknowns(Gaussian q) {
        int d = q.dimension();
        double[] unknowns = new double[2 * d];
        for (int j = 0; j < d; j++) {
            unknowns[j] = q.mean()[j];
            unknowns[d + j] = Math.log(q.sd(j));
        }
        return unknowns;
    }

    private static double[] means(double[] unknowns) {
        return java.util.Arrays.copyOf(unknowns, unknowns.length / 2);
    }

    private static double[] sds(double[] unknowns) {
        double[] sds = new double[unknowns.length / 2];
        for (int j = 0; j < sds.length; j++) {
            sds[j] = Math.exp(unknowns[sds.length + j]);
        }
        return sds;
    }
}
