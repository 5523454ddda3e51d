package io.credence.config;

import io.credence.config.InferenceConfig.RequestedChecks.LeftOutRows;
import io.credence.config.key.FitKind;
import io.credence.config.key.KeyTable;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.part.Choice;
import java.util.List;

/**
 * Checks the settings of a job with one fit per segment. Each fit runs in one task and yields a few rows of a table.
 */
final class SegmentSettingCombinations {

    private static final String BY = "data.by";

    private final Settings settings;
    private final IdleKeyNotes notes;

    SegmentSettingCombinations(Settings settings, IdleKeyNotes notes) {
        this.settings = settings;
        this.notes = notes;
    }

    /**
     * Names of the columns whose cells identify a segment; none where all rows are one fit.
     *
     * @throws ConfigurationException if something is requested that has no effect on fits by segment
     */
    List<String> readSegmentColumns(InferenceConfig inference) {
        List<String> by = settings.texts(BY);
        if (!by.isEmpty()) {
            check(inference, by);
        }
        return by;
    }

    private void check(InferenceConfig inference, List<String> by) {
        if (!inference.model().request().groupingTerms().isEmpty()) {
            throw new ConfigurationException(BY + " does not go with effects that vary between levels: required"
                    + " (1 | " + String.join(":", by)
                    + ") in a formula, which fits all segments together, as levels, or " + BY
                    + ", which fits each alone; found both");
        }
        if (inference.model().request().hasVarianceComponents()) {
            throw new ConfigurationException(BY + " does not go with smooths: required a formula with "
                    + String.join(":", by) + ":s(x), which fits all segments together, or " + BY
                    + " with ns(x, df = 5), whose columns have no standard deviation in common; found both");
        }
        KeyTable.excludedBy(FitKind.SEGMENTS)
                .forEach(key ->
                        refuseIf(notes.isSet(key.name()), key.name(), String.valueOf(key.exclusion(FitKind.SEGMENTS))));
        refuseIf(inference.isPartitioned(), "estimator.kind", "the rows of a segment are in one task");
        refuseIf(inference.prior().isEarlierPosterior(), "prior.kind", "an earlier posterior is of one fit");
        refuseIf(
                inference.check().leaveOneOut() == LeftOutRows.ALL,
                "check.loo",
                "the table of segments has no column for it");
        Choice<LikelihoodPart> family = inference.model().familyChoice();
        boolean counted =
                family != null && family.part().hasClasses() && family.part().statedClassCount(family.values()) == 0;
        if (counted) {
            throw settings.refusal(
                    "model.classes",
                    "is counted from the rows, of which segments may have others",
                    "their number where " + BY + " is set");
        }
    }

    private void refuseIf(boolean requested, String key, String why) {
        if (requested) {
            throw new ConfigurationException(
                    key + " does not go with " + BY + ": " + why + "; required one of them, found " + key + " = "
                            + Settings.show(settings.value(key)) + Settings.originText(settings.value(key)));
        }
    }
}
