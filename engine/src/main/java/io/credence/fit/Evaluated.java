package io.credence.fit;

import java.io.Serializable;

/**
 * A position with what its pass said of it.
 *
 * @param objective value of the minimised objective
 * @param proposal where it wants to go
 * @param gains what is predicted to be gained by going there
 */
record Evaluated(Position position, double objective, Proposal proposal, Gains gains) implements Serializable {}
