package io.credence.fit;

import io.credence.family.ScaleFactor;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Where an evaluated position wants to go.
 *
 * @param ascent gradient of the bound in the mean
 * @param targetPrecision P0 − H; null to keep the precision
 * @param targetScale factor the dispersion should have
 */
record Proposal(double[] ascent, double @Nullable [] targetPrecision, ScaleFactor targetScale)
        implements Serializable {}
