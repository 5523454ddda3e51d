package io.credence.fit.exact;

import io.credence.family.NormalInverseGamma;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.Approximation;
import io.credence.fit.FitState.AlgorithmState;

/**
 * State of the fit of a normal regression under its conjugate prior.
 *
 * @param posterior posterior so far; before the first pass a member of the family around the prior
 * @param objective value of the objective there, nats; NaN before the first pass
 * @param elbo evidence lower bound there, nats; NaN before the first pass
 */
record ConjugateState(NormalInverseGamma posterior, double objective, double elbo) implements AlgorithmState {

    static ConjugateState initial(NormalInverseGamma first) {
        return new ConjugateState(first, Double.NaN, Double.NaN);
    }

    @Override
    public Approximation best() {
        return new Approximation(posterior, new DispersionPosterior.Known(1));
    }

    /** Whether rows have been read. */
    boolean isFitted() {
        return Double.isFinite(objective);
    }
}
