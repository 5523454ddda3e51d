package io.credence.expression;

/**
 * Set of responses that a law can have, with the values of a function of the law outside.
 *
 * @param lower lower end
 * @param upper upper end
 * @param isWhole whether responses are whole numbers, and the ends belong to them
 * @param below value of the function at responses below, and at the lower end of a law of a density
 * @param between value at responses between whole numbers; NaN where the function is that of the whole number below
 * @param above value at responses above, and at the upper end of a law of a density
 */
record ResponseSupport(double lower, double upper, boolean isWhole, double below, double between, double above) {

    /** Support of a function of all numbers. */
    static final ResponseSupport ALL = new ResponseSupport(
            Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, true, Double.NaN, Double.NaN, Double.NaN);

    private static final double NEVER = Double.NEGATIVE_INFINITY;

    /** Support of a law of positive numbers, or of those between two ends, as its density has it. */
    static ResponseSupport between(double lower, double upper) {
        return new ResponseSupport(lower, upper, false, NEVER, Double.NaN, NEVER);
    }

    /** Support of a law of numbers from 0 on, as its density has it. */
    static ResponseSupport nonnegative() {
        return between(-Double.MIN_VALUE, Double.POSITIVE_INFINITY);
    }

    /** Support of a law of whole numbers, as its probabilities have it. */
    static ResponseSupport whole(double lower, double upper) {
        return new ResponseSupport(lower, upper, true, NEVER, NEVER, NEVER);
    }

    /** The same support, as the law's distribution function has it. */
    ResponseSupport ofDistribution() {
        return this == ALL ? this : new ResponseSupport(lower, upper, isWhole, NEVER, Double.NaN, 0);
    }

    /** The same support, as the upper tail of the law has it. */
    ResponseSupport ofTail() {
        return this == ALL ? this : new ResponseSupport(lower, upper, isWhole, 0, Double.NaN, NEVER);
    }

    /** Value of the function at a response outside; NaN at one inside. */
    double valueOutside(double y) {
        if (y < lower || !isWhole && y == lower) {
            return below;
        } else if (y > upper || !isWhole && y == upper) {
            return above;
        }
        return isWhole && y != Math.rint(y) ? between : Double.NaN;
    }
}
