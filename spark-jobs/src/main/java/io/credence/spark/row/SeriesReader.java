package io.credence.spark.row;

import io.credence.data.RowDigest;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Reader of the series that a row belongs to and its position within. One per task. */
public final class SeriesReader {

    /**
     * Series of rows.
     *
     * @param name cell that names it, as text
     * @param hash digest of the name
     */
    public record Series(String name, long hash) {}

    /** Series of all rows, where no column names one. */
    private static final Series ALL = new Series("", 0);

    private final SeriesPlan plan;
    private final Map<UTF8String, Series> known = new HashMap<>();
    private Series series = ALL;
    private long position;

    SeriesReader(SeriesPlan plan) {
        this.plan = plan;
    }

    /** Reads a row, and returns the fault if it has no series or no position, or null. */
    @Nullable
    Fault read(InternalRow cells) {
        RowPlan.Role name = plan.series();
        if (name != null) {
            if (cells.isNullAt(name.ordinal())) {
                return new Fault(Fault.FaultKind.MISSING, name.column(), "the name of a series", "nothing");
            }
            series = series(cells.getUTF8String(name.ordinal()));
        }
        return position(cells, plan.order());
    }

    private @Nullable Fault position(InternalRow cells, RowPlan.Role order) {
        if (cells.isNullAt(order.ordinal())) {
            return new Fault(
                    Fault.FaultKind.MISSING, order.column(), plan.type().requirement(), "nothing");
        }
        Long found = plan.type().position(cells, order.ordinal(), order.type());
        if (found == null) {
            boolean text = order.type().isText();
            String cell = text
                    ? DataException.quoted(cells.getUTF8String(order.ordinal()).toString())
                    : String.valueOf(order.type().number(cells, order.ordinal()));
            return new Fault(
                    Fault.FaultKind.NO_PLACE, order.column(), plan.type().requirement(), cell);
        }
        position = found;
        return null;
    }

    private Series series(UTF8String name) {
        Series found = known.get(name);
        if (found == null) {
            String text = name.toString();
            found = new Series(text, hash(text));
            known.put(name.copy(), found);
        }
        return found;
    }

    static long hash(String text) {
        long hash = text.length();
        for (int i = 0; i < text.length(); i++) {
            hash = RowDigest.mix(hash ^ text.charAt(i));
        }
        return hash;
    }

    /** Series of the row last read. */
    public Series series() {
        return series;
    }

    /** Position of the row last read. */
    public long position() {
        return position;
    }
}
