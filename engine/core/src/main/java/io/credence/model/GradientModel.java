package io.credence.model;

/** Row model that also supplies the gradient of its log-likelihood. */
public interface GradientModel extends RowModel {

    /**
     * The log-likelihood of one row, as {@link RowModel#logLikelihood} defines it, with its gradient.
     *
     * @param gradient derivatives in the constrained parameters; all zero on entry, to be filled
     */
    double logLikelihood(Row row, double[] parameters, double[] gradient);

    @Override
    default double logLikelihood(Row row, double[] parameters) {
        return logLikelihood(row, parameters, new double[parameters.length]);
    }
}
