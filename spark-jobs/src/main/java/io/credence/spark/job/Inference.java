package io.credence.spark.job;

import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.config.FitConfig.DispersionFactor;
import io.credence.family.Blocks;
import io.credence.family.ScaleFactor;
import io.credence.fit.DrawProblem;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.ExpectationFitter;
import io.credence.fit.FitProblem;
import io.credence.fit.FitSettings;
import io.credence.fit.Fitter;
import io.credence.fit.Fitters;
import io.credence.fit.MonteCarloSettings;
import io.credence.linalg.DenseKernel;
import io.credence.loss.GeneralisedLosses;
import io.credence.loss.Likelihood;
import io.credence.loss.ModelLosses;
import io.credence.loss.NonCentredLoss;
import io.credence.model.Model;
import io.credence.model.Parameter;
import io.credence.model.Parameters;
import io.credence.model.PredictorModel;
import io.credence.prior.CoefficientPrior;
import io.credence.prior.GaussianPrior;
import io.credence.prior.TransformedPrior;
import io.credence.random.NormalDraws;
import io.credence.report.FittedModel;
import io.credence.spark.ColumnScales;
import io.credence.spark.PackedRows;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a job infers, and by which fitter.
 *
 * @param model the model, as results name it
 * @param names names of the Gaussian parameters
 * @param scales by what their columns were divided; 1 for parameters that are no coefficients
 * @param prior their normal prior on the scale of the data; precision 0 where the user's class has its own
 * @param parameters parameters of the user's class, or the dispersion, where their posterior is not that of a coefficient
 * @param firstParameter number of Gaussian parameters before the first of those
 * @param nonCentred loss in the parameters of a prior that is not one of the coefficients themselves; null for others
 * @param fitter how they are fitted
 */
