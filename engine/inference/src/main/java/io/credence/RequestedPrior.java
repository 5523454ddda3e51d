package io.credence;

import io.credence.config.ConfigurationException;
import io.credence.config.PriorConfig;
import io.credence.fit.ExecutionBackend;
import io.credence.likelihood.Likelihood;
import io.credence.model.CoefficientPlaces;
import io.credence.model.Model;
import io.credence.model.Parameters;
import io.credence.model.PredictorModel;
import io.credence.part.Spelling;
import io.credence.pass.Lazy;
import io.credence.prior.CentredPrior;
import io.credence.prior.CoefficientPrior;
import io.credence.prior.CoefficientPriors;
import io.credence.prior.EarlierFit;
import io.credence.prior.GaussianPrior;
import io.credence.prior.PerCoefficientPrior;
import io.credence.prior.PriorInUnits;
import io.credence.statistics.RowMoments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Prior of the coefficients that a configuration requests, on the scale of the data.
 *
 * <p>With {@code prior.sd = auto} it is weakly informative and does not depend on the columns' units. A coefficient's
 * standard deviation is 2.5 divided by its column's {@link ColumnUnits unit}, times the response's standard deviation
 * where the link is the identity. With {@code auto}, the scale of a prior that is not normal is the same. A conjugate
 * prior has the same numbers without the response's standard deviation, in whose place is the residual one. The linear
 * predictor at the columns' means has 2.5 response units, around the centre of the responses less their offsets; the
 * intercept, which is the predictor at columns of 0, has the standard deviation that this implies there, taken as
 * independent of the others (decision 0032), and so has the coefficient of a column beside its products with numbers.
 *
 * @param coefficients prior of the coefficients
 * @param startingPrior normal prior under which a fit may begin; the prior itself where that is normal
 */
record RequestedPrior(CoefficientPrior coefficients, GaussianPrior startingPrior) {

    /** Prior of a likelihood's coefficients. A pass over the rows is needed where these choose its scale. */
    static RequestedPrior of(PriorConfig requested, Likelihood likelihood, Rows rows, Supplier<RowMoments> moments) {
        int columns = rows.names().size();
        int predictors = likelihood.predictorCount();
        List<Integer> intercepts = new ArrayList<>();
        for (int k = 0; rows.hasIntercept() && k < predictors; k++) {
            intercepts.add(k * columns);
        }
        List<String> names = rows.coefficientNames(likelihood.predictorNames());
        GaussianPrior chosen = isSdFromRows(requested, names) || requested.isScaleAutomatic()
                ? centredPrior(requested, likelihood, rows, moments.get(), intercepts)
                : null;
        GaussianPrior automatic = requested.isSdAutomatic() ? chosen : null;
        double sd = automatic == null ? requested.sd() : automatic.sd()[0];
        CoefficientPrior prior = requested.withSd(sd).coefficientPrior(columns * predictors, intercepts);
        if (requested.isConjugate()) {
            GaussianPrior unit = automatic == null ? GaussianPrior.of(columns, requested.mean(), sd) : automatic;
            GaussianPrior own = withNamedPriors(requested, unit, rows.names(), names);
            return new RequestedPrior(CoefficientPriors.conjugate(own), own);
        }
        if (requested.isNormal()) {
            GaussianPrior own = withNamedPriors(
                    requested, automatic == null ? prior.normalPrior() : automatic, rows.names(), names);
            GaussianPrior each = withEarlier(requested, names, own);
            return new RequestedPrior(new CentredPrior(prior.name(), each, prior.term()), each);
        }
        CoefficientPrior scaled = requested.isScaleAutomatic()
                ? new PriorInUnits(prior, requested.mean(), coefficientUnits(chosen))
                : prior;
        return automatic == null
                ? new RequestedPrior(scaled, GaussianPrior.of(columns * predictors, requested.mean(), sd))
                : new RequestedPrior(PerCoefficientPrior.of(scaled, automatic, intercepts), automatic);
    }

    /** Units of the coefficients: the response's unit divided by the columns' units. */
    private static double[] coefficientUnits(@Nullable GaussianPrior chosen) {
        return Arrays.stream(Objects.requireNonNull(chosen).sd())
                .map(sd -> sd / CoefficientPriors.WIDTH)
                .toArray();
    }

    /**
     * Default prior of the unconstrained parameters of a user's class that defines none. The scales of coefficients
     * come from their columns, without a unit of the response, which is not known; any other parameter has a standard
     * deviation of 2.5.
     */
    static GaussianPrior ofModel(PriorConfig requested, Model model, Rows rows, Supplier<RowMoments> moments) {
        Parameters parameters = new Parameters(model.parameters(rows.names()));
        List<String> names = parameters.unconstrainedNames();
        int dimension = parameters.dimension();
        if (!requested.isSdAutomatic()) {
            return withEarlier(requested, names, GaussianPrior.of(dimension, requested.mean(), requested.sd()));
        }
        GaussianPrior all = GaussianPrior.of(dimension, requested.mean(), CoefficientPriors.WIDTH);
        if (model instanceof PredictorModel predictors && isSdFromRows(requested, names)) {
            CoefficientPlaces places = CoefficientPlaces.of(predictors, rows.names());
            ColumnUnits units = new ColumnUnits(rows, moments.get());
            int first = 0;
            for (int k = 0; k < places.predictors(); k++) {
                int[] columns = places.columnsOf(k);
                automaticPrior(requested, CoefficientPriors.WIDTH, 1, columns, rows, units)
                        .copyTo(all, first);
                first += columns.length;
            }
        }
        return withEarlier(requested, names, all);
    }

