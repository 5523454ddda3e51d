package io.credence.mixed.crossed;

import io.credence.linalg.Symmetric;
import io.credence.mixed.component.SchurComplement;
import io.credence.mixed.model.VarianceComponents;
import io.credence.mixed.model.VarianceCoordinates;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Correction of log p(components | y) for small factors beside two large crossed ones, which make it non-normal. It is
 * the difference from the expansion of second order about a mode. Exact given the large ones' components, since what
 * these leave of the rest is known. Few levels make the density of their standard deviations skewed, that of thousands
 * is nearly normal.
 */
final class SmallFactorCorrection {

    /** Step of finite differences, in units of the coordinates. */
    private static final double DIFFERENCE = 1e-3;

    private final VarianceCoordinates coordinates;
    private final SchurComplement reduced;
    private final double[] rows;
    private final double[] mode;
    private final int[] own;
    private final double value;
    private final double[] gradient;
    private final double[] curvature;

    private SmallFactorCorrection(CrossedNormalRowsDensity density, CrossedGaussian atMode, double[] mode) {
        CrossedLayout layout = atMode.layout();
        this.coordinates = density.coordinates();
        this.reduced = new SchurComplement(layout.model(), layout.border(), layout.starts(), layout.borderSize());
        this.rows = new double[layout.borderSize() * (layout.borderSize() + 1)];
        this.mode = mode;
        this.own = layout.border().stream()
                .flatMapToInt(e -> IntStream.range(coordinates.first(e), coordinates.first(e + 1)))
                .sorted()
                .toArray();
        double[] half = atMode.border().multiplyByTransposedFactor(atMode.borderMean());
        reduced.addRowInformation(atMode.border().factor(), 0, layout.borderSize(), half, 0, rows);
        this.value = density(mode);
        this.gradient = new double[mode.length];
        this.curvature = new double[mode.length * mode.length];
        double[] units = coordinates.units(mode);
        for (int a : own) {
            gradient[a] = (logDensityBeside(a, 1, a, 0, units) - logDensityBeside(a, -1, a, 0, units))
                    / (2 * DIFFERENCE * units[a]);
            for (int b : own) {
                double mixed = logDensityBeside(a, 1, b, 1, units)
                        - logDensityBeside(a, 1, b, -1, units)
                        - logDensityBeside(a, -1, b, 1, units)
                        + logDensityBeside(a, -1, b, -1, units);
                curvature[a * mode.length + b] = mixed / (4 * DIFFERENCE * DIFFERENCE * units[a] * units[b]);
            }
        }
    }

    /** Computes the correction about a mode; null where there are no small factors. */
    static @Nullable SmallFactorCorrection of(CrossedNormalRowsDensity density, double[] mode) {
        CrossedLayout layout = density.statistics().layout();
        VarianceComponents components = density.coordinates().toComponents(mode);
        if (layout.border().isEmpty() || components == null) {
            return null;
        }
        List<double[]> factors = new java.util.ArrayList<>(components.factors());
        for (int e : layout.border()) {
            factors.set(
                    e, Symmetric.scaledIdentity(layout.model().effects().get(e).size(), 1));
        }
        CrossedGaussian gaussian = CrossedGaussian.of(
                density.statistics(),
                new VarianceComponents(factors, components.residual()),
                density.probes(),
                density.kernel());
        return gaussian == null ? null : new SmallFactorCorrection(density, gaussian, mode);
    }

    private double logDensityBeside(int a, int stepA, int b, int stepB, double[] units) {
        double[] x = mode.clone();
        x[a] += stepA * DIFFERENCE * units[a];
        x[b] += stepB * DIFFERENCE * units[b];
        return density(x);
    }

    /** Log density of the small factors' components in {@code x}, up to a constant; NaN where there is none. */
    private double density(double[] x) {
        double[] moved = mode.clone();
        for (int a : own) {
            moved[a] = x[a];
        }
        VarianceComponents components = coordinates.toComponents(moved);
        if (components == null) {
            return Double.NaN;
        }
        double[] forms = reduced.quadraticAndLogDeterminant(rows, 1, components);
        return coordinates.logPrior(moved, new double[x.length]) + 0.5 * (forms[0] - forms[1]);
    }

    /**
     * Log density at {@code x} less its expansion of second order about the mode, nats; NaN where there is no density.
     */
    double nonNormalLogDensity(double[] x) {
        double sum = density(x) - value;
        for (int a : own) {
            sum -= gradient[a] * (x[a] - mode[a]);
            for (int b : own) {
                sum -= 0.5 * curvature[a * mode.length + b] * (x[a] - mode[a]) * (x[b] - mode[b]);
            }
        }
        return sum;
    }

    /** Gradient of {@link #nonNormalLogDensity}. */
    double[] nonNormalGradient(double[] x) {
        double[] slope = new double[x.length];
        double[] units = coordinates.units(x);
        for (int a : own) {
            double[] above = x.clone();
            double[] below = x.clone();
            above[a] += DIFFERENCE * units[a];
            below[a] -= DIFFERENCE * units[a];
            slope[a] = (nonNormalLogDensity(above) - nonNormalLogDensity(below)) / (2 * DIFFERENCE * units[a]);
        }
        return slope;
    }
}
