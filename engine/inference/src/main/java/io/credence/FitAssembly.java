package io.credence;

import io.credence.ModelKind.FitRequest;
import io.credence.ParameterScale.ReportedNumbers;
import io.credence.config.ConfigurationException;
import io.credence.config.InferenceConfig;
import io.credence.config.ModelConfig.DispersionFactor;
import io.credence.data.DataSummary;
import io.credence.divergence.Divergence;
import io.credence.family.choice.Families;
import io.credence.family.choice.FamilyPart;
import io.credence.fit.ExactProblem;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitSetup;
import io.credence.fit.FitSetup.PosteriorStart;
import io.credence.fit.Problem;
import io.credence.fit.choice.AlgorithmChoice;
import io.credence.fit.choice.FamilySearch;
import io.credence.fit.exact.DispersionIntegral;
import io.credence.gradient.GradientCheck;
import io.credence.kind.ColumnScales;
import io.credence.kind.DistributionalRequest;
import io.credence.kind.MultiParameterRequest;
import io.credence.likelihood.EstimatedOption;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.SearchedOption;
import io.credence.likelihood.robust.GeneralisedLosses;
import io.credence.linalg.DenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.loss.ModelLosses;
import io.credence.loss.NonCentredLoss;
import io.credence.model.CoefficientPlaces;
import io.credence.model.Model;
import io.credence.model.Parameter;
import io.credence.model.Parameters;
import io.credence.model.PredictorModel;
import io.credence.prior.CoefficientPrior;
import io.credence.prior.DensityTerm;
import io.credence.prior.GaussianPrior;
import io.credence.prior.Prior;
import io.credence.prior.TransformedPrior;
import io.credence.statistics.RowMoments;
import io.credence.summary.FittedModel;
import io.credence.summary.FittedModel.Features;
import io.credence.summary.ModelQuantities;
import io.credence.summary.TransformedParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Assembles a fit from its parts: the only class that knows likelihood, prior, objective, posterior and algorithm.
 *
 * @param config configuration of the inference
 * @param rows rows that are fitted
 * @param backend backend that runs passes over them
 * @param kernel dense algebra of the driver
 * @param partitionedSites partition factors of a partitioned fit; null for others
 * @param moments supplier of the moments of columns and response, by a pass where priors need them
 */
