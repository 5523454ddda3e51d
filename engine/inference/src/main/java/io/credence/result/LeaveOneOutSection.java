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
        estimate(object, "p", "pSe", found.parameters());
        number(object, "looic", found.looic());
        number(object, "mcse", found.monteCarloError());
        object.put("draws", found.draws()).put("rows", found.rows().count());
        if (found.rows().share() < 1) {
            object.put("rowShare", found.rows().share());
            number(object, "samplingError", found.samplingError());
        }
        object.put("khatThreshold", found.threshold())
                .put("doubtful", found.rows().doubtful());
        number(object, "khatMax", found.rows().largest());
        rows(object.putArray("influential"), found.rows().influential());
        rows(object.putArray("surprising"), found.rows().surprising());
        ObjectNode waic = object.putObject("waic");
        estimate(waic, "elpd", "se", found.waic());
        estimate(waic, "p", "pSe", found.waicParameters());
    }

    private static void estimate(ObjectNode object, String value, String error, Estimate of) {
        number(object, value, of.value());
        number(object, error, of.error());
    }

    private static void rows(ArrayNode array, List<LeftOutRow> rows) {
        for (LeftOutRow row : rows) {
            ObjectNode object = array.addObject().put("row", row.row());
            RowKey key = row.key();
            if (key != null) {
                object.put("key", key.text());
                if (key.alike() > 0) {
                    object.put("alike", key.alike());
                }
            }
            object.put("label", row.label());
            if (row.weight() != 1) {
                object.put("weight", row.weight());
            }
            number(object, "elpd", row.elpd());
            number(object, "khat", row.tailIndex());
        }
    }

    private static void number(ObjectNode object, String name, double value) {
        if (Double.isFinite(value)) {
            object.put(name, value);
        }
    }

    static LeaveOneOut read(JsonCursor cursor) {
        cursor.section();
        JsonCursor waic = cursor.at("waic").section();
        return new LeaveOneOut(
                estimate(cursor, "elpd", "se"),
                estimate(cursor, "p", "pSe"),
                estimate(waic, "elpd", "se"),
                estimate(waic, "p", "pSe"),
                cursor.at("mcse").number(Double.NaN),
                cursor.at("rowShare").isPresent() ? cursor.at("samplingError").number(Double.NaN) : 0,
                cursor.at("draws").count(),
                cursor.at("khatThreshold").number(),
                new LeftOutSummary(
                        cursor.at("rows").whole(),
                        cursor.at("rowShare").number(1),
                        cursor.at("doubtful").whole(),
                        cursor.at("khatMax").number(Double.NaN),
                        rows(cursor.at("influential")),
                        rows(cursor.at("surprising")),
                        List.of()));
    }

    private static Estimate estimate(JsonCursor cursor, String value, String error) {
        return new Estimate(
                cursor.at(value).number(Double.NaN), cursor.at(error).number(Double.NaN));
    }

    private static List<LeftOutRow> rows(JsonCursor array) {
        return array.each().stream()
                .map(row -> new LeftOutRow(
                        row.at("row").whole(),
                        row.at("label").number(),
                        row.at("weight").number(1),
                        row.at("elpd").number(Double.NaN),
                        row.at("khat").number(Double.NaN),
                        key(row)))
                .toList();
    }

    private static @Nullable RowKey key(JsonCursor row) {
        JsonCursor key = row.at("key");
        return key.isPresent()
                ? new RowKey(
                        key.text(),
                        row.at("alike").isPresent() ? row.at("alike").whole() : 0)
                : null;
    }
}
