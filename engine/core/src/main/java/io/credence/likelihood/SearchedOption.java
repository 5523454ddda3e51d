package io.credence.likelihood;

/**
 * An option of a likelihood for which rows choose a number: that of the highest evidence.
 *
 * @param name its name
 * @param low all numbers are above this
 * @param start where a search begins
 * @param high all numbers are below this
 */
public record SearchedOption(String name, double low, double start, double high) {}
