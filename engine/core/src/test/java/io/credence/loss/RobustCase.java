package io.credence.loss;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.robust.RobustForm;
import io.credence.likelihood.robust.RobustLikelihood;
import java.util.function.DoubleUnaryOperator;

/**
 * β- and γ-losses of every family with one linear predictor, beside integrals of powers by brute force: sums over counts,
 * trapezoids over labels.
 */
@SuppressWarnings("ImmutableEnumChecker") // arrays are not changed
public enum RobustCase {
    GAUSSIAN(ReferenceLoss.GAUSSIAN, 3, 1, 1.05, 1.5, 3),
    LOGIT(ReferenceLoss.LOGIT, 10, 0.4, 1, 1.05, 1.5, 3),
    PROBIT(ReferenceLoss.PROBIT, 10, 1, 1.05, 1.5, 3),
    POISSON(ReferenceLoss.POISSON, 4, 1, 1.05, 1.5, 3),
    NEGATIVE_BINOMIAL(ReferenceLoss.NEGATIVE_BINOMIAL, 1.05, 0.8, 1, 1.5, 3),
    GAMMA(ReferenceLoss.GAMMA, 3, 1, 1.05, 1.5, 3),
    STUDENT(ReferenceLoss.STUDENT, 10, 0.4, 1, 1.05, 1.5, 3);

    private final ReferenceLoss reference;
    private final double largestSd;
    private final double[] orders;

    RobustCase(ReferenceLoss reference, double largestSd, double... orders) {
        this.reference = reference;
        this.largestSd = largestSd;
        this.orders = orders;
    }

    public double[] orders() {
        return orders.clone();
    }

    public double[] labels() {
        return reference.labels();
    }

    /** Beyond it expectations of what grows, or of what is narrow, are not numbers that two rules can agree upon. */
    public double largestSd() {
        return largestSd;
    }

    Likelihood inner() {
        return reference.likelihood();
    }

    public RowLoss loss(RobustForm form, double order) {
        return new RobustLikelihood(inner(), form, order).loss(reference.scale());
    }

    /** −log p(y | ·), written without the engine. */
    public double minusLog(double y, double eta) {
        return reference.at(reference.scale().mean(), y, eta);
    }

    /** ∫ p(z | η)^c dz. */
    public double integral(double order, double eta) {
        DoubleUnaryOperator power = z -> Math.exp(-order * minusLog(z, eta));
        return switch (this) {
            case LOGIT, PROBIT -> power.applyAsDouble(0) + power.applyAsDouble(1);
            case POISSON, NEGATIVE_BINOMIAL -> counts(power, order, eta);
            case GAMMA -> trapezoid(t -> power.applyAsDouble(Math.exp(t)) * Math.exp(t), eta - 120, eta + 6);
            case GAUSSIAN -> trapezoid(power, eta - 60, eta + 60);
            case STUDENT -> trapezoid(t -> power.applyAsDouble(eta + Math.sinh(t)) * Math.cosh(t), -40, 40);
        };
    }

    private double counts(DoubleUnaryOperator power, double order, double eta) {
        double reach = this == POISSON
                ? Math.exp(eta) + 12 * Math.exp(0.5 * eta) + 60
                : (Math.exp(eta) + 2) * 80 / Math.min(order, 1);
        double sum = 0;
        for (double z = Math.rint(reach); z >= 0; z--) {
            sum += power.applyAsDouble(z);
        }
        return sum;
    }

    private static double trapezoid(DoubleUnaryOperator function, double from, double to) {
        int n = 12_000;
        double sum = 0;
        for (int k = 0; k <= n; k++) {
            sum += function.applyAsDouble(from + (to - from) * k / n);
        }
        return sum * (to - from) / n;
    }

    /** Loss of the paper (GVI eq. 44 and 45) plus the documented constant, from log p and I alone. */
    public static double formula(RobustForm form, double c, double minusLog, double integral) {
        double power = Math.exp(-(c - 1) * minusLog);
        if (form == RobustForm.BETA) {
            return -power / (c - 1) + integral / c + 1 / (c - 1) - 1;
        }
        return -c / (c - 1) * power / Math.pow(integral, (c - 1) / c) + c / (c - 1);
    }

    DispersionPosterior scale() {
        return reference.scale();
    }
}
