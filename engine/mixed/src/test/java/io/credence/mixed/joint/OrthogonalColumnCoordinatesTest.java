package io.credence.mixed.joint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.credence.kind.GroupingFactor;
import io.credence.kind.RandomEffects;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.mixed.component.DesignCoordinates;
import io.credence.mixed.model.EffectsPrior;
import io.credence.mixed.model.MixedGoldenTest;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.MixedRows;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.result.GoldenPosterior;
import io.credence.mixed.result.MixedPosterior;
import io.credence.mixed.result.MixedPosterior.ComponentSummary;
import io.credence.mixed.row.ColumnProducts;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogHalfStudent;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.TestSeed;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.junit.jupiter.api.Test;

class OrthogonalColumnCoordinatesTest {

    /** Three correlated effects, two that are not, and a residual. */
    private static VarianceCoordinates coordinates() {
        return new VarianceCoordinates(new MixedModel(
                List.of(GroupingFactor.of("g", List.of("a", "b")), GroupingFactor.of("h", List.of("a", "b"))),
                List.of(
                        new RandomEffects("h", List.of("(Intercept)", "x"), new int[] {0, 1}, false),
                        new RandomEffects("g", List.of("(Intercept)", "x", "z"), new int[] {0, 1, 2}, true)),
                new boolean[] {true, true, true},
                Likelihoods.named("gaussian", 1, 0),
                new GaussianPrior(new double[3], new double[] {1, 1, 1}),
                List.of(EffectsPrior.halfStudent(2, 1), EffectsPrior.halfStudent(3, 1)),
                new LogHalfStudent(3, 1)));
    }

    private static final ColumnProducts FAR =
            new ColumnProducts(List.of(new double[] {1, 0, 11, 126}, new double[] {1, 0, 0, 11, 126, 0, -2, -21, 6}));

    private static final double[] X = {0.8, 0.5, 1.2, 0.6, 0.9, -0.7, 0.4, 0.2, -0.3};

    private static double[] components(double[] y) {
        return OrthogonalColumnCoordinates.of(coordinates(), FAR).fromDesign(y);
    }

    @Test
    void covariance_isThatOfEffectsOfOrthonormalColumns() {
        DesignCoordinates design = OrthogonalColumnCoordinates.of(coordinates(), FAR);
        double[] y = design.toDesign(X);
        RealMatrix before = covariance(X, 1);
        RealMatrix root = new Array2DRowRealMatrix(new double[][] {
            {1, 0, 0}, {11, Math.sqrt(5), 0}, {-2, 1 / Math.sqrt(5), Math.sqrt(6 - 4 - 0.2)}
        });
        RealMatrix after = root.transpose().multiply(before).multiply(root);
        for (int i = 0; i < 3; i++) {
            assertArrayEquals(after.getRow(i), covariance(y, 1).getRow(i), 1e-9 * after.getNorm1());
        }
        assertArrayEquals(Arrays.copyOf(X, 2), Arrays.copyOf(y, 2), "effects that are independent stay");
        assertArrayEquals(X, design.fromDesign(y), 1e-10);
    }

    private static RealMatrix covariance(double[] x, int entry) {
        double[] factor = coordinates().toComponents(x).factors().get(entry);
        RealMatrix root = new Array2DRowRealMatrix(3, 3);
        IntStream.range(0, 9).forEach(i -> root.setEntry(i / 3, i % 3, factor[i]));
        return root.multiply(root.transpose());
    }

    @Test
    void scale_isTheDeterminantOfFiniteDifferences() {
        DesignCoordinates design = OrthogonalColumnCoordinates.of(coordinates(), FAR);
        RealMatrix slopes = new Array2DRowRealMatrix(X.length, X.length);
        for (int i = 0; i < X.length; i++) {
            int row = i;
            slopes.setRow(i, FiniteDifference.gradient(x -> design.toDesign(x)[row], X));
        }
        assertEquals(Math.log(Math.abs(new LUDecomposition(slopes).getDeterminant())), design.logJacobian(X), 1e-6);
    }

    /** −½ x′ᵀHx′ around the mode, differenced twice in the coordinates of the design. */
    @Test
    void curvature_isThatOfFiniteDifferences() {
        int d = X.length;
        Random random = new Random(TestSeed.get());
        double[] half = random.doubles((long) d * d, -1, 1).toArray();
        double[] hessian = new double[d * d];
        for (int i = 0; i < d * d; i++) {
            for (int t = 0; t < d; t++) {
                hessian[i] += half[i / d * d + t] * half[i % d * d + t];
            }
        }
        DesignCoordinates design = OrthogonalColumnCoordinates.of(coordinates(), FAR);
        double[] found = design.toDesignCurvature(X, hessian);
        double[] y = design.toDesign(X);
        double step = 1e-3;
        for (int i = 0; i < d; i++) {
            double[] above = y.clone();
            double[] below = y.clone();
            above[i] += step;
            below[i] -= step;
            double second = (squares(above, hessian) + squares(below, hessian)) / (step * step);
            assertEquals(second, found[i * (d + 1)], 1e-3 * Math.max(1, Math.abs(second)));
        }
    }

