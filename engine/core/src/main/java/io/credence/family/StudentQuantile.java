package io.credence.family;

/**
 * The standard normal number ε as a number of Student's t distribution, F_ν⁻¹(Φ(ε)): (1 + tanh y)/2 of y = arsinh(t/√ν) is beta of ν/2 and
 * ν/2, so that y is half of its log odds.
 *
 * @param root √ν
 * @param doubled 2y
 */
record StudentQuantile(double root, ScalarQuantile doubled) {

    /** The map for ν finite degrees of freedom. */
    static StudentQuantile of(double degreesOfFreedom) {
        double half = 0.5 * degreesOfFreedom;
        return new StudentQuantile(Math.sqrt(degreesOfFreedom), ScalarQuantile.of(new BetaLaw(half, half)));
    }

    /** F_ν⁻¹(Φ(ε)). */
    double at(double epsilon) {
        return epsilon == 0 ? 0 : Math.copySign(root * Math.sinh(0.5 * doubled.at(Math.abs(epsilon))), epsilon);
    }
}
