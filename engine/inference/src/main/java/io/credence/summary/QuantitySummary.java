package io.credence.summary;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Summaries of the quantities that a user's model derives from its parameters.
 *
 * @param summaryRows summaries of the quantities that are finite at every draw, corrected by importance weights where
 *     possible
 * @param notes reasons why other quantities are not reported, one sentence each
 */
public record QuantitySummary(List<SummaryRow> summaryRows, List<String> notes) {

    /** Summary of a model without quantities. */
    public static final QuantitySummary NONE = new QuantitySummary(List.of(), List.of());

    public QuantitySummary {
        summaryRows = List.copyOf(summaryRows);
        notes = List.copyOf(notes);
    }

    /**
     * Summarises the quantities.
     *
     * @param numbers summaries of the posterior's own numbers
     * @param check check of the posterior; null where it was not checked
     */
    public static QuantitySummary of(NumberSummary numbers, @Nullable ImportanceCheck check) {
        ModelQuantities quantities = numbers.modelQuantities();
        if (quantities == null || !numbers.coefficients().isProper()) {
            return NONE;
        }
        FiniteCounts counted = new FiniteCounts(quantities);
        List<SummaryRow> all;
        try {
            all = ImportanceCheck.derivedSummaries(check, numbers, counted);
        } catch (IllegalArgumentException failed) {
            return new QuantitySummary(List.of(), List.of(String.valueOf(failed.getMessage())));
        }
        List<SummaryRow> rows = IntStream.range(0, all.size())
                .filter(k -> counted.unusable[k] == 0)
                .mapToObj(all::get)
                .toList();
        return new QuantitySummary(rows, counted.notes());
    }

    /** Counter of the draws at which each quantity is not finite. */
    private static final class FiniteCounts implements DerivedNumbers {
        private final ModelQuantities quantities;
        private final int[] unusable;
        private int draws;

        FiniteCounts(ModelQuantities quantities) {
            this.quantities = quantities;
            this.unusable = new int[quantities.names().size()];
        }

        @Override
        public List<String> names() {
            return quantities.names();
        }

        @Override
        public double[] valuesAt(double[] theta) {
            double[] values = quantities.valuesAt(theta);
            draws++;
            for (int k = 0; k < values.length; k++) {
                unusable[k] += Double.isFinite(values[k]) ? 0 : 1;
            }
            return values;
        }

        List<String> notes() {
            List<String> left = IntStream.range(0, unusable.length)
                    .filter(k -> unusable[k] > 0)
                    .mapToObj(k -> names().get(k) + " at " + unusable[k])
                    .toList();
            return left.isEmpty()
                    ? List.of()
                    : List.of("quantities that are no finite number at some of " + draws
                            + " draws of the posterior are not reported: " + Sentences.listed(left));
        }
    }
}
