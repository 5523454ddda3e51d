package io.credence.mixed.joint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.RowBlock;
import io.credence.family.GaussianStructure;
import io.credence.fit.FitSettings;
import io.credence.fit.InProcessBackend;
import io.credence.kind.GroupingFactor;
import io.credence.kind.RandomEffects;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.Cholesky;
import io.credence.mixed.MixedAlgorithmChoice;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.EffectsPrior;
import io.credence.mixed.model.FixedEffectsPrior;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.MixedRows;
import io.credence.mixed.model.SmoothTerm;
import io.credence.mixed.model.VarianceComponents;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.result.EffectMoments;
import io.credence.mixed.row.ArrowStatistics;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogHalfStudent;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Smooths whose coefficients share a standard deviation, alone and beside a grouping factor. */
class SmoothDensityTest {

    private static final int ROWS = 40;
    private static final int COLUMNS = 7;

    private final RandomArrays random = RandomArrays.of("rows of smooths");
    private final double[] cells = cells();
    private final double[] labels = random.normals(ROWS);
    private final double[] counts = counts();
    private final String[] words = words();
    private final double[] weights = random.uniforms(ROWS, 0.5, 2);

    private double[] cells() {
        double[] all = random.normals(ROWS * COLUMNS);
        for (int i = 0; i < ROWS; i++) {
            all[i * COLUMNS] = 1;
        }
        return all;
    }

