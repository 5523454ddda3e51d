package io.credence.mixed.joint;

import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.mixed.component.SchurComplement;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.VarianceComponents;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.result.ComponentDensityEvaluation;
import io.credence.mixed.result.EffectMoments;
import io.credence.mixed.row.ArrowGaussian;
import io.credence.mixed.row.ColumnProducts;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Density of {@link NormalRowsDensity} about a mode, interpolated between few factorisations. With effects in units of the
 * residual standard deviation, the part that is left once the levels of the two largest factors are eliminated depends
 * on their two standard deviations λ alone. It is smooth in log λ, and interpolated at a few Chebyshev nodes; all other
 * components, the residual one included, enter exactly. A level's share is an analytic function but for singularities
 * at ± iπ/2, so that n nodes over a half-width h are wrong by about (h/π)ⁿ nats a level.
 */
final class InterpolatedDensity implements ComponentDensity {

    /** Number of points of a round of the design over components. Points cost next to nothing. */
    private static final int POINTS = 256;

    /** Largest error of interpolation, nats. */
    private static final double ERROR = 0.01;

    /** Half-width of the nodes in standard deviations of log λ. Outside of them, factorisations are exact. */
    private static final double REACH = 6;

    /** Step of central differences, in units of the coordinates. */
    private static final double DIFFERENCE = 1e-4;

    private final NormalRowsDensity exact;
    private final int[] coordinates;
    private final double[] centre;
    private final double[] halfWidth;
    private final int first;
    private final SchurComplement left;
    private final ChebyshevNodes[] nodes;
    private final double[][] reduced;

    private InterpolatedDensity(
            NormalRowsDensity exact, int[] coordinates, double[] centre, double[] halfWidth, int first) {
        this.exact = exact;
        this.coordinates = coordinates;
        this.centre = centre;
        this.halfWidth = halfWidth;
        this.first = first;
        EffectLayout layout = exact.statistics().layout();
        int many = layout.others().size();
        List<Integer> small = layout.others().subList(Math.min(1, many), many);
        int[] starts = new int[small.size()];
        Arrays.setAll(starts, o -> layout.starts()[o + 1] - first);
        this.left = new SchurComplement(layout.model(), small, starts, layout.globalCount() - first);
        this.nodes = new ChebyshevNodes[coordinates.length];
        for (int c = 0; c < nodes.length; c++) {
            int levels = c == 0 ? layout.localLevels() : layout.otherLevels(0);
            nodes[c] = new ChebyshevNodes(Math.max(
                    2, (int) Math.ceil(Math.log(ERROR / levels) / Math.log(halfWidth[c] / Math.PI))));
        }
        this.reduced = new double
                [Arrays.stream(nodes).mapToInt(ChebyshevNodes::count).reduce(1, (one, other) -> one * other)][];
    }

    /**
     * Computes the density about a mode. It is the exact one where the levels of a large factor have several effects,
     * their standard deviation is not sharply known, or there are smooths.
     *
     * @param covariance covariance of the components, d × d, as far as it is known
     */
    static ComponentDensity interpolateAround(NormalRowsDensity exact, double[] mode, double[] covariance) {
        EffectLayout layout = exact.statistics().layout();
        boolean isAlone = layout.localEffectsPerLevel() == 1
                && layout.model().smooths().isEmpty()
                && (layout.others().isEmpty() || layout.otherEffects(0).size() == 1);
        if (!isAlone) {
            return exact;
        }
        int local = exact.coordinates().first(layout.local().get(0));
        int[] coordinates = layout.others().isEmpty()
                ? new int[] {local}
                : new int[] {local, exact.coordinates().first(layout.others().get(0))};
        double[] centre = new double[coordinates.length];
        double[] halfWidth = new double[coordinates.length];
        for (int c = 0; c < coordinates.length; c++) {
            double sd = logSdRatioSd(layout.model(), coordinates[c], mode, covariance);
            centre[c] = logSdRatio(layout.model(), coordinates[c], mode);
            halfWidth[c] = REACH * sd;
            if (!(sd < VarianceCoordinates.SHARP)) {
                return exact;
            }
        }
        int first = layout.others().isEmpty() ? 0 : layout.otherLevels(0);
        InterpolatedDensity rows = new InterpolatedDensity(exact, coordinates, centre, halfWidth, first);
        return rows.fill() ? rows : exact;
    }

    /** Logarithm of λ, the ratio of the standard deviation of effects to that of the residuals, at {@code x}. */
    private static double logSdRatio(MixedModel model, int coordinate, double[] x) {
        return 3 * Math.log(x[coordinate]) - (model.estimatesResidual() ? x[x.length - 1] : 0);
    }

    /**
     * Posterior standard deviation of log λ, λ the ratio of the standard deviation of effects to that of the residuals.
     */
    private static double logSdRatioSd(MixedModel model, int coordinate, double[] mode, double[] covariance) {
        int d = mode.length;
        double slope = 3 / mode[coordinate];
        double own = slope * slope * covariance[coordinate * (d + 1)];
        double both =
                model.estimatesResidual() ? covariance[d * d - 1] - 2 * slope * covariance[coordinate * d + d - 1] : 0;
        return Math.sqrt(own + both);
    }

