package io.credence.divergence;

import io.credence.family.ScaleFactor.InverseGamma;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.special.Gamma;
import org.hipparchus.analysis.integration.gauss.GaussIntegrator;
import org.hipparchus.analysis.integration.gauss.GaussIntegratorFactory;
import org.jspecify.annotations.Nullable;

/**
 * The integrals ∫q^c π^e of two inverse gammas (000, Theorem 7): log ∫ = c log C_q + e log C_π + log Γ(A) − A log B with
 * log C = a log b − log Γ(a), A = c(a+1) + e(a0+1) − 1 and B = cb + eb0.
 *
 * @param power c, the power of q
 * @param priorPower e, the power of π
 */
record InverseGammaOverlap(double power, double priorPower, InverseGamma q, InverseGamma prior) {

    /** Relative distance below which a difference of gamma functions is integrated from their derivative. */
    private static final double NEAR = 0.1;

    private static final GaussIntegrator UNIT = new GaussIntegratorFactory().legendre(8, 0, 1);

    /** Null where A or B is not positive for one of the integrals. */
    static @Nullable InverseGammaOverlap of(double power, double priorPower, InverseGamma q, InverseGamma prior) {
        InverseGammaOverlap overlap = new InverseGammaOverlap(power, priorPower, q, prior);
        double sum = power + priorPower;
        boolean exists = sum > 0
                && overlap.alone() > 0
                && sum * (prior.shape() + 1) - 1 > 0
                && overlap.jointShape() > 0
                && overlap.jointScale() > 0;
        return exists ? overlap : null;
    }

    /** A of ∫q^{c+e}. */
    private double alone() {
        return (power + priorPower) * (q.shape() + 1) - 1;
    }

    private double aloneScale() {
        return (power + priorPower) * q.scale();
    }

    private double jointShape() {
        return alone() + priorPower * (prior.shape() - q.shape());
    }

    private double jointScale() {
        return aloneScale() + priorPower * (prior.scale() - q.scale());
    }

    Integrals integrals() {
        double sum = power + priorPower;
        double step = prior.shape() - q.shape();
        // Every difference is divided by e before it is rounded.
        double excess = constant(q)
                - constant(prior)
                - step * mean(Gamma::logGamma, InverseGammaOverlap::digamma, alone(), priorPower * step)
                + step * Math.log(aloneScale())
                + jointShape() * logGrowth();
        double ofPrior = sum * constant(prior)
                + Gamma.logGamma(sum * (prior.shape() + 1) - 1)
                - (sum * (prior.shape() + 1) - 1) * Math.log(sum * prior.scale());
        double own = sum * constant(q) + Gamma.logGamma(alone()) - alone() * Math.log(aloneScale());
        return new Integrals(excess, ofPrior, own - priorPower * excess);
    }

    /** log(B_joint/B_alone)/e. */
    private double logGrowth() {
        double rate = (prior.scale() - q.scale()) / aloneScale();
        return rate * Orders.logRatio(priorPower * rate);
    }

    /** w ∇U + ∂D/∂Z ∇X, where w = ∂D/∂U − e ∂D/∂Z, since ∇Z = ∇X − e∇U; ∂D/∂Z = (w − κ)/(1 − c − e). */
    Divergence.ScaleSlope slope(double pull, double entropy) {
        double sum = power + priorPower;
        double step = prior.shape() - q.shape();
        double shape = Math.log(q.scale())
                - digamma(q.shape())
                + digamma(alone())
                - power * step * mean(InverseGammaOverlap::digamma, Gamma::trigamma, alone(), priorPower * step)
                - Math.log(aloneScale())
                + power * logGrowth();
        double scale = (q.shape() - alone() / sum) / q.scale() + power * excessOfRatio();
        double own = Math.log(q.scale()) - digamma(q.shape()) + digamma(alone()) - Math.log(aloneScale());
        double ownScale = (sum * q.shape() - alone()) / q.scale();
        double both = sum == 1 ? 0 : (pull - entropy) / (1 - sum);
        return new Divergence.ScaleSlope(pull * shape + both * sum * own, pull * scale + both * ownScale);
    }

    /** (A_joint/B_joint − A_alone/B_alone)/e. */
    private double excessOfRatio() {
        double grown = (prior.shape() - q.shape()) - alone() * (prior.scale() - q.scale()) / aloneScale();
        return grown / jointScale();
    }

    private static double constant(InverseGamma factor) {
        return factor.shape() * Math.log(factor.scale()) - Gamma.logGamma(factor.shape());
    }

    /** (f(x + h) − f(x))/h. */
    private static double mean(DoubleUnaryOperator f, DoubleUnaryOperator derivative, double x, double h) {
        return Math.abs(h) > NEAR * Math.min(x, x + h)
                ? (f.applyAsDouble(x + h) - f.applyAsDouble(x)) / h
                : UNIT.integrate(at -> derivative.applyAsDouble(x + at * h));
    }

    private static double digamma(double x) {
        return -new InverseGamma(x, 1).meanLog();
    }
}
