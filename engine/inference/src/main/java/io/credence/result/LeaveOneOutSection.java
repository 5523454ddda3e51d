package io.credence.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.LeaveOneOut.Estimate;
import io.credence.diagnostic.LeftOutRow;
import io.credence.diagnostic.LeftOutSummary;
import io.credence.diagnostic.RowKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader and writer of the section {@code loo} of a result. Numbers that are not finite are absent, as everywhere. */
final class LeaveOneOutSection {

    static final String KEY = "loo";

    private LeaveOneOutSection() {}

    static void write(ObjectNode object, LeaveOneOut found) {
        estimate(object, "elpd", "se", found.elpd());
        estimate(object, "p", "pSe", found.effectiveParameters());
        writeNumber(object, "looic", found.looic());
        writeNumber(object, "mcse", found.monteCarloError());
        object.put("draws", found.draws()).put("rows", found.rows().rowCount());
        if (found.rows().rowShare() < 1) {
            object.put("rowShare", found.rows().rowShare());
            writeNumber(object, "samplingError", found.samplingError());
        }
        object.put("khatThreshold", found.threshold())
                .put("doubtful", found.rows().doubtfulRowCount());
        writeNumber(object, "khatMax", found.rows().largestTailIndex());
        rows(object.putArray("influential"), found.rows().influentialRows());
        rows(object.putArray("surprising"), found.rows().surprisingRows());
        ObjectNode waic = object.putObject("waic");
        estimate(waic, "elpd", "se", found.waic());
        estimate(waic, "p", "pSe", found.waicEffectiveParameters());
    }

    private static void estimate(ObjectNode object, String value, String error, Estimate of) {
        writeNumber(object, value, of.value());
        writeNumber(object, error, of.error());
    }

    private static void rows(ArrayNode array, List<LeftOutRow> rows) {
        for (LeftOutRow row : rows) {
            ObjectNode object = array.addObject().put("row", row.row());
            RowKey key = row.key();
            if (key != null) {
                object.put("key", key.text());
                if (key.identicalRows() > 0) {
                    object.put("alike", key.identicalRows());
                }
            }
            object.put("label", row.label());
            if (row.weight() != 1) {
                object.put("weight", row.weight());
            }
            writeNumber(object, "elpd", row.elpd());
            writeNumber(object, "khat", row.tailIndex());
        }
    }

    private static void writeNumber(ObjectNode object, String name, double value) {
        if (Double.isFinite(value)) {
            object.put(name, value);
        }
    }

    static LeaveOneOut read(JsonCursor cursor) {
        cursor.section();
        JsonCursor waic = cursor.child("waic").section();
        return new LeaveOneOut(
                estimate(cursor, "elpd", "se"),
                estimate(cursor, "p", "pSe"),
                estimate(waic, "elpd", "se"),
                estimate(waic, "p", "pSe"),
                cursor.child("mcse").number(Double.NaN),
                cursor.child("rowShare").isPresent()
                        ? cursor.child("samplingError").number(Double.NaN)
                        : 0,
                cursor.child("draws").count(),
                cursor.child("khatThreshold").number(),
                new LeftOutSummary(
                        cursor.child("rows").wholeNumber(),
                        cursor.child("rowShare").number(1),
                        cursor.child("doubtful").wholeNumber(),
                        cursor.child("khatMax").number(Double.NaN),
                        rows(cursor.child("influential")),
                        rows(cursor.child("surprising")),
                        List.of()));
    }

    private static Estimate estimate(JsonCursor cursor, String value, String error) {
        return new Estimate(
                cursor.child(value).number(Double.NaN), cursor.child(error).number(Double.NaN));
    }

    private static List<LeftOutRow> rows(JsonCursor array) {
        return array.elements().stream()
                .map(row -> new LeftOutRow(
                        row.child("row").wholeNumber(),
                        row.child("label").number(),
                        row.child("weight").number(1),
                        row.child("elpd").number(Double.NaN),
                        row.child("khat").number(Double.NaN),
                        readKey(row)))
                .toList();
    }

    private static @Nullable RowKey readKey(JsonCursor row) {
        JsonCursor key = row.child("key");
        return key.isPresent()
                ? new RowKey(
                        key.text(),
                        row.child("alike").isPresent() ? row.child("alike").wholeNumber() : 0)
                : null;
    }
}
