package io.credence.summary;

import java.util.List;
import java.util.stream.IntStream;

/** Numbers that are functions of the coefficients. */
interface DerivedNumbers {

    /** Names of the numbers, in order. */
    List<String> names();

    /** Values of the numbers at coefficients {@code theta}. */
    double[] valuesAt(double[] theta);

    /**
     * Posterior summaries of the numbers, from 10,000 draws unless an implementation has a closed form. The same seed
     * gives the same draws.
     *
     * @param coefficients posterior of the coefficients
     * @param level probability of the central intervals
     */
    default List<SummaryRow> summaryRows(Coefficients coefficients, double level, long seed) {
        List<String> names = names();
        DrawnNumbers drawn = DrawnNumbers.of(coefficients, names.size(), this::valuesAt, seed);
        return IntStream.range(0, names.size())
                .mapToObj(k -> SummaryRow.ofDraws(names.get(k), drawn.mean(k), drawn.sd(k), drawn, k, level))
                .toList();
    }
}
