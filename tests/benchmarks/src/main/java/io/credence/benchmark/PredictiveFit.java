package io.credence.benchmark;

import io.credence.divergence.KullbackLeibler;
import io.credence.family.GaussianStructure;
import io.credence.family.Posterior;
import io.credence.family.ProductPosterior;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitSetup;
import io.credence.fit.InProcessBackend;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.ControlVariate;
import io.credence.fit.stochastic.StochasticAlgorithm;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.Kernels;
import io.credence.loss.DrawLoss;
import io.credence.loss.NonCentredLoss;
import io.credence.loss.PredictorLoss;
import io.credence.objective.DivergenceObjective;
import io.credence.part.Choice;
import io.credence.prior.CoefficientPrior;
import io.credence.prior.DensityTerm;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogInverseGamma;
import io.credence.prior.NonCentredMap;
import io.credence.prior.PriorTerms;
import io.credence.random.NormalDraws;
import io.credence.risk.RowReduction;
import io.credence.update.Updates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A mean-field posterior of a normal regression under σ² ~ IG(1, 1), as the paper has it: Gaussian in the parameters ξ of its
 * coefficients' prior, and behind them an inverse gamma of its dispersion, by its logarithm.
 *
 * @param prior of the coefficients
 * @param mean posterior means
 * @param sd posterior standard deviations
 * @param result the fit
 */
record PredictiveFit(CoefficientPrior prior, double[] mean, double[] sd, FitResult result) {

    private static final int DRAWN = 2000;

    /**
     * How long is looked for a posterior.
     *
     * @param draws per step
     * @param constant steps before Adam's step size falls as 1/t
     * @param steps at most
     * @param error standard error of the answer that is good enough, in posterior standard deviations
     * @param seed of the draws
     */
    record Effort(int draws, int constant, int steps, double error, long seed) {

        /** The same with so many draws a step. */
        Effort draws(int each) {
            return new Effort(each, constant, steps, error, seed);
        }

        /** That many times as long, with other draws, and until the error is as many times smaller. */
        Effort longer(int times) {
            return new Effort(draws, times * constant, times * steps, error / times, seed + 1);
        }
    }

    /**
     * Fits from {@link PredictiveStart}.
     *
     * @param risk of a row; null for its mean loss, that is standard variational inference
     */
    static PredictiveFit of(RegressionRows rows, CoefficientPrior prior, @Nullable RowReduction risk, Effort effort) {
        FitSettings settings = new FitSettings(GaussianStructure.DIAGONAL, effort.steps(), 1e-8, effort.seed());
        try (InProcessBackend backend = new InProcessBackend(rows.partitions(1), Kernels.best(), 1)) {
            Posterior start = PredictiveStart.of(rows, prior);
            FitResult result = StochasticAlgorithm.of(new FitSetup(
                            problem(rows, prior, risk),
                            settings,
                            how(effort),
                            gaussian -> start,
                            backend,
                            Kernels.best()))
                    .fit();
            return new PredictiveFit(
                    prior, result.posterior().mean(), result.posterior().sd(), result);
        }
    }

    private static Problem problem(RegressionRows rows, CoefficientPrior prior, @Nullable RowReduction risk) {
        DrawLoss loss =
                NonCentredLoss.of(new PredictorLoss(Likelihoods.named("gaussian", 4, 2), rows.columns(), null), prior);
        int d = prior.parameterCount();
        GaussianPrior normal = new GaussianPrior(
                Arrays.copyOf(prior.normalPrior().mean(), d + 1),
                Arrays.copyOf(prior.normalPrior().precision(), d + 1));
        List<DensityTerm> terms = new ArrayList<>(List.of(new LogInverseGamma(d, 1, 1)));
        DensityTerm own = prior.term();
        if (own != null) {
            terms.add(own);
        }
        return Problem.of(loss, normal, new PriorTerms(terms))
                .with(new DivergenceObjective(KullbackLeibler.PLAIN, risk));
    }

    private static SamplingSettings how(Effort effort) {
        return SamplingSettings.DEFAULT
                .with(new SamplingSettings.Stop(SamplingSettings.StopRule.MCSE, effort.error(), 1.1, 30, 500))
                .with(new SamplingSettings.Estimator(
                        SamplingSettings.EstimatorKind.REPARAMETERIZED,
                        effort.draws(),
                        ControlVariate.NONE,
                        NormalDraws.Dependence.INDEPENDENT,
                        false,
                        effort.draws()))
                .with(new SamplingSettings.Update(
                        Choice.ofDefaults(Updates.ADAM), OptionalDouble.empty(), effort.constant()));
    }

    /** The objective at the answer, nats. */
    double objective() {
        FitResult.ObjectiveValue reached = result.objectiveValue();
        return reached == null ? Double.NaN : reached.value();
    }

    /** E θ. */
    double[] coefficients() {
        NonCentredMap map = prior.nonCentredMap();
        int d = prior.coefficientCount();
        double[] expected = Arrays.copyOf(mean, d);
        for (int j = 0; map != null && j < d; j++) {
            int at = d + map.blockOf()[j];
            expected[j] = map.mean() + map.scale() * mean[j] * Math.exp(mean[at] + 0.5 * sd[at] * sd[at]);
        }
        return expected;
    }

    /** Shape and scale of q(σ²). */
    double[] noise() {
        return ((ProductPosterior) result.posterior()).factors().get(1).coordinates();
    }

    /** E σ²; infinite where the shape is at most 1. */
    double dispersion() {
        double[] noise = noise();
        return noise[0] > 1 ? noise[1] / (noise[0] - 1) : Double.POSITIVE_INFINITY;
    }

    /** Mean log density of the rows, averaged over the posterior, nats: minus their excess risk, but for a constant. */
    double meanLogDensity(RegressionRows rows) {
        return Arrays.stream(logDensities(rows))
                .flatMapToDouble(Arrays::stream)
                .average()
                .orElseThrow();
    }

    /** Mean log density of the rows, averaged over the posterior before the logarithm is taken, nats. */
    double logPredictive(RegressionRows rows) {
        double sum = 0;
        for (double[] row : logDensities(rows)) {
            double most = Arrays.stream(row).max().orElseThrow();
            sum += most
                    + Math.log(Arrays.stream(row)
                            .map(log -> Math.exp(log - most))
                            .average()
                            .orElseThrow());
        }
        return sum / rows.count();
    }

    /** Log density of each row, nats, at each of 2,000 draws. */
    double[][] logDensities(RegressionRows rows) {
        Random random = new Random(1);
        double[][] logs = new double[rows.count()][DRAWN];
        for (int s = 0; s < DRAWN; s++) {
            double[] standard = new double[mean.length];
            Arrays.setAll(standard, j -> random.nextGaussian());
            double[] xi = result.posterior().draw(0, standard);
            double[] theta = xi.clone();
            NonCentredMap map = prior.nonCentredMap();
            if (map != null) {
                map.writeCoefficients(xi, theta);
            }
            double logVariance = xi[prior.parameterCount()];
            for (int i = 0; i < rows.count(); i++) {
                double residual = rows.labels()[i] - rows.predictor(i, theta);
                logs[i][s] = -0.5 * (Math.log(2 * Math.PI) + logVariance + residual * residual / Math.exp(logVariance));
            }
        }
        return logs;
    }
}
