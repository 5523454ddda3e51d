package io.credence.fit;

import java.io.Serializable;

/**
 * A position with what its pass said of it.
 *
 * @param objective value of the minimised objective
 * @param proposal where it wants to go
 * @param shapeGain predicted gain left in the precision, nats
 * @param remaining predicted gain left in all, nats
 */
record Evaluated(Position position, double objective, Proposal proposal, double shapeGain, double remaining)
        implements Serializable {}
