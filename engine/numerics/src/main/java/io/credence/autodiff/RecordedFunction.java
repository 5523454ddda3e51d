package io.credence.autodiff;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.hipparchus.analysis.differentiation.Gradient;
import org.jspecify.annotations.Nullable;

/**
 * Recording of a long function of a few numbers, such as the log-likelihood of a series, with its gradient. It is
 * replayed at several points side by side. Immutable, for any thread; a {@link Replay} is for one thread.
 */
public final class RecordedFunction {

    private static final int MOST_STEPS = 300_000;
    /** Largest count of numbers that a replay holds: 4 MB. */
    private static final int MOST_HELD = 1 << 19;

    /** Largest difference of a replayed number from the function's own, which only the order of operations makes. */
    private static final double RELATIVE = 1e-8;

    private static final double[] NOTHING = new double[0];
    private static final double[][] NO_COLUMNS = new double[0][];

    private final Program program;
    private final int inputs;

    private RecordedFunction(Program program, int inputs) {
        this.program = program;
        this.inputs = inputs;
    }

    /**
     * Records a function of {@code inputs} numbers.
     *
     * @throws UnrecordableException if the function does what cannot be recorded, or has more than 300,000 operations
     */
    public static RecordedFunction of(int inputs, Function<RecordingNumber[], RecordingNumber> function) {
        Recorder recorder = new Recorder(inputs, 0, MOST_STEPS, 1);
        recorder.begin();
        RecordedPath schedule = recorder.end(function.apply(recorder.inputs()));
        return new RecordedFunction(schedule.program(DerivativeOrder.FIRST), inputs);
    }

    /**
     * The recording of a formula, if it agrees with the formula's own numbers at the first and the last of some points.
     *
     * @param refused receives the reason why it has none
     */
    public static Optional<RecordedFunction> of(
            DifferentiableFunction formula, double[][] points, Consumer<String> refused) {
        try {
            RecordedFunction function = of(points[0].length, formula::of);
            if (function.agreesWith(formula, points)) {
                return Optional.of(function);
            }
            refused.accept("its values differ from one call to the next");
        } catch (UnrecordableException requested) {
            refused.accept(String.valueOf(requested.getMessage()));
        }
        return Optional.empty();
    }

    private boolean agreesWith(DifferentiableFunction formula, double[][] points) {
        double[][] ends = {points[0], points[points.length - 1]};
        Replay replay = replay(1);
        double[] value = new double[1];
        for (double[] end : ends) {
            double[][] point = {end};
            replay.values(point, 0, 1, value);
            double[] slopes = replay.gradients(point)[0];
            Gradient expected = formula.gradient(end);
            if (!agrees(expected.getReal(), value[0])) {
                return false;
            }
            for (int j = 0; j < slopes.length; j++) {
                double slope = expected.getPartialDerivative(j);
                if (Double.isFinite(slope) && !agrees(slope, slopes[j])) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether a replayed number agrees with the function's own, up to the order of operations; NaN agrees with NaN. */
    public static boolean agrees(double expected, double found) {
        return Double.compare(expected, found) == 0
                || Math.abs(found - expected) <= RELATIVE * (1 + Math.abs(expected));
    }

    /** Number of operations, those of the gradient included. */
    public int size() {
        return program.size();
    }

    /** A replay at up to {@code points} points at a time, fewer where the function is long. */
    public Replay replay(int points) {
        return new Replay(Math.max(1, Math.min(points, MOST_HELD / Math.max(1, program.registerCount()))));
    }

    /** Evaluator of the recording at some points side by side. For one thread. */
    public final class Replay {
        private final int lanes;
        private final double[] scalars = program.computeDrawValues(NOTHING);
        private final double[][] registers;
        private final double[] filled;
        private double @Nullable [][] evaluated;
        private int evaluatedFirst;
        private int count;

        private Replay(int lanes) {
            this.lanes = lanes;
            this.registers = new double[program.registerCount()][lanes];
            this.filled = new double[lanes];
        }

        /** Largest number of points at a time. */
        public int maxPointsTogether() {
            return lanes;
        }

        /**
         * Values at some points.
         *
         * @param points one array of inputs per point
         * @param first index of the first of them
         * @param number number of points, at most {@link #maxPointsTogether}
         * @param values takes the values, from index 0 on
         */
        public void values(double[][] points, int first, int number, double[] values) {
            evaluated = points;
            evaluatedFirst = first;
            count = number;
            for (int j = 0; j < inputs; j++) {
                int register = program.inputRegister(j);
                for (int i = 0; register >= 0 && i < count; i++) {
                    registers[register][i] = points[first + i][j];
                }
            }
            run(0, program.valueEnd(), (k, column, n) -> {
                if (k == 0) {
                    System.arraycopy(column, 0, values, 0, n);
                }
            });
        }

        /**
         * Gradients at all of some points, n × inputs.
         *
         * @param points one array of inputs per point; points of the last {@link #values} call with the same array
         *     are not evaluated again
         */
        public double[][] gradients(double[][] points) {
            double[][] found = new double[points.length][inputs];
            double[] values = new double[lanes];
            for (int first = 0; first < points.length; first += lanes) {
                int number = Math.min(lanes, points.length - first);
                if (evaluated != points || evaluatedFirst != first || count != number) {
                    values(points, first, number, values);
                }
                evaluated = null;
                int from = first;
                run(program.valueEnd(), program.size(), (k, column, n) -> {
                    for (int i = 0; k > 0 && i < n; i++) {
                        found[from + i][k - 1] = column[i];
                    }
                });
            }
            return found;
        }

        private void run(int from, int end, Program.ResultReceiver to) {
            program.run(from, end, scalars, NO_COLUMNS, registers, count, to);
            program.storeConstantOutputs(scalars, NO_COLUMNS, filled, count, to);
        }
    }
}
