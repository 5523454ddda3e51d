package io.credence.spark.row;

import io.credence.formula.CellFunction;
import io.credence.formula.Design;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Row of cells on its way through a formula. One per task: it is filled again for the next row. */
final class FormulaRow {

    private final FormulaCells plan;
    private final Design.Writer writer;
    private final FeatureRow cells;
    private final double[] response;
    private int unusable;
    private double found;
    private double trials = Double.NaN;

    FormulaRow(FormulaCells plan) {
        this.plan = plan;
        this.writer = plan.design().createWriter();
        this.cells = new FeatureRow(plan.count(), false);
        this.response = new double[plan.responseCells()];
    }

    /** Row into which the cells are read. */
    FeatureRow cellRow() {
        return cells;
    }

    /** Number of trials of the row last written; NaN where the response counts no successes. */
    double trialCount() {
        return trials;
    }

    /** Writes features, offset and response; returns the fault of a number that cannot be used, else null. */
    @Nullable
    Fault write(FeatureRow into, double label, double weight, double offset) {
        Design design = plan.design();
        double[] read = cells.values();
        double whole = offset + design.offset(read);
        CellFunction computed = plan.response();
        double linearResponse = label;
        if (computed != null) {
            System.arraycopy(read, design.cellInputs().size(), response, 0, response.length);
            linearResponse = computed.evaluate(response);
            CellFunction counted = plan.trials();
            trials = counted == null ? Double.NaN : counted.evaluate(response);
        }
        into.reset(linearResponse, weight, whole);
        unusable = -1;
        writer.write(read, (column, value) -> {
            if (!(Math.abs(value) <= Double.MAX_VALUE) && unusable < 0) {
                unusable = column;
                found = value;
            }
            into.put(column, value);
        });
        if (unusable >= 0) {
            return notFinite(design.names().get(unusable), found);
        } else if (computed != null && !Double.isFinite(linearResponse)) {
            return notFinite(design.formula().responseText(), linearResponse);
        }
        return Double.isFinite(whole) ? null : notFinite("offset", whole);
    }

    private Fault notFinite(String name, double value) {
        String read = Arrays.toString(cells.values());
        return new Fault(Fault.FaultKind.NOT_FINITE, name, "a finite number", value + " from the cells " + read);
    }
}
