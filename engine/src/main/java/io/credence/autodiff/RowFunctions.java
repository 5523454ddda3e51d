package io.credence.autodiff;

import java.util.ArrayList;
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

    private static final int MOST_STEPS = 20_000;
    private static final int MOST_COURSES = 32;

    private final Recorder recorder;
    private final int varying;
    private final Map<Course, Taken> taken = new IdentityHashMap<>();
    private final List<Shown> shown = new ArrayList<>();
    private final double[] filled = new double[Tile.LANES];
    private double[][] lanes = new double[0][];
    private int rows;

    /** Functions of {@code varying} inputs that vary by row and {@code shared} ones that do not. */
    public RowFunctions(int varying, int shared) {
        this.recorder = new Recorder(varying + shared, MOST_STEPS, MOST_COURSES);
        this.varying = varying;
    }

    /** Forgets all rows, not the courses that they took. */
    public void clear() {
        shown.clear();
        taken.values().forEach(Taken::clear);
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

    /** What was recorded since the last {@link #clear}, to be shown again later; no row can be added to it. */
    public RowRecording recording() {
        taken.values().forEach(Taken::close);
        return new RowRecording(shown.stream().map(Shown::tile).toList(), rows);
    }

    /** Takes earlier recorded rows in place of those recorded here. */
    public void show(RowRecording recording) {
        clear();
        for (Tile tile : recording.tiles()) {
            taken.computeIfAbsent(tile.course(), Taken::new).show(tile);
        }
        rows = recording.rows();
    }

    /**
     * Evaluates all rows at one draw.
     *
     * @param derivatives which outputs
     * @param inputs varying input k of row i at {@code at + k · stride + i}
     * @param common the shared inputs
     * @param out takes the outputs, a column each, row by row
     */
    public void evaluate(
            Derivatives derivatives, double[] inputs, int at, int stride, double[] common, double[][] out) {
        for (Taken course : taken.values()) {
            course.prepare(derivatives, common);
        }
        for (Shown tile : shown) {
            tile.evaluate(inputs, at, stride, out);
        }
    }

    /** A course that rows took, as it is evaluated at a draw. */
    private final class Taken {
        private final Course course;
        private @Nullable Tile open;
        private boolean used;
        private @Nullable Program program;
        private double[] values = new double[0];

        Taken(Course course) {
            this.course = course;
        }

        void clear() {
            open = null;
            used = false;
        }

        void close() {
            open = null;
        }

        void show(Tile tile) {
            used = true;
            shown.add(new Shown(this, tile));
        }

        void add(int row) {
            Tile tile = open;
            if (tile == null || tile.isFull()) {
                tile = new Tile(course);
                open = tile;
                show(tile);
            }
            tile.add(row, recorder.constants());
        }

        void prepare(Derivatives derivatives, double[] common) {
            if (used) {
                Program asked = course.program(derivatives, varying);
                if (asked.registers() > lanes.length) {
                    lanes = new double[asked.registers()][Tile.LANES];
                }
                values = asked.scalars(common, varying);
                program = asked;
            }
        }
    }

    /** Rows of a course, with what depends on them alone. */
    private final class Shown {
        private final Taken taken;
        private final Tile tile;
        private final Map<Program, double[][]> columns = new IdentityHashMap<>(2);
        private int counted;

        Shown(Taken taken, Tile tile) {
            this.taken = taken;
            this.tile = tile;
        }

        Tile tile() {
            return tile;
        }

        private double[][] columns(Program program) {
            if (counted != tile.count()) {
                counted = tile.count();
                columns.clear();
            }
            return columns.computeIfAbsent(program, asked -> asked.rowColumns(tile::column, counted));
        }

        void evaluate(double[] inputs, int at, int stride, double[][] out) {
            Program program = taken.program;
            if (program == null) {
                throw new IllegalStateException("rows are evaluated by a program");
            }
            double[][] ofRows = columns(program);
            for (int k = 0; k < varying; k++) {
                int register = program.register(k);
                if (register >= 0) {
                    tile.gather(inputs, at + k * stride, lanes[register]);
                }
            }
            Program.Results to = (k, column, n) -> tile.scatter(column, out[k]);
            program.run(0, program.size(), taken.values, ofRows, lanes, counted, to);
            program.storeOthers(taken.values, ofRows, filled, counted, to);
        }
    }
}
