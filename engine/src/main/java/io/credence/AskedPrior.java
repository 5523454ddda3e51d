package io.credence;

import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig.Prior;
import io.credence.fit.ExecutionBackend;
import io.credence.loss.Likelihood;
import io.credence.part.Spelling;
import io.credence.prior.CentredPrior;
import io.credence.prior.CoefficientPrior;
import io.credence.prior.GaussianPrior;
import io.credence.statistics.RowMoments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The prior of the coefficients that a configuration asks for, on the scale of the data.
 *
 * <p>With {@code prior.sd = auto} it is weakly informative and free of the columns' units: a coefficient's standard deviation is
 * 2.5, times that of the response where the link is the identity, divided by its column's, as rstanarm scales its defaults.
 * The intercept has 2.5 response units at the columns' means; at 0, where it is a coefficient, it has what this implies for it
 * there, taken as independent of the others.
 *
 * @param coefficients the prior
 * @param sd of the intercepts, or of every coefficient where it was given
 */
record AskedPrior(CoefficientPrior coefficients, double sd) {

    /** Standard deviation in units of the response and the column. */
    static final double WIDTH = 2.5;

    /** The prior of a likelihood's coefficients; one that rows choose takes a pass over them. */
    static AskedPrior of(Prior asked, Likelihood likelihood, Rows rows, ExecutionBackend backend) {
        int columns = backend.summary().columns();
        int predictors = likelihood.predictors();
        List<Integer> intercepts = new ArrayList<>();
        for (int k = 0; rows.hasIntercept() && k < predictors; k++) {
            intercepts.add(k * columns);
        }
        GaussianPrior automatic = asked.isAutomatic()
                ? automatic(
                        asked.mean(),
                        likelihood,
                        rows,
                        backend.run(RowMoments.pass(columns, backend.summary().sparse())))
                : null;
        double sd = automatic == null ? asked.sd() : 1 / Math.sqrt(automatic.precision()[0]);
        CoefficientPrior prior = asked.withSd(sd).of(columns * predictors, intercepts);
        if (!asked.isNormal()) {
            return new AskedPrior(prior, sd);
        }
        GaussianPrior normal = automatic == null ? prior.normal() : automatic;
        GaussianPrior each = with(asked, normal, rows.coefficientNames(predictors == 1 ? 0 : predictors + 1));
        return new AskedPrior(new CentredPrior(prior.name(), each, prior.term()), sd);
    }

    private static GaussianPrior automatic(double mean, Likelihood likelihood, Rows rows, RowMoments moments) {
        int columns = rows.names().size();
        boolean identity = likelihood.link().equals("identity");
        double responseSd = moments.labels().sd(0);
        double unit = WIDTH * (identity && responseSd > 0 ? responseSd : 1);
        double[] means = new double[columns * likelihood.predictors()];
        double[] sds = new double[means.length];
        Arrays.fill(means, mean);
        double atZero = unit * unit;
        for (int j = 0; j < columns; j++) {
            double spread = moments.columns().sd(j);
            sds[j] = unit / (spread > 0 ? spread : 1);
            atZero += rows.hasIntercept() && j == 0
                    ? 0
                    : Math.pow(sds[j] * moments.columns().mean(j), 2);
        }
        if (rows.hasIntercept()) {
            sds[0] = Math.sqrt(atZero);
            means[0] = identity ? rounded(moments.labels().mean(0)) : mean;
        }
        double[] precisions = new double[sds.length];
        for (int j = 0; j < sds.length; j++) {
            double sd = rounded(sds[j % columns] / rows.scales().of(j % columns));
            means[j] = means[j % columns];
            precisions[j] = 1 / (sd * sd);
        }
        return new GaussianPrior(means, precisions);
    }

    /** In single precision: the last bits depend on the order of summation, the prior must not. */
    private static double rounded(double number) {
        float single = (float) number;
        return Float.isFinite(single) && single != 0 ? single : number;
    }

    /** With the priors of coefficients by name; a column's name stands for it in every class. */
    private static GaussianPrior with(Prior asked, GaussianPrior normal, List<String> names) {
        double[] means = normal.mean().clone();
        double[] precisions = normal.precision().clone();
        asked.coefficients().forEach((name, own) -> {
            Pattern pattern = Pattern.compile("(\\d+:)?" + Pattern.quote(name));
            boolean found = false;
            for (int j = 0; j < means.length; j++) {
                if (names.get(j).equals(name) || pattern.matcher(names.get(j)).matches()) {
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
