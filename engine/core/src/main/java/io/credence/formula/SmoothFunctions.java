package io.credence.formula;

import java.io.Serializable;
import java.util.List;

/** Functions of one number or two, of which some are penalised: their coefficients share a standard deviation. */
public interface SmoothFunctions extends Serializable {

    /**
     * Functions whose coefficients share a standard deviation.
     *
     * @param suffix what distinguishes the part's name from that of the smooth; empty where there is one part
     * @param functions numbers of the functions
     */
    record PenalisedPart(String suffix, int[] functions) {}

    /** Penalised parts. The functions in none of them are straight lines. */
    List<PenalisedPart> penalisedParts();

    /** Lowest and highest knot of each number. */
    List<double[]> ranges();

    /** Values of all functions at a point. */
    double[] valuesAt(double... numbers);
}
