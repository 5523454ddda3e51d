package io.credence.mixed.joint;

import io.credence.linalg.Cholesky;
import io.credence.linalg.Products;
import io.credence.linalg.Triangular;
import io.credence.linalg.Vectors;
import io.credence.mixed.component.DesignCoordinates;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.VarianceComponents;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.model.VarianceEntry;
import io.credence.mixed.row.ColumnProducts;
import io.credence.model.CorrelationTransform;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Coordinates of variance components as if the columns of correlated effects were orthonormal over the rows. With RRᵀ
 * the mean of c cᵀ, effects Rᵀb multiply the columns R⁻¹c and have the covariance RᵀΣR. An intercept is then one at the
 * mean of the slope's column: what rows know of it, they know apart from the slope, where an intercept far from them is
 * known as the slope is. Entries whose effects are independent, or whose columns are far from where the prior holds,
 * stay as they are.
 *
 * @param coordinates coordinates of the original effects, with columns counted from the origins of the prior
 * @param roots R of each block of components, k × k, lower triangular; empty of entries that stay
 */
record OrthogonalColumnCoordinates(VarianceCoordinates coordinates, List<double[]> roots) implements DesignCoordinates {

    /** Step of central differences of the change of coordinates, in their units. */
    private static final double DIFFERENCE = 1e-4;

    static DesignCoordinates of(VarianceCoordinates coordinates, ColumnProducts columns) {
        List<double[]> roots = new ArrayList<>();
        List<VarianceEntry> entries = coordinates.entries();
        List<double[]> means = coordinates.productsAtOrigins(columns.means());
        for (int e = 0; e < entries.size(); e++) {
            double[] root = means.get(e).clone();
            int k = entries.get(e).size();
            boolean turns = entries.get(e).correlated()
                    && Cholesky.factorInPlace(root, 0, k) == 0
                    && !isFar(means.get(e), root, k);
            roots.add(turns ? root : new double[0]);
        }
        return roots.stream().allMatch(root -> root.length == 0)
                ? SAME
                : new OrthogonalColumnCoordinates(coordinates.withoutShift(), roots);
    }

    /**
     * Whether some column is far from the origin at which the prior holds. The prior then decides more than the rows
     * do.
     */
    private static boolean isFar(double[] products, double[] root, int k) {
        return IntStream.range(0, k)
                .map(j -> j * (k + 1))
                .anyMatch(at -> products[at] > root[at] * root[at] * MixedModel.FAR * MixedModel.FAR);
    }

    @Override
    public double[] toDesign(double[] x) {
        VarianceComponents at = coordinates.toComponents(x);
        return at == null ? x : convertComponents(x, at, false);
    }

    @Override
    public double[] fromDesign(double[] y) {
        VarianceComponents at = coordinates.toComponents(y);
        return at == null ? y : convertComponents(y, at, true);
    }

    private double[] convertComponents(double[] from, VarianceComponents at, boolean back) {
        List<double[]> factors = new ArrayList<>();
        for (int e = 0; e < roots.size(); e++) {
            double[] root = roots.get(e);
            double[] own = at.factors().get(e);
            int k = coordinates.entries().get(e).size();
            double[] turned = own.clone();
            if (back && root.length > 0) {
                Triangular.solveTransposed(root, 0, k, turned, 0, k);
            } else if (root.length > 0) {
                Triangular.multiplyTransposed(1, root, k, own, 0, k, k, turned, 0, k);
            }
            factors.add(root.length > 0 ? Triangular.ofOrthogonalizedRows(turned, k) : own);
        }
        double[] to = coordinates.fromComponents(new VarianceComponents(factors, at.residual()));
        for (int e = 0; e < roots.size(); e++) {
            if (roots.get(e).length == 0) {
                int first = coordinates.first(e);
                System.arraycopy(
                        from, first, to, first, coordinates.entries().get(e).components());
            }
        }
        if (!Arrays.stream(to).allMatch(Double::isFinite)) {
            double[] none = from.clone();
            none[0] = -1;
            return none;
        }
        return to;
    }

    @Override
    public double logJacobian(double[] x, double[] y) {
        double log = 0;
        for (int e = 0; e < roots.size(); e++) {
            double[] root = roots.get(e);
            int k = coordinates.entries().get(e).size();
            int at = coordinates.first(e);
            for (int i = 0; i < k && root.length > 0; i++) {
                log += (k + 1) * Math.log(root[i * (k + 1)]) + (3 * k + 2) * Math.log(x[at + i] / y[at + i]);
            }
            if (root.length > 0) {
                CorrelationTransform correlations = new CorrelationTransform(k);
                log += correlations.logJacobian(x, at + k) - correlations.logJacobian(y, at + k);
            }
        }
        return log;
    }

    @Override
    public double[] toDesignCurvature(double[] mode, double[] curvature) {
        double[] y = toDesign(mode);
        int d = y.length;
        double[] units = coordinates.units(y);
        double[] slopes = new double[d * d];
        for (int j = 0; j < d; j++) {
            double[] above = y.clone();
            double[] below = y.clone();
            above[j] += DIFFERENCE * units[j];
            below[j] -= DIFFERENCE * units[j];
            double[] change = Vectors.difference(fromDesign(above), fromDesign(below));
            for (int i = 0; i < d; i++) {
                slopes[i * d + j] = change[i] / (2 * DIFFERENCE * units[j]);
            }
        }
        double[] half = new double[d * d];
        Products.multiply(1, curvature, 0, d, d, slopes, 0, d, half, 0);
        double[] turned = new double[d * d];
        Products.multiply(1, Products.transposed(slopes, d, d), 0, d, d, half, 0, d, turned, 0);
        return turned;
    }
}
