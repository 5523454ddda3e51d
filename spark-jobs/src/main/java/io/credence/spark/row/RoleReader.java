package io.credence.spark.row;

import io.credence.likelihood.PairedResponse;
import io.credence.spark.row.Fault.FaultKind;
import io.credence.spark.row.RowPlan.Role;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Reader of the columns of a row that are not features: response, weight and offset. One per task. */
final class RoleReader {

    /** Largest weight that is allowed. Weights count rows, and above this one more row would be lost in rounding. */
    private static final double MOST_WEIGHT = 0x1p53;

    private static final String WEIGHTS = "a number from 0 to 2^53";
    private static final String SDS = "a standard deviation above 1e-8";

    private final RowRoles roles;
    private double label;
    private double second;
    private double weight;
    private double offset;
    private @Nullable Fault fault;

    RoleReader(RowRoles roles) {
        this.roles = roles;
    }

    /**
     * Reads a row, and returns the fault of the first cell that cannot be read, or null. Of a row of weight 0 only the
     * weight is read.
     */
    @Nullable
    Fault read(InternalRow cells) {
        fault = null;
        weight = weight(cells);
        if (!isWeightless()) {
            label = number(cells, roles.label(), Double.NaN);
            second = number(cells, roles.secondResponse(), Double.NaN);
            offset = number(cells, roles.offset(), 0);
        }
        return fault;
    }

    /** Response of the row last read; NaN where it has none. */
    double label() {
        return label;
    }

    /** Second number of the response of the row last read; NaN where it has none. */
    double secondNumber() {
        return second;
    }

    /** Weight of the row last read. */
    double weight() {
        return weight;
    }

    /** Offset of the row last read: the known part of its linear predictor. */
    double offset() {
        return offset;
    }

    /** Whether the row last read has weight 0. */
    boolean isWeightless() {
        return weight == 0;
    }

    /**
     * Fault of the first number of a row that is not allowed, or null.
     *
     * @param column name of the label in messages; null where there is none
     * @param response label, or the number that a formula computed in its stead
     * @param other second number of the label, or the number that a formula computed in its stead
     */
    @Nullable
    Fault findFault(@Nullable String column, double response, double other) {
        Role weighed = roles.weight();
        if (!(weight >= 0 && weight <= MOST_WEIGHT) && weighed != null) {
            return weighed.isSd()
                    ? new Fault(FaultKind.SD, weighed.column(), SDS, String.valueOf(1 / Math.sqrt(weight)))
                    : new Fault(FaultKind.WEIGHT, weighed.column(), WEIGHTS, String.valueOf(weight));
        }
        if (column == null) {
            return null;
        }
        PairedResponse paired = roles.rule().paired();
        if (paired == null && !Double.isNaN(other)) {
            return TrialCounts.countsFault(column, response, other);
        }
        Role flagged = roles.secondResponse();
        if (paired != null && flagged != null) {
            String unusable = paired.refusal(other);
            if (unusable != null) {
                return new Fault(
                        FaultKind.SECOND, flagged.column(), LabelRule.withoutPrefix(unusable), String.valueOf(other));
            }
        }
        String required = roles.rule().unmetRequirement(response, other);
        return required == null
                ? null
                : new Fault(
                        FaultKind.LABEL,
                        column,
                        required + " (" + roles.rule().modelName() + ")",
                        String.valueOf(response));
    }

    private double weight(InternalRow cells) {
        Role role = roles.weight();
        double cell = number(cells, role, 1);
        return role != null && role.isSd() ? cell <= 0 ? Double.NaN : 1 / (cell * cell) : cell;
    }

    private double number(InternalRow cells, @Nullable Role role, double absent) {
        if (role == null || fault != null) {
            return absent;
        }
        if (role.levelNumbers() != null) {
            return readLevelNumber(cells, role, role.levelNumbers());
        }
        double value = NumberCell.read(cells, role.ordinal(), role.type());
        if (!NumberCell.isUsable(value)) {
            fault = NumberCell.fault(cells, role.ordinal(), role.column(), role.type(), value);
        }
        return value;
    }

    private static String levelsRequirement(Map<UTF8String, Integer> levels) {
        return "one of "
                + levels.entrySet().stream()
                        .sorted(Map.Entry.comparingByValue())
                        .map(Map.Entry::getKey)
                        .toList();
    }

    private double readLevelNumber(InternalRow cells, Role role, Map<UTF8String, Integer> levels) {
        if (cells.isNullAt(role.ordinal())) {
            fault = new Fault(FaultKind.MISSING, role.column(), levelsRequirement(levels), "nothing");
            return Double.NaN;
        }
        UTF8String cell = cells.getUTF8String(role.ordinal());
        Integer number = levels.get(cell);
        if (number == null) {
            fault = new Fault(
                    FaultKind.LABEL, role.column(), levelsRequirement(levels), DataException.quoted(cell.toString()));
            return Double.NaN;
        }
        return number;
    }
}
