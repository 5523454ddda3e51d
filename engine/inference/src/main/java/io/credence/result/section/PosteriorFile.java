package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import io.credence.summary.FitReport;
import io.credence.summary.NetworkReport;
import io.credence.summary.Verdict;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Content of a {@code posterior.json}, schema credence/posterior/2: the report of a fit with one posterior.
 *
 * @param outcome status and verdict
 * @param model description of the model
 * @param data facts about the rows
 * @param prior normal priors of the coefficients; null where none has one, and for networks
 * @param posterior posterior of coefficients, or description of networks
 * @param findings checks and further summaries of the posterior
 * @param run duration and environment of the run; null in files that do not state it
 * @param settings configuration of the fit
 */
public record PosteriorFile(
        @JsonUnwrapped OutcomeSection outcome,
        ModelSection model,
        DataSection data,
        @Nullable PriorSection prior,
        PosteriorSection posterior,
        @JsonUnwrapped FindingsSection findings,
        @Nullable RunSection run,
        @JsonUnwrapped SettingsSection settings) {

    /** Name and version of the schema. */
    public static final String SCHEMA = "credence/posterior/2";

    private static final Set<String> STATUSES = Set.of("converged", "unconverged", "diverged");

    public PosteriorFile {
        if (!STATUSES.contains(outcome.status())) {
            throw Refusal.of("status is not known", "converged, unconverged or diverged", outcome.status());
        }
    }

    /** Report of a fit of coefficients. */
    public static PosteriorFile of(FitReport report) {
        SettingsSection settings = SettingsSection.of(report.config());
        return new PosteriorFile(
                OutcomeSection.of(
                        SCHEMA,
                        report,
                        VerdictSection.of(
                                report.config(),
                                report.reliability().but(),
                                Verdict.lines(report),
                                report.advice(),
                                report.notes())),
                ModelSection.of(report, settings.optionTexts()),
                DataSection.of(settings.dataPath(), report.data()),
                PriorSection.of(report, settings.shown("prior")),
                CoefficientsSection.of(report),
                FindingsSection.of(report),
                RunSection.of(report),
                settings);
    }

    /**
     * Report of a fit of networks.
     *
     * @param networksDigest digest of the file with their parameters
     */
    public static PosteriorFile of(NetworkReport report, String networksDigest) {
        SettingsSection settings = SettingsSection.of(report.config());
        return new PosteriorFile(
                OutcomeSection.of(
                        SCHEMA,
                        report,
                        VerdictSection.of(
                                report.config(),
                                List.of(),
                                List.of(report.reliability().text()),
                                List.of(),
                                report.warnings())),
                LikelihoodSection.of(report),
                DataSection.of(settings.dataPath(), report.data()),
                null,
                NetworksSection.of(report, networksDigest),
                FindingsSection.of(report.trained().heldOut()),
                RunSection.of(report),
                settings);
    }

    /**
     * Reads the file.
     *
     * @throws IllegalArgumentException if it is not what a fit writes; the message states what and where
     */
    public static PosteriorFile read(JsonNode root) {
        return SectionMapper.read(root, PosteriorFile.class);
    }
}
