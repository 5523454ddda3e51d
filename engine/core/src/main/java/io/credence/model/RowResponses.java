package io.credence.model;

/**
 * Earlier name of a {@link RowModel} that draws responses.
 *
 * @deprecated implement {@link RowModel}, which has its methods; accepted for one version
 */
@Deprecated
public interface RowResponses extends Model {}
