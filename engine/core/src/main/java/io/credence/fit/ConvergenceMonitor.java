package io.credence.fit;

import io.credence.fit.FitState.Phase;
import io.credence.schedule.Iterates;
import java.util.Arrays;
import java.util.Locale;

/**
 * Decides from the iterates the next action of a fit by draws: continue, average, shorten its steps, read more rows, or
 * stop.
 */
public final class ConvergenceMonitor {
    // Stages as in Dhaka et al. (2020) and Welandawe et al. (2022): at a fixed step size until the bound rises no more,
    // then averaging until the iterates are stationary and their average is known well enough; a smaller step where
    // they wander so far that the average of a curved bound is biased. What is requested besides, the excess, is the
    // divergence that the noise of the average costs.

    /**
     * Number of iterates after which a phase is first judged. It is judged again after every further quarter of that
     * number. The average of half as many is better than the last of them.
     */
    public static final int FEWEST = 40;

    /**
     * Largest number of iterates kept in the approach phase. Also the largest number of steps that may remain for an
     * average before more draws or rows are read per step.
     */
    private static final int LONGEST = 200;

    /**
     * Spread of the iterates, in posterior standard deviations, above which the average of a curved bound is biased:
     * the step size is halved.
     */
    private static final double MOST_SPREAD = 0.5;
    /** Smallest number of effectively independent iterates that show the error of their mean. */
    private static final double FEWEST_EFFECTIVE = 10;
    /** Share of the allowed standard error below which the movement of a number is ignored. */
    private static final double NEGLIGIBLE = 0.1;

    /** Next action of a fit by draws. */
    public enum Advice {
        GO_ON,
        AVERAGE,
        APPROACH,
        LOWER_STEP,
        READ_MORE,
        ANSWER
    }

    /**
     * Advice with its figures.
     *
     * @param rhat R̂; NaN if it was not computed
     * @param mcse largest standard error in posterior standard deviations; NaN if it was not computed
     * @param patienceRatio number of steps that an average still needs over the number allowed; 0 if that was not
     *     computed
     */
    public record Verdict(Advice advice, double rhat, double mcse, double patienceRatio) {
        static final Verdict GO_ON = new Verdict(Advice.GO_ON, Double.NaN, Double.NaN, 0);

        /** The reason to stop that a fit with this verdict reports. */
        public String reason() {
            return String.format(
                    Locale.ROOT,
                    "the iterates are stationary (R̂ %.2f) and their average has a standard error of %.3f sd",
                    rhat,
                    mcse);
        }
    }

    /** The log entry of a decision to continue with shorter steps. */
    public static String loweredStepDecision(int step, double level) {
        return String.format(
                Locale.ROOT,
                "step %d: the iterates wander by more than half a posterior sd: step size times %.2g",
                step,
                level);
    }

    private final SamplingSettings.Stop stop;
    private final boolean natural;
    private final boolean scheduled;

    public ConvergenceMonitor(SamplingSettings.Stop stop, SamplingSettings.Update updates) {
        this.stop = stop;
        this.natural = updates.isNatural();
        this.scheduled = updates.isScheduled();
    }

    /** The iterates that have to be kept during the approach phase. */
    public static Iterates recent(Iterates iterates) {
        return iterates.size() > LONGEST ? iterates.last(LONGEST) : iterates;
    }

    /**
     * The verdict on the iterates of a phase.
     *
     * @param curvatureNoise noise of one estimated precision, nats; 0 where it is not known
     * @param level share of the step size that is left; 1 where an answer is assessed once more
     */
    public Verdict assess(Phase phase, Iterates iterates, double curvatureNoise, double level) {
        int count = iterates.size();
        if (count < FEWEST || count % (FEWEST / 4 * Integer.highestOneBit(1 + count / LONGEST)) != 0) {
            return Verdict.GO_ON;
        }
        if (phase == Phase.APPROACH) {
            boolean rising = isRising(iterates.last(count / 2));
            return new Verdict(rising ? Advice.GO_ON : Advice.AVERAGE, Double.NaN, Double.NaN, 0);
        }
        double rhat = rhat(iterates);
        double[] errors = WatchedNumbers.inStandardDeviations(iterates.standardErrors(), last(iterates));
        double patience = patienceRatio(iterates, curvatureNoise, errors);
        Advice advice = advice(iterates, rhat, errors, patience);
        // First-order steps cut to a share go no further than by that share: they need as many times more to show it.
        boolean brief = advice == Advice.ANSWER && !natural && count * level < FEWEST;
        return new Verdict(brief ? Advice.GO_ON : advice, rhat, largest(errors), patience);
    }

    private static double[] last(Iterates iterates) {
        return iterates.values().get(iterates.size() - 1);
    }

    /** The largest R̂ of the watched numbers, computed with added noise as large as the allowed standard error. */
    private double rhat(Iterates iterates) {
        return largest(iterates.rhats(WatchedNumbers.standardDeviations(last(iterates), stop.mcse())));
    }