    /** Whether a prior standard deviation is to be computed from the rows. */
    static boolean isSdFromRows(PriorConfig requested, List<String> names) {
        EarlierFit earlier = requested.earlierFit();
        return requested.isSdAutomatic() && (earlier == null || !earlier.knowsAll(names));
    }

    /** Replaces the priors of coefficients by their posteriors from an earlier fit, if the configuration names one. */
    static GaussianPrior withEarlier(PriorConfig requested, List<String> names, GaussianPrior others) {
        EarlierFit earlier = requested.earlierFit();
        return earlier == null ? others : earlier.priorOf(names, others);
    }

    /**
     * Prior of coefficients and cutpoints. The first cutpoint has the prior of an intercept with its sign changed; the
     * logarithms of the distances between cutpoints are N(0, 2.5²).
     */
    static GaussianPrior ofParameters(
            PriorConfig requested, Parameters parameters, Rows rows, Supplier<RowMoments> moments) {
        int columns = rows.names().size();
        GaussianPrior all = GaussianPrior.of(parameters.dimension(), 0, CoefficientPriors.WIDTH);
        List<String> names = parameters.unconstrainedNames();
        AutomaticPrior automatic =
                isSdFromRows(requested, names) ? automaticPrior(requested, false, rows, moments.get()) : null;
        GaussianPrior chosen = automatic == null
                ? GaussianPrior.of(columns, requested.mean(), requested.sd())
                : automatic.coefficientPrior();
        copy(chosen, all, 0);
        double sd = automatic == null ? requested.sd() : toSinglePrecision(automatic.sdAtZero());
        all.mean()[columns] = -requested.mean();
        all.precision()[columns] = 1 / (sd * sd);
        return withEarlier(requested, names, withNamedPriors(requested, all, rows.names(), names));
    }

    /**
     * Prior with scales that are computed from the rows.
     *
     * @param coefficientPrior prior of the coefficients of one linear predictor
     * @param sdAtZero standard deviation of a linear predictor where all columns but the one of ones are 0
     */
    record AutomaticPrior(GaussianPrior coefficientPrior, double sdAtZero) {

        /** Copies the prior to the coefficients of a predictor, the first of which has index {@code first}. */
        void copyTo(GaussianPrior all, int first) {
            copy(coefficientPrior, all, first);
        }
    }

    /** Unit of the linear predictor: with the identity link, the response's standard deviation if above 0; else 1. */
    static double responseUnit(boolean identity, RowMoments moments) {
        double spread = moments.labelMoments().sd(0);
        return identity && spread > 0 ? spread : 1;
    }

    /** Unit of the dispersion, estimated from the rows; 1 where they allow no estimate. */
    static double dispersionUnit(Likelihood likelihood, RowMoments moments) {
        return hasDispersionUnit(likelihood, moments) ? toSinglePrecision(likelihood.dispersionUnit(moments)) : 1;
    }

    /** Whether the unit of the dispersion can be estimated from the rows. */
    static boolean hasDispersionUnit(Likelihood likelihood, RowMoments moments) {
        double unit = likelihood.dispersionUnit(moments);
        return unit > 0 && Double.isFinite(unit);
    }

    /** Supplier of the moments of columns and response, computed by a pass over the rows on first use. */
    static Supplier<RowMoments> moments(Rows rows, ExecutionBackend backend) {
        return new Lazy<>(() -> rows.moments(backend));
    }

    /** Automatic prior of the coefficients of a linear predictor that has all columns. */
    private static AutomaticPrior automaticPrior(
            PriorConfig requested, boolean identity, Rows rows, RowMoments moments) {
        double unit = responseUnit(identity, moments);
        int[] columns = IntStream.range(0, rows.names().size()).toArray();
        return automaticPrior(
                requested, CoefficientPriors.WIDTH * unit, unit, columns, rows, new ColumnUnits(rows, moments));
    }

