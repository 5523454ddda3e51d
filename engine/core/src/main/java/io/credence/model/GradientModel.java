package io.credence.model;

/** A row model that supplies the gradient of its log-likelihood as well. */
public interface GradientModel extends RowModel {

    /**
     * The log-likelihood of one row as {@link RowModel#logLikelihood}, with its gradient.
     *
     * @param gradient ∂/∂parameters, constrained numbers; all zero on entry, to be filled
     */
    double logLikelihood(Row row, double[] parameters, double[] gradient);

    @Override
    default double logLikelihood(Row row, double[] parameters) {
        return logLikelihood(row, parameters, new double[parameters.length]);
    }
}
