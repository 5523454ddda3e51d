package io.credence;

import io.credence.RequestedPrior.AutomaticPrior;
import io.credence.config.InferenceConfig;
import io.credence.config.PriorConfig;
import io.credence.expression.Link;
import io.credence.fit.ExecutionBackend;
import io.credence.formula.Formula;
import io.credence.kind.MultiParameterRequest;
import io.credence.kind.PredictedParameter;
import io.credence.kind.PredictedParameter.NormalCoefficients;
import io.credence.kind.SharedParameter;
import io.credence.likelihood.Likelihood;
import io.credence.linalg.DenseKernel;
import io.credence.model.CoefficientPlaces;
import io.credence.model.Parameters;
import io.credence.model.PredictorModel;
import io.credence.part.Names;
import io.credence.prior.CoefficientPriors;
import io.credence.prior.ConstrainedDensity;
import io.credence.prior.DensityTerm;
import io.credence.prior.EarlierFit;
import io.credence.prior.GaussianPrior;
import io.credence.prior.Prior;
import io.credence.statistics.RowMoments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Priors of the parameters of a model, on the scale of the data: of the coefficients of each linear predictor, and of
 * parameters that are the same for all rows.
 *
 * <p>With {@code prior.sd = auto} they come from a {@link ConstantsFit}, which has no columns. Under the identity link a
 * coefficient's standard deviation is 2.5 units of the predictor divided by its column's unit; the unit of a predictor
 * is what one row tells of it, for normal responses their standard deviation. Under another link it is 1 divided by the
 * column's unit, and at the columns' means the predictor has a standard deviation of 2.5. Predictors at the columns'
 * means are centred at the fit with constants, and so are the unconstrained numbers of parameters that are the same for
 * all rows, with a standard deviation of 2.5. The location of a likelihood of the catalogue has the prior that it has
 * without further formulas.
 *
 * @param config configuration of the inference
 * @param rows rows that are fitted
 * @param backend backend that runs passes over them
 * @param kernel dense algebra of the driver
 * @param moments moments of columns and response
 */
