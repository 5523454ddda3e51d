package io.credence.prior;

import io.credence.family.GaussianPosterior;
import io.credence.family.NormalMixture;
import io.credence.family.Posterior;
import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Posterior of an earlier fit as a normal N(μ, P⁻¹) of named coefficients, on the scale of the columns as they were
 * given. After the rows y₁, …, y_k in turn, p(θ | y₁…y_k) ∝ p(y_k | θ) p(θ | y₁…y_{k−1}): the posterior so far is the
 * prior.
 *
 * @param names names of the coefficients
 * @param mean μ
 * @param precision P, row-major, or its diagonal alone
 * @param exact whether the normal is the posterior itself, not a normal with its moments
 */
public record EarlierPosterior(List<String> names, double[] mean, double[] precision, boolean exact) {

    public EarlierPosterior {
        names = List.copyOf(names);
        long d = names.size();
        if (mean.length != d || precision.length != d && precision.length != d * d) {
            throw new IllegalArgumentException("an earlier posterior of " + d + " coefficients must have as many means"
                    + " and a precision of them but has " + mean.length + " and " + precision.length + " numbers");
        }
        if (!Arrays.stream(mean).allMatch(Double::isFinite)
                || !Arrays.stream(precision).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException(
                    "an earlier posterior must have finite means and covariances but has not");
        }
    }

    /** Earlier posterior of a Gaussian, or the normal with the moments of another posterior. */
    public static EarlierPosterior of(List<String> names, Posterior q) {
        int d = q.dimension();
        GaussianPosterior gaussian = q.gaussian();
        if (gaussian != null) {
            double[] packed = gaussian.precision();
            boolean diagonal = packed.length == d;
            return new EarlierPosterior(
                    names,
                    q.mean(),
                    diagonal ? packed : Symmetric.unpack(gaussian.blocks().toPackedTriangle(packed), d),
                    true);
        }
        NormalMixture normals = q.normalMixture();
        boolean exact = normals != null && normals.components().size() == 1;
        return ofMoments(names, q.mean(), q.covariance(), exact);
    }

    /**
     * Earlier posterior with the given moments.
     *
     * @param covariance row-major, or its diagonal alone
     * @throws IllegalArgumentException if it is not positive definite
     */
    public static EarlierPosterior ofMoments(List<String> names, double[] mean, double[] covariance, boolean exact) {
        int d = mean.length;
        if (covariance.length == d) {
            double[] diagonal = Arrays.stream(covariance).map(v -> 1 / v).toArray();
            return new EarlierPosterior(names, mean, diagonal, exact);
        }
        Cholesky root = Cholesky.of(JavaDenseKernel.INSTANCE, covariance, d);
        if (root == null) {
            throw new IllegalArgumentException(
                    "the covariance of an earlier posterior must be positive definite but is not");
        }
        return new EarlierPosterior(names, mean, root.inverse(), exact);
    }

    /** Whether the coefficients are independent. */
    boolean isIndependent() {
        return precision.length == mean.length;
    }

    private double precisionEntry(int i, int j) {
        return isIndependent() ? (i == j ? precision[i] : 0) : precision[i * mean.length + j];
    }

    /** Posterior with a share of its information forgotten: its precision is multiplied by {@code share}. */
    public EarlierPosterior discounted(double share) {
        return share == 1
                ? this
                : new EarlierPosterior(
                        names,
                        mean,
                        Arrays.stream(precision).map(p -> share * p).toArray(),
                        exact);
    }

    /** Marginal of the named coefficients, in their order; the others are integrated out. */
    public EarlierPosterior marginal(List<String> kept) {
        int[] at = positions(kept);
        double[] means = IntStream.of(at).mapToDouble(i -> mean[i]).toArray();
        if (isIndependent()) {
            return new EarlierPosterior(
                    kept, means, IntStream.of(at).mapToDouble(i -> precision[i]).toArray(), exact);
        }
        int n = at.length;
        double[] within = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                within[i * n + j] = precisionEntry(at[i], at[j]);
            }
        }
        subtractOthers(at, within);
        return new EarlierPosterior(kept, means, within, exact);
    }

    /** Subtracts the second term of a marginal's precision, the Schur complement P_KK − P_KO P_OO⁻¹ P_OK. */
    private void subtractOthers(int[] kept, double[] within) {
        int[] others = IntStream.range(0, mean.length)
                .filter(i -> IntStream.of(kept).noneMatch(k -> k == i))
                .toArray();
        int n = kept.length;
        int o = others.length;
        if (o == 0) {
            return;
        }
        double[] ofOthers = new double[o * o];
        for (int i = 0; i < o; i++) {
            for (int j = 0; j < o; j++) {
                ofOthers[i * o + j] = precisionEntry(others[i], others[j]);
            }
        }
        Cholesky root = Cholesky.of(JavaDenseKernel.INSTANCE, ofOthers, o);
        if (root == null) {
            throw new IllegalArgumentException(
                    "the precision of an earlier posterior must be positive definite but is not");
        }
        double[][] halves = new double[n][];
        Arrays.setAll(
                halves,
                k -> root.solveFactor(IntStream.of(others)
                        .mapToDouble(i -> precisionEntry(i, kept[k]))
                        .toArray()));
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                for (int k = 0; k < o; k++) {
                    within[i * n + j] -= halves[i][k] * halves[j][k];
                }
            }
        }
    }

    private int[] positions(List<String> required) {
        Map<String, Integer> position = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            position.put(names.get(i), i);
        }
        return required.stream()
                .mapToInt(name -> Objects.requireNonNull(position.get(name), name))
                .toArray();
    }

    /** Names among {@code others} that this posterior has too. */
    public List<String> sharedNames(List<String> others) {
        Set<String> mine = new HashSet<>(names);
        return others.stream().filter(mine::contains).toList();
    }

    /**
     * Prior of the named coefficients. Those that this posterior has get its joint marginal, and the others an
     * independent prior.
     *
     * @param prior prior of the others, on the same scale; independent
     * @throws IllegalArgumentException if none is known
     */
    public GaussianPrior priorOf(List<String> required, GaussianPrior prior) {
        List<String> known = sharedNames(required);
        if (known.isEmpty()) {
            throw new IllegalArgumentException(
                    "the earlier posterior is of other coefficients: required at least one of " + firstNames(required)
                            + ", found " + firstNames(names));
        }
        EarlierPosterior own = marginal(known);
        double[] means = prior.mean().clone();
        double[] precisions = prior.precision().clone();
        int[] at = new int[means.length];
        for (int i = 0, k = 0; i < means.length; i++) {
            boolean isKnown = k < known.size() && known.get(k).equals(required.get(i));
            at[i] = isKnown ? k++ : -1;
            means[i] = isKnown ? own.mean[at[i]] : means[i];
            precisions[i] = isKnown ? own.precisionEntry(at[i], at[i]) : precisions[i];
        }
        if (isIndependent()) {
            return new GaussianPrior(means, precisions);
        }
        double[] packed = new double[Symmetric.packedLength(means.length)];
        for (int i = 0, e = 0; i < means.length; i++) {
            for (int j = 0; j <= i; j++, e++) {
                packed[e] = i == j ? precisions[i] : at[i] < 0 || at[j] < 0 ? 0 : own.precisionEntry(at[i], at[j]);
            }
        }
        return GaussianPrior.ofPrecision(means, packed);
    }

    static String firstNames(List<String> names) {
        int most = 5;
        return String.join(", ", names.subList(0, Math.min(most, names.size())))
                + (names.size() > most ? ", … (" + names.size() + ")" : "");
    }
}
