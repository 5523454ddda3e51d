package io.credence.divergence;

/**
 * The integrals of which divergences with powers of densities are made, in a form that keeps their differences: with
 * X = log ∫q^{a+b}, Y = log ∫π^{a+b} and Z = log ∫q^a π^b.
 *
 * @param excess U = (X − Z)/b
 * @param prior Y
 * @param joint Z
 */
record Integrals(double excess, double prior, double joint) {}
