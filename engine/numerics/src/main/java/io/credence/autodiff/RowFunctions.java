package io.credence.autodiff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Functions of some numbers, one for every row, such as the rows' log-likelihoods. They are recorded row by row, and
 * then evaluated at many draws with their derivatives. Rows may differ in constants and execution path; rows with the
 * same path are evaluated together. Inputs are either varying, different for every row and draw, or shared by all rows
 * of a draw; the varying ones come first. Rows that read different shared inputs, such as the effects of their levels,
 * may take the same path. For one thread.
 */
public final class RowFunctions {

    private static final int MOST_STEPS = 20_000;
    private static final int MOST_COURSES = 32;

    private final Recorder recorder;
    private final int varying;
    private final int shared;
    private final Map<RecordedPath, RecordedPathEvaluator> taken = new IdentityHashMap<>();
    private final List<TileEvaluator> shown = new ArrayList<>();
    private final double[] filled = new double[Tile.LANES];
    private double[][] lanes = new double[0][];
    private int rows;

    /** Recording of some rows, for use by other instances for the same function. For any thread. */
    public static final class Recording {

        private final List<Tile> tiles;
        private final int rows;

        Recording(List<Tile> tiles, int rows) {
            this.tiles = List.copyOf(tiles);
            this.rows = rows;
        }

        /** Number of rows. */
        public int rows() {
            return rows;
        }

        /** Approximate count of numbers that the recording holds. */
        public int size() {
            return tiles.stream().mapToInt(Tile::size).sum();
        }
    }

    /** Functions of {@code varying} inputs that vary by row and {@code shared} ones that do not. */
    public RowFunctions(int varying, int shared) {
        this.recorder = new Recorder(varying, shared, MOST_STEPS, MOST_COURSES);
        this.shared = shared;
        this.varying = varying;
    }

    /** Forgets all rows, but not the paths that they took. */
    public void clear() {
        shown.clear();
        taken.values().forEach(RecordedPathEvaluator::clear);
        rows = 0;
    }

    /** Begins the next row and returns the inputs with which its function is to be called. */
    public RecordingNumber[] begin() {
        recorder.begin();
        return recorder.inputs();
    }

    /**
     * Ends the row.
     *
     * @param result result of its function
     * @throws UnrecordableException if the function did something that cannot be recorded
     */
    public void end(RecordingNumber result) {
        RecordedPath schedule = recorder.end(result);
        taken.computeIfAbsent(schedule, RecordedPathEvaluator::new).add(rows++);
    }

    /** Number of rows recorded. */
    public int rows() {
        return rows;
    }

    /** Recording of the rows since the last {@link #clear}, for later use. No row can be added to it. */
    public Recording recording() {
        taken.values().forEach(RecordedPathEvaluator::close);
        return new Recording(shown.stream().map(TileEvaluator::tile).toList(), rows);
    }

    /** Replaces the rows by those of an earlier recording. */
    public void useRecording(Recording recording) {
        clear();
        for (Tile tile : recording.tiles) {
            taken.computeIfAbsent(tile.path(), RecordedPathEvaluator::new).addTile(tile);
        }
        rows = recording.rows;
    }

    /**
     * Evaluates all rows at one draw.
     *
     * @param derivatives order of derivatives, which determines the outputs
     * @param inputs varying input k of row i at {@code at + k · stride + i}
     * @param common the shared inputs
     * @param out takes the outputs, a column each, row by row
     */
    public void evaluate(
            DerivativeOrder derivatives, double[] inputs, int at, int stride, double[] common, double[][] out) {
        for (RecordedPathEvaluator schedule : taken.values()) {
            schedule.prepare(derivatives, common);
        }
        // Rows write the derivatives in what they read, and no others
        for (int k = 1; shared > 0 && k < derivatives.outputCount(varying + shared); k++) {
            Arrays.fill(out[k], 0, rows, 0);
        }
        for (TileEvaluator tile : shown) {
            tile.evaluate(inputs, at, stride, common, out);
        }
    }

    /** Path that rows took, prepared for evaluation at a draw. */
    private final class RecordedPathEvaluator {
        private final RecordedPath schedule;
        private @Nullable Tile open;
        private boolean used;
        private @Nullable DerivativeOrder programOrder;
        private @Nullable Program program;
        private double[] values = new double[0];

        RecordedPathEvaluator(RecordedPath schedule) {
            this.schedule = schedule;
        }

        void clear() {
            open = null;
            used = false;
        }

        void close() {
            open = null;
        }

        void addTile(Tile tile) {
            used = true;
            programOrder = null;
            shown.add(new TileEvaluator(this, tile));
        }

