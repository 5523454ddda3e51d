package io.credence.model;

/**
 * Model whose rows are independent given the parameters, and that gives values only. It is the least that a user has to
 * write.
 */
public interface RowModel extends Model {

    /**
     * Log-likelihood log p(y_i | x_i, parameters) of one row, nats; finite. It has every constant where the bound is to
     * be on the evidence.
     *
     * @param parameters constrained numbers of all parameters, in their order; not to be changed
     */
    double logLikelihood(Row row, double[] parameters);
}
