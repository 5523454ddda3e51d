package io.credence.fit.exact;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.autodiff.Polygamma;
import io.credence.data.BlockBuilder;
import io.credence.data.DataSummary;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.divergence.Divergence;
import io.credence.divergence.Divergences;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.GaussianStructure;
import io.credence.family.NormalInverseGamma;
import io.credence.family.Serialised;
import io.credence.family.law.DispersionPosterior;
import io.credence.family.law.DispersionPosterior.InverseGamma;
import io.credence.fit.Algorithm;
import io.credence.fit.ExactProblem;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.InProcessBackend;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings;
import io.credence.fit.choice.AlgorithmChoice;
import io.credence.likelihood.real.GaussianLikelihood;
import io.credence.linalg.JavaDenseKernel;
import io.credence.prior.ConjugatePrior;
import io.credence.prior.GaussianPrior;
import io.credence.testkit.RandomArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;

/** Normal regressions under their conjugate prior (Knoblauch et al. 2022, section 4.4). */
class ConjugateAlgorithmTest {

    private static final double[] ORDERS_BELOW = {0.5, 0.75};
    private static final InverseGamma DISPERSION = new InverseGamma(20, 50);
    private static final GaussianPrior WIDE = GaussianPrior.of(2, 0, 5);

    private final RandomArrays random = RandomArrays.of("conjugate regressions");

    /** A row of a regression. */
    private record Row(double response, double weight, double offset, double[] features) {}

