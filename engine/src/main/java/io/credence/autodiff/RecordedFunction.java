package io.credence.autodiff;

import java.util.function.Function;

/**
 * A long function of a few numbers, such as the log-likelihood of a series, recorded with its gradient. It is replayed at several
 * points side by side. Immutable, for any thread; a {@link Replay} is for one.
 */
public final class RecordedFunction {

    private static final int MOST_STEPS = 300_000;
    /** Numbers that a replay holds at most: 4 MB. */
    private static final int MOST_HELD = 1 << 19;

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
     * @throws ValueAsked if the function does what cannot be recorded, or has more than 300,000 operations
     */
    public static RecordedFunction of(int inputs, Function<Recorded[], Recorded> function) {
        Recorder recorder = new Recorder(inputs, MOST_STEPS, 1);
        recorder.begin();
        Course course = recorder.end(function.apply(recorder.inputs()));
        return new RecordedFunction(course.program(Derivatives.FIRST, inputs), inputs);
    }

    /** Number of operations, those of the gradient included. */
    public int size() {
        return program.size();
    }

    /** A replay at up to {@code points} points at a time, fewer where the function is long. */
    public Replay replay(int points) {
        return new Replay(Math.max(1, Math.min(points, MOST_HELD / Math.max(1, program.registers()))));
    }

    /** Evaluates at some points side by side. For one thread. */
    public final class Replay {
        private final int lanes;
        private final double[] scalars = program.scalars(NOTHING, inputs);
        private final double[][] registers;
        private final double[] filled;
        private int count;

        private Replay(int lanes) {
            this.lanes = lanes;
            this.registers = new double[program.registers()][lanes];
            this.filled = new double[lanes];
        }

        /** Most points at a time. */
        public int lanes() {
            return lanes;
        }

        /**
         * Values at some points.
         *
         * @param points one array of inputs per point
         * @param first which is the first
         * @param number how many, at most {@link #lanes}
         * @param values takes them, from index 0 on
         */
        public void values(double[][] points, int first, int number, double[] values) {
            count = number;
            for (int j = 0; j < inputs; j++) {
                int register = program.register(j);
                for (int i = 0; register >= 0 && i < count; i++) {
                    registers[register][i] = points[first + i][j];
                }
            }
            run(0, program.endOfValue(), (k, column, n) -> {
                if (k == 0) {
                    System.arraycopy(column, 0, values, 0, n);
                }
            });
        }

        /**
         * Gradients at the points of the last {@link #values}, to be asked for once.
         *
         * @param gradients takes derivative j at point i at {@code [j][i]}
         */
        public void gradients(double[][] gradients) {
            run(program.endOfValue(), program.size(), (k, column, n) -> {
                if (k > 0) {
                    System.arraycopy(column, 0, gradients[k - 1], 0, n);
                }
            });
        }

        private void run(int from, int end, Program.Results to) {
            program.run(from, end, scalars, NO_COLUMNS, registers, count, to);
            program.storeOthers(scalars, NO_COLUMNS, filled, count, to);
        }
    }
}
