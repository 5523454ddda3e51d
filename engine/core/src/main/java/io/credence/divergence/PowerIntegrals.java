package io.credence.divergence;

/**
 * Log integrals of powers of posterior and prior density, in a form that keeps their differences. They are X = log
 * ∫q^{a+b}, Y = log ∫π^{a+b} and Z = log ∫q^a π^b.
 *
 * @param excess scaled difference U = (X − Z)/b
 * @param logPriorIntegral log integral Y
 * @param logJointIntegral log integral Z
 */
record PowerIntegrals(double excess, double logPriorIntegral, double logJointIntegral) {}
