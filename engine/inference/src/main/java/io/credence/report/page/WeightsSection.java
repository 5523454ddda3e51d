package io.credence.report.page;

import io.credence.diagnostic.WeightTail;
import io.credence.result.section.BoundsSection;
import io.credence.result.section.BoundsSection.BoundSection;
import io.credence.result.section.DiagnosticsSection;
import io.credence.result.section.FindingsSection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Section on the importance weights of the posterior's draws.
 *
 * @param tail picture of k̂ with its threshold; null where weights are equal
 * @param bracket picture of the bounds of the log evidence; null where fewer than two are finite
 * @param facts number of draws, and their effective sample size
 * @param bounds table of all bounds
 * @param numbers coefficients whose means have the largest k̂
 */
record WeightsSection(
        @Nullable Picture tail,
        @Nullable Picture bracket,
        List<Fact> facts,
        List<BoundRow> bounds,
        List<Fact> numbers) {

    private static final int MOST = 5;

    /** Line of the table of bounds, for one bound of the log evidence. */
    record BoundRow(String name, String value, String error) {}

    static @Nullable WeightsSection of(FindingsSection findings, List<String> names) {
        DiagnosticsSection diagnostics = findings.diagnostics();
        WeightTail tail = diagnostics == null ? null : diagnostics.tail();
        if (diagnostics == null || tail == null) {
            return null;
        }
        List<Fact> facts = new ArrayList<>();
        facts.add(Fact.of("draws", "%d", tail.draws()));
        facts.add(Fact.of("effective sample size", "%.0f", tail.effectiveSize()));
        facts.add(Fact.of("relative sd of the weights", "%.3f", tail.weightSpread()));
        BoundsSection bounds = findings.knownBounds();
        double[] byNumber = diagnostics.weights().khatByParameter();
        return new WeightsSection(
                EvidencePicture.tailPicture(tail, diagnostics.areWeightsUsable()),
                EvidencePicture.boundsPicture(bounds),
                facts,
                bounds.named().entrySet().stream()
                        .map(each -> toRow(each.getKey(), each.getValue()))
                        .toList(),
                byNumber == null ? List.of() : largestTailIndices(byNumber, names));
    }

    private static BoundRow toRow(String name, BoundSection bound) {
        return new BoundRow(
                BoundName.of(name),
                bound.infinite() != null ? "infinite" : String.format(Locale.ROOT, "%.4f", bound.value()),
                Double.isFinite(bound.mcse()) ? String.format(Locale.ROOT, "± %.4f", bound.mcse()) : "");
    }

    private static List<Fact> largestTailIndices(double[] byNumber, List<String> names) {
        return IntStream.range(0, Math.min(byNumber.length, names.size()))
                .boxed()
                .filter(j -> Double.isFinite(byNumber[j]))
                .sorted(Comparator.comparingDouble(j -> -byNumber[j]))
                .limit(MOST)
                .map(j -> Fact.of(names.get(j), "%.2f", byNumber[j]))
                .toList();
    }
}
