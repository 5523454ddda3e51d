package io.credence.model;

import java.util.List;
import java.util.Set;

/**
 * Row model whose log-likelihood is a sum of terms that each involve only some of the parameters. An example is a row
 * of several measurements, each explained by parameters of its own. Fits by values alone then use for each factor of a
 * factorised posterior only the terms of its Markov blanket, which removes the other terms' noise (GVI section 5.2.4,
 * assumption A2).
 */
public interface DecomposedModel extends RowModel {

    /**
     * Names of the parameters that each term involves, in the order of {@link #logLikelihoods}. There is at least one
     * term, and at least one name for each. A parameter of several numbers is involved as a whole.
     *
     * @param parameters parameters as {@link Model#parameters} gave them
     */
    List<Set<String>> terms(List<Parameter> parameters);

    /**
     * Terms of log p(y_i | x_i, parameters) of one row, nats; finite, one entry per term. A term must not change with a
     * parameter that it does not name.
     *
     * @param parameters constrained numbers of all parameters, in their order; not to be changed
     */
    double[] logLikelihoods(Row row, double[] parameters);

    /** Sum of the terms. */
    @Override
    default double logLikelihood(Row row, double[] parameters) {
        double sum = 0;
        for (double term : logLikelihoods(row, parameters)) {
            sum += term;
        }
        return sum;
    }
}
