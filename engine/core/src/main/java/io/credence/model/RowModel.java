package io.credence.model;

/** Model whose rows are independent given the parameters, and that gives values only: the least a user has to write. */
public interface RowModel extends Model {

    /**
     * Log-likelihood log p(y_i | x_i, parameters) of one row, nats, with every constant where the bound is to be on the
     * evidence; finite.
     *
     * @param parameters constrained numbers of all parameters, in their order; not to be changed
     */
    double logLikelihood(Row row, double[] parameters);
}