record PredictorPriors(
        InferenceConfig config, Rows rows, ExecutionBackend backend, DenseKernel kernel, Supplier<RowMoments> moments) {

    /**
     * Names of the columns of each linear predictor. Where no formula made the rows, terms must be columns of theirs.
     *
     * @throws IllegalArgumentException if a predictor has a column that the rows lack
     */
    static List<List<String>> columnsByPredictor(MultiParameterRequest request, Rows rows) {
        List<PredictedParameter> predicted = request.predicted();
        List<List<String>> designed = rows.predictorColumns();
        if (designed.size() == predicted.size()) {
            return designed;
        }
        List<String> features = Names.without(rows.names(), request.numberColumns());
        List<List<String>> all = new ArrayList<>();
        for (PredictedParameter each : predicted) {
            all.add(each.formula() == null ? features : columnsOf(each.name(), each.formula(), features));
        }
        return List.copyOf(all);
    }

    private static List<String> columnsOf(String predictor, String formula, List<String> features) {
        List<String> others =
                features.stream().filter(name -> !name.equals(Rows.INTERCEPT)).toList();
        List<String> columns;
        try {
            columns = Formula.parse(formula)
                    .draft(others, name -> false)
                    .design(Map.of(), Map.of(), number -> {
                        throw new IllegalArgumentException("a basis is made of a table's rows");
                    })
                    .names();
        } catch (IllegalArgumentException unusable) {
            throw new IllegalArgumentException(
                    "the formula of " + predictor + " cannot be used with rows in memory: " + unusable.getMessage(),
                    unusable);
        }
        for (String column : columns) {
            if (!features.contains(column)) {
                throw new IllegalArgumentException("the formula of " + predictor
                        + " has a column that the rows lack: required of "
                        + String.join(", ", features) + ", found " + column);
            }
        }
        return columns;
    }

    /** Prior of all parameters. Rows are read where they choose its scale. */
    Prior prior(MultiParameterRequest request, PredictorModel model) {
        Parameters parameters = new Parameters(model.parameters(rows.names()));
        List<String> names = parameters.unconstrainedNames();
        PriorConfig asked = config.prior();
        CoefficientPlaces places = CoefficientPlaces.of(model, rows.names());
        GaussianPrior normal = RequestedPrior.isSdFromRows(asked, names)
                ? automaticPrior(request, places, parameters.dimension())
                : GaussianPrior.of(
                        parameters.dimension(),
                        asked.mean(),
                        asked.isSdAutomatic() ? CoefficientPriors.WIDTH : asked.sd());
        takeGivenPriors(request, places, normal);
        GaussianPrior named = RequestedPrior.withNamedPriors(
                asked, normal, j -> j < places.count() ? rows.names().get(places.column(j)) : "", names);
        List<DensityTerm> terms = takeSharedPriors(request, places.count(), named, names);
        return new Prior(RequestedPrior.withEarlier(asked, names, named), DensityTerm.ofTerms(terms));
    }

    /** Replaces the priors of coefficients whose predictor has a prior of its own. */
    private static void takeGivenPriors(MultiParameterRequest request, CoefficientPlaces places, GaussianPrior normal) {
        for (int j = 0; j < places.count(); j++) {
            NormalCoefficients given = request.predicted()
                    .get(places.position(j) / places.columns())
                    .prior();
            if (given != null) {
                normal.mean()[j] = given.mean();
                normal.precision()[j] = 1 / (given.sd() * given.sd());
            }
        }
    }

    /**
     * Densities of the parameters that have a prior of their own, which have no normal one then. The posterior of an
     * earlier fit replaces both.
     */
    private List<DensityTerm> takeSharedPriors(
            MultiParameterRequest request, int first, GaussianPrior normal, List<String> names) {
        EarlierFit earlier = config.prior().earlierFit();
        List<DensityTerm> terms = new ArrayList<>();
        int at = first;
        for (SharedParameter each : request.shared()) {
            int size = each.parameter().transform().unconstrained();
            boolean known = earlier != null && earlier.knowsAll(names.subList(at, at + size));
            if (each.prior() != null && !known) {
                terms.add(new ConstrainedDensity(at, each.parameter().transform(), each.prior()));
                for (int j = at; j < at + size; j++) {
                    normal.mean()[j] = 0;
                    normal.precision()[j] = 0;
                }
            }
            at += size;
        }
        return terms;
    }

    private GaussianPrior automaticPrior(MultiParameterRequest request, CoefficientPlaces places, int dimension) {
        RowMoments of = moments.get();
        ConstantsFit constants = ConstantsFit.of(request, config, rows, backend, kernel, of);
        ColumnUnits units = new ColumnUnits(rows, of);
        GaussianPrior all = GaussianPrior.of(dimension, 0, CoefficientPriors.WIDTH);
        boolean centred = !config.prior().setKeys().contains("prior.mean");
        for (int j = places.count(); j < dimension; j++) {
            all.mean()[j] = RequestedPrior.toSinglePrecision(constants.shared()[j - places.count()]);
        }
        int first = 0;
        for (int k = 0; k < request.predicted().size(); k++) {
            int[] columns = places.columnsOf(k);
            Likelihood likelihood = k == 0 ? request.likelihood() : null;
            boolean identity = request.predicted().get(k).link() == Link.IDENTITY;
            double unit = likelihood != null
                    ? RequestedPrior.responseUnit(likelihood.hasIdentityLink(), of)
                    : identity ? constants.units()[k] : 1;
            double slope = likelihood != null || identity ? CoefficientPriors.WIDTH * unit : 1;
            AutomaticPrior own = RequestedPrior.automaticPrior(config.prior(), slope, unit, columns, rows, units);
            own.copyTo(all, first);
            double centre = likelihood != null
                    ? RequestedPrior.predictorCentre(likelihood, of)
                    : constants.predictors()[k];
            boolean ones = rows.hasIntercept() && columns.length > 0 && columns[0] == 0;
            if (centred && ones && Double.isFinite(centre)) {
                all.mean()[first] = RequestedPrior.toSinglePrecision(centre);
            }
            if (likelihood != null && likelihood.cutpointCount() > 0) {
                double sd = RequestedPrior.toSinglePrecision(own.sdAtZero());
                all.mean()[places.count()] = -config.prior().mean();
                all.precision()[places.count()] = 1 / (sd * sd);
            }
            first += columns.length;
        }
        return all;
    }
}
