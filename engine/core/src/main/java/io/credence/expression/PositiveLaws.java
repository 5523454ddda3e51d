package io.credence.expression;

import io.credence.autodiff.SpecialFunctions;
import org.hipparchus.CalculusFieldElement;

/** Log densities and log tails of laws of positive numbers and of shares between 0 and 1. */
final class PositiveLaws {

    private PositiveLaws() {}

    private static <T extends CalculusFieldElement<T>> T[] ofLog(T[] a) {
        T[] logged = a.clone();
        logged[0] = a[0].log();
        return logged;
    }

    static <T extends CalculusFieldElement<T>> T lognormalDensity(T[] a) {
        T[] logged = ofLog(a);
        return RealLaws.gaussianDensity(logged).subtract(logged[0]);
    }

    static <T extends CalculusFieldElement<T>> T lognormalBelow(T[] a) {
        return RealLaws.gaussianBelow(ofLog(a));
    }

    static <T extends CalculusFieldElement<T>> T lognormalAbove(T[] a) {
        return RealLaws.gaussianAbove(ofLog(a));
    }

    /** Exponential law of mean a[1]. */
    static <T extends CalculusFieldElement<T>> T exponentialDensity(T[] a) {
        return a[0].divide(a[1]).add(a[1].log()).negate();
    }

    static <T extends CalculusFieldElement<T>> T exponentialBelow(T[] a) {
        return SpecialFunctions.logComplement(exponentialAbove(a));
    }

    static <T extends CalculusFieldElement<T>> T exponentialAbove(T[] a) {
        return a[0].divide(a[1]).negate();
    }

    /** Gamma law of mean a[1] and shape a[2]. */
    static <T extends CalculusFieldElement<T>> T gammaDensity(T[] a) {
        T shape = a[2];
        T scaled = a[0].divide(a[1]).multiply(shape);
        return shape.multiply(scaled.log())
                .subtract(scaled)
                .subtract(SpecialFunctions.logGamma(shape))
                .subtract(a[0].log());
    }

    static <T extends CalculusFieldElement<T>> T gammaBelow(T[] a) {
        return SpecialFunctions.logGammaCdf(a[2], a[0].divide(a[1]).multiply(a[2]));
    }

    static <T extends CalculusFieldElement<T>> T gammaAbove(T[] a) {
        return SpecialFunctions.logGammaTail(a[2], a[0].divide(a[1]).multiply(a[2]));
    }

    /** Logarithm of the cumulative hazard (y / scale)^shape of a Weibull law of scale a[1] and shape a[2]. */
    private static <T extends CalculusFieldElement<T>> T logHazard(T[] a) {
        return a[0].log().subtract(a[1].log()).multiply(a[2]);
    }

    static <T extends CalculusFieldElement<T>> T weibullDensity(T[] a) {
        T hazard = logHazard(a);
        return a[2].log().add(hazard).subtract(hazard.exp()).subtract(a[0].log());
    }

    static <T extends CalculusFieldElement<T>> T weibullBelow(T[] a) {
        return SpecialFunctions.logComplement(weibullAbove(a));
    }

    static <T extends CalculusFieldElement<T>> T weibullAbove(T[] a) {
        return logHazard(a).exp().negate();
    }

    /** Tweedie law of mean a[1], dispersion a[2] and power a[3]; the label and the power are data. */
    static <T extends CalculusFieldElement<T>> T tweedieDensity(T[] a) {
        double y = a[0].getReal();
        double power = a[3].getReal();
        T zeros = a[1].pow(2 - power).divide(2 - power);
        if (y == 0) {
            return zeros.divide(a[2]).negate();
        }
        return a[1].pow(1 - power)
                .multiply(y / (1 - power))
                .subtract(zeros)
                .divide(a[2])
                .add(SpecialFunctions.tweedieFactor(Math.log(y), power, a[2].log()));
    }

    /** First shape of a beta law of mean a[1] and precision a[2]. */
    private static <T extends CalculusFieldElement<T>> T first(T[] a) {
        return a[1].multiply(a[2]);
    }

    private static <T extends CalculusFieldElement<T>> T second(T[] a) {
        return a[1].negate().add(1).multiply(a[2]);
    }

    private static <T extends CalculusFieldElement<T>> T logOdds(T share) {
        return PlainFunctions.logit(share);
    }

    static <T extends CalculusFieldElement<T>> T betaDensity(T[] a) {
        return a[0].log()
                .multiply(first(a).subtract(1))
                .add(a[0].negate().log1p().multiply(second(a).subtract(1)))
                .subtract(SpecialFunctions.logBeta(first(a), second(a)));
    }

    static <T extends CalculusFieldElement<T>> T betaBelow(T[] a) {
        return SpecialFunctions.logBetaCdf(logOdds(a[0]), first(a), second(a));
    }

    static <T extends CalculusFieldElement<T>> T betaAbove(T[] a) {
        return SpecialFunctions.logBetaCdf(logOdds(a[0]).negate(), second(a), first(a));
    }
}
