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
 * Reader and writer of summaries of varying effects in {@code posterior.json}. Effects of single levels have a separate
 * table.
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
        List<MixedSummary.EffectsSummary> all = mixed.effectsSummaries();
        for (int e = 0; e < all.size(); e++) {
            write(groups.addObject(), all.get(e), levels.get(e));
        }
        SummaryRow residual = mixed.residualSd();
        if (residual != null) {
            write(root.putObject(RESIDUAL), residual);
        }
    }

    private static void write(ObjectNode group, MixedSummary.EffectsSummary found, LevelEffects levels) {
        group.put("factor", found.effects().factor());
        found.effects().terms().forEach(group.putArray("terms")::add);
        group.put("correlated", found.effects().correlated()).put("levels", found.levelCount());
        summaryRows(group.putArray("sd"), found.sds());
        summaryRows(group.putArray("correlation"), found.correlations());
        if (found.intraclassCorrelation() != null) {
            write(group.putObject("intraclass"), found.intraclassCorrelation());
        }
        ArrayNode covariance = group.putArray("covariance");
        for (double entry : found.covariance()) {
            covariance.add(entry);
        }
        ArrayNode shrinkage = group.putArray("shrinkage");
        for (int term = 0; term < levels.effectNames().size(); term++) {
            shrinkage.add(levels.shrinkage(
                    term, found.covariance()[term * (levels.effectNames().size() + 1)]));
        }
        ArrayNode ranked = group.putArray("ranked");
        for (int term = 0; term < levels.effectNames().size(); term++) {
            summaryRows(ranked.addArray(), levels.rankedSummaries(term, SHOWN));
        }
    }

    private static void summaryRows(ArrayNode into, List<SummaryRow> rows) {
        rows.forEach(row -> write(into.addObject(), row));
    }

    private static void write(ObjectNode node, SummaryRow row) {
        node.put("name", row.name())
                .put("mean", row.mean())
                .put("sd", row.sd())
                .put("lower", row.lower())
                .put("upper", row.upper());
        if (!Double.isNaN(row.positiveProbability())) {
            node.put("positive", row.positiveProbability());
        }
    }

    static List<SavedEffects> read(JsonCursor groups) {
        List<SavedEffects> all = new ArrayList<>();
        for (JsonCursor group : groups.isPresent() ? groups.elements() : List.<JsonCursor>of()) {
            List<String> terms = group.child("terms").texts();
            JsonCursor intraclass = group.child("intraclass");
            all.add(new SavedEffects(
                    group.child("factor").text(),
                    terms,
                    group.child("levels").count(),
                    summaryRows(group.child("sd").elements(terms.size())),
                    summaryRows(group.child("correlation").elements()),
                    intraclass.isPresent() ? readSummaryRow(intraclass) : null,
                    group.child("covariance").numbers(terms.size() * terms.size()),
                    group.child("shrinkage").isPresent()
                            ? group.child("shrinkage").numbers(terms.size())
                            : null,
                    group.child("ranked").elements(terms.size()).stream()
                            .map(term -> summaryRows(term.elements()))
                            .toList()));
        }
        return all;
    }

    static @Nullable SummaryRow readResidualSd(JsonCursor cursor) {
        return cursor.isPresent() ? readSummaryRow(cursor) : null;
    }

    private static List<SummaryRow> summaryRows(List<JsonCursor> positions) {
        return positions.stream().map(EffectsSectionJson::readSummaryRow).toList();
    }

    private static SummaryRow readSummaryRow(JsonCursor cursor) {
        return new SummaryRow(
                cursor.child("name").text(),
                cursor.child("mean").number(),
                cursor.child("sd").number(),
                cursor.child("lower").number(),
                cursor.child("upper").number(),
                cursor.child("positive").number(Double.NaN));
    }
}