record Inference(
        FittedModel model,
        List<String> names,
        ColumnScales scales,
        GaussianPrior prior,
        List<Parameter> parameters,
        int firstParameter,
        @Nullable NonCentredLoss nonCentred,
        Fitter fitter) {

    /**
     * What the configuration asks for.
     *
     * @param userModel the user's class; null for a family
     * @throws ConfigurationException if its choices do not go together with the data or the model
     */
    static Inference of(
            FitConfig config,
            @Nullable Model userModel,
            PackedRows rows,
            ExecutionBackend backend,
            DenseKernel kernel) {
        try {
            return userModel == null
                    ? ofFamily(config, rows, backend, kernel)
                    : ofClass(config, userModel, rows, backend, kernel);
        } catch (IllegalArgumentException refused) {
            throw new ConfigurationException(
                    "the model " + config.model().name() + " cannot be fitted so: " + Failure.oneLine(refused),
                    refused);
        }
    }

    private static Inference ofFamily(FitConfig config, PackedRows rows, ExecutionBackend backend, DenseKernel kernel) {
        Likelihood family = config.model().likelihood(rows.classes());
        Likelihood likelihood = config.objective().around(family);
        int coefficients = rows.summary().columns() * likelihood.predictors();
        CoefficientPrior asked = Objective.prior(config, rows.summary().columns(), likelihood.predictors());
        GaussianPrior normal = asked.normal();
        GaussianPrior plain = config.prior().isNormal()
                ? rows.scales().toScaled(normal)
                : GaussianPrior.of(
                        coefficients, config.prior().mean(), config.prior().sd());
        FitProblem problem = problem(config, likelihood, plain);
        List<String> names = rows.coefficientNames();
        if (config.isExact()) {
            Fitter fitter = new ExpectationFitter(
                    problem.with(Objective.divergence(config, plain)), settings(config, coefficients), backend, kernel);
            FittedModel model = FittedModel.of(family, likelihood, false);
            return new Inference(model, names, rows.scales(), normal, List.of(), 0, null, fitter);
        }
        boolean inverseGamma = config.model().dispersionFactor() == DispersionFactor.INVERSE_GAMMA;
        DrawProblem drawn = DrawProblem.of(problem, rows.summary(), asked, inverseGamma);
        Fitter fitter = byDraws(config, drawn, backend, kernel);
        NonCentredLoss outer = drawn.loss() instanceof NonCentredLoss loss ? loss : null;
        String dispersion = likelihood.dispersionName();
        int further = drawn.prior().dimension() - asked.parameters();
        FittedModel model = FittedModel.of(family, likelihood, further > 0);
        if (further == 0 || dispersion == null) {
            return new Inference(model, names, rows.scales(), normal, List.of(), 0, outer, fitter);
        }
        Parameter positive = Parameter.positive(dispersion);
        List<String> all = new ArrayList<>(names);
        all.addAll(positive.transform().unconstrainedNames(dispersion));
        return new Inference(
                model,
                all,
                rows.scales().extended(coefficients, all.size()),
                withoutLast(drawn.prior(), normal),
                List.of(positive),
                coefficients,
                outer,
                fitter);
    }

    /** The prior of the coefficients on the scale of the data, with that of the log dispersion as it is. */
    private static GaussianPrior withoutLast(GaussianPrior scaled, GaussianPrior original) {
        double[] mean = scaled.mean().clone();
        double[] precision = scaled.precision().clone();
        System.arraycopy(original.mean(), 0, mean, 0, original.dimension());
        System.arraycopy(original.precision(), 0, precision, 0, original.dimension());
        return new GaussianPrior(mean, precision);
    }

    private static Inference ofClass(
            FitConfig config, Model model, PackedRows rows, ExecutionBackend backend, DenseKernel kernel) {
        Parameters parameters = new Parameters(model.parameters(rows.names()));
        int dimension = parameters.dimension();
        int extra = model instanceof PredictorModel predictors ? new Parameters(predictors.extra()).dimension() : 0;
        ColumnScales scales = rows.scales().extended(dimension - extra, dimension);
        GaussianPrior prior = model.hasPrior()
                ? new GaussianPrior(new double[dimension], new double[dimension])
                : GaussianPrior.of(
                        dimension, config.prior().mean(), config.prior().sd());
        if (!config.prior().isNormal()) {
            throw new ConfigurationException(
                    "prior.kind = " + config.prior().kind() + " is one of coefficients: required"
                            + " normal, or a prior in the class, for model.class = "
                            + config.model().name());
        }
        DrawProblem problem = DrawProblem.of(
                Objective.loss(
                        config,
                        ModelLosses.of(
                                model, rows.names(), config.model().latent().bound())),
                scales.toScaled(prior),
                model.hasPrior() ? new TransformedPrior(model, parameters) : null);
        return new Inference(
                FittedModel.ofClass(config.model().name()),
                parameters.unconstrainedNames(),
                scales,
                prior,
                parameters.list(),
                0,
                null,
                byDraws(config, problem, backend, kernel));
    }

    private static FitProblem problem(FitConfig config, Likelihood likelihood, GaussianPrior prior) {
        boolean dispersed = likelihood.dispersionName() != null;
        if (dispersed && config.model().dispersion().isEmpty()) {
            String refused = config.isExact() ? GeneralisedLosses.refuseExact(likelihood, true) : null;
            if (refused != null) {
                throw new IllegalArgumentException(refused);
            }
            ScaleFactor.InverseGamma scale = new ScaleFactor.InverseGamma(
                    config.dispersionPrior().shape(), config.dispersionPrior().scale());
            if (config.isExact()) {
                Objective.divergence(config).between(scale, scale);
            }
            return FitProblem.withEstimatedScale(likelihood, prior, scale);
        }
        double known = dispersed ? config.model().dispersion().orElse(1) : 1;
        String why = GeneralisedLosses.refuseDispersion(likelihood, known);
        if (why != null) {
            throw new IllegalArgumentException(why);
        }
        return FitProblem.withKnownScale(likelihood, prior, known);
    }

    /** The fitter by draws; draws that cannot be made are refused before the first. */
    private static Fitter byDraws(FitConfig config, DrawProblem problem, ExecutionBackend backend, DenseKernel kernel) {
        int dimension = problem.prior().dimension();
        MonteCarloSettings how = config.monteCarlo();
        NormalDraws.Kind kind = how.estimator().drawn();
        new NormalDraws(
                config.seed(), 0, NormalDraws.whole(kind, how.estimator().draws()), dimension, kind);
        FitSettings settings = settings(config, dimension);
        return config.isByObjective()
                ? Objective.fitter(config, problem, settings, backend, kernel)
                : Fitters.byDraws(
                        problem.with(Objective.divergence(config, problem.prior())), settings, how, backend, kernel);
    }

    private static FitSettings settings(FitConfig config, int dimension) {
        FitSettings settings = new FitSettings(
                config.posterior().family(),
                config.stop().maxIterations(),
                config.stop().tolerance(),
                config.seed());
        List<Integer> blocks = config.posterior().blocks();
        if (blocks.isEmpty()) {
            return settings;
        }
        long sum = blocks.stream().mapToLong(Integer::longValue).sum();
        if (sum != dimension) {
            throw new ConfigurationException("posterior.blocks do not divide the parameters: required sizes that add up"
                    + " to " + dimension + ", found " + blocks + ", which add up to " + sum);
        }
        return settings.withBlocks(
                Blocks.of(blocks.stream().mapToInt(Integer::intValue).toArray()));
    }
}
