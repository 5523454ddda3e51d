package io.credence.summary;

import java.util.List;
import java.util.stream.IntStream;

/** Numbers that follow from the coefficients. */
interface DerivedNumbers {

    /** Their names, in order. */
    List<String> names();

    /** Their values where the coefficients are {@code theta}. */
    double[] at(double[] theta);

    /**
     * What the posterior shows of them: by 10,000 draws, the same for the same seed, unless they know better.
     *
     * @param coefficients what they follow from
     * @param level probability of the central intervals
     */
    default List<SummaryRow> rows(Coefficients coefficients, double level, long seed) {
        List<String> names = names();
        DrawnNumbers drawn = DrawnNumbers.of(coefficients, names.size(), this::at, seed);
        return IntStream.range(0, names.size())
                .mapToObj(k -> SummaryRow.drawn(names.get(k), drawn.mean(k), drawn.sd(k), drawn, k, level))
                .toList();
    }
}
