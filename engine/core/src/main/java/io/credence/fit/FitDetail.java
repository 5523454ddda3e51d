package io.credence.fit;

/** Results of a fit besides the posterior of its coefficients. */
public interface FitDetail {}
