package io.credence.kind;

import java.util.List;

/**
 * Picture of intervals below one another, as plain data.
 *
 * @param title title of the picture
 * @param reference number that is marked by a line
 * @param intervals intervals in the order in which they are drawn
 */
public record IntervalPlot(String title, double reference, List<NamedInterval> intervals) {

    /**
     * Interval around the mean of a number.
     *
     * @param name name of the number
     * @param mean mean of the number
     * @param lower lower end of its interval
     * @param upper upper end of its interval
     */
    public record NamedInterval(String name, double mean, double lower, double upper) {

        public NamedInterval {
            if (!Double.isFinite(mean + lower + upper)) {
                throw new IllegalArgumentException("the interval of \"" + name
                        + "\" cannot be drawn: required a finite mean and finite ends, found " + mean + ", " + lower
                        + " and " + upper);
            }
        }
    }

    public IntervalPlot {
        intervals = List.copyOf(intervals);
        if (intervals.isEmpty()) {
            throw new IllegalArgumentException(
                    "the picture \"" + title + "\" is empty: required an interval, found none");
        }
    }
}
