package io.credence.predict;

import io.credence.likelihood.ClassProbabilities;
import io.credence.loss.ResponseDistributions;
import io.credence.predict.PredictiveCheck.CalibrationBin;
import io.credence.predict.PredictiveCheck.Statistic;
import io.credence.random.AddressedGenerator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hipparchus.random.RandomGenerator;

/**
 * Sums of observed and replicated classes: numbers of each class, and of events by predicted probability. Events are
 * counted in ten bins of the probability, and compared with what the draw of the replication expects. An event is that
 * a label is a given class or, with ordered classes, at most a given class; with two classes, only the second is an
 * event.
 */
final class ClassReplicates implements ReplicateSums<ClassReplicates> {
    // Around the mean of the draws, which have seen them, observed events vary less than replicated ones: nothing would
    // be off.

    private static final long serialVersionUID = 1;
    private static final int BINS = 10;
    /** Smallest variance of the number of events in a bin at which the bin is compared. */
    private static final double LITTLE = 1;

    private final List<String> names;
    private final boolean ordered;
    private final int events;
    private final double[] observed;
    private final double[][] replicated;
    private final double[] binRows;
    private final double[] binWeight;
    private final double[] binPredicted;
    private final double[] binObserved;
    private final double[] binVariance;
    private final double[] binEvents;
    private final double[][] binExpected;
    private final double[][] binReplicated;
    private long rows;
    private boolean weighted;

    /**
     * Creates empty sums.
     *
     * @param names names of the classes
     * @param ordered whether the classes are ordered
     */
    ClassReplicates(int draws, List<String> names, boolean ordered) {
        this.names = List.copyOf(names);
        this.ordered = ordered;
        int classes = names.size();
        events = ordered || classes == 2 ? classes - 1 : classes;
        observed = new double[classes];
        replicated = new double[draws][classes];
        int bins = events * BINS;
        binRows = new double[bins];
        binWeight = new double[bins];
        binPredicted = new double[bins];
        binObserved = new double[bins];
        binVariance = new double[bins];
        binEvents = new double[bins];
        binExpected = new double[draws][bins];
        binReplicated = new double[draws][bins];
    }

    private int drawCount() {
        return replicated.length;
    }

    @Override
    public void addRow(
            ResponseDistributions.AtDraws at,
            int row,
            double label,
            double weight,
            double[] logs,
            AddressedGenerator random) {
        double[][] shares = new double[drawCount()][names.size()];
        for (int s = 0; s < drawCount(); s++) {
            at.writeClassProbabilities(row, s, shares[s]);
        }
        if (!(label >= 0 && label < names.size())) {
            throw new IllegalStateException("label must be a class 0 to " + (names.size() - 1) + " but was " + label);
        }
        add(shares, (int) label, weight, random);
    }

    /**
     * Adds a row.
     *
     * @param shares probabilities of the classes at each draw, draws × classes
     */
    void add(double[][] shares, int label, double weight, RandomGenerator random) {
        int[] drawn = new int[drawCount()];
        for (int s = 0; s < drawCount(); s++) {
            drawn[s] = ClassProbabilities.draw(shares[s], random);
            replicated[s][drawn[s]]++;
        }
        observed[label]++;
        double[] each = new double[drawCount()];
        for (int event = 0; event < events; event++) {
            for (int s = 0; s < drawCount(); s++) {
                each[s] = eventProbability(event, shares[s]);
            }
            addEvent(event, each, drawn, label, weight);
        }
        rows++;
        weighted |= weight != 1;
    }

    private void addEvent(int event, double[] each, int[] drawn, int label, double weight) {
        double probability = Math.min(1, Arrays.stream(each).sum() / each.length);
        int bin = event * BINS + Math.min(BINS - 1, (int) (BINS * probability));
        int came = isEvent(event, label) ? 1 : 0;
        binRows[bin]++;
        binWeight[bin] += weight;
        binPredicted[bin] += weight * probability;
        binObserved[bin] += weight * came;
        binEvents[bin] += came;
        binVariance[bin] += probability * (1 - probability);
        for (int s = 0; s < each.length; s++) {
            binExpected[s][bin] += each[s];
            binReplicated[s][bin] += isEvent(event, drawn[s]) ? 1 : 0;
        }
    }

