package io.credence.diagnostic;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.ChiSquaredDistribution;
import org.hipparchus.distribution.discrete.BinomialDistribution;

/**
 * Ranks of true parameters among draws of the posteriors fitted to data simulated from them. They are uniform if these
 * posteriors are exact (simulation-based calibration; Talts, Betancourt, Simpson, Vehtari and Gelman 2018).
 *
 * @param names names of the parameters
 * @param ranks rank of parameter k in simulation r, the number of draws below the true value: {@code [k][r]} from 0 to
 *     {@code draws}
 * @param draws number of draws of each posterior
 */
public record SimulationRanks(List<String> names, int[][] ranks, int draws) {

    /**
     * Number of draws of each posterior. With it, every bin and every reported central interval has a whole number of
     * ranks.
     */
    public static final int DRAWS = 99;
    /** Smallest average number of simulations in a bin. */
    private static final int FEWEST = 10;

    /** Possible numbers of bins. The largest that leaves enough simulations in each bin is used. */
    private static final int[] BINS = {20, 10, 5};

    private static final double OUTSIDE = 0.01;

    public SimulationRanks {
        if (ranks.length != names.size() || names.isEmpty() || (draws + 1) % BINS[0] != 0) {
            throw new IllegalArgumentException(
                    "ranks of each parameter are required, among draws that with one more make " + BINS[0]
                            + " equal bins, found " + ranks.length + " for " + names.size() + " and " + draws);
        }
    }

    /** Number of simulations. */
    public int simulations() {
        return ranks[0].length;
    }

    /** Number of bins of equal width in which ranks are counted. */
    public int binCount() {
        return Arrays.stream(BINS)
                .filter(bins -> simulations() >= FEWEST * bins)
                .findFirst()
                .orElse(BINS[BINS.length - 1]);
    }

    /** Number of a parameter's ranks in each bin. */
    public int[] histogram(int k) {
        int[] counts = new int[binCount()];
        for (int rank : ranks[k]) {
            counts[rank * counts.length / (draws + 1)]++;
        }
        return counts;
    }

    /** Smallest and largest count of the central 99 % interval of a bin's count, if ranks are uniform. */
    public int[] countBand() {
        BinomialDistribution count = new BinomialDistribution(simulations(), 1.0 / binCount());
        return new int[] {
            count.inverseCumulativeProbability(OUTSIDE / 2), count.inverseCumulativeProbability(1 - OUTSIDE / 2)
        };
    }

    /** P-value of the χ² test that a parameter's ranks are uniform. */
    public double pValue(int k) {
        int[] counts = histogram(k);
        double expected = (double) simulations() / counts.length;
        double sum = Arrays.stream(counts)
                .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                .sum();
        return 1 - new ChiSquaredDistribution(counts.length - 1).cumulativeProbability(sum);
    }

    /**
     * Share of the simulations in which a parameter's central interval of a given probability covers the true value.
     */
    public double coverage(int k, double probability) {
        double tail = (1 - probability) / 2 * (draws + 1);
        return Arrays.stream(ranks[k])
                        .filter(rank -> rank >= tail && rank < draws + 1 - tail)
                        .count()
                / (double) simulations();
    }

    /** Indices of the parameters whose ranks are not uniform, tested at a level of 1 % for all parameters together. */
    public List<Integer> unevenParameters() {
        return IntStream.range(0, names.size())
                .filter(k -> pValue(k) < OUTSIDE / names.size())
                .boxed()
                .toList();
    }

    /**
     * Text on how a parameter's ranks differ from uniform ones. Many ranks at both ends show a posterior that is too
     * narrow, many in the middle one that is too wide, and many on one side one that is biased.
     */
    public String deviationText(int k) {
        double mean = 0;
        double square = 0;
        for (int rank : ranks[k]) {
            double u = (rank + 0.5) / (draws + 1) - 0.5;
            mean += u / simulations();
            square += u * u / simulations();
        }
        double off = mean * Math.sqrt(12.0 * simulations());
        double wide = (square - 1.0 / 12) * Math.sqrt(180.0 * simulations());
        if (Math.abs(off) > Math.abs(wide)) {
            return off > 0 ? "posteriors lie too low" : "posteriors lie too high";
        }
        return wide > 0 ? "posteriors are too narrow" : "posteriors are too wide";
    }
}
