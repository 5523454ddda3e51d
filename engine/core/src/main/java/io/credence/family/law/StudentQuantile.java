package io.credence.family.law;

/**
 * Quantile function of Student's t distribution in terms of a standard normal number ε, F_ν⁻¹(Φ(ε)). With y =
 * arsinh(t/√ν), (1 + tanh y)/2 is beta of ν/2 and ν/2, so that y is half of its log odds.
 *
 * @param rootDegreesOfFreedom square root of ν
 * @param doubledQuantile quantile function of 2y
 */
public record StudentQuantile(double rootDegreesOfFreedom, ScalarQuantile doubledQuantile) {

    /** Quantile function for ν finite degrees of freedom. */
    public static StudentQuantile of(double degreesOfFreedom) {
        double half = 0.5 * degreesOfFreedom;
        return new StudentQuantile(Math.sqrt(degreesOfFreedom), ScalarQuantile.of(new LogitBetaLaw(half, half)));
    }

    /** Quantile F_ν⁻¹(Φ(ε)). */
    public double at(double epsilon) {
        return epsilon == 0
                ? 0
                : Math.copySign(rootDegreesOfFreedom * Math.sinh(0.5 * doubledQuantile.at(Math.abs(epsilon))), epsilon);
    }
}