    private boolean fill() {
        int count = nodes[0].count();
        for (int node = 0; node < reduced.length; node++) {
            double[] found = eliminatedSums(
                    Math.exp(centre[0] + halfWidth[0] * nodes[0].abscissa(node % count)),
                    nodes.length == 1 ? 1 : Math.exp(centre[1] + halfWidth[1] * nodes[1].abscissa(node / count)));
            if (found == null) {
                return false;
            }
            reduced[node] = found;
        }
        return true;
    }

    /**
     * Gaussian of the unknowns that are left once the levels of the two factors are eliminated: precision, its product
     * with the mean, quadratic form and log-determinant. Null where there is no Gaussian.
     */
    private double @Nullable [] eliminatedSums(double local, double other) {
        EffectLayout layout = exact.statistics().layout();
        List<double[]> factors = layout.model().effects().stream()
                .map(each -> Symmetric.scaledIdentity(each.size(), 1))
                .toList();
        factors.get(layout.local().get(0))[0] = local;
        if (coordinates.length > 1) {
            factors.get(layout.others().get(0))[0] = other;
        }
        ArrowGaussian gaussian = exact.gaussian(new VarianceComponents(factors, 1));
        if (gaussian == null) {
            return null;
        }
        int n = layout.globalCount();
        int r = left.unknownCount();
        double[] half = gaussian.globalCholesky().multiplyByTransposedFactor(gaussian.globalMean());
        double[] found = new double[r * r + r + 2];
        left.addRowInformation(gaussian.globalCholesky().factor(), first * (n + 1), n, half, first, found);
        found[r * r + r] = gaussian.quadratic();
        found[r * r + r + 1] = gaussian.logDeterminant();
        for (int i = first; i < n; i++) {
            found[r * r + r] -= half[i] * half[i];
            found[r * r + r + 1] -= 2 * Math.log(gaussian.globalCholesky().factor()[i * (n + 1)]);
        }
        return found;
    }

    @Override
    public ComponentDensityEvaluation evaluate(
            double[] x, boolean withGradient, @Nullable ComponentDensityEvaluation warm) {
        double value = value(x);
        if (Double.isNaN(value)) {
            return exact.evaluate(x, withGradient, warm);
        }
        double[] gradient = new double[x.length];
        double[] units = coordinates().units(x);
        for (int j = 0; withGradient && j < x.length; j++) {
            double[] above = x.clone();
            double[] below = x.clone();
            above[j] += DIFFERENCE * units[j];
            below[j] -= DIFFERENCE * units[j];
            gradient[j] = (value(above) - value(below)) / (2 * DIFFERENCE * units[j]);
        }
        return Vectors.isFinite(gradient)
                ? new ComponentDensityEvaluation(value, gradient)
                : exact.evaluate(x, withGradient, warm);
    }

    /** Log p(y, components); NaN outside of the nodes. */
    private double value(double[] x) {
        VarianceComponents components = coordinates().toComponents(x);
        double[] z = new double[coordinates.length];
        for (int c = 0; c < z.length; c++) {
            z[c] = (logSdRatio(coordinates().model(), coordinates[c], x) - centre[c]) / halfWidth[c];
            if (components == null || !(Math.abs(z[c]) <= 1)) {
                return Double.NaN;
            }
        }
        return components == null
                ? Double.NaN
                : coordinates().logPrior(x, new double[x.length]) + logLikelihood(components, interpolated(z));
    }

    private double[] interpolated(double[] z) {
        double[] sum = new double[reduced[0].length];
        double[] one = nodes[0].weights(z[0]);
        double[] two = z.length == 1 ? new double[] {1} : nodes[1].weights(z[1]);
        for (int node = 0; node < reduced.length; node++) {
            double weight = one[node % one.length] * two[node / one.length];
            for (int i = 0; i < sum.length; i++) {
                sum[i] += weight * reduced[node][i];
            }
        }
        return sum;
    }

    private double logLikelihood(VarianceComponents components, double[] found) {
        int r = left.unknownCount();
        double[] forms = left.quadraticAndLogDeterminant(found, components.residualPrecision(), components);
        return exact.logLikelihood(
                components,
                coordinates().model().coefficientPrior(components),
                components.residualPrecision() * found[r * r + r] + forms[0],
                found[r * r + r + 1] + forms[1]);
    }

    @Override
    public VarianceCoordinates coordinates() {
        return exact.coordinates();
    }

    @Override
    public double[] startingPoint() {
        return exact.startingPoint();
    }

    @Override
    public EffectMoments moments(double[] x, @Nullable ComponentDensityEvaluation evaluation) {
        return exact.moments(x, evaluation);
    }

    @Override
    public ColumnProducts columns() {
        return exact.columns();
    }

    @Override
    public int pointsPerRound() {
        return POINTS;
    }
}
