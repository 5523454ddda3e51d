package io.credence.expression;

import io.credence.expression.ExpressionNames.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/** Law with parameters, and responses in the middle and in both tails. */
enum LawCase {
    GAUSSIAN("gaussian", real(), "mu=0.4, sigma=1.3", -18, -1, 0.2, 5, 20),
    STUDENT("student_t", real(), "mu=0.4, sigma=1.3, nu=2.7", -1e5, -1, 0.3, 5, 1e4),
    STUDENT_NEARLY_NORMAL("student_t", real(), "mu=0.4, sigma=1.3, nu=90", -14, -1, 0.4, 5, 12),
    LOGISTIC("logistic", real(), "mu=0.4, sigma=1.3", -60, -1, 0.2, 5, 80),
    GUMBEL("gumbel", real(), "mu=0.4, sigma=1.3", -6, -1, 0.2, 5, 60),
    CAUCHY("cauchy", real(), "mu=0.4, sigma=1.3", -1e8, -1, 0.2, 5, 1e9),
    LAPLACE("laplace", real(), "mu=0.4, sigma=1.3", -60, -1, 0.4, 5, 70),
    LOGNORMAL("lognormal", positive(), "mu=0.4, sigma=0.7", 1e-4, 0.3, 1.7, 6, 300),
    EXPONENTIAL("exponential", positive(), "mu=2.2", 1e-7, 0.3, 1.7, 6, 300),
    GAMMA("gamma", positive(), "mu=2.2, shape=0.6", 1e-9, 0.3, 1.7, 6, 300),
    GAMMA_SHARP("gamma", positive(), "mu=2.2, shape=40", 0.4, 1.9, 2.2, 2.6, 9),
    WEIBULL("weibull", positive(), "scale=2.2, shape=1.7", 1e-5, 0.3, 1.7, 6, 30),
    BETA("beta", new double[] {0, 1}, "mu=0.3, phi=4.5", 1e-6, 0.1, 0.4, 0.8, 0.9999),
    BETA_STEEP("beta", new double[] {0, 1}, "mu=0.6, phi=2.5", 1e-9, 0.1, 0.4, 0.8, 0.9999),
    BERNOULLI("bernoulli", new double[] {0, 1}, "mu=0.3", 0, 1),
    POISSON("poisson", counts(400), "mu=3.7", 0, 2, 5, 25, 90),
    NEGATIVE_BINOMIAL("negative_binomial", counts(3000), "mu=3.7, size=1.4", 0, 2, 5, 25, 90),
    BETA_BINOMIAL("beta_binomial", counts(12), "trials=12, mu=0.3, phi=4.5", 0, 3, 4, 11),
    ZERO_INFLATED_POISSON("zero_inflated_poisson", counts(400), "mu=3.7, zi=0.2", 0, 2, 5, 40),
    ZERO_INFLATED_NEGATIVE_BINOMIAL(
            "zero_inflated_negative_binomial", counts(3000), "mu=3.7, size=1.4, zi=0.2", 0, 2, 5, 90),
    HURDLE_POISSON("hurdle_poisson", counts(400), "mu=3.7, hu=0.2", 0, 2, 5, 40),
    HURDLE_NEGATIVE_BINOMIAL("hurdle_negative_binomial", counts(3000), "mu=3.7, size=1.4, hu=0.2", 0, 2, 5, 90),
    ORDINAL("ordinal", counts(3), "mu=0.3, disc=1.4, cut1=-0.8, cut2=0.5, cut3=1.9", 0, 1, 2);

    private final String law;
    private final double[] range;
    private final String[] parameters;
    private final double[] responses;

    LawCase(String law, double[] range, String parameters, double... responses) {
        this.law = law;
        this.range = range;
        this.parameters = parameters.split(", ");
        this.responses = responses;
    }

    private static double[] real() {
        return new double[] {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};
    }

    private static double[] positive() {
        return new double[] {0, Double.POSITIVE_INFINITY};
    }

    private static double[] counts(double most) {
        return new double[] {0, most};
    }

    boolean isOfCounts() {
        return ordinal() >= BERNOULLI.ordinal();
    }

    double lower() {
        return range[0];
    }

    double upper() {
        return range[1];
    }

    double[] responses() {
        return responses;
    }

    private boolean isColumn(int k) {
        return parameters[k].startsWith("trials=");
    }

    /** Values of the parameters, without columns. */
    double[] arguments() {
        double[] all = numbers();
        return isColumn(0) ? Arrays.copyOfRange(all, 1, all.length) : all;
    }

    double[] columns() {
        return isColumn(0) ? new double[] {numbers()[0]} : new double[0];
    }

    private double[] numbers() {
        return Arrays.stream(parameters)
                .flatMapToDouble(each -> DoubleStream.of(Double.parseDouble(each.substring(each.indexOf('=') + 1))))
                .toArray();
    }

    /** Expression that calls a function of the law. */
    ParsedExpression expression(String ending) {
        List<String> names = new ArrayList<>();
        for (String each : parameters) {
            names.add(each.substring(0, each.indexOf('=')));
        }
        String text = law + ending + "(y, " + String.join(", ", names) + ")";
        List<String> columns = isColumn(0) ? List.of(names.remove(0)) : List.of();
        return ParsedExpression.of(text, new ExpressionNames(Role.DENSITY, names, columns));
    }

    ParsedExpression density() {
        return expression(isOfCounts() ? "_lpmf" : "_lpdf");
    }

    double at(ParsedExpression expression, double y) {
        return expression.evaluate(columns(), y, arguments());
    }
}
