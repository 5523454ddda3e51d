package io.credence.likelihood;

/**
 * Option of a likelihood whose value is searched for: that of the highest evidence.
 *
 * @param name name of the option
 * @param low exclusive lower bound
 * @param initialValue value at which the search begins
 * @param high exclusive upper bound
 */
public record SearchedOption(String name, double low, double initialValue, double high) {}
