package io.credence.mixed.component;

import io.credence.kind.RandomEffects;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.VarianceCoordinates;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Linear map from E s sᵀ − I of the local effects to the gradient of log p(y) in the coordinates of variance
 * components. Coordinate t is Σ weight · entry over its terms.
 *
 * @param rows i of each entry (i, j), j ≤ i, that counts for some coordinate
 * @param columns j of each entry
 * @param starts index of the first term of each coordinate, and the end of the last
 * @param entries number of the entry of each term
 * @param weights weight of each term
 */
public record ComponentScoreMap(int[] rows, int[] columns, int[] starts, int[] entries, double[] weights)
        implements Serializable {

    public static ComponentScoreMap of(EffectLayout layout, VarianceCoordinates coordinates, double[] x) {
        List<RandomEffects> effects = layout.model().effects();
        List<double[]> excess = new ArrayList<>();
        effects.forEach(each -> excess.add(new double[each.size() * each.size()]));
        List<int[]> at = new ArrayList<>();
        List<double[]> gradients = new ArrayList<>();
        int begin = 0;
        for (int e : layout.local()) {
            int size = effects.get(e).size();
            for (int i = 0; i < size; i++) {
                for (int j = effects.get(e).correlated() ? 0 : i; j <= i; j++) {
                    double[] own = excess.get(e);
                    own[i * size + j] = 1;
                    own[j * size + i] = 1;
                    double[] gradient = new double[x.length];
                    coordinates.addGradient(x, excess, 0, gradient);
                    Arrays.fill(own, 0);
                    at.add(new int[] {begin + i, begin + j});
                    gradients.add(gradient);
                }
            }
            begin += size;
        }
        return of(at, gradients, x.length);
    }

    private static ComponentScoreMap of(List<int[]> at, List<double[]> gradients, int dimension) {
        int[] starts = new int[dimension + 1];
        int[] entries = new int[dimension * at.size()];
        double[] weights = new double[entries.length];
        int used = 0;
        for (int t = 0; t < dimension; t++) {
            for (int n = 0; n < at.size(); n++) {
                if (gradients.get(n)[t] != 0) {
                    entries[used] = n;
                    weights[used++] = gradients.get(n)[t];
                }
            }
            starts[t + 1] = used;
        }
        return new ComponentScoreMap(
                at.stream().mapToInt(pair -> pair[0]).toArray(),
                at.stream().mapToInt(pair -> pair[1]).toArray(),
                starts,
                Arrays.copyOf(entries, used),
                Arrays.copyOf(weights, used));
    }

    /** Number of coordinates. */
    public int dimension() {
        return starts.length - 1;
    }

    /** Writes the gradient into {@code into}, from index {@code at} on, given the values of the entries. */
    public void writeGradient(double[] values, double[] into, int at) {
        for (int t = 0; t < dimension(); t++) {
            double sum = 0;
            for (int n = starts[t]; n < starts[t + 1]; n++) {
                sum += weights[n] * values[entries[n]];
            }
            into[at + t] = sum;
        }
    }
}
