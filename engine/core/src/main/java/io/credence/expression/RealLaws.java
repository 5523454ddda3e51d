package io.credence.expression;

import io.credence.autodiff.SpecialFunctions;
import io.credence.linalg.NormalTail;
import org.hipparchus.CalculusFieldElement;

/** Log densities and log tails of laws of real numbers: arguments y, location, scale. */
final class RealLaws {

    private RealLaws() {}

    /** Standardised response (y − mu) / sigma. */
    private static <T extends CalculusFieldElement<T>> T score(T[] a) {
        return a[0].subtract(a[1]).divide(a[2]);
    }

    static <T extends CalculusFieldElement<T>> T gaussianDensity(T[] a) {
        return score(a).square().multiply(-0.5).subtract(a[2].log()).subtract(NormalTail.HALF_LOG_2_PI);
    }

    static <T extends CalculusFieldElement<T>> T gaussianBelow(T[] a) {
        return SpecialFunctions.logNormalCdf(score(a));
    }

    static <T extends CalculusFieldElement<T>> T gaussianAbove(T[] a) {
        return SpecialFunctions.logNormalCdf(score(a).negate());
    }

    /** Student's t, with ν degrees of freedom as fourth argument. */
    static <T extends CalculusFieldElement<T>> T studentDensity(T[] a) {
        T nu = a[3];
        T tail = score(a).square().divide(nu).log1p().multiply(nu.add(1).multiply(0.5));
        return SpecialFunctions.logBeta(nu.multiply(0.5), nu.newInstance(0.5))
                .add(nu.log().multiply(0.5))
                .add(a[2].log())
                .add(tail)
                .negate();
    }

    static <T extends CalculusFieldElement<T>> T studentBelow(T[] a) {
        return SpecialFunctions.logStudentCdf(score(a), a[3]);
    }

    static <T extends CalculusFieldElement<T>> T studentAbove(T[] a) {
        return SpecialFunctions.logStudentCdf(score(a).negate(), a[3]);
    }

    static <T extends CalculusFieldElement<T>> T logisticDensity(T[] a) {
        T z = score(a);
        return z.add(SpecialFunctions.softplus(z.negate()).multiply(2))
                .add(a[2].log())
                .negate();
    }

    static <T extends CalculusFieldElement<T>> T logisticBelow(T[] a) {
        return SpecialFunctions.softplus(score(a).negate()).negate();
    }

    static <T extends CalculusFieldElement<T>> T logisticAbove(T[] a) {
        return SpecialFunctions.softplus(score(a)).negate();
    }

    static <T extends CalculusFieldElement<T>> T gumbelDensity(T[] a) {
        T z = score(a);
        return z.add(z.negate().exp()).add(a[2].log()).negate();
    }

    static <T extends CalculusFieldElement<T>> T gumbelBelow(T[] a) {
        return score(a).negate().exp().negate();
    }

    static <T extends CalculusFieldElement<T>> T gumbelAbove(T[] a) {
        return SpecialFunctions.logComplement(gumbelBelow(a));
    }

    static <T extends CalculusFieldElement<T>> T cauchyDensity(T[] a) {
        return score(a).square().log1p().add(a[2].log()).add(Math.log(Math.PI)).negate();
    }

    static <T extends CalculusFieldElement<T>> T cauchyBelow(T[] a) {
        return angle(score(a).negate());
    }

    static <T extends CalculusFieldElement<T>> T cauchyAbove(T[] a) {
        return angle(score(a));
    }

    /** Logarithm of the angle atan2(1, z) over π. */
    private static <T extends CalculusFieldElement<T>> T angle(T z) {
        return z.newInstance(1).atan2(z).log().subtract(Math.log(Math.PI));
    }

    static <T extends CalculusFieldElement<T>> T laplaceDensity(T[] a) {
        return score(a).abs().add(a[2].log()).add(Math.log(2)).negate();
    }

    static <T extends CalculusFieldElement<T>> T laplaceBelow(T[] a) {
        return laplaceBelow(score(a));
    }

    static <T extends CalculusFieldElement<T>> T laplaceAbove(T[] a) {
        return laplaceBelow(score(a).negate());
    }

    private static <T extends CalculusFieldElement<T>> T laplaceBelow(T z) {
        T zero = z.newInstance(0);
        T above = SpecialFunctions.max(z, zero).negate().exp().multiply(-0.5).log1p();
        return SpecialFunctions.min(z, zero).add(above);
    }

    /** Uniform law between its second and third argument, which are data. */
    static <T extends CalculusFieldElement<T>> T uniformDensity(T[] a) {
        return a[0].newInstance(Math.log(isBetween(a) ? 1 / width(a) : 0));
    }

    static <T extends CalculusFieldElement<T>> T uniformBelow(T[] a) {
        return a[0].newInstance(Math.log(uniformShare(a)));
    }

    static <T extends CalculusFieldElement<T>> T uniformAbove(T[] a) {
        return a[0].newInstance(Math.log1p(-uniformShare(a)));
    }

    private static boolean isBetween(CalculusFieldElement<?>[] a) {
        return a[0].getReal() >= a[1].getReal() && a[0].getReal() <= a[2].getReal();
    }

    private static double width(CalculusFieldElement<?>[] a) {
        return a[2].getReal() - a[1].getReal();
    }

    private static double uniformShare(CalculusFieldElement<?>[] a) {
        return Math.min(1, Math.max(0, (a[0].getReal() - a[1].getReal()) / width(a)));
    }
}
