package io.credence.fit;

/**
 * Mode of the exact posterior that no draw of the fitted posterior reaches.
 *
 * @param theta location of the mode, in the parameters of the draws
 * @param massShare approximate share of the total mass that lies around the mode and outside of the draws
 */
public record OtherMode(double[] theta, double massShare) {}
