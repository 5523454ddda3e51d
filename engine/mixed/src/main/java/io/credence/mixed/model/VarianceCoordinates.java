package io.credence.mixed.model;

import io.credence.linalg.Cholesky;
import io.credence.linalg.Products;
import io.credence.linalg.Triangular;
import io.credence.linalg.Vectors;
import io.credence.model.CorrelationTransform;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Coordinates of variance components in which their posterior is nearly normal. A standard deviation of effects has its
 * cube root, in which "no variance" is an ordinary point of density 0; correlations have inverse hyperbolic tangents of
 * canonical partial correlations; the residual standard deviation or dispersion has its logarithm. Entry by entry of
 * the model's effects, the residual last. They are of effects at the origins of the columns that a prior is about;
 * components and gradients are of effects where columns are 0.
 *
 * @param entries blocks of the model's components, in their order
 * @param isShifted whether components are of effects where columns are 0, else where the prior is about them
 */
public record VarianceCoordinates(MixedModel model, List<VarianceEntry> entries, boolean isShifted)
        implements Serializable {

    /**
     * Standard deviation of the logarithm of a component from which it is not sharply known. The mean of its posterior
     * is then at least a tenth of that from the mode, and it is too wide to be interpolated.
     */
    public static final double SHARP = 0.1;

    public VarianceCoordinates(MixedModel model) {
        this(model, model.entries(), true);
    }

    /**
     * Coordinates of the components that the prior is about, those of effects where columns are counted from the
     * origins of the prior.
     */
    public VarianceCoordinates withoutShift() {
        return new VarianceCoordinates(model, entries, false);
    }

    private @Nullable ColumnOriginShift shift(int entry) {
        return isShifted ? entries.get(entry).prior().shift() : null;
    }

    /** Mean products of the columns of each entry, with columns counted from the origins of the prior. */
    public List<double[]> productsAtOrigins(List<double[]> means) {
        List<double[]> counted = new ArrayList<>();
        for (int e = 0; e < means.size(); e++) {
            ColumnOriginShift shift = shift(e);
            counted.add(shift == null ? means.get(e) : shift.columnProductsAtOrigins(means.get(e)));
        }
        return counted;
    }

    /** Number of coordinates. */
    public int dimension() {
        return first(entries.size()) + (model.residualPrior() == null ? 0 : 1);
    }

    /** Natural unit of each coordinate: its own size for the cube root of a standard deviation, 1 for the others. */
    public double[] units(double[] x) {
        double[] units = new double[x.length];
        Arrays.setAll(units, j -> isSd(j) ? x[j] : 1);
        return units;
    }

    /** Number of the first coordinate of an entry of the model's effects. */
    public int first(int entry) {
        return entries.subList(0, entry).stream()
                .mapToInt(VarianceEntry::components)
                .sum();
    }

    /** Whether a coordinate is the cube root of a standard deviation of effects. */
    public boolean isSd(int coordinate) {
        int at = coordinate;
        for (VarianceEntry each : entries) {
            if (at < each.size()) {
                return at >= 0;
            }
            at -= each.components();
        }
        return false;
    }

    /**
     * Whether every standard deviation of effects is known to within a tenth of itself.
     *
     * @param covariance covariance of unknowns of which the coordinates are the last
     * @param first number of the unknowns before them
     */
    public boolean hasSharpSds(double[] x, double[] covariance, int first) {
        for (int j = 0; j < x.length; j++) {
            double sd = Math.sqrt(covariance[(first + j) * (first + x.length + 1)]);
            if (isSd(j) && !(3 * sd < SHARP * x[j])) {
                return false;
            }
        }
        return true;
    }

    /** Longest component of a step in standard deviations, given their covariance. */
    public static double maxStandardisedStep(double[] step, double[] covariance) {
        double largest = 0;
        for (int j = 0; j < step.length; j++) {
            largest = Math.max(largest, Math.abs(step[j]) / Math.sqrt(covariance[j * (step.length + 1)]));
        }
        return largest;
    }

    /**
     * Converts covariances of effects, both triangles, to coordinates. Only the diagonals count for uncorrelated
     * effects.
     */
    public double[] fromCovariances(List<double[]> covariances, double residual) {
        List<double[]> factors = new ArrayList<>();
        for (int e = 0; e < covariances.size(); e++) {
            double[] factor = covariances.get(e).clone();
            int k = entries.get(e).size();
            if (entries.get(e).correlated()) {
                Cholesky.factorInPlace(factor, 0, k);
            } else {
                Arrays.setAll(factor, i -> i % (k + 1) == 0 ? Math.sqrt(factor[i]) : 0);
            }
            factors.add(factor);
        }
        return fromComponents(new VarianceComponents(factors, residual));
    }

    /** Converts components to coordinates. */
    public double[] fromComponents(VarianceComponents components) {
        double[] x = new double[dimension()];
        int at = 0;
        for (int e = 0; e < components.factors().size(); e++) {
            VarianceEntry each = entries.get(e);
            ColumnOriginShift shift = shift(e);
            double[] own = components.factors().get(e);
            double[] factor = shift == null ? own : shift.factorAtOrigins(own);
            int k = each.size();
            for (int i = 0; i < k; i++) {
                x[at++] = Math.cbrt(Math.sqrt(Vectors.dot(factor, i * k, factor, i * k, k)));
            }
            if (each.correlated()) {
                new CorrelationTransform(k).unconstrain(factor, x, at);
                at += each.correlations();
            }
        }
        if (at < x.length) {
            x[at] = Math.log(components.residual());
        }
        return x;
    }

    /** Converts coordinates to components; null where a standard deviation would not be positive. */
    @Nullable
    public VarianceComponents toComponents(double[] x) {
        List<double[]> factors = new ArrayList<>();
        int at = 0;
        for (int e = 0; e < entries.size(); e++) {
            VarianceEntry each = entries.get(e);
            int k = each.size();
            if (!Arrays.stream(x, at, at + k).allMatch(root -> root > 0)) {
                return null;
            }
            double[] factor = covarianceFactor(correlationFactor(each, x, at + k), x, at, k);
            at += each.components();
            ColumnOriginShift shift = shift(e);
            factors.add(shift == null ? factor : shift.factorAtZero(factor));
        }
        return new VarianceComponents(List.copyOf(factors), at < x.length ? Math.exp(x[at]) : 1);
    }

    /**
     * Factor of the covariance, from the factor of the correlations and the cube roots of the standard deviations,
     * which begin at {@code at}.
     */
    private static double[] covarianceFactor(double[] correlations, double[] x, int at, int k) {
        double[] factor = correlations.clone();
        for (int i = 0; i < k; i++) {
            double sd = x[at + i] * x[at + i] * x[at + i];
            for (int j = 0; j <= i; j++) {
                factor[i * k + j] *= sd;
            }
        }
        return factor;
    }

    /** Cholesky factor of a correlation matrix. */
    private static double[] correlationFactor(VarianceEntry effects, double[] x, int at) {
        int k = effects.size();
        double[] factor = new double[k * k];
        if (effects.correlated()) {
            new CorrelationTransform(k).constrain(x, at, factor, 0);
            Cholesky.factorInPlace(factor, 0, k);
        } else {
            for (int i = 0; i < k; i++) {
                factor[i * k + i] = 1;
            }
        }
        return factor;
    }

    /** Standard deviations and correlations of effects where columns are 0, in the order of their names. */
    public double[] toNaturalScale(double[] x) {
        double[] natural = x.clone();
        VarianceComponents atZero = isShifted ? toComponents(x) : null;
        int at = 0;
        for (int e = 0; e < entries.size(); e++) {
            VarianceEntry each = entries.get(e);
            int k = each.size();
            double[] matrix = new double[k * k];
            if (each.correlated()) {
                new CorrelationTransform(k).constrain(x, at + k, matrix, 0);
            }
            if (shift(e) == null) {
                for (int i = at; i < at + k; i++) {
                    natural[i] = x[i] * x[i] * x[i];
                }
            } else {
                double[] factor = Objects.requireNonNull(atZero).factors().get(e);
                System.arraycopy(sdsAndCorrelations(factor, matrix, k), 0, natural, at, k);
            }
            at += k;
            for (int i = 1; each.correlated() && i < k; i++) {
                for (int j = 0; j < i; j++) {
                    natural[at++] = matrix[i * k + j];
                }
            }
        }
        if (at < x.length) {
            natural[at] = Math.exp(x[at]);
        }
        return natural;
    }

    /** Log prior density of the coordinates, whose gradient is added to {@code gradient}. */
    public double logPrior(double[] x, double[] gradient) {
        return new ComponentPrior(entries, model.residualPrior()).logDensity(x, gradient);
    }

    /**
     * Adds minus the Hessian of the log prior density.
     *
     * @param curvature square matrix to which it is added, from row and column {@code first} on, both triangles
     */
    public void addPriorCurvature(double[] x, double[] curvature, int first) {
        new ComponentPrior(entries, model.residualPrior()).addCurvature(x, units(x), curvature, first);
    }

    /**
     * Adds the gradient of a log likelihood in the coordinates.
     *
     * @param excess sum of E s sᵀ − I over the levels of each entry of the model's effects
     * @param residual derivative in the logarithm of the residual standard deviation, or of the dispersion
     */
    public void addGradient(double[] x, List<double[]> excess, double residual, double[] gradient) {
        int at = 0;
        for (int e = 0; e < excess.size(); e++) {
            VarianceEntry each = entries.get(e);
            int k = each.size();
            double[] factor = correlationFactor(each, x, at + k);
            double[] slopes = conjugateByFactor(excessAtOrigins(e, x, at, factor, excess.get(e)), factor, k);
            for (int j = 0; j < k; j++, at++) {
                gradient[at] += 3 / x[at] * logSdSlope(slopes, factor, j, k);
            }
            if (each.correlated()) {
                for (int i = 0; i < slopes.length; i++) {
                    slopes[i] *= 0.5;
                }
                new CorrelationTransform(k).addPullback(x, at, slopes, 0, gradient, at);
                at += each.correlations();
            }
        }
        if (at < x.length) {
            gradient[at] += residual;
        }
    }

    /** Sums E s sᵀ − I of effects at the origins of the prior, given the factor of their correlations. */
    private double[] excessAtOrigins(int entry, double[] x, int at, double[] correlations, double[] excess) {
        ColumnOriginShift shift = shift(entry);
        if (shift == null) {
            return excess;
        }
        int k = entries.get(entry).size();
        return shift.productsAtOrigins(covarianceFactor(correlations, x, at, k), excess);
    }

    /** Product C⁻ᵀ R C⁻¹ for the factor C of the correlations. */
    private static double[] conjugateByFactor(double[] excess, double[] factor, int k) {
        double[] turned = excess.clone();
        Triangular.solveTransposed(factor, 0, k, turned, 0, k);
        double[] other = Products.transposed(turned, k, k);
        Triangular.solveTransposed(factor, 0, k, other, 0, k);
        return other;
    }

    /** Diagonal entry (C R C⁻¹)_jj = Σ_i (CCᵀ)_ji [C⁻ᵀRC⁻¹]_ij. */
    private static double logSdSlope(double[] slopes, double[] factor, int j, int k) {
        double sum = 0;
        for (int i = 0; i < k; i++) {
            double correlation = 0;
            for (int t = 0; t <= Math.min(i, j); t++) {
                correlation += factor[i * k + t] * factor[j * k + t];
            }
            sum += correlation * slopes[i * k + j];
        }
        return sum;
    }

    /** Computes the roots of the diagonal of A Aᵀ, and writes its correlations into {@code to}. */
    private static double[] sdsAndCorrelations(double[] a, double[] to, int k) {
        double[] sds = new double[k];
        for (int i = 0; i < k; i++) {
            sds[i] = Math.sqrt(Vectors.dot(a, i * k, a, i * k, k));
            for (int j = 0; j <= i; j++) {
                to[i * k + j] = Vectors.dot(a, i * k, a, j * k, k) / (sds[i] * sds[j]);
                to[j * k + i] = to[i * k + j];
            }
        }
        return sds;
    }
}
