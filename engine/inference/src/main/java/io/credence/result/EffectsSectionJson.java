package io.credence.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.summary.LevelEffects;
import io.credence.summary.MixedSummary;
import io.credence.summary.SummaryRow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reader and writer of the varying effects in {@code posterior.json}; those of single levels have a table of their own.
 */
final class EffectsSectionJson {

    static final String KEY = "groups";
    static final String RESIDUAL = "sigma";

    /** Largest number of levels of a term that are saved for pictures. */
    private static final int SHOWN = 60;

    private EffectsSectionJson() {}

    static void write(ObjectNode root, MixedSummary mixed) {
        ArrayNode groups = root.putArray(KEY);
        List<LevelEffects> levels = LevelEffects.of(mixed);
        List<MixedSummary.EffectsSummary> all = mixed.groups();
        for (int e = 0; e < all.size(); e++) {
            write(groups.addObject(), all.get(e), levels.get(e));
        }
        SummaryRow residual = mixed.residual();
        if (residual != null) {
            write(root.putObject(RESIDUAL), residual);
        }
    }

    private static void write(ObjectNode group, MixedSummary.EffectsSummary found, LevelEffects levels) {
        group.put("factor", found.effects().factor());
        found.effects().terms().forEach(group.putArray("terms")::add);
        group.put("correlated", found.effects().correlated()).put("levels", found.levels());
        rows(group.putArray("sd"), found.sds());
        rows(group.putArray("correlation"), found.correlations());
        if (found.intraclass() != null) {
            write(group.putObject("intraclass"), found.intraclass());
        }
        ArrayNode covariance = group.putArray("covariance");
        for (double entry : found.covariance()) {
            covariance.add(entry);
        }
        ArrayNode shrinkage = group.putArray("shrinkage");
        for (int term = 0; term < levels.terms().size(); term++) {
            shrinkage.add(levels.shrinkage(
                    term, found.covariance()[term * (levels.terms().size() + 1)]));
        }
        ArrayNode ranked = group.putArray("ranked");
        for (int term = 0; term < levels.terms().size(); term++) {
            rows(ranked.addArray(), levels.ranked(term, SHOWN));
        }
    }

    private static void rows(ArrayNode into, List<SummaryRow> rows) {
        rows.forEach(row -> write(into.addObject(), row));
    }

    private static void write(ObjectNode node, SummaryRow row) {
        node.put("name", row.name())
                .put("mean", row.mean())
                .put("sd", row.sd())
                .put("lower", row.lower())
                .put("upper", row.upper());
        if (!Double.isNaN(row.positive())) {
            node.put("positive", row.positive());
        }
    }

    static List<SavedEffects> read(JsonCursor groups) {
        List<SavedEffects> all = new ArrayList<>();
        for (JsonCursor group : groups.isPresent() ? groups.each() : List.<JsonCursor>of()) {
            List<String> terms = group.at("terms").texts();
            JsonCursor intraclass = group.at("intraclass");
            all.add(new SavedEffects(
                    group.at("factor").text(),
                    terms,
                    group.at("levels").count(),
                    rows(group.at("sd").each(terms.size())),
                    rows(group.at("correlation").each()),
                    intraclass.isPresent() ? row(intraclass) : null,
                    group.at("covariance").numbers(terms.size() * terms.size()),
                    group.at("shrinkage").isPresent() ? group.at("shrinkage").numbers(terms.size()) : null,
                    group.at("ranked").each(terms.size()).stream()
                            .map(term -> rows(term.each()))
                            .toList()));
        }
        return all;
    }

    static @Nullable SummaryRow residual(JsonCursor cursor) {
        return cursor.isPresent() ? row(cursor) : null;
    }

    private static List<SummaryRow> rows(List<JsonCursor> positions) {
        return positions.stream().map(EffectsSectionJson::row).toList();
    }

    private static SummaryRow row(JsonCursor cursor) {
        return new SummaryRow(
                cursor.at("name").text(),
                cursor.at("mean").number(),
                cursor.at("sd").number(),
                cursor.at("lower").number(),
                cursor.at("upper").number(),
                cursor.at("positive").number(Double.NaN));
    }
}