    /**
     * Automatic prior of the coefficients of one linear predictor.
     *
     * @param slope prior standard deviation of the predictor's change over one unit of a column
     * @param unit unit of the predictor
     * @param columns columns of the predictor, in order
     */
    static AutomaticPrior automaticPrior(
            PriorConfig requested, double slope, double unit, int[] columns, Rows rows, ColumnUnits units) {
        int ones = rows.hasIntercept() ? 0 : -1;
        double[] sds = new double[rows.names().size()];
        double atZero = Math.pow(CoefficientPriors.WIDTH * unit, 2);
        for (int column : columns) {
            if (column != ones) {
                sds[column] = slope / units.columnUnit(column);
                atZero += Math.pow(sds[column] * units.columnMean(column), 2);
            }
        }
        double[] variances =
                Arrays.stream(sds).map(deviation -> deviation * deviation).toArray();
        units.addVariancesAtZero(sds, variances);
        if (ones >= 0) {
            variances[ones] = atZero;
        }
        double[] means = new double[columns.length];
        double[] precisions = new double[columns.length];
        Arrays.fill(means, requested.mean());
        for (int j = 0; j < columns.length; j++) {
            double sd = toSinglePrecision(Math.sqrt(variances[columns[j]]));
            precisions[j] = 1 / (sd * sd);
            if (!(precisions[j] > 0) || !Double.isFinite(precisions[j])) {
                throw new ConfigurationException("prior.sd = auto finds no scale for a column: required a number for"
                        + " prior.sd, or cells whose squares are finite, found a prior sd of " + sd + " for "
                        + rows.names().get(columns[j]));
            }
        }
        return new AutomaticPrior(new GaussianPrior(means, precisions), Math.sqrt(atZero));
    }

    /** Centre of the linear predictor of the location at the columns' means; not finite where the rows show none. */
    static double predictorCentre(Likelihood likelihood, RowMoments moments) {
        return likelihood.predictorAtMeans(moments) - moments.meanOffset();
    }

    /**
     * Automatic prior of the coefficients of all linear predictors. Intercepts of predictors with an offset are centred
     * at the response less the mean offset. A conjugate prior is without the unit of the response.
     */
    private static GaussianPrior centredPrior(
            PriorConfig requested, Likelihood likelihood, Rows rows, RowMoments moments, List<Integer> intercepts) {
        boolean inUnitsOfResponse = likelihood.hasIdentityLink() && !requested.isConjugate();
        GaussianPrior all = repeatedPrior(
                automaticPrior(requested, inUnitsOfResponse, rows, moments).coefficientPrior(),
                likelihood.predictorCount());
        double centre = predictorCentre(likelihood, moments);
        if (Double.isFinite(centre) && !requested.setKeys().contains("prior.mean")) {
            intercepts
                    .subList(0, Math.min(intercepts.size(), likelihood.predictorsWithOffset()))
                    .forEach(intercept -> all.mean()[intercept] = toSinglePrecision(centre));
        }
        return all;
    }

    private static GaussianPrior repeatedPrior(GaussianPrior one, int predictors) {
        GaussianPrior all = GaussianPrior.of(one.dimension() * predictors, 0, 1);
        for (int k = 0; k < predictors; k++) {
            copy(one, all, k * one.dimension());
        }
        return all;
    }

    private static void copy(GaussianPrior one, GaussianPrior all, int first) {
        System.arraycopy(one.mean(), 0, all.mean(), first, one.dimension());
        System.arraycopy(one.precision(), 0, all.precision(), first, one.dimension());
    }

    /** Rounds a number to single precision. Its last bits depend on the order of summation, and the prior must not. */
    static double toSinglePrecision(double number) {
        float single = (float) number;
        return Float.isFinite(single) && single != 0 ? single : number;
    }

    private static void requireNewCoefficient(PriorConfig requested, String name) {
        EarlierFit earlier = requested.earlierFit();
        if (earlier != null && earlier.knowsAll(List.of(name))) {
            throw new ConfigurationException("prior.coefficients names a coefficient of the earlier posterior: required"
                    + " new ones, found " + name);
        }
    }

    /**
     * Replaces the priors of coefficients that are given by name. The name of a column means its coefficients in all
     * linear predictors.
     */
    private static GaussianPrior withNamedPriors(
            PriorConfig requested, GaussianPrior normal, List<String> columns, List<String> names) {
        return withNamedPriors(requested, normal, j -> columns.get(j % columns.size()), names);
    }

    /**
     * Replaces the priors of coefficients that are given by name.
     *
     * @param column name of the column of a coefficient; empty for what is none
     */
    static GaussianPrior withNamedPriors(
            PriorConfig requested, GaussianPrior normal, IntFunction<String> column, List<String> names) {
        double[] means = normal.mean().clone();
        double[] precisions = normal.precision().clone();
        requested.coefficients().forEach((name, own) -> {
            boolean found = false;
            for (int j = 0; j < means.length; j++) {
                if (names.get(j).equals(name) || column.apply(j).equals(name)) {
                    requireNewCoefficient(requested, names.get(j));
                    means[j] = own.mean();
                    precisions[j] = 1 / (own.sd() * own.sd());
                    found = true;
                }
            }
            if (!found) {
                throw new ConfigurationException("prior.coefficients names no coefficient: required one of "
                        + Spelling.suggest(name, names) + ", found " + name);
            }
        });
        return new GaussianPrior(means, precisions);
    }
}