record FitAssembly(
        InferenceConfig config,
        Rows rows,
        ExecutionBackend backend,
        DenseKernel kernel,
        @Nullable FitPartitionFactors partitionedSites,
        Supplier<RowMoments> moments) {

    /** Largest number of rows over which other posterior families are tried unasked: seconds to a minute. */
    private static final long MOST_ROWS_OF_SEARCH = 1000;

    private static final String BIASED =
            "importance weights of part of the rows are biased, and so is where the steps end; the"
                    + " checks read all rows";

    private SetupAssembly setupAssembly() {
        return new SetupAssembly(config, backend, kernel);
    }

    private EarlierPrior earlierPrior() {
        return new EarlierPrior(config);
    }

    /** Assembles the fit of a likelihood. */
    PreparedFit assemble(Likelihood family) {
        PredictorModel formula = family.predictorModel(rows.classNames());
        return formula == null ? assemblePredictors(family) : assembleWithParameters(family, formula);
    }

    private PreparedFit assemblePredictors(Likelihood family) {
        Likelihood likelihood = config.objective().lossFor(family);
        DataSummary data = backend.summary();
        int coefficients = data.columns() * likelihood.predictorCount();
        requireRoom(coefficients);
        earlierPrior().requireSameModel(family.name(), family.link());
        RequestedPrior prior = RequestedPrior.of(config.prior(), likelihood, rows, moments);
        CoefficientPrior requested = prior.coefficients();
        GaussianPrior normal = requested.normalPrior();
        ExactProblem exact = exactProblem(likelihood, rows.scales().toScaled(prior.startingPrior()));
        boolean inverseGamma = config.model().dispersionFactor() == DispersionFactor.INVERSE_GAMMA;
        Problem problem = config.isExact()
                ? Problem.of(exact, data, false).withExact(exact)
                : Problem.of(exact, data, requested, inverseGamma);
        FitSetup setup = setupAssembly()
                .assemble(
                        problem,
                        rows.scales().extendedTo(coefficients, problem.prior().dimension()));
        NonCentredLoss outer = problem.loss() instanceof NonCentredLoss loss ? loss : null;
        List<String> names = rows.coefficientNames(family.predictorNames());
        String dispersion = likelihood.dispersionName();
        int further = problem.prior().dimension() - requested.parameterCount();
        List<String> notes = new ArrayList<>(earlierPrior().notes(names, dispersion));
        notes.addAll(partitionedSites == null ? List.of() : partitionedSites.notes());
        ParameterScale plain = new ParameterScale(
                FittedModel.of(config.model(), family, likelihood, false),
                names,
                rows.scales(),
                new Prior(normal, requested.nonCentredMap() == null ? requested.term() : null),
                outer,
                ReportedNumbers.NONE,
                exact.priorOfLogDispersion(),
                config.seed());
        if (further == 0 || dispersion == null) {
            return partitioned(completeFit(setup, plain, notes), plain.scales());
        }
        ParameterScale joint = plain.withPositiveParameter(
                FittedModel.of(config.model(), family, likelihood, true),
                Parameter.positive(dispersion),
                problem.prior().normalPrior());
        if (!config.isExact()) {
            return completeFit(setup, joint, notes);
        }
        CheckedFit fit = completeFit(setup, plain, notes);
        Divergence divergence = setup.problem().objective().divergence();
        return partitioned(
                divergence != null && divergence.isKullbackLeibler()
                        ? new JointDispersionFit(
                                fit, joint, new DispersionIntegral(exact, setup.settings(), backend, kernel))
                        : fit,
                plain.scales());
    }

    /** Adds the partition factors to a partitioned fit. */
    private PreparedFit partitioned(PreparedFit fit, ColumnScales scales) {
        return partitionedSites == null ? fit : new PartitionedFit(fit, scales, partitionedSites);
    }

    /** Completes a fit with its checks and, on request, a search among posterior families. */
    private CheckedFit completeFit(FitSetup setup, ParameterScale frame, List<String> notes) {
        CheckedFit plain = new CheckedFit(frame, AlgorithmChoice.of(setup), checkPlan(setup), notes);
        int partitions = setup.sampling().minibatch().partitions();
        boolean biased = partitions > 0
                && partitions < backend.summary().partitionCount()
                && !setup.problem().objective().isLinear();
        CheckedFit fit = biased ? plain.withNote(BIASED) : plain;
        List<FamilySearch.FamilyAttempt> alternatives = alternativeFamilies().stream()
                .map(family -> new FamilySearch.FamilyAttempt(
                        family.name(), PosteriorStart.of(family.startPlan()), family.isMatchedToDraws()))
                .toList();
        return alternatives.isEmpty() ? fit : fit.withFamilySearch(setup, alternatives);
    }

    /**
     * Families that are tried where a Gaussian is not reliable: those that the configuration asks for and, where
     * parameters have formulas and no family is asked for, those of {@code posterior.family = auto} over few rows.
     */
    private List<FamilyPart.AlternativeFamily> alternativeFamilies() {
        DistributionalRequest formulas = config.model().request(DistributionalRequest.class);
        boolean tries = formulas != null
                && formulas.triesFamilies()
                && backend.summary().rows() <= MOST_ROWS_OF_SEARCH
                && config.check().khat()
                && config.objective().isLogLikelihoodLoss()
                && !InferenceConfig.isByObjective(config.objective(), config.posterior(), config.prior())
                && config.objective().priorDivergence().isKullbackLeibler();
        if (!tries) {
            return config.posterior().alternativeFamilies();
        }
        FamilyPart auto = Families.ALL.named("auto");
        return auto.alternativeFamilies(auto.values(Map.of()), config.seed());
    }

    /** Assembles the fit of a likelihood with parameters of its own, such as cutpoints. */
    private PreparedFit assembleWithParameters(Likelihood family, PredictorModel formula) {
        requireNormalPrior();
        earlierPrior().requireSameModel(family.name(), family.link());
        if (rows.hasIntercept()) {
            throw new IllegalArgumentException("the family " + family.name() + " has cutpoints instead of an"
                    + " intercept: required rows without a column of ones");
        }
        Parameters parameters = new Parameters(formula.parameters(rows.names()));
        requireRoom(parameters.dimension());
        GaussianPrior prior = RequestedPrior.ofParameters(config.prior(), parameters, rows, moments);
        return assemble(formula, parameters, new Prior(prior), FittedModel.of(config.model(), family, family, false));
    }

    /** Assembles the fit of a model class that the user wrote. */
    PreparedFit assemble(Model model) {
        Parameters parameters = new Parameters(model.parameters(rows.names()));
        requireRoom(parameters.dimension());
        earlierPrior().requireSameModel(config.model().name(), null);
        boolean own = model.hasPrior() && !earlierPrior().replacesClassPrior(parameters.unconstrainedNames());
        GaussianPrior prior = own
                ? new GaussianPrior(new double[parameters.dimension()], new double[parameters.dimension()])
                : RequestedPrior.ofModel(config.prior(), model, rows, moments);
        if (!config.prior().coefficients().isEmpty()) {
            throw new ConfigurationException(
                    "prior.coefficients is for the coefficients of a family: required none, or a"
                            + " prior in the class, for model.class = "
                            + config.model().name());
        }
        requireNormalPrior();
        return assemble(
                model,
                parameters,
                new Prior(prior, own ? new TransformedPrior(model, parameters) : null),
                FittedModel.ofClass(config.model().name(), rows.names()));
    }

    /** Assembles the fit of a model of several parameters, each with columns of its own. */
    PreparedFit assemble(MultiParameterRequest asked) {
        MultiParameterRequest request = asked.ofRows(
                rows.classes(), rows.classNames(), likelihood -> earlierPrior().dispersionPrior(likelihood, moments));
        List<List<String>> columns = PredictorPriors.columnsByPredictor(request, rows);
        PredictorModel model = request.model(columns);
        Parameters parameters = new Parameters(model.parameters(rows.names()));
        requireRoom(parameters.dimension());
        requireNormalPrior();
        earlierPrior().requireSameModel(request.identity(), request.link());
        Prior prior = new PredictorPriors(config, rows, backend, kernel, moments).prior(request, model);
        Features features = Features.of(request, rows.names(), columns);
        CheckedFit fit = assemble(model, parameters, prior, FittedModel.of(config.model(), request, features));
        for (String note : request.notes()) {
            fit = fit.withNote(note);
        }
        return fit;
    }

    private void requireRoom(int dimension) {
        DriverMemoryCheck.ofThisProcess()
                .requireRoom(config, dimension, backend.summary().partitionCount());
    }

    private void requireNormalPrior() {
        if (!config.prior().isNormal()) {
            boolean family = config.model().className() == null;
            throw new ConfigurationException("prior.kind = " + config.prior().kind()
                    + " is one of coefficients: required"
                    + " normal" + (family ? "" : ", or a prior in the class,") + " for model."
                    + (family ? "family" : "class") + " = " + config.model().name());
        }
    }

    /**
     * Assembles the fit of a model of rows.
     *
     * @param prior prior on the scale of the data; where a class defines one, a flat one with that as its term
     */
    private CheckedFit assemble(Model model, Parameters parameters, Prior prior, FittedModel fitted) {
        int dimension = parameters.dimension();
        ModelQuantities quantities = ModelQuantities.of(model, parameters, rows.names());
        ColumnScales scales = model instanceof PredictorModel predictors
                ? rows.scales().extendedTo(CoefficientPlaces.of(predictors, rows.names()), dimension)
                : rows.scales().extendedTo(dimension, dimension);
        DrawLoss loss =
                ModelLosses.of(model, rows.names(), config.model().latent().bound());
        DensityTerm term = prior.term();
        GradientCheck.requireCorrectDerivatives(
                model, parameters, term instanceof TransformedPrior own ? own : null, config.seed());
        double weight = config.objective().lossWeight();
        Problem problem = Problem.of(loss.weightedBy(weight), scales.toScaled(prior.normalPrior()), term);
        FitSetup setup = setupAssembly().assemble(problem, scales);
        List<String> names = parameters.unconstrainedNames();
        TransformedParameters transformed = TransformedParameters.of(parameters.list(), 0);
        return completeFit(
                setup,
                new ParameterScale(
                        fitted,
                        names,
                        scales,
                        new Prior(prior.normalPrior()),
                        null,
                        new ReportedNumbers(transformed, quantities),
                        null,
                        config.seed()),
                earlierPrior().notes(names, null));
    }

    private ExactProblem exactProblem(Likelihood likelihood, GaussianPrior prior) {
        boolean dispersed = likelihood.dispersionName() != null;
        if (dispersed && config.model().dispersion().isEmpty()) {
            String refused = config.isExact() ? GeneralisedLosses.exactRefusal(likelihood, true) : null;
            if (refused != null) {
                throw new IllegalArgumentException(refused);
            }
            return earlierPrior().problemWithDispersion(likelihood, prior, moments);
        }
        double known = dispersed ? config.model().dispersion().orElse(1) : 1;
        String why = likelihood.dispersionRefusal(known);
        if (why != null) {
            throw new IllegalArgumentException(why);
        }
        return ExactProblem.withKnownDispersion(likelihood, prior, known);
    }

    private PosteriorCheckPlan checkPlan(FitSetup setup) {
        return PosteriorCheckPlan.of(config, setup, backend, rows);
    }

    /** Assembles a fit of any kind of model, or throws with the reason why its choices cannot be combined. */
    static PreparedFit prepare(FitRequest request) {
        InferenceConfig config = request.config();
        try {
            ModelKind kind = ModelKinds.of(config.model(), request.userModel());
            SearchedOption searched = config.model().searchedOption();
            if (searched != null) {
                EstimatedOption chosen = new OptionSearch(
                                config,
                                searched,
                                trial -> prepare(request.with(trial)).runUnchecked(null, List.of()))
                        .estimate();
                return prepare(request.with(config.with(chosen))).withNote(chosen.note());
            }
            if (config.objective().isLossWeightAutomatic()) {
                double weight = new LossCalibration(config, trial -> prepare(request.with(trial))).calibratedWeight();
                return prepare(request.with(config.withLossWeight(weight)));
            }
            return kind.prepare(request);
        } catch (IllegalArgumentException refused) {
            String why =
                    String.valueOf(refused.getMessage()).lines().findFirst().orElse("");
            throw new ConfigurationException(
                    "the model " + config.model().name() + " cannot be fitted so: " + why, refused);
        }
    }
}
