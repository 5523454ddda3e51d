package io.credence.autodiff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A function of some numbers that is another one for every row, as a log-likelihood is: recorded row by row, whatever the row does
 * to its constants and its course, and then evaluated at many draws with its derivatives. Rows that took the same course are
 * evaluated together. Inputs are either varying, different for every row and draw, or shared by all rows of a draw; the varying
 * ones come first. For one thread.
 */
public final class RowFunctions {

    private static final int LANES = 256;
    private static final int MOST_STEPS = 20_000;
    private static final int MOST_COURSES = 32;

    private final Recorder recorder;
    private final int varying;
    private final int shared;
    private final Map<Course, Taken> taken = new IdentityHashMap<>();
    private final List<Tile> tiles = new ArrayList<>();
    private final double[] filled = new double[LANES];
    private double[][] lanes = new double[0][];
    private int rows;

    /** Functions of {@code varying} inputs that vary by row and {@code shared} ones that do not. */
    public RowFunctions(int varying, int shared) {
        this.recorder = new Recorder(varying + shared, MOST_STEPS, MOST_COURSES);
        this.varying = varying;
        this.shared = shared;
    }

    /** Forgets all rows, not the courses that they took. */
    public void clear() {
        tiles.clear();
        taken.values().forEach(course -> course.open = null);
        rows = 0;
    }

    /** Begins the next row: the inputs that its function is to be called with. */
    public Recorded[] begin() {
        recorder.begin();
        return recorder.inputs();
    }

    /**
     * Ends the row.
     *
     * @param result what its function returned
     * @throws ValueAsked if the function did what cannot be recorded
     */
    public void end(Recorded result) {
        Course course = recorder.end(result);
        taken.computeIfAbsent(course, Taken::new).add(rows++);
    }

    /** Number of rows recorded. */
    public int rows() {
        return rows;
    }

    /**
     * Evaluates all rows at one draw.
     *
     * @param derivatives which outputs
     * @param inputs varying input k of row i at {@code at + k · stride + i}
     * @param common the shared inputs
     * @param out takes the outputs, a column each, row by row
     */
    public void evaluate(Derivatives derivatives, double[] inputs, int at, int stride, double[] common, double[][] out) {
        for (Taken course : taken.values()) {
            course.prepare(derivatives, common);
        }
        for (Tile tile : tiles) {
            tile.evaluate(derivatives, inputs, at, stride, out);
        }
    }

    private Program compile(Course course, Derivatives derivatives) {
        Graph graph = new Graph();
        int[] inputs = new int[varying + shared];
        Arrays.setAll(inputs, j -> graph.input(j, j < varying));
        int[] outputs = derivatives.of(graph, graph.add(course, inputs), inputs);
        Placement placement = new Placement(graph, outputs, inputs.length, course.constants().length);
        Program program = new Program(placement, graph, outputs, new int[0]);
        if (program.registers() > lanes.length) {
            lanes = new double[program.registers()][LANES];
        }
        return program;
    }

    /** A course that rows took, with its programs. */
    private final class Taken {
        private final Course course;
        private final EnumMap<Derivatives, Program> programs = new EnumMap<>(Derivatives.class);
        private int varied = -1;
        private @Nullable Tile open;
        private double[] values = new double[0];

        Taken(Course course) {
            this.course = course;
        }

        void add(int row) {
            Tile tile = open;
            if (tile == null || tile.count == LANES) {
                tile = new Tile(this);
                open = tile;
                tiles.add(tile);
            }
            tile.add(row);
        }

        Program program(Derivatives derivatives) {
            if (varied != course.varying()) {
                varied = course.varying();
                programs.clear();
            }
            return programs.computeIfAbsent(derivatives, asked -> compile(course, asked));
        }

        void prepare(Derivatives derivatives, double[] common) {
            if (open != null) {
                values = program(derivatives).scalars(common, varying);
            }
        }
    }

    /** Up to {@link #LANES} rows of one course. */
    private final class Tile {
        private final Taken taken;
        private final int[] rowOf = new int[LANES];
        private final @Nullable double[][] constants;
        private final Map<Program, double[][]> columns = new IdentityHashMap<>(2);
        private int count;

        Tile(Taken taken) {
            this.taken = taken;
            this.constants = new double[taken.course.constants().length][];
        }

        void add(int row) {
            double[] recorded = recorder.constants();
            Step[] steps = taken.course.constants();
            for (int k = 0; k < steps.length; k++) {
                if (steps[k].varies) {
                    constant(k)[count] = recorded[k];
                }
            }
            rowOf[count++] = row;
            if (!columns.isEmpty()) {
                columns.clear();
            }
        }

        /** A constant of every row; rows recorded before it began to vary have the first one. */
        private double[] constant(int k) {
            double[] column = constants[k];
            if (column == null) {
                column = new double[LANES];
                Arrays.fill(column, taken.course.constants()[k].constant);
                constants[k] = column;
            }
            return column;
        }

        void evaluate(Derivatives derivatives, double[] inputs, int at, int stride, double[][] out) {
            Program program = taken.program(derivatives);
            double[][] ofRows = columns.computeIfAbsent(program, asked -> asked.rowColumns(this::constant, count));
            for (int k = 0; k < varying; k++) {
                int register = program.register(k);
                if (register >= 0) {
                    load(inputs, at + k * stride, lanes[register]);
                }
            }
            Program.Results to = (k, column, n) -> store(column, out[k], n);
            program.run(0, program.size(), taken.values, ofRows, lanes, count, to);
            program.storeOthers(taken.values, ofRows, filled, count, to);
        }

        private boolean isRange() {
            return rowOf[count - 1] - rowOf[0] == count - 1;
        }

        private void load(double[] from, int at, double[] to) {
            if (isRange()) {
                System.arraycopy(from, at + rowOf[0], to, 0, count);
                return;
            }
            for (int i = 0; i < count; i++) {
                to[i] = from[at + rowOf[i]];
            }
        }

        private void store(double[] from, double[] to, int n) {
            if (isRange()) {
                System.arraycopy(from, 0, to, rowOf[0], n);
                return;
            }
            for (int i = 0; i < n; i++) {
                to[rowOf[i]] = from[i];
            }
        }
    }
}
