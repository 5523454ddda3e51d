package io.credence.fit;

/** What a fit found besides the posterior of its coefficients. */
public interface FitDetail {}