    /** The paper's rows: two features with a correlation of 0.9, θ = (2, 3), σ² = 4. */
    private List<Row> rows(int count) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double[] z = random.normals(3);
            double[] x = {z[0], 0.9 * z[0] + Math.sqrt(1 - 0.81) * z[1]};
            rows.add(new Row(2 * x[0] + 3 * x[1] + 2 * z[2], 1, 0, x));
        }
        return rows;
    }

    private List<Row> weightedRows(int count) {
        List<Row> weighted = new ArrayList<>();
        for (Row row : rows(count)) {
            double[] two = random.uniforms(2, 0.2, 3);
            weighted.add(new Row(row.response + two[1], two[0], two[1], row.features));
        }
        return weighted;
    }

    private static List<List<RowBlock>> blocks(List<Row> rows, int partitions) {
        List<List<RowBlock>> blocks = new ArrayList<>();
        for (int p = 0; p < partitions; p++) {
            BlockBuilder builder = BlockBuilder.dense(2, Precision.FLOAT64, 1 << 16);
            for (int i = p; i < rows.size(); i += partitions) {
                Row row = rows.get(i);
                builder.add(row.response, row.weight, row.offset, row.features);
            }
            blocks.add(List.of(builder.build()));
        }
        return blocks;
    }

    private static Algorithm algorithm(
            List<List<RowBlock>> blocks,
            GaussianPrior prior,
            InverseGamma dispersion,
            Divergence divergence,
            boolean diagonal) {
        InProcessBackend backend = new InProcessBackend(blocks, JavaDenseKernel.INSTANCE, 1);
        ExactProblem exact = ExactProblem.withEstimatedDispersion(new GaussianLikelihood(), prior, dispersion);
        Problem problem = Problem.of(exact, backend.summary(), new ConjugatePrior(prior), false)
                .with(divergence);
        FitSetup setup = new FitSetup(
                problem,
                FitSettings.of(GaussianStructure.FULL).withTolerance(1e-12),
                SamplingSettings.DEFAULT,
                FitSetup.PosteriorStart.of((mean, sd) -> NormalInverseGamma.around(diagonal, mean, sd)),
                backend,
                JavaDenseKernel.INSTANCE);
        return AlgorithmChoice.of(setup);
    }

    private static FitResult fit(List<Row> rows, GaussianPrior prior, Divergence divergence, boolean diagonal) {
        FitResult result = algorithm(blocks(rows, 1), prior, DISPERSION, divergence, diagonal)
                .fit();
        assertEquals(FitStatus.CONVERGED, result.status(), divergence.name() + ": " + result.stopReason());
        return result;
    }

    private static NormalInverseGamma law(FitResult result) {
        return (NormalInverseGamma) result.posterior();
    }

    /** Posterior and evidence from the normal equations, without the code of the fit. */
    private record NormalEquations(
            double[] location, RealMatrix covariance, double shape, double scale, double evidence) {

        static NormalEquations of(List<Row> rows, GaussianPrior prior, InverseGamma dispersion) {
            RealMatrix precision = MatrixUtils.createRealDiagonalMatrix(prior.precision());
            double priorLog = Math.log(new CholeskyDecomposition(precision).getDeterminant());
            double[] right = precision.operate(prior.mean());
            double squares = MatrixUtils.createRealVector(right).dotProduct(MatrixUtils.createRealVector(prior.mean()));
            double weight = 0;
            for (Row row : rows) {
                double y = row.response - row.offset;
                weight += row.weight;
                squares += row.weight * y * y;
                for (int i = 0; i < right.length; i++) {
                    right[i] += row.weight * y * row.features[i];
                    for (int j = 0; j < right.length; j++) {
                        precision.addToEntry(i, j, row.weight * row.features[i] * row.features[j]);
                    }
                }
            }
            CholeskyDecomposition root = new CholeskyDecomposition(precision);
            double[] location =
                    root.getSolver().solve(MatrixUtils.createRealVector(right)).toArray();
            double explained = MatrixUtils.createRealVector(right).dotProduct(MatrixUtils.createRealVector(location));
            double shape = dispersion.shape() + 0.5 * weight;
            double scale = dispersion.scale() + 0.5 * (squares - explained);
            double evidence = -0.5 * weight * Math.log(2 * Math.PI)
                    + 0.5 * (priorLog - Math.log(root.getDeterminant()))
                    + dispersion.shape() * Math.log(dispersion.scale())
                    - shape * Math.log(scale)
                    + Gamma.logGamma(shape)
                    - Gamma.logGamma(dispersion.shape());
            return new NormalEquations(location, root.getSolver().getInverse(), shape, scale, evidence);
        }

        void requireSame(NormalInverseGamma q) {
            assertArrayEquals(location, q.location(), 1e-10);
            for (int at = 0; at < q.scaleMatrix().length; at++) {
                int d = location.length;
                assertEquals(covariance.getEntry(at / d, at % d), q.scaleMatrix()[at], 1e-12);
            }
            assertClose("a", shape, q.shape(), 1e-12);
            assertClose("b", scale, q.scale(), 1e-10);
        }
    }

    @Test
    void exactPosterior_isThatOfTheNormalEquations() {
        List<Row> rows = weightedRows(25);
        GaussianPrior prior = new GaussianPrior(new double[] {1, -2}, new double[] {0.3, 2});
        FitResult result = fit(rows, prior, KullbackLeibler.PLAIN, false);
        NormalEquations expected = NormalEquations.of(rows, prior, DISPERSION);
        expected.requireSame(law(result));
        assertClose("evidence", expected.evidence, Objects.requireNonNull(result.elbo()), 1e-11);
        assertEquals(2, result.iterations());
        assertEquals(2, result.passes());
    }

    /** (1/w)KL is the posterior of the rows with weight w. */
    @Test
    void weightedDivergence_isTheExactPosteriorOfWeightedRows() {
        List<Row> rows = rows(25);
        List<Row> half = rows.stream()
                .map(row -> new Row(row.response, 0.5, 0, row.features))
                .toList();
        NormalEquations.of(half, WIDE, DISPERSION).requireSame(law(fit(rows, WIDE, new KullbackLeibler(0.5), false)));
    }

    /** Given the variance, with the diagonal of the exact precision; the variance alone has its exact law. */
    @Test
    void independentCoefficients_areTooNarrow() {
        List<Row> rows = rows(25);
        NormalInverseGamma exact = law(fit(rows, WIDE, KullbackLeibler.PLAIN, false));
        FitResult narrow = fit(rows, WIDE, KullbackLeibler.PLAIN, true);
        NormalInverseGamma q = law(narrow);
        assertArrayEquals(exact.location(), q.location(), 1e-10);
        assertClose("a", exact.shape(), q.shape(), 1e-12);
        assertClose("b", exact.scale(), q.scale(), 1e-10);
        assertTrue(q.sd()[0] < 0.7 * exact.sd()[0], q.sd()[0] + " of " + exact.sd()[0]);
        double evidence = NormalEquations.of(rows, WIDE, DISPERSION).evidence;
        double expected = evidence - KullbackLeibler.PLAIN.between(q, exact).value();
        assertClose("bound", expected, Objects.requireNonNull(narrow.elbo()), 1e-10);
    }

    /** Section 4.4.2 of the paper: orders below 1 widen independent coefficients, orders above narrow them. */
    @Test
    void ordersBelowOne_widen() {
        List<Row> rows = rows(25);
        double plain = fit(rows, WIDE, KullbackLeibler.PLAIN, true).posterior().sd()[0];
        for (String name : List.of("renyi", "gamma", "beta")) {
            for (double order : name.equals("beta") ? new double[] {0.9} : ORDERS_BELOW) {
                double wide = fit(rows, WIDE, Divergences.named(name, order), true)
                        .posterior()
                        .sd()[0];
                assertTrue(wide > 1.03 * plain, name + " of " + order + ": " + wide + " of " + plain);
            }
            double narrow = fit(rows, WIDE, Divergences.named(name, 1.25), true)
                    .posterior()
                    .sd()[0];
            assertTrue(narrow < 0.95 * plain, name + " of 1.25: " + narrow + " of " + plain);
        }
    }

    /** No member of the family beside the answer has a lower sum of expected loss, summed row by row, and divergence. */
    @Test
    void answer_isTheMinimum() {
        List<Row> rows = weightedRows(25);
        for (boolean diagonal : new boolean[] {true, false}) {
            for (Divergence divergence : List.of(
                    Divergences.named("renyi", 0.5),
                    Divergences.named("alpha", 1.25),
                    Divergences.named("beta", 1.25),
                    Divergences.named("gamma", 0.75))) {
                FitResult result = fit(rows, WIDE, divergence, diagonal);
                NormalInverseGamma q = law(result);
                double least = objective(rows, divergence, q);
                assertClose(
                        "value",
                        least,
                        Objects.requireNonNull(result.objectiveValue()).value(),
                        1e-10);
                double[] scales = q.parameterScales();
                for (int k = 0; k < 40; k++) {
                    double[] move = random.normals(scales.length);
                    double[] beside = q.parameters().clone();
                    Arrays.setAll(beside, j -> beside[j] + 0.02 * scales[j] * move[j]);
                    double there = objective(rows, divergence, q.with(beside));
                    assertTrue(there > least, divergence.name() + ": " + there + " beside " + least);
                }
            }
        }
    }

    private static double objective(List<Row> rows, Divergence divergence, NormalInverseGamma q) {
        NormalInverseGamma prior = new ConjugatePrior(WIDE).conjugateLaw(DISPERSION);
        double[] v = q.scaleMatrix();
        double precision = q.shape() / q.scale();
        double logVariance = Math.log(q.scale()) - Polygamma.of(0, q.shape());
        double loss = 0;
        for (Row row : rows) {
            double[] x = row.features;
            double residual = row.response - row.offset - x[0] * q.location()[0] - x[1] * q.location()[1];
            double spread = x[0] * x[0] * v[0] + 2 * x[0] * x[1] * v[1] + x[1] * x[1] * v[3];
            loss += 0.5 * row.weight * (Math.log(2 * Math.PI) + logVariance + precision * residual * residual + spread);
        }
        return loss + Objects.requireNonNull(divergence.between(q, prior)).value();
    }

    @Test
    void partitionsAndOrder_doNotMatter() {
        List<Row> rows = weightedRows(60);
        List<Row> shuffled = new ArrayList<>(rows);
        Collections.shuffle(shuffled, new Random(3));
        for (Divergence divergence : List.of(KullbackLeibler.PLAIN, Divergences.named("renyi", 0.5))) {
            FitResult one = algorithm(blocks(rows, 1), WIDE, DISPERSION, divergence, false)
                    .fit();
            FitResult again = algorithm(blocks(rows, 1), WIDE, DISPERSION, divergence, false)
                    .fit();
            FitResult many = algorithm(blocks(shuffled, 7), WIDE, DISPERSION, divergence, false)
                    .fit();
            assertArrayEquals(one.posterior().parameters(), again.posterior().parameters(), 0.0);
            assertArrayEquals(one.posterior().mean(), many.posterior().mean(), 1e-5);
            assertArrayEquals(one.posterior().sd(), many.posterior().sd(), 1e-5);
            assertClose("bound", Objects.requireNonNull(one.elbo()), Objects.requireNonNull(many.elbo()), 1e-9);
        }
    }

    /** A state that was written and read again continues to the same bits. */
    @Test
    void interruptedFit_isTheWholeOne() throws Exception {
        Algorithm algorithm = algorithm(blocks(rows(25), 2), WIDE, DISPERSION, Divergences.named("gamma", 0.75), true);
        FitState first = algorithm.step(algorithm.init());
        FitResult resumed = algorithm.result(algorithm.run(Serialised.copy(first), List.of()));
        FitResult whole = algorithm.fit();
        assertArrayEquals(whole.posterior().parameters(), resumed.posterior().parameters(), 0.0);
        assertEquals(whole.iterations(), resumed.iterations());
    }

    /** Responses and prior moved far along the columns: the same residuals, in spite of their rounding. */
    @Test
    void farCoefficients_loseNoDigits() {
        List<Row> rows = rows(25);
        double far = 1e6;
        List<Row> moved = rows.stream()
                .map(row -> new Row(row.response + far * (row.features[0] + row.features[1]), 1, 0, row.features))
                .toList();
        FitResult near = fit(rows, GaussianPrior.of(2, 0, 5), KullbackLeibler.PLAIN, false);
        FitResult result = fit(moved, GaussianPrior.of(2, far, 5), KullbackLeibler.PLAIN, false);
        assertClose("b", law(near).scale(), law(result).scale(), 1e-8);
        assertClose("bound", Objects.requireNonNull(near.elbo()), Objects.requireNonNull(result.elbo()), 1e-8);
        FitResult fromAfar = fit(moved, GaussianPrior.of(2, 0, 1e7), KullbackLeibler.PLAIN, false);
        double[] expected = fit(rows, GaussianPrior.of(2, 0, 1e7), KullbackLeibler.PLAIN, false)
                .posterior()
                .mean();
        assertEquals(expected[0], fromAfar.posterior().mean()[0] - far, 1e-6);
    }

    /** Rényi's of 1.25 has no integral at the posterior of all rows, from where no search could begin. */
    @Test
    void farPrior_isReached() {
        FitResult result = fit(rows(25), GaussianPrior.of(2, -50, 2), Divergences.named("renyi", 1.25), true);
        assertTrue(
                Double.isFinite(Objects.requireNonNull(result.objectiveValue()).value()));
    }

    @Test
    void boundedDivergenceOfAFarPrior_isReportedAsCollapse() {
        FitResult result = algorithm(
                        blocks(rows(25), 1),
                        GaussianPrior.of(2, -50, 0.2),
                        DISPERSION,
                        Divergences.named("alpha", 0.5),
                        true)
                .fit();
        assertEquals(FitStatus.DIVERGED, result.status());
        assertTrue(result.stopReason().contains("collapses"), result.stopReason());
    }

    @Test
    void priorWithoutTheIntegral_isRefused() {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> algorithm(
                        blocks(rows(25), 1), WIDE, new InverseGamma(1.5, 1), Divergences.named("gamma", 0.5), true));
        assertTrue(refused.getMessage().contains("found 1.5"), refused.getMessage());
    }

    /** The law of as many coefficients has no matrix of their order. */
    @Test
    void priorOfManyColumns_isDiagonal() {
        int d = 66_000;
        GaussianPrior unit = GaussianPrior.of(d, 1, 2);
        ExactProblem exact = ExactProblem.withEstimatedDispersion(new GaussianLikelihood(), unit, DISPERSION);
        DataSummary data = new DataSummary(10, 10, d, false, 1);
        Problem problem = Problem.of(exact, data, new ConjugatePrior(unit), false);
        assertSame(unit, problem.prior().unitDispersionPrior());
        NormalInverseGamma law = Objects.requireNonNull(problem.conjugatePrior());
        assertEquals(2 * d + 2, law.parameters().length);
        assertArrayEquals(unit.mean(), law.location());
        assertClose("log determinant", 2 * d * Math.log(2), law.logDeterminant(), 1e-9);
        assertEquals(20, law.shape(), 1e-12);
    }

    @Test
    void knownDispersion_isRefused() {
        InProcessBackend backend = new InProcessBackend(blocks(rows(5), 1), JavaDenseKernel.INSTANCE, 1);
        ExactProblem known = ExactProblem.withKnownDispersion(new GaussianLikelihood(), WIDE, 4);
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> Problem.of(known, backend.summary(), new ConjugatePrior(WIDE), false));
        assertTrue(refused.getMessage().contains("estimated"), refused.getMessage());
        assertEquals(new DispersionPosterior.Known(4), known.dispersion());
    }
}
