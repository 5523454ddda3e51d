package io.credence.fit;

/**
 * A mode of the exact posterior that no draw of what was fitted reaches.
 *
 * @param theta where it is, in the parameters of the draws
 * @param share of the mass of both that lies around it and outside of the draws, about
 */
public record OtherMode(double[] theta, double share) {}