    private static double squares(double[] y, double[] hessian) {
        double[] x = components(y);
        double sum = 0;
        for (int i = 0; i < hessian.length; i++) {
            int d = x.length;
            sum += 0.5 * hessian[i] * (x[i / d] - X[i / d]) * (x[i % d] - X[i % d]);
        }
        return sum;
    }

    @Test
    void pointWithoutADensity_staysOne() {
        double[] none = X.clone();
        none[3] = -0.1;
        assertNull(coordinates().toComponents(components(none)));
    }

    @Test
    void columnsThatDoNotVary_stay() {
        ColumnProducts same =
                new ColumnProducts(List.of(new double[] {1, 0, 11, 126}, new double[] {1, 0, 0, 2, 4, 0, 3, 6, 9}));
        assertSame(DesignCoordinates.SAME, OrthogonalColumnCoordinates.of(coordinates(), same));
    }

    /** Where the prior at 0 decides, as of years. */
    @Test
    void columnsFarFromZero_stay() {
        for (double mean : new double[] {9, 11}) {
            ColumnProducts products = new ColumnProducts(
                    List.of(new double[] {1, 0, 11, 126}, new double[] {1, 0, 0, mean, mean * mean + 1, 0, 0, 0, 1}));
            assertEquals(
                    mean > MixedModel.FAR,
                    OrthogonalColumnCoordinates.of(coordinates(), products) == DesignCoordinates.SAME,
                    "mean " + mean);
        }
    }

    /**
     * Growth of 27 children from 8 to 14 years: an intercept at birth is hardly known, and a design in the components themselves missed a part
     * of its posterior, of which weights showed nothing (means 1.23 to 1.72 by five seeds). Mean and sd of a random walk's 360,000 steps, whose quarters
     * agree within 0.03 and 0.02.
     */
    @Test
    void slopesOfAColumnFarFromZero_haveThePosteriorOfAChain() throws IOException {
        List<Map<String, String>> table = GoldenPosterior.rows("orthodont");
        double[] age = GoldenPosterior.numbers(table, "age");
        String[] sex = GoldenPosterior.words(table, "Sex");
        double[] cells = new double[4 * age.length];
        for (int i = 0; i < age.length; i++) {
            cells[4 * i] = 1;
            cells[4 * i + 1] = age[i];
            cells[4 * i + 2] = sex[i].equals("Female") ? 1 : 0;
            cells[4 * i + 3] = cells[4 * i + 1] * cells[4 * i + 2];
        }
        MixedRows rows = new MixedRows(
                4,
                cells,
                GoldenPosterior.numbers(table, "distance"),
                List.of("subject"),
                List.<String[]>of(GoldenPosterior.words(table, "Subject")));
        MixedModel model = new MixedModel(
                rows.grouping(),
                List.of(new RandomEffects("subject", List.of("(Intercept)", "age"), new int[] {0, 1}, true)),
                new boolean[] {true, true, true, true},
                Likelihoods.named("gaussian", 1, 0),
                MixedGoldenTest.normal(30, 3, 15, 1.5),
                List.of(EffectsPrior.halfStudent(2, 2.5)),
                new LogHalfStudent(3, 2.5));
        double[][] found = new double[5][];
        for (int seed = 0; seed < found.length; seed++) {
            found[seed] = summary(model, rows, seed);
        }
        for (double[] each : found) {
            assertEquals(1.625, each[0], 0.15 * 0.675, Arrays.toString(each));
            assertEquals(0, Math.log(each[1] / 0.675), 0.15, Arrays.toString(each));
            assertEquals(found[0][2], each[2], 0.1, "log p(y): " + Arrays.toString(each));
        }
    }

    /** Mean and sd of the intercepts' standard deviation, and log p(y). */
    private static double[] summary(MixedModel model, MixedRows rows, long seed) throws IOException {
        MixedPosterior found =
                MixedGoldenTest.detail(MixedGoldenTest.fitted(model, rows.block(null, null), rows.columns(), seed));
        ComponentSummary sd = found.effects().get(0).sds().get(0);
        return new double[] {sd.mean(), sd.sd(), found.logMarginalLikelihood()};
    }
}
