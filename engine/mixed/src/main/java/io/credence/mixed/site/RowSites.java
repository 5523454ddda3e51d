package io.credence.mixed.site;

import java.io.Serializable;
import java.util.List;

/**
 * Normal sites of the rows' likelihoods, exp(shift η − ½ precision η²), partition by partition in the rows' order.
 *
 * @param precisions precisions of each partition's rows
 * @param shifts shifts of each partition's rows
 */
public record RowSites(List<double[]> precisions, List<double[]> shifts) implements Serializable {}
