package io.credence.loss.model;

import io.credence.autodiff.DerivativeOrder;
import io.credence.autodiff.RecordedFunction;
import io.credence.autodiff.RecordingNumber;
import io.credence.autodiff.RowFunctions;
import io.credence.autodiff.UnrecordableException;
import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.model.Model;
import io.credence.model.ModelFailure;
import io.credence.model.RecordingFallback;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Losses of a chunk's rows with their derivatives, one column each. The formula is recorded for every row and replayed
 * for all of them at a draw. The recording is compared with the formula's own numbers at the first draws; a formula
 * that differs, or that cannot be recorded, is evaluated by forward differentiation, which is reported once. For one
 * thread.
 */
public final class LossColumns {

    private static final int CHECKED_DRAWS = 2;

    /** Recordings of a whole block of at most so many numbers, 64 kB, are kept whatever the memory of its rows. */
    private static final int FEW_NUMBERS = 1 << 13;

    private static final RecordingCache<RowFunctions.Recording> RECORDINGS =
            new RecordingCache<>(RowFunctions.Recording::size, Long.MAX_VALUE);

    private final Model model;
    private final UUID id;
    private final LossFormula formula;
    private final int varying;
    private final int inputs;
    private final ForwardDifferentiation numbers;
    private final Map<DerivativeOrder, Integer> checked = new EnumMap<>(DerivativeOrder.class);
    private final double[] point;
    private @Nullable RowFunctions recorded;
    private int first;
    private int rows;

    /**
     * Columns of a formula.
     *
     * @param model model of the formula, for messages
     * @param id identifier of its recordings, which are kept from step to step
     * @param varying number of inputs that differ from row to row, which come first
     * @param shared number of inputs that do not
     */
    public LossColumns(Model model, UUID id, LossFormula formula, int varying, int shared) {
        this.model = model;
        this.id = id;
        this.formula = formula;
        this.varying = varying;
        this.inputs = varying + shared;
        this.numbers = new ForwardDifferentiation(formula, inputs);
        this.point = new double[inputs];
        this.recorded = new RowFunctions(varying, shared);
    }

    /** Moves to the rows of a chunk. */
    void moveTo(RowBlock block, int from, int count) {
        formula.moveTo(block, from);
        first = from;
        rows = count;
        RowFunctions functions = recorded;
        if (functions == null) {
            return;
        }
        RowFunctions.Recording known = RECORDINGS.find(id, block, from);
        if (known != null && known.rows() == count) {
            functions.useRecording(known);
        } else if (record(functions)) {
            storeUnlessLarge(block, functions.recording());
        }
    }

    /** Keeps a recording, unless it would take more than half of the memory of its rows and is not a small block's. */
    private void storeUnlessLarge(RowBlock block, RowFunctions.Recording recording) {
        double share = (double) recording.rows() / block.rows();
        boolean small = recording.rows() == block.rows() && recording.size() <= FEW_NUMBERS;
        if (small || Double.BYTES * (double) recording.size() <= 0.5 * share * block.bytes()) {
            RECORDINGS.store(id, block, first, recording);
        }
    }

    private boolean record(RowFunctions functions) {
        functions.clear();
        for (int i = 0; i < rows; i++) {
            try {
                RecordingNumber[] arguments = functions.begin();
                functions.end(formula.loss(i, arguments));
            } catch (UnrecordableException requested) {
                stopRecording(String.valueOf(requested.getMessage()));
                return false;
            } catch (RuntimeException e) {
                throw ModelFailure.ofRow(model, first + i, e);
            }
        }
        return true;
    }

    private void stopRecording(String why) {
        recorded = null;
        RecordingFallback.reportOnce(model, why);
    }

    /**
     * Evaluates the rows at one draw.
     *
     * @param eta varying inputs, input k of row i at {@code at + k · CAPACITY + i}
     * @param common the other inputs
     * @param out takes value and derivatives in the inputs, a column each
     */
    public void evaluate(DerivativeOrder derivatives, double[] eta, int at, double[] common, double[][] out) {
        System.arraycopy(common, 0, point, varying, common.length);
        RowFunctions functions = recorded;
        if (functions != null) {
            functions.evaluate(derivatives, eta, at, PredictorChunk.CAPACITY, common, out);
            int before = checked.getOrDefault(derivatives, 0);
            if (before == CHECKED_DRAWS || agreesWithFormula(derivatives, eta, at, out)) {
                checked.put(derivatives, Math.min(CHECKED_DRAWS, before + 1));
                return;
            }
            stopRecording("its values differ from one call to the next");
        }
        double[] found = new double[derivatives.outputCount(inputs)];
        for (int i = 0; i < rows; i++) {
            evaluate(derivatives, i, eta, at, found);
            for (int k = 0; k < found.length; k++) {
                out[k][i] = found[k];
            }
        }
    }

    /**
     * Explanation why the loss of a row is not finite; null where none is known.
     *
     * @param eta varying inputs, as {@link #evaluate} takes them
     */
    @Nullable
    String explain(int i, double[] eta, int at, double[] common) {
        double[] shown = new double[inputs];
        for (int k = 0; k < varying; k++) {
            shown[k] = eta[at + k * PredictorChunk.CAPACITY + i];
        }
        System.arraycopy(common, 0, shown, varying, common.length);
        return formula.explain(i, shown);
    }

    private void evaluate(DerivativeOrder derivatives, int i, double[] eta, int at, double[] found) {
        for (int k = 0; k < varying; k++) {
            point[k] = eta[at + k * PredictorChunk.CAPACITY + i];
        }
        try {
            numbers.evaluate(derivatives, i, point, found);
        } catch (RuntimeException e) {
            throw ModelFailure.ofRow(model, first + i, e);
        }
    }

    /**
     * Whether the values at the first, the middle and the last row agree with the formula's own numbers. Derivatives by
     * the formula that are not finite, because of how they are calculated, are not compared.
     */
    private boolean agreesWithFormula(DerivativeOrder derivatives, double[] eta, int at, double[][] out) {
        double[] found = new double[derivatives.outputCount(inputs)];
        for (int i : new int[] {0, rows / 2, rows - 1}) {
            evaluate(derivatives, i, eta, at, found);
            for (int k = 0; k < found.length; k++) {
                boolean lenient = k > 0 && !Double.isFinite(found[k]);
                if (!lenient && !RecordedFunction.agrees(found[k], out[k][i])) {
                    return false;
                }
            }
        }
        return true;
    }
}