    private boolean isEvent(int event, int label) {
        return ordered ? label <= event : label == classOf(event);
    }

    private int classOf(int event) {
        return names.size() == 2 && !ordered ? 1 : event;
    }

    private double eventProbability(int event, double[] shares) {
        double sum = shares[classOf(event)];
        for (int k = 0; ordered && k < event; k++) {
            sum += shares[k];
        }
        return sum;
    }

    @Override
    public void merge(ClassReplicates other) {
        addTo(observed, other.observed);
        addTo(binRows, other.binRows);
        addTo(binWeight, other.binWeight);
        addTo(binPredicted, other.binPredicted);
        addTo(binObserved, other.binObserved);
        addTo(binVariance, other.binVariance);
        addTo(binEvents, other.binEvents);
        for (int s = 0; s < drawCount(); s++) {
            addTo(replicated[s], other.replicated[s]);
            addTo(binExpected[s], other.binExpected[s]);
            addTo(binReplicated[s], other.binReplicated[s]);
        }
        rows += other.rows;
        weighted |= other.weighted;
    }

    private static void addTo(double[] sums, double[] others) {
        for (int j = 0; j < sums.length; j++) {
            sums[j] += others[j];
        }
    }

    @Override
    public PredictiveCheck result() {
        return new PredictiveCheck(rows, drawCount(), weighted ? List.of() : statistics(), calibrationBins());
    }

    private List<Statistic> statistics() {
        List<Statistic> statistics = new ArrayList<>();
        if (names.size() == 2) {
            statistics.add(shareStatistic("mean", 1));
        }
        if (Arrays.stream(binVariance).anyMatch(variance -> variance >= LITTLE)) {
            double[] drawn = new double[drawCount()];
            double[] observed = new double[drawCount()];
            for (int s = 0; s < drawCount(); s++) {
                drawn[s] = calibrationDistance(binReplicated[s], binExpected[s]);
                observed[s] = calibrationDistance(binEvents, binExpected[s]);
            }
            statistics.add(Statistic.of("calibration", drawn, observed));
        }
        for (int k = 0; names.size() > 2 && k < names.size(); k++) {
            statistics.add(shareStatistic("share of " + names.get(k), k));
        }
        return statistics;
    }

    private Statistic shareStatistic(String name, int k) {
        double[] shares =
                Arrays.stream(replicated).mapToDouble(each -> each[k] / rows).toArray();
        return Statistic.of(name, shares, observed[k] / rows);
    }

    /**
     * Mean over the bins of the squared difference between observed and expected numbers of events, divided by its
     * variance.
     */
    private double calibrationDistance(double[] came, double[] expected) {
        double sum = 0;
        int known = 0;
        for (int bin = 0; bin < came.length; bin++) {
            if (binVariance[bin] >= LITTLE) {
                double apart = came[bin] - expected[bin];
                sum += apart * apart / binVariance[bin];
                known++;
            }
        }
        return sum / known;
    }

    private List<CalibrationBin> calibrationBins() {
        List<CalibrationBin> bins = new ArrayList<>();
        for (int bin = 0; bin < binWeight.length; bin++) {
            if (binWeight[bin] > 0) {
                bins.add(calibrationBin(bin));
            }
        }
        return bins;
    }

    private CalibrationBin calibrationBin(int bin) {
        double[] shares = new double[drawCount()];
        for (int s = 0; s < shares.length; s++) {
            shares[s] = binReplicated[s][bin] / binRows[bin];
        }
        Arrays.sort(shares);
        int low = Statistic.lowerTailCount(shares.length);
        int event = bin / BINS;
        return new CalibrationBin(
                (ordered ? "≤ " : "") + names.get(classOf(event)),
                bin % BINS / (double) BINS,
                binWeight[bin],
                binPredicted[bin] / binWeight[bin],
                binObserved[bin] / binWeight[bin],
                weighted ? Double.NaN : shares[low],
                weighted ? Double.NaN : shares[shares.length - 1 - low]);
    }
}
