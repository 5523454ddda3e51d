package io.credence.fit.exact;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.data.RowBlock;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.Approximation;
import io.credence.fit.ExactProblem;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.Fits;
import io.credence.fit.InProcessBackend;
import io.credence.fit.Rows;
import io.credence.fit.exact.GaussianCoordinates.Slope;
import io.credence.linalg.Vectors;
import io.credence.objective.ExactObjective;
import io.credence.pass.ExpectationPass;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.statistics.PassStatistics;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The gradients in the coordinates of an approximation are those of the objective. */
class CoordinatesGradientTest {

    private final Random random = new Random(TestSeed.get());
    private final RandomRows drawn = new RandomRows(random);

    @ParameterizedTest
    @CsvSource({"bernoulli, true", "poisson, true", "softmax, true", "bernoulli, false", "softmax, false"})
    void gradient_isThatOfTheObjective(String family, boolean full) {
        ExactProblem problem = Fits.problem(family, 3, 2);
        List<List<RowBlock>> rows =
                drawn.labelled(family, Rows.normal(40, 3, random)).blocks(1, 40);
        int d = problem.prior().dimension();
        FullGaussian whole = FullGaussian.ofFactor(Fits.KERNEL, normals(d, 0.3), lower(d));
        GaussianCoordinates frame = full
                ? new FullGaussianCoordinates(whole, problem.likelihood().predictorCount() == 1)
                : new MeanFieldCoordinates(new DiagonalGaussian(whole.mean(), uniform(d, 0.1, 2)), whole);
        assertGradient(problem, new ApproximationCoordinates(frame, problem.dispersion()), rows, 1e-6);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gaussian",
                "student-t",
                "gamma",
                "tweedie",
                "negative-binomial",
                "zero-inflated-negative-binomial",
                "hurdle-negative-binomial"
            })
    void gradientWithADispersion_isThatOfTheObjective(String family) {
        ExactProblem problem = Fits.estimated(family, 3, 2);
        List<List<RowBlock>> rows =
                drawn.labelled(family, Rows.normal(40, 3, random)).blocks(1, 40);
        int d = problem.prior().dimension();
        FullGaussian whole = FullGaussian.ofFactor(Fits.KERNEL, normals(d, 0.3), lower(d));
        DispersionPosterior begun = problem.dispersion();
        DispersionPosterior there = begun.withUnboundedCoordinates(
                Vectors.plusScaled(begun.unboundedCoordinates(), 1, new double[] {0.1, -0.5}));
        ApproximationCoordinates frame = new ApproximationCoordinates(
                new FullGaussianCoordinates(whole, problem.likelihood().predictorCount() == 1), there);
        assertEquals(d + d * (d + 1) / 2 + 2, frame.length());
        assertGradient(problem, frame, rows, 1e-5);
    }

    private void assertGradient(
            ExactProblem problem, ApproximationCoordinates frame, List<List<RowBlock>> rows, double tolerance) {
        double[] x = normals(frame.length(), 0.2);
        try (InProcessBackend backend = new InProcessBackend(rows, Fits.KERNEL, 1)) {
            Approximation here = frame.at(x);
            PassStatistics sums =
                    backend.run(pass(problem, here, frame.gaussian().form()));
            double[] gradient = frame.slope(x, here, sums, problem).gradient();
            assertEquals(x.length, gradient.length);
            for (int j = 0; j < x.length; j++) {
                double h = 1e-5;
                double slope = (objective(problem, frame.at(moved(x, j, h)), backend)
                                - objective(problem, frame.at(moved(x, j, -h)), backend))
                        / (2 * h);
                assertEquals(
                        slope,
                        gradient[j],
                        tolerance * Math.max(1, Math.abs(slope)),
                        "coordinate " + j + " of " + x.length + ", " + TestSeed.replay());
            }
        }
    }

    @Test
    void whitenedSums_areTheRawOnesInTheFrame() {
        ExactProblem problem = Fits.problem("bernoulli", 4, 2);
        FullGaussian here = FullGaussian.ofFactor(Fits.KERNEL, normals(4, 0.5), lower(4));
        List<List<RowBlock>> rows =
                drawn.labelled("bernoulli", Rows.normal(300, 4, random)).blocks(3, 50);
        try (InProcessBackend backend = new InProcessBackend(rows, Fits.KERNEL, 2)) {
            Approximation there = new Approximation(here, problem.dispersion());
            PassStatistics raw = backend.run(pass(problem, there, CurvatureForm.FULL));
            PassStatistics whitened = backend.run(pass(problem, there, CurvatureForm.WHITENED));
            double[] origin = new double[new FullGaussianCoordinates(here, true).length()];
            Slope from = new FullGaussianCoordinates(here, false).slope(origin, here, raw, problem.prior());
            Slope direct = new FullGaussianCoordinates(here, true).slope(origin, here, whitened, problem.prior());
            assertEquals(raw.expectedLoss(), whitened.expectedLoss(), 1e-9 * raw.expectedLoss());
            assertEquals(from.gain(), direct.gain(), 1e-9 * from.gain(), TestSeed.replay());
            assertArrayEquals(from.gradient(), direct.gradient(), 1e-9, TestSeed.replay());
        }
    }

    private static ExpectationPass pass(ExactProblem problem, Approximation here, CurvatureForm form) {
        GaussianPosterior q = here.gaussian();
        return new ExpectationPass(
                problem.likelihood().loss(here.dispersion()),
                q.mean(),
                q.coefficientCovariance(false),
                form,
                RowSample.ALL);
    }

    private static double objective(ExactProblem problem, Approximation here, ExecutionBackend backend) {
        return ExactObjective.elbo(problem.prior(), problem.dispersionPrior())
                .objectiveValue(
                        backend.run(pass(problem, here, CurvatureForm.NONE)), here.gaussian(), here.dispersion());
    }

    private double[] uniform(int length, double least, double range) {
        double[] uniform = new double[length];
        Arrays.setAll(uniform, j -> least + range * random.nextDouble());
        return uniform;
    }

    private double[] normals(int length, double sd) {
        double[] normals = new double[length];
        Arrays.setAll(normals, j -> sd * random.nextGaussian());
        return normals;
    }

    private double[] lower(int d) {
        double[] lower = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j <= i; j++) {
                lower[i * d + j] = i == j ? 2 + random.nextDouble() : 0.5 * random.nextGaussian();
            }
        }
        return lower;
    }

    private static double[] moved(double[] x, int j, double by) {
        double[] moved = x.clone();
        moved[j] += by;
        return moved;
    }
}
