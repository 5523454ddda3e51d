package io.credence.testkit;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.ToDoubleFunction;

/** Minimum of a function by the simplex of Nelder and Mead (1965), without derivatives. */
public final class NelderMead {

    private static final int MOST_EVALUATIONS = 20_000;

    private NelderMead() {}

    /**
     * Point at which a function is least.
     *
     * @param start a vertex of the first simplex
     * @param firstMove distance of the other vertices, each along an axis
     * @param tolerance difference between the values of the vertices at which the search ends
     */
    public static double[] minimize(
            ToDoubleFunction<double[]> function, double[] start, double firstMove, double tolerance) {
        int d = start.length;
        Vertex[] simplex = new Vertex[d + 1];
        for (int j = 0; j <= d; j++) {
            double[] at = start.clone();
            if (j > 0) {
                at[j - 1] += firstMove;
            }
            simplex[j] = Vertex.of(function, at);
        }
        int evaluations = d + 1;
        Arrays.sort(simplex, Vertex.BY_VALUE);
        while (simplex[d].value - simplex[0].value > tolerance && evaluations < MOST_EVALUATIONS) {
            double[] centre = new double[d];
            for (int k = 0; k < d; k++) {
                for (int j = 0; j < d; j++) {
                    centre[j] += simplex[k].at[j] / d;
                }
            }
            Vertex worst = simplex[d];
            Vertex reflected = Vertex.of(function, along(centre, worst.at, -1));
            evaluations += 2;
            if (reflected.value < simplex[0].value) {
                Vertex expanded = Vertex.of(function, along(centre, worst.at, -2));
                simplex[d] = expanded.value < reflected.value ? expanded : reflected;
            } else if (reflected.value < simplex[d - 1].value) {
                simplex[d] = reflected;
            } else {
                boolean outside = reflected.value < worst.value;
                Vertex contracted = Vertex.of(function, along(centre, worst.at, outside ? -0.5 : 0.5));
                if (contracted.value < Math.min(reflected.value, worst.value)) {
                    simplex[d] = contracted;
                } else {
                    evaluations += d;
                    for (int k = 1; k <= d; k++) {
                        simplex[k] = Vertex.of(function, along(simplex[0].at, simplex[k].at, 0.5));
                    }
                }
            }
            Arrays.sort(simplex, Vertex.BY_VALUE);
        }
        return simplex[0].at;
    }

    /** Point centre + share · (vertex − centre). */
    private static double[] along(double[] centre, double[] vertex, double share) {
        double[] point = new double[centre.length];
        Arrays.setAll(point, j -> centre[j] + share * (vertex[j] - centre[j]));
        return point;
    }

    /**
     * Vertex of the simplex.
     *
     * @param at point
     * @param value value of the function there
     */
    private record Vertex(double[] at, double value) {

        private static final Comparator<Vertex> BY_VALUE = Comparator.comparingDouble(Vertex::value);

        static Vertex of(ToDoubleFunction<double[]> function, double[] at) {
            return new Vertex(at, function.applyAsDouble(at));
        }
    }
}
