package io.credence.model;

/**
 * Earlier name of a {@link Model} whose prior is a formula.
 *
 * @deprecated implement {@link Model}, which has its methods; accepted for one version
 */
@Deprecated
public interface DifferentiablePrior extends Model {}
