package io.credence.model;

/**
 * Earlier name of a {@link PredictorModel} that draws responses.
 *
 * @deprecated implement {@link PredictorModel}, which has its methods; accepted for one version
 */
@Deprecated
public interface DrawnResponses extends PredictorModel {}