    private double[] counts() {
        double[] all = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            all[i] = random.random().nextInt(5);
        }
        return all;
    }

    private String[] words() {
        String[] all = new String[ROWS];
        for (int i = 0; i < ROWS; i++) {
            all[i] = "g" + random.random().nextInt(6);
        }
        return all;
    }

    private MixedRows rows(boolean grouped, double[] responses) {
        return new MixedRows(
                COLUMNS,
                cells,
                responses,
                grouped ? List.of("g") : List.of(),
                grouped ? List.<String[]>of(words) : List.of());
    }

    /** Model with an intercept and a slope, smooths of three and two columns, and perhaps varying intercepts. */
    private MixedModel model(boolean grouped, boolean normal) {
        return new MixedModel(
                rows(grouped, labels).grouping(),
                grouped ? List.of(new RandomEffects("g", List.of("(Intercept)"), new int[] {0}, false)) : List.of(),
                new boolean[] {true, true, true, true, true, true, true},
                Likelihoods.named(normal ? "gaussian" : "poisson", 1, 0),
                new FixedEffectsPrior(
                        new GaussianPrior(
                                new double[] {0.3, -0.2, 9, 9, 9, 9, 9}, new double[] {0.25, 2, 5, 5, 5, 5, 5}),
                        List.of(
                                new SmoothTerm("s(x)", new int[] {2, 3, 4}, new LogHalfStudent(3, 2.5)),
                                new SmoothTerm("s(z)", new int[] {5, 6}, new LogHalfStudent(3, 1)))),
                grouped ? List.of(EffectsPrior.halfStudent(1, 2.5)) : List.of(),
                normal ? new LogHalfStudent(3, 2.5) : null,
                Double.NaN);
    }

    private NormalRowsDensity normalDensity(MixedModel model, boolean grouped) {
        RowBlock block = rows(grouped, labels).block(weights, null);
        EffectLayout layout = EffectLayout.of(model);
        try (InProcessBackend backend = new InProcessBackend(MixedRows.dealt(block), MixedRows.KERNEL, 2)) {
            double[] units = {1, 1, 1, 1, 1, 1, 1};
            return new NormalRowsDensity(
                    ArrowStatistics.of(layout, backend.run(new NormalRowsPass(layout, units))), MixedRows.KERNEL);
        }
    }

    private static double[] point(boolean grouped) {
        return grouped ? new double[] {0.8, 0.7, 0.9, 0.1} : new double[] {0.7, 0.9, 0.1};
    }

    /** Log density of normal responses with all coefficients and effects integrated out, by their covariance. */
    private double marginal(MixedModel model, VarianceComponents at, boolean grouped) {
        double[] covariance = new double[ROWS * ROWS];
        GaussianPrior prior = model.coefficientPrior(at);
        double[] residuals = labels.clone();
        for (int i = 0; i < ROWS; i++) {
            for (int c = 0; c < COLUMNS; c++) {
                residuals[i] -= cells[i * COLUMNS + c] * prior.mean()[c];
            }
            for (int j = 0; j < ROWS; j++) {
                double sum = i == j ? at.residual() * at.residual() / weights[i] : 0;
                for (int c = 0; c < COLUMNS; c++) {
                    sum += cells[i * COLUMNS + c] * cells[j * COLUMNS + c] / prior.precision()[c];
                }
                double sd = grouped ? at.factors().get(0)[0] : 0;
                covariance[i * ROWS + j] = sum + (grouped && words[i].equals(words[j]) ? sd * sd : 0);
            }
        }
        Cholesky root = Cholesky.of(MixedRows.KERNEL, covariance, ROWS);
        double quadratic = 0;
        for (double each : root.solveFactor(residuals)) {
            quadratic += each * each;
        }
        double log = 0;
        for (double weight : weights) {
            log += 0.5 * (weight - 1) * Math.log(2 * Math.PI * at.residual() * at.residual());
            log += 0.5 * Math.log(weight);
        }
        return -0.5 * (quadratic + root.logDeterminant() + ROWS * Math.log(2 * Math.PI)) - log;
    }

    @Test
    void theDensity_isThatOfTheResponses_withCoefficientsIntegratedOut() {
        for (boolean grouped : new boolean[] {false, true}) {
            MixedModel model = model(grouped, true);
            NormalRowsDensity density = normalDensity(model, grouped);
            double[] x = point(grouped);
            double[] other = x.clone();
            other[other.length - 2] = 0.4;
            other[other.length - 3] = 1.3;
            VarianceCoordinates coordinates = density.coordinates();
            double found = density.evaluate(other, false, null).value()
                    - density.evaluate(x, false, null).value();
            double wanted = marginal(model, coordinates.toComponents(other), grouped)
                    - marginal(model, coordinates.toComponents(x), grouped)
                    + coordinates.logPrior(other, new double[x.length])
                    - coordinates.logPrior(x, new double[x.length]);
            assertEquals(wanted, found, 1e-9, "grouped " + grouped);
        }
    }

    @Test
    void gradients_areThoseOfDifferences() {
        for (boolean grouped : new boolean[] {false, true}) {
            NormalRowsDensity density = normalDensity(model(grouped, true), grouped);
            double[] x = point(grouped);
            assertArrayEquals(
                    FiniteDifference.gradient(
                            at -> density.evaluate(at, false, null).value(), x),
                    density.evaluate(x, true, null).gradient(),
                    1e-6,
                    "grouped " + grouped);
        }
    }

    @Test
    void gradientsOfCounts_areThoseOfDifferences() {
        for (boolean grouped : new boolean[] {false, true}) {
            RowBlock block = rows(grouped, counts).block(null, null);
            double[] units = {1, 1, 1, 1, 1, 1, 1};
            try (InProcessBackend backend = new InProcessBackend(MixedRows.dealt(block), MixedRows.KERNEL, 2)) {
                SiteDensity density =
                        new SiteDensity(EffectLayout.of(model(grouped, false)), units, backend, 1, MixedRows.KERNEL);
                double[] x = grouped ? new double[] {0.8, 0.7, 0.9} : new double[] {0.7, 0.9};
                double[] slopes = density.evaluate(x, true, null).gradient();
                // The correction of levels by draws has no gradient of its own
                double tolerance = grouped ? 0.02 : 2e-4;
                assertArrayEquals(
                        FiniteDifference.gradient(
                                at -> density.evaluate(at, false, null).value(), x),
                        slopes,
                        tolerance * (1 + Math.abs(slopes[0])),
                        "grouped " + grouped);
            }
        }
    }

    @Test
    void effectiveDegrees_areTheTraceOfTheHatMatrix() {
        NormalRowsDensity density = normalDensity(model(false, true), false);
        double[] x = point(false);
        EffectMoments moments = density.moments(x, null);
        VarianceComponents at = density.coordinates().toComponents(x);
        double[] precision = density.coordinates().model().coefficientPrior(at).precision();
        double[] rows = new double[COLUMNS * COLUMNS];
        for (int i = 0; i < ROWS; i++) {
            for (int a = 0; a < COLUMNS; a++) {
                for (int b = 0; b < COLUMNS; b++) {
                    rows[a * COLUMNS + b] +=
                            weights[i] * at.residualPrecision() * cells[i * COLUMNS + a] * cells[i * COLUMNS + b];
                }
            }
        }
        double[] all = rows.clone();
        for (int a = 0; a < COLUMNS; a++) {
            all[a * (COLUMNS + 1)] += precision[a];
        }
        double[] inverse = Cholesky.of(MixedRows.KERNEL, all, COLUMNS).inverse();
        List<Double> hat = new ArrayList<>();
        for (int a = 0; a < COLUMNS; a++) {
            double sum = 0;
            for (int b = 0; b < COLUMNS; b++) {
                sum += inverse[a * COLUMNS + b] * rows[b * COLUMNS + a];
            }
            hat.add(sum);
        }
        assertEquals(hat.get(2) + hat.get(3) + hat.get(4), moments.smoothDegrees()[0], 1e-10);
        assertEquals(hat.get(5) + hat.get(6), moments.smoothDegrees()[1], 1e-10);
        assertTrue(moments.smoothDegrees()[0] > 0 && moments.smoothDegrees()[0] < 3);
    }

    @Test
    void besideTwoLargeCrossedFactors_smoothsAreRefused() {
        List<String> levels =
                IntStream.range(0, 2500).mapToObj(g -> String.format("%04d", g)).toList();
        MixedModel model = new MixedModel(
                List.of(GroupingFactor.of("user", levels), GroupingFactor.of("item", levels)),
                List.of(
                        new RandomEffects("user", List.of("(Intercept)"), new int[] {0}, false),
                        new RandomEffects("item", List.of("(Intercept)"), new int[] {0}, false)),
                new boolean[] {true, true},
                Likelihoods.named("gaussian", 1, 0),
                new FixedEffectsPrior(
                        new GaussianPrior(new double[2], new double[] {1, 1}),
                        List.of(new SmoothTerm("s(x)", new int[] {1}, new LogHalfStudent(3, 1)))),
                List.of(EffectsPrior.halfStudent(1, 1), EffectsPrior.halfStudent(1, 1)),
                new LogHalfStudent(3, 1),
                Double.NaN);
        RowBlock block = rows(false, labels).block(null, null);
        try (InProcessBackend backend = new InProcessBackend(MixedRows.dealt(block), MixedRows.KERNEL, 1)) {
            IllegalArgumentException refused = assertThrows(
                    IllegalArgumentException.class,
                    () -> MixedAlgorithmChoice.chooseAlgorithm(
                            model,
                            new double[] {1, 1},
                            FitSettings.of(GaussianStructure.FULL),
                            backend,
                            MixedRows.KERNEL));
            assertTrue(refused.getMessage().contains("smooths are not fitted beside two crossed factors"));
        }
    }

    @Test
    void aSmooth_hasColumnsWithFixedEffects_eachInOneSmooth() {
        SmoothTerm smooth = new SmoothTerm("s(x)", new int[] {1}, new LogHalfStudent(3, 1));
        GaussianPrior normal = new GaussianPrior(new double[2], new double[2]);
        assertThrows(IllegalArgumentException.class, () -> new FixedEffectsPrior(normal, List.of(smooth, smooth)));
        assertThrows(
                IllegalArgumentException.class,
                () -> new MixedModel(
                        List.of(),
                        List.of(),
                        new boolean[] {true, false, true},
                        Likelihoods.named("gaussian", 1, 0),
                        new FixedEffectsPrior(normal, List.of(smooth)),
                        List.of(),
                        new LogHalfStudent(3, 1),
                        Double.NaN));
    }
}
