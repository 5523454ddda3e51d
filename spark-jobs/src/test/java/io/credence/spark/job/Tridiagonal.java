package io.credence.spark.job;

import io.credence.family.Blocks;
import io.credence.family.BlockwiseGaussian;
import io.credence.family.FamilyParameters;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianStructure;
import io.credence.family.choice.FamilyPart;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Gaussian structure as a user may add it: each parameter depends on the one before and the one after it. Its
 * parameters λ are the mean μ and the Cholesky factor of the precision P: the logarithms of its diagonal, and the
 * entries below.
 *
 * @param whole same Gaussian with a dense P, which has zeros elsewhere
 */
record Tridiagonal(FullGaussian whole) implements BlockwiseGaussian {

    static final String NAME = "gaussian-tridiagonal";

    static final FamilyPart PART = FamilyPart.gaussianEntry(
            NAME,
            "Gaussian in which a parameter depends on its two neighbours",
            values -> new Structure(),
            (values, seed) -> (mean, sd) -> new Tridiagonal(FullGaussian.around(JavaDenseKernel.INSTANCE, mean, sd)),
            Tridiagonal::rebuilt);

    record Structure() implements GaussianStructure {
        @Override
        public String family() {
            return NAME;
        }

        @Override
        public Blocks blocks(int dimension) {
            return Blocks.full(dimension);
        }

        @Override
        public @Nullable GaussianPosterior gaussian(DenseKernel kernel, double[] mean, double[] precision) {
            double[] sd = blocks(mean.length).diagonalOf(precision);
            Arrays.setAll(sd, j -> 1 / Math.sqrt(sd[j]));
            return new Tridiagonal(FullGaussian.around(kernel, mean, sd)).with(mean, precision);
        }
    }

    private static Tridiagonal rebuilt(FamilyParameters own) {
        return new Tridiagonal(Objects.requireNonNull(
                FullGaussian.of(JavaDenseKernel.INSTANCE, own.numbers("mean"), own.numbers("precision"))));
    }

    /** Where the diagonal and what lies below it stand in a packed triangle. */
    private static int[] band(int d) {
        return IntStream.range(0, Symmetric.packedLength(d))
                .filter(at -> {
                    int row = (int) ((Math.sqrt(8.0 * at + 1) - 1) / 2);
                    return at - Symmetric.packedLength(row) >= row - 1;
                })
                .toArray();
    }

    private int[] free() {
        int d = dimension();
        return IntStream.concat(IntStream.range(0, d), Arrays.stream(band(d)).map(at -> d + at))
                .toArray();
    }

    private static double[] chosen(int[] free, double[] all) {
        return Arrays.stream(free).mapToDouble(at -> all[at]).toArray();
    }

    private static double[] spread(int[] free, double[] own, double[] all) {
        for (int k = 0; k < free.length; k++) {
            all[free[k]] = own[k];
        }
        return all;
    }

    @Override
    public String family() {
        return NAME;
    }

    @Override
    public double[] mean() {
        return whole.mean();
    }

    @Override
    public double[] precision() {
        return whole.precision();
    }

    @Override
    public Blocks blocks() {
        return whole.blocks();
    }

    @Override
    public List<FullGaussian> blockGaussians() {
        return List.of(whole);
    }

    /** With the T of the band for which S(T − H)S vanishes in the band. */
    @Override
    public @Nullable Tridiagonal with(double[] mean, double[] precision) {
        FullGaussian other = FullGaussian.of(whole.kernel(), mean, nearest(precision));
        return other == null ? null : new Tridiagonal(other);
    }

    private double[] nearest(double[] precision) {
        int[] band = band(dimension());
        double[] kept = spread(band, chosen(band, precision), new double[precision.length]);
        double[] outside = Vectors.plusScaled(precision, -1, kept);
        if (Arrays.stream(outside).allMatch(entry -> entry == 0)) {
            return kept;
        }
        int n = band.length;
        double[] metric = new double[n * n];
        for (int k = 0; k < n; k++) {
            double[] unit = new double[precision.length];
            unit[band[k]] = 1;
            System.arraycopy(chosen(band, bent(unit)), 0, metric, k * n, n);
        }
        Cholesky root = Objects.requireNonNull(Cholesky.of(JavaDenseKernel.INSTANCE, metric, n));
        double[] more = spread(band, root.solve(chosen(band, bent(outside))), new double[precision.length]);
        return Vectors.plusScaled(kept, 1, more);
    }

    /** SMS, the gradient of ½tr(SMSM) in M: off the diagonal in either of two equal entries. */
    private double[] bent(double[] packed) {
        int d = dimension();
        double[] m = Symmetric.unpack(packed, d);
        double[] columns = new double[d * d];
        for (int j = 0; j < d; j++) {
            double[] column = whole.covarianceTimes(Symmetric.multiply(m, whole.covarianceColumn(j)));
            System.arraycopy(column, 0, columns, j * d, d);
        }
        double[] bent = Symmetric.pack(columns, d);
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < i; j++) {
                bent[Symmetric.packedLength(i) + j] *= 2;
            }
        }
        return bent;
    }

    /** A shorter step where the nearest T is not positive definite. */
    @Override
    public @Nullable Tridiagonal withPrecisionTowards(double[] target, double stepSize) {
        double[] change = Vectors.plusScaled(nearest(target), -1, precision());
        for (double size = stepSize; size > stepSize * 0x1p-20; size /= 2) {
            Tridiagonal moved = with(mean(), Vectors.plusScaled(precision(), size, change));
            if (moved != null) {
                return moved;
            }
        }
        return null;
    }

    @Override
    public Tridiagonal withMean(double[] mean) {
        return new Tridiagonal(whole.withMean(mean));
    }

    @Override
    public Tridiagonal rescaled(double[] factors) {
        return new Tridiagonal(whole.rescaled(factors));
    }

    @Override
    public double[] parameters() {
        return chosen(free(), whole.parameters());
    }

    @Override
    public Tridiagonal with(double[] parameters) {
        double[] all = new double[whole.parameters().length];
        return new Tridiagonal(whole.with(spread(free(), parameters, all)));
    }

    @Override
    public double[] parameterScales() {
        return chosen(free(), whole.parameterScales());
    }

    @Override
    public void addPullback(int stratum, double[] standard, double[] gradient, double[] into) {
        double[] all = new double[whole.parameters().length];
        whole.addPullback(stratum, standard, gradient, all);
        addTo(into, all);
    }

    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        double[] all = new double[whole.parameters().length];
        whole.addScore(theta, weight, all);
        addTo(into, all);
    }

    private void addTo(double[] into, double[] all) {
        double[] own = chosen(free(), all);
        for (int k = 0; k < own.length; k++) {
            into[k] += own[k];
        }
    }
}
