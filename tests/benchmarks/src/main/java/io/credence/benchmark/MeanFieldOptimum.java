package io.credence.benchmark;

import java.util.List;
import java.util.function.ToDoubleBiFunction;
import org.apache.commons.math3.optim.InitialGuess;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.PointValuePair;
import org.apache.commons.math3.optim.SimpleValueChecker;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.nonlinear.scalar.ObjectiveFunction;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.NelderMeadSimplex;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.SimplexOptimizer;

/** Optima over independent normal coordinates by Nelder and Mead's simplex, apart from the engine. */
final class MeanFieldOptimum {

    private static final double FIRST_MOVE = 0.2;
    private static final int RESTARTS = 1;

    private MeanFieldOptimum() {}

    /** The best of the optima that are found from each start. */
    static Gaussian of(ToDoubleBiFunction<double[], double[]> objective, List<Gaussian> starts) {
        Gaussian best = starts.get(0);
        double least = Double.POSITIVE_INFINITY;
        for (Gaussian start : starts) {
            PointValuePair found = minimize(objective, unknowns(start));
            if (found.getValue() < least) {
                least = found.getValue();
                best = Gaussian.ofSd(means(found.getPoint()), sds(found.getPoint()));
            }
        }
        return best;
    }

    private static PointValuePair minimize(ToDoubleBiFunction<double[], double[]> objective, double[] start) {
        PointValuePair found = descend(objective, start);
        for (int k = 0; k < RESTARTS; k++) {
            found = descend(objective, found.getPoint());
        }
        return found;
    }

    private static PointValuePair descend(ToDoubleBiFunction<double[], double[]> objective, double[] from) {
        return new SimplexOptimizer(new SimpleValueChecker(-1, 1e-12))
                .optimize(
                        new MaxEval(20_000),
                        new ObjectiveFunction(x -> finite(objective.applyAsDouble(means(x), sds(x)))),
                        GoalType.MINIMIZE,
                        new InitialGuess(from),
                        new NelderMeadSimplex(from.length, FIRST_MOVE));
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
