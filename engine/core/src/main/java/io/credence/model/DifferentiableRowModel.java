package io.credence.model;

/**
 * Earlier name of a {@link RowModel} whose log-likelihood is a formula.
 *
 * @deprecated implement {@link RowModel}, which has its methods; accepted for one version
 */
@Deprecated
public interface DifferentiableRowModel extends RowModel {}
