package io.credence.gradient;

import static io.credence.testkit.Close.assertClose;

import io.credence.data.CoefficientCovariance;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.family.law.LogNormalDispersion;
import io.credence.gradient.RandomRows.Storage;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.objective.ExactObjective;
import io.credence.pass.ExpectationPass;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.prior.GaussianPrior;
import io.credence.statistics.PassStatistics;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ∇_μ = g + P0(μ − μ0) and ∇_S = ½(H + P0 − P) of the minimised ELBO, from a pass, against finite differences. */
class ElboGradientTest {

    private static final DispersionPosterior.InverseGamma SCALE_PRIOR = new DispersionPosterior.InverseGamma(2, 1);
    private static final DispersionPosterior SCALE = new LogNormalDispersion(-0.3, 0.2);
    private static final int COLUMNS = 3;

    /** One problem, its posteriors being functions of their parameters. */
    private record Problem(RandomRows rows, RowLoss loss, ExactObjective elbo, int d, boolean full) {
        static Problem of(String likelihood, boolean full) {
            RowLoss loss = Likelihoods.named(likelihood, 4, 3).loss(SCALE);
            int d = COLUMNS * loss.predictorCount();
            RandomArrays random = RandomArrays.of("problem");
            GaussianPrior prior = new GaussianPrior(random.normals(d), random.uniforms(d, 0.2, 2));
            ExactObjective elbo = ExactObjective.elbo(prior, SCALE_PRIOR);
            return new Problem(RandomRows.of("elbo", 40, COLUMNS, 2), loss, elbo, d, full);
        }

        GaussianPosterior posterior(double[] mean, double[] spread) {
            if (full) {
                double[] precision = Naive.inverse(Symmetric.unpack(spread, d), d);
                return FullGaussian.of(JavaDenseKernel.INSTANCE, mean, Symmetric.pack(precision, d));
            }
            double[] precision = new double[d];
            for (int j = 0; j < d; j++) {
                precision[j] = 1 / spread[j];
            }
            return new DiagonalGaussian(mean, precision);
        }

        PassStatistics pass(GaussianPosterior q) {
            CurvatureForm form = full ? CurvatureForm.FULL : CurvatureForm.DIAGONAL;
            ExpectationPass pass =
                    new ExpectationPass(loss, q.mean(), q.coefficientCovariance(false), form, RowSample.ALL);
            return rows.run(pass, Storage.DENSE, 17);
        }

        double objective(GaussianPosterior q) {
            return elbo.objectiveValue(pass(q), q, SCALE);
        }

        /** ½(H + P0 − P), doubled off the diagonal, where an entry of S stands for two. */
        double[] gradientInSpread(GaussianPosterior q) {
            double[] curvature = pass(q).curvature();
            double[] gradient = new double[curvature.length];
            for (int i = 0, at = 0; i < d; i++) {
                for (int j = full ? 0 : i; j <= i; j++, at++) {
                    double prior = i == j ? elbo.prior().precision()[i] : 0;
                    gradient[at] = (i == j ? 0.5 : 1) * (curvature[at] + prior - q.precision()[at]);
                }
            }
            return gradient;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "bernoulli, true", "bernoulli, false", "bernoulli-probit, true", "poisson, true", "poisson, false",
        "negative-binomial, true", "gamma, false", "student-t, true", "student-t, false", "softmax, true"
    })
    void sumsOfAPass_areTheGradientOfTheElbo(String likelihood, boolean full) {
        Problem problem = Problem.of(likelihood, full);
        RandomRows shifted = problem.rows();
        if (likelihood.equals("gamma")) {
            for (int i = 0; i < shifted.rows(); i++) {
                shifted.labels()[i] += 0.5;
            }
        }
        RandomArrays random = RandomArrays.of("posterior");
        int d = problem.d();
        double[] mean = random.uniforms(d, -0.5, 0.5);
        double[] spread = full ? Symmetric.pack(random.definite(d), d) : random.uniforms(d, 0.2, 0.5);
        for (int j = 0; j < spread.length; j++) {
            spread[j] *= 0.3;
        }
        GaussianPosterior q = problem.posterior(mean, spread);
        double[] gradient = problem.pass(q).gradient().clone();
        double[] prior = problem.elbo().prior().gradient(mean);
        for (int j = 0; j < d; j++) {
            gradient[j] -= prior[j];
        }
        assertClose(
                "∇μ",
                FiniteDifference.gradient(m -> problem.objective(problem.posterior(m, spread)), mean),
                gradient,
                1e-7);
        assertClose(
                "∇S",
                FiniteDifference.gradient(s -> problem.objective(problem.posterior(mean, s)), spread),
                problem.gradientInSpread(q),
                1e-6);
    }

    /** At a point the objective is minus the log posterior density up to a constant. */
    @ParameterizedTest
    @CsvSource({"bernoulli", "poisson", "student-t"})
    void sumsOfAPassAtAPoint_areTheGradientOfThePointObjective(String likelihood) {
        Problem problem = Problem.of(likelihood, false);
        double[] theta = RandomArrays.of("point").uniforms(COLUMNS, -1, 1);
        double[] expected = FiniteDifference.gradient(
                at -> problem.elbo().negativeLogPosterior(pointPass(problem, at), at, SCALE), theta);
        double[] actual = pointPass(problem, theta).gradient().clone();
        double[] prior = problem.elbo().prior().gradient(theta);
        for (int j = 0; j < COLUMNS; j++) {
            actual[j] -= prior[j];
        }
        assertClose("gradient", expected, actual, 1e-8);
    }

    private static PassStatistics pointPass(Problem problem, double[] theta) {
        ExpectationPass pass = new ExpectationPass(
                problem.loss(), theta, new CoefficientCovariance.None(), CurvatureForm.NONE, RowSample.ALL);
        return problem.rows().run(pass, Storage.DENSE, 17);
    }
}
