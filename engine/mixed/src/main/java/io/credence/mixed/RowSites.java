package io.credence.mixed;

import java.io.Serializable;
import java.util.List;

/**
 * A normal factor for each row's likelihood, exp(shift η − ½ precision η²), partition by partition in the rows' order.
 *
 * @param precisions of each partition's rows
 * @param shifts as many
 */
record RowSites(List<double[]> precisions, List<double[]> shifts) implements Serializable {}
