package io.credence.summary;

import io.credence.kind.Section;
import io.credence.kind.SectionTable;
import java.util.ArrayList;
import java.util.List;

/** Sections of a report that show posterior summaries: coefficients, further numbers of the kind, and corrected ones. */
final class FitSections {

    /** Largest number of coefficients that are all shown. */
    private static final int MOST = 60;

    /** Number of coefficients that are shown of more. */
    private static final int FEW = 50;

    private FitSections() {}

    static List<Section> of(FitReport report) {
        List<Section> sections = new ArrayList<>();
        sections.add(Section.of("coefficients", "").withTable(coefficients(report)));
        Findings findings = report.findings();
        sections.addAll(findings.kindFindings().sections());
        WeightCorrection corrected = findings.weightCorrection();
        if (corrected != null) {
            add(sections, "corrected", "corrected by importance weights", corrected.summaryRows());
        }
        LinearResponseSummary response = findings.linearResponse();
        if (response != null && response.isMaterial()) {
            add(sections, "response", "sds by linear response", response.summaryRows());
        }
        add(sections, "combinations", "combinations", report.contrasts());
        add(sections, "quantities", "quantities", findings.quantitySummary().summaryRows());
        return sections;
    }

    private static SectionTable coefficients(FitReport report) {
        Coefficients all = report.coefficients();
        int shown = all.dimension() <= MOST ? all.dimension() : FEW;
        List<SummaryRow> rows = SummaryRow.of(
                all,
                report.findings().numberSummary().constrainedSummary(),
                report.model().dispersionName(),
                report.result().dispersion(),
                shown,
                report.config().seed());
        return SummaryParts.table(
                "", rows, all.dimension() - shown, report.reliability().but());
    }

    private static void add(List<Section> sections, String name, String title, List<SummaryRow> rows) {
        if (!rows.isEmpty()) {
            sections.add(Section.of(name, title).withTable(SummaryParts.table("", rows)));
        }
    }
}
