package io.credence.model;

/**
 * Earlier name of a {@link SeriesModel} whose log-likelihood is a formula.
 *
 * @deprecated implement {@link SeriesModel}, which has its methods; accepted for one version
 */
@Deprecated
public interface DifferentiableSeriesModel extends SeriesModel {}
