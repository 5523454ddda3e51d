package io.credence.mixed.joint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.data.RowBlock;
import io.credence.fit.InProcessBackend;
import io.credence.kind.GroupingFactor;
import io.credence.kind.RandomEffects;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.EffectsPrior;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.MixedRows;
import io.credence.mixed.model.VarianceComponents;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.row.ArrowStatistics;
import io.credence.mixed.row.ArrowSums;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogHalfStudent;
import io.credence.prior.ScalarDensity;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NormalRowsDensityTest {

    private static final int ROWS = 60;
    private static final int COLUMNS = 3;
    private static final double[] UNITS = {1, 2, 0.5};

    private final RandomArrays random = RandomArrays.of("normal rows");
    private final MixedRows rows = rows();
    private final double[] weights = random.uniforms(ROWS, 0.5, 2);
    private final double[] offsets = random.normals(ROWS);

    private MixedRows rows() {
        double[] cells = random.normals(ROWS * COLUMNS);
        String[] large = new String[ROWS];
        String[] small = new String[ROWS];
        for (int i = 0; i < ROWS; i++) {
            cells[i * COLUMNS] = 1;
            large[i] = "g" + random.random().nextInt(8);
            small[i] = "h" + random.random().nextInt(4);
        }
        return new MixedRows(COLUMNS, cells, random.normals(ROWS), List.of("small", "large"), List.of(small, large));
    }

    private MixedModel model(@Nullable ScalarDensity residual) {
        List<RandomEffects> effects = List.of(
                new RandomEffects("large", List.of("(Intercept)", "x1", "x2"), new int[] {0, 1, 2}, true),
                new RandomEffects("small", List.of("(Intercept)", "x2"), new int[] {0, 2}, true),
                new RandomEffects("small", List.of("x1"), new int[] {1}, false));
        return new MixedModel(
                rows.grouping(),
                effects,
                new boolean[] {true, false, true},
                Likelihoods.named("gaussian", 1, 0),
                new GaussianPrior(new double[] {0.3, -0.2}, new double[] {0.25, 2}),
                effects.stream()
                        .map(each -> EffectsPrior.halfStudent(each.size(), 2.5))
                        .toList(),
                residual);
    }

    private NormalRowsDensity fitted(MixedModel model) {
        RowBlock block = rows.block(weights, offsets);
        EffectLayout layout = EffectLayout.of(model);
        try (InProcessBackend backend = new InProcessBackend(MixedRows.dealt(block), MixedRows.KERNEL, 2)) {
            ArrowSums sums = backend.run(new NormalRowsPass(layout, UNITS));
            return new NormalRowsDensity(ArrowStatistics.of(layout, sums), MixedRows.KERNEL);
        }
    }

    private static double[] point(int dimension) {
        double[] x = {0.9, 0.7, 0.8, 0.3, -0.4, 0.2, 0.6, 0.75, -0.5, 0.85, -0.2};
        return Arrays.copyOf(x, dimension);
    }

    private double cell(int i, int j) {
        return rows.cells()[i * COLUMNS + j] * UNITS[j];
    }

    /** log N(y; Xμ0, noise + X P0⁻¹ Xᵀ + Σ Z Σ Zᵀ), each matrix written out. */
    private double dense(MixedModel model, double[] x) {
        VarianceComponents components = new VarianceCoordinates(model).toComponents(x);
        RealMatrix covariance = new Array2DRowRealMatrix(ROWS, ROWS);
        double[] residual = new double[ROWS];
        int[] fixed = model.fixedColumns();
        GaussianPrior prior = model.coefficientPrior();
        for (int i = 0; i < ROWS; i++) {
            residual[i] = rows.labels()[i] - offsets[i];
            for (int a = 0; a < fixed.length; a++) {
                residual[i] -= cell(i, fixed[a]) * prior.mean()[a];
            }
            for (int j = 0; j < ROWS; j++) {
                double sum = i == j ? components.residual() * components.residual() / weights[i] : 0;
                for (int a = 0; a < fixed.length; a++) {
                    sum += cell(i, fixed[a]) * cell(j, fixed[a]) / prior.precision()[a];
                }
                for (int e = 0; e < model.effects().size(); e++) {
                    sum += covariance(model, components, e, i, j);
                }
                covariance.setEntry(i, j, sum);
            }
        }
        LUDecomposition lu = new LUDecomposition(covariance);
        RealVector r = new org.hipparchus.linear.ArrayRealVector(residual);
        return -0.5
                * (ROWS * Math.log(2 * Math.PI)
                        + Math.log(lu.getDeterminant())
                        + r.dotProduct(lu.getSolver().solve(r)));
    }

    private double covariance(MixedModel model, VarianceComponents components, int e, int i, int j) {
        RandomEffects effects = model.effects().get(e);
        String[] words = rows.words().get(rows.factors().indexOf(effects.factor()));
        if (!words[i].equals(words[j])) {
            return 0;
        }
        int k = effects.size();
        double[] factor = components.factors().get(e);
        double sum = 0;
        for (int t = 0; t < k; t++) {
            double left = 0;
            double right = 0;
            for (int a = t; a < k; a++) {
                left += cell(i, effects.columns()[a]) * factor[a * k + t];
                right += cell(j, effects.columns()[a]) * factor[a * k + t];
            }
            sum += left * right;
        }
        return sum;
    }

    @Test
    void density_isThatOfTheRowsWrittenOut() {
        MixedModel model = model(new LogHalfStudent(3, 2.5));
        NormalRowsDensity fitted = fitted(model);
        double[] x = point(fitted.coordinates().dimension());
        assertEquals(11, x.length);
        double prior = fitted.coordinates().logPrior(x, new double[x.length]);
        // A weight states how often a row counts: its normal density to that power, not one of variance σ²/w
        double log = Math.log(fitted.coordinates().toComponents(x).residual());
        double power = 0;
        for (double w : weights) {
            power += -0.5 * (w - 1) * (Math.log(2 * Math.PI) + 2 * log) - 0.5 * Math.log(w);
        }
        assertEquals(
                dense(model, x) + power + prior, fitted.evaluate(x, false, null).value(), 1e-9);
    }

    @Test
    void knownSds_areInverseRootsOfWeights() {
        MixedModel model = model(null);
        NormalRowsDensity fitted = fitted(model);
        double[] x = point(fitted.coordinates().dimension());
        assertEquals(10, x.length);
        double prior = fitted.coordinates().logPrior(x, new double[x.length]);
        assertEquals(dense(model, x) + prior, fitted.evaluate(x, false, null).value(), 1e-9);
    }

    @Test
    void gradient_isThatOfDifferences() {
        for (MixedModel model : List.of(model(new LogHalfStudent(3, 2.5)), model(null))) {
            NormalRowsDensity fitted = fitted(model);
            double[] x = point(fitted.coordinates().dimension());
            double[] expected = FiniteDifference.gradient(
                    at -> fitted.evaluate(at, false, null).value(), x);
            assertArrayEquals(expected, fitted.evaluate(x, true, null).gradient(), 1e-6);
        }
    }

    @Test
    void variancesOfZero_areOrdinary() {
        MixedModel model = model(new LogHalfStudent(3, 2.5));
        NormalRowsDensity fitted = fitted(model);
        double[] x = point(11);
        double[] smaller = x.clone();
        x[6] = 1e-3;
        smaller[6] = 1e-5;
        double[] none = new double[11];
        double difference = fitted.evaluate(x, false, null).value()
                - fitted.coordinates().logPrior(x, none)
                - fitted.evaluate(smaller, false, null).value()
                + fitted.coordinates().logPrior(smaller, none);
        assertEquals(0, difference, 1e-7);
        x[6] = 0;
        assertEquals(Double.NEGATIVE_INFINITY, fitted.evaluate(x, false, null).value());
    }

    @Test
    void manyEffectsBesideTheLargestFactor_areRefused() {
        List<String> levels = IntStream.range(0, 8_001)
                .mapToObj(i -> String.format("%05d", i))
                .toList();
        List<GroupingFactor> factors = List.of(GroupingFactor.of("a", levels), GroupingFactor.of("b", levels));
        List<RandomEffects> effects = List.of(
                new RandomEffects("a", List.of("(Intercept)"), new int[] {0}, false),
                new RandomEffects("b", List.of("(Intercept)"), new int[] {0}, false));
        MixedModel model = new MixedModel(
                factors,
                effects,
                new boolean[] {true},
                Likelihoods.named("gaussian", 1, 0),
                new GaussianPrior(new double[1], new double[1]),
                List.of(EffectsPrior.halfStudent(1, 1), EffectsPrior.halfStudent(1, 1)),
                null);
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> EffectLayout.of(model));
        assertEquals(
                "effects of the factors beside a and fixed effects must be at most 8000 together but are 8002; more are solved"
                        + " for by iteration where the response has no heavy tails, as of model.family = gaussian",
                refused.getMessage());
    }

    @Test
    void rowsWithoutLevels_areRefused() {
        EffectLayout layout = EffectLayout.of(model(null));
        RowBlock bare =
                rows.block(null, null).withAttributes(new io.credence.data.RowAttributes(rows.labels(), null, null));
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> new NormalRowsPass(layout, UNITS)
                        .sumPartition(0, List.of(bare).iterator(), MixedRows.KERNEL));
        assertEquals(
                "rows of a mixed model must have the levels of 2 grouping factors but have 0", refused.getMessage());
    }
}
