package io.credence.model;

/** Model of an ordered series, whose rows depend on those before them. */
public interface SeriesModel extends Model {

    /**
     * Log-likelihood of the series, nats; finite.
     *
     * @param parameters constrained numbers of all parameters, in their order; not to be changed
     */
    double logLikelihood(Series series, double[] parameters);
}
