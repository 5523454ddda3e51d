package io.credence;

import io.credence.model.Model;

/** A model whose log-likelihood has its prior in it, so that the prior of its own is flat. */
interface PriorWithin extends Model {

    @Override
    default boolean hasPrior() {
        return true;
    }

    @Override
    default double logPrior(double[] parameters) {
        return 0;
    }

    @Override
    default boolean addLogPriorGradient(double[] parameters, double[] gradient) {
        return true;
    }
}
