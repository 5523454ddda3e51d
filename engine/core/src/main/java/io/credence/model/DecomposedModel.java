package io.credence.model;

import java.util.List;
import java.util.Set;

/**
 * A row model whose log-likelihood is a sum of terms that each involve some of the parameters only: several measurements per
 * row, each explained by parameters of its own. Fits by values alone then take for each factor of a factorised posterior the
 * terms of its Markov blanket, which takes the other terms' noise off (GVI section 5.2.4, assumption A2).
 */
public interface DecomposedModel extends RowModel {

    /**
     * The names of the parameters that each term involves, in the order of {@link #logLikelihoods}: at least one term, and at
     * least one name for each. A parameter of several numbers is involved as a whole.
     *
     * @param parameters as {@link Model#parameters} gave them
     */
    List<Set<String>> terms(List<Parameter> parameters);

    /**
     * The terms of log p(y_i | x_i, parameters) of one row, nats, in an array of their number; finite. A term must not change
     * with a parameter that it does not name.
     *
     * @param parameters constrained numbers of all parameters, in their order; not to be changed
     */
    double[] logLikelihoods(Row row, double[] parameters);

    /** The sum of the terms. */
    @Override
    default double logLikelihood(Row row, double[] parameters) {
        double sum = 0;
        for (double term : logLikelihoods(row, parameters)) {
            sum += term;
        }
        return sum;
    }
}