        void add(int row) {
            Tile tile = open;
            if (tile == null || tile.isFull()) {
                tile = new Tile(schedule);
                open = tile;
                addTile(tile);
            }
            tile.add(row, recorder.constants(), recorder.sharedInputsRead());
            programOrder = null;
        }

        void prepare(DerivativeOrder derivatives, double[] common) {
            if (used) {
                values = program(derivatives).computeDrawValues(common);
            }
        }

        /** The path's program for some derivatives, which is kept until other rows are evaluated. */
        private Program program(DerivativeOrder derivatives) {
            Program known = program;
            if (known != null && derivatives == programOrder) {
                return known;
            }
            Program requested = schedule.program(derivatives);
            if (requested.registerCount() > lanes.length) {
                lanes = new double[requested.registerCount()][Tile.LANES];
            }
            program = requested;
            programOrder = derivatives;
            return requested;
        }
    }

    /**
     * Values that a program computes for some rows once.
     *
     * @param columns columns that depend on the row alone
     * @param sharedInputsRead shared inputs that the rows read, where they differ between rows; else null
     */
    private record RowValues(double[][] columns, int[] @Nullable [] sharedInputsRead) {}

    /** Rows of one path, with the values that depend on them alone. */
    private final class TileEvaluator {
        private final RecordedPathEvaluator taken;
        private final Tile tile;
        private final Map<Program, RowValues> known = new IdentityHashMap<>(2);
        private int counted;

        TileEvaluator(RecordedPathEvaluator taken, Tile tile) {
            this.taken = taken;
            this.tile = tile;
        }

        Tile tile() {
            return tile;
        }

        private RowValues rowValues(Program program) {
            if (counted != tile.count()) {
                counted = tile.count();
                known.clear();
            }
            return known.computeIfAbsent(program, requested -> {
                int[][] read = new int[requested.inputCount() - varying][];
                Arrays.setAll(read, k -> requested.inputVariesByRow(varying + k) ? tile.sharedInputsRead(k) : null);
                return new RowValues(requested.computeRowColumns(tile::column, counted), read);
            });
        }

        void evaluate(double[] inputs, int at, int stride, double[] common, double[][] out) {
            Program program = taken.program;
            if (program == null) {
                throw new IllegalStateException("rows are evaluated by a program");
            }
            RowValues ofRows = rowValues(program);
            int[] @Nullable [] read = ofRows.sharedInputsRead;
            for (int k = 0; k < program.inputCount(); k++) {
                int register = program.inputRegister(k);
                if (register >= 0 && k < varying) {
                    tile.gather(inputs, at + k * stride, lanes[register]);
                } else if (register >= 0 && program.inputVariesByRow(k)) {
                    gatherShared(common, read[k - varying], lanes[register]);
                }
            }
            Program.ResultReceiver to = (k, column, n) -> scatterOutput(k, column, read, out);
            program.run(0, program.size(), taken.values, ofRows.columns, lanes, counted, to);
            program.storeConstantOutputs(taken.values, ofRows.columns, filled, counted, to);
        }

        private void gatherShared(double[] common, int[] which, double[] to) {
            for (int i = 0; i < counted; i++) {
                to[i] = common[which[i]];
            }
        }

        /** Writes an output of the program to its columns. Derivatives belong to the inputs that each row read. */
        private void scatterOutput(int output, double[] column, int[] @Nullable [] read, double[][] out) {
            int own = varying + read.length;
            int first = output <= own ? output - 1 : (output - 1 - own) / own;
            int second = output <= own ? -1 : (output - 1 - own) % own;
            if (isSameInAllRows(first, read) && isSameInAllRows(second, read)) {
                tile.scatter(column, out[derivativeColumn(first, second, 0, read)]);
                return;
            }
            for (int i = 0; i < counted; i++) {
                out[derivativeColumn(first, second, i, read)][tile.row(i)] = column[i];
            }
        }

        private boolean isSameInAllRows(int input, int[] @Nullable [] read) {
            return input < varying || read[input - varying] == null;
        }

        /** Column of the derivatives in the given inputs of a path, where −1 means no input. */
        private int derivativeColumn(int first, int second, int lane, int[] @Nullable [] read) {
            if (first < 0) {
                return 0;
            }
            int slope = 1 + inputReadBy(first, lane, read);
            int all = varying + shared;
            return second < 0 ? slope : slope * all + 1 + inputReadBy(second, lane, read);
        }

        private int inputReadBy(int input, int lane, int[] @Nullable [] read) {
            if (input < varying) {
                return input;
            }
            int[] which = read[input - varying];
            return varying + (which == null ? tile.path().sharedInput(input - varying) : which[lane]);
        }
    }
}
