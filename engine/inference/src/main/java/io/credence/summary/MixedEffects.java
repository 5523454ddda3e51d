package io.credence.summary;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.credence.kind.CurvePlot;
import io.credence.kind.Section;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Summaries of the effects and smooths of a mixed model. Effects of single levels have a table of their own.
 *
 * @param groups effects that vary between the levels of a grouping factor, by factor; empty for models without them
 * @param smooths smooth functions; empty for models without them
 * @param sigma residual standard deviation; null where there is none
 * @param variancePoints joint posterior of all variance components; null for models without them, and in files of
 *     earlier versions
 */
public record MixedEffects(
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FactorSummary> groups,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<SmoothSummary> smooths,
        @Nullable SummaryRow sigma,
        @Nullable VariancePoints variancePoints) {

    /** Effects of models that have none. */
    public static final MixedEffects NONE = new MixedEffects(List.of(), List.of(), null, null);

    /** Largest number of smooths with pictures. */
    private static final int MOST_SMOOTHS = 24;

    /** Summaries of all variance components, followed by the intraclass correlations. */
    public List<SummaryRow> varianceComponents() {
        return Stream.of(levelComponents(), smoothComponents(), residual(), intraclassCorrelations())
                .flatMap(List::stream)
                .toList();
    }

    /** Sections of a report: effects that vary between levels, and smooths. */
    public List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        if (!groups.isEmpty()) {
            sections.add(levelSection());
        }
        if (!smooths.isEmpty()) {
            sections.add(smoothSection());
        }
        return sections;
    }

    private Section levelSection() {
        List<SummaryRow> rows = new ArrayList<>(levelComponents());
        rows.addAll(residual());
        rows.addAll(intraclassCorrelations());
        Section section =
                Section.of("groups", "between levels of " + factors()).withTable(SummaryParts.table("", rows));
        for (FactorSummary group : groups) {
            for (int term = 0; term < group.terms().size(); term++) {
                section = SummaryParts.withIntervals(
                        section, group.pictureTitle(term), 0, group.ranked().get(term));
            }
        }
        return section;
    }

    private Section smoothSection() {
        List<SummaryRow> rows = new ArrayList<>(smoothComponents());
        if (groups.isEmpty()) {
            rows.addAll(residual());
        }
        String degrees = smooths.stream()
                .map(smooth -> String.format(
                        Locale.ROOT, "%s %.1f of %d", smooth.name(), smooth.effectiveDegrees(), smooth.columns()))
                .collect(Collectors.joining(", "));
        Section section = Section.of("smooths", "smooths, effective degrees of freedom " + degrees)
                .withTable(SummaryParts.table("", rows));
        for (SmoothSummary smooth : smooths.subList(0, Math.min(smooths.size(), MOST_SMOOTHS))) {
            for (CurvePlot curve : smooth.curvePlots()) {
                section = section.withCurve(curve);
            }
        }
        return section;
    }

    /** Names of the grouping factors with their numbers of levels, as text. */
    private String factors() {
        Set<String> words = new LinkedHashSet<>();
        groups.forEach(
                group -> words.add(group.factor() + " (" + group.effects().levels() + " levels)"));
        return String.join(", ", words);
    }

    private List<SummaryRow> levelComponents() {
        return groups.stream()
                .flatMap(group -> Stream.concat(group.sd().stream(), group.correlation().stream()))
                .toList();
    }

    private List<SummaryRow> smoothComponents() {
        return smooths.stream().flatMap(smooth -> smooth.sd().stream()).toList();
    }

    private List<SummaryRow> residual() {
        return sigma == null ? List.of() : List.of(sigma);
    }

    private List<SummaryRow> intraclassCorrelations() {
        return groups.stream()
                .map(FactorSummary::intraclass)
                .filter(Objects::nonNull)
                .toList();
    }
}
