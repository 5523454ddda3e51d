package io.credence.predict;

/**
 * How uncertain a number is.
 *
 * @param sd its standard deviation
 * @param lower lower end of its central interval
 * @param upper upper end of that
 */
public record Spread(double sd, double lower, double upper) {}
