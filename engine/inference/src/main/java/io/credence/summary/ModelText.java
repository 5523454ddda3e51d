package io.credence.summary;

import io.credence.config.PriorConfig;
import io.credence.prior.EarlierFit;
import io.credence.prior.GaussianPrior;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Text on the model of a fit, its prior and its posterior. */
final class ModelText {

    /** Largest number of coefficients whose priors are reported one by one. */
    private static final int SHOWN = 20;

    private ModelText() {}

    static List<String> lines(FitReport report) {
        return List.of(
                model(report),
                prior(report),
                "posterior: " + report.coefficients().posterior().family() + ", moments by "
                        + report.coefficients().momentSource().text());
    }

    private static String model(FitReport report) {
        FittedModel model = report.model();
        int dimension = report.coefficients().dimension();
        return model.link() == null
                ? "model: class " + model.name() + " with options "
                        + report.config().model().options() + ", " + dimension + " unconstrained parameters"
                : "model: " + model.name() + " with link " + model.link() + ", " + dimension + " coefficients"
                        + (model.hasJointDispersion() ? ", the logarithm of the dispersion among them" : "");
    }

    private static String prior(FitReport report) {
        PriorConfig prior = report.config().prior();
        if (!prior.isNormal()) {
            GaussianPrior unit = report.coefficients().wholePrior().unitDispersionPrior();
            String intercepts = normalPriorText(report.coefficients());
            return "prior: " + prior.kindChoice().description()
                    + (unit == null
                            ? ""
                            : ": " + normalPriorText(report.coefficients().names(), unit, " σ"))
                    + (intercepts.isEmpty() ? "" : "; normal of " + intercepts);
        }
        EarlierFit earlier = prior.earlierFit();
        if (earlier != null) {
            String share = prior.kindChoice().description();
            return "prior: " + share + ", " + earlier.identity().source() + ", digest "
                    + earlier.identity().digest() + ": " + normalPriorText(report.coefficients());
        }
        double[] precision = report.coefficients().prior().precision();
        if (precision.length > 0 && Arrays.stream(precision).allMatch(p -> p == 0)) {
            return "prior: that of the class";
        }
        if (!Double.isFinite(prior.sd()) || !prior.coefficients().isEmpty()) {
            String auto = prior.isSdAutomatic() ? ", sd auto: " : ", ";
            return "prior: " + prior.kind() + auto + normalPriorText(report.coefficients());
        }
        String parameters = report.model().link() == null ? " of each unconstrained parameter, coefficients" : "";
        return "prior: normal, mean " + prior.mean() + ", sd " + prior.sd() + parameters
                + " on the columns as they are given";
    }

    /** Text on the coefficients with a normal prior, and that prior. */
    private static String normalPriorText(Coefficients coefficients) {
        return normalPriorText(coefficients.names(), coefficients.prior(), "");
    }

    private static String normalPriorText(List<String> names, GaussianPrior prior, String unit) {
        double[] means = prior.mean();
        double[] sds = prior.sd();
        int[] normal = IntStream.range(0, sds.length)
                .filter(j -> Double.isFinite(sds[j]))
                .toArray();
        return IntStream.of(normal)
                .limit(SHOWN)
                .mapToObj(j -> String.format(Locale.ROOT, "%s %.4g ± %.4g%s", names.get(j), means[j], sds[j], unit))
                .collect(Collectors.joining(", ", "", normal.length > SHOWN ? ", …; all in posterior.json" : ""));
    }
}