    /** Whether the bound still rises by more than twice the error of its means. */
    private static boolean isRising(Iterates iterates) {
        Iterates bounds = iterates.ofCoordinate(last(iterates).length - 1);
        double error = bounds.last(bounds.size() / 2).standardErrors()[0];
        return bounds.drifts()[0] > 2 * Math.sqrt(2) * error;
    }

    private Advice advice(Iterates iterates, double rhat, double[] errors, double patience) {
        if (iterates.size() >= 2 * FEWEST && isRising(iterates)) {
            return Advice.APPROACH;
        }
        if (!scheduled
                && largest(WatchedNumbers.inStandardDeviations(iterates.spreads(), last(iterates))) > MOST_SPREAD) {
            return Advice.LOWER_STEP;
        }
        if (rhat <= stop.rhat() && patience <= 0 && hasKnownErrors(iterates, errors)) {
            return Advice.ANSWER;
        }
        return patience > 1 && iterates.size() % (2 * FEWEST) == 0 ? Advice.READ_MORE : Advice.GO_ON;
    }

    /**
     * Number of steps that an average still needs, as a multiple of the number allowed; 0 or less where it needs none.
     */
    private double patienceRatio(Iterates iterates, double curvatureNoise, double[] errors) {
        double mcse = largest(errors) / stop.mcse();
        // What means as far off as they may be cost, at least that of ten parameters.
        double limit = stop.negligibleGain() * Math.max(10, errors.length / 2);
        double times = Math.max(mcse * mcse, errorDivergence(curvatureNoise, errors, iterates.size()) / limit);
        return iterates.size() * (times - 1) / LONGEST;
    }

    /**
     * Whether the standard errors can be relied on: every number whose spread matters has enough effectively
     * independent iterates. Over few of them a number that wanders or drifts slowly seems stationary and its error
     * small.
     */
    private boolean hasKnownErrors(Iterates iterates, double[] errors) {
        double[] spreads = WatchedNumbers.inStandardDeviations(iterates.spreads(), last(iterates));
        for (int i = 0; i < errors.length; i++) {
            boolean counts = spreads[i] > NEGLIGIBLE * stop.mcse();
            if (counts && spreads[i] * spreads[i] < FEWEST_EFFECTIVE * errors[i] * errors[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Expected divergence that the errors of the averages cost, nats. It adds half the squared errors of the means, the
     * squared errors of the log standard deviations, and the noise of a precision's other entries.
     */
    private static double errorDivergence(double curvatureNoise, double[] errors, int count) {
        double sum = 0;
        for (int i = 0; i < errors.length; i++) {
            sum += errors[i] * errors[i] * (i < errors.length / 2 ? 0.5 : 1);
        }
        return Math.max(sum, curvatureNoise / count);
    }

    private static double largest(double[] values) {
        double largest = 0;
        for (double value : values) {
            largest = Math.max(largest, value);
        }
        return largest;
    }

    /**
     * Numbers of each iterate that the convergence monitor follows: means and log standard deviations of up to 2000
     * evenly spaced parameters and of the dispersion's factor.
     */
    public static final class WatchedNumbers {

        private final int dimension;
        private final int watched;

        public WatchedNumbers(int dimension) {
            this.dimension = dimension;
            this.watched = Math.min(dimension, Problem.MOST_MODE_PARAMETERS);
        }

        private int index(int i) {
            return (int) ((long) i * dimension / watched);
        }

        /** Watched numbers of an approximation: means, then log standard deviations, last the bound. */
        public double[] numbersOf(Approximation approximation, double bound) {
            double[] dispersion = approximation.dispersion().unboundedCoordinates();
            int all = watched + dispersion.length / 2;
            double[] numbers = new double[2 * all + 1];
            numbers[2 * all] = bound;
            double[] sd = approximation.posterior().sd();
            double[] mean = approximation.posterior().mean();
            for (int i = 0; i < watched; i++) {
                numbers[i] = mean[index(i)];
                numbers[all + i] = Math.log(sd[index(i)]);
            }
            if (dispersion.length > 0) {
                numbers[watched] = dispersion[0];
                numbers[all + watched] = dispersion[1];
            }
            return numbers;
        }

        /** Watched numbers without the bound; means are divided by the posterior's standard deviations. */
        public static double[] inStandardDeviations(double[] numbers, double[] at) {
            int half = numbers.length / 2;
            double[] scaled = Arrays.copyOf(numbers, 2 * half);
            for (int i = 0; i < half; i++) {
                scaled[i] /= Math.exp(at[half + i]);
            }
            return scaled;
        }

        /**
         * Standard deviations times {@code share} for each mean, and {@code share} itself for each log standard
         * deviation.
         */
        static double[] standardDeviations(double[] numbers, double share) {
            int half = numbers.length / 2;
            double[] sds = new double[2 * half];
            for (int i = 0; i < half; i++) {
                sds[i] = share * Math.exp(numbers[half + i]);
                sds[half + i] = share;
            }
            return sds;
        }
    }
}
