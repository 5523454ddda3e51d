package io.credence.fit;

import io.credence.family.GaussianPosterior;
import io.credence.family.ScaleFactor;
import java.io.Serializable;

/**
 * A point of the search: the factors of the posterior.
 *
 * @param coefficients factor of the coefficients
 * @param scale factor of the dispersion
 */
public record Position(GaussianPosterior coefficients, ScaleFactor scale) implements Serializable {}
