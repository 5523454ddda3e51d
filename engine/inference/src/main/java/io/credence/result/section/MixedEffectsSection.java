package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.credence.summary.LevelEffects;
import io.credence.summary.MixedSummary;
import io.credence.summary.SmoothSummary;
import io.credence.summary.SummaryRow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Summaries of the effects and smooths of a mixed model. Effects of single levels have a table of their own.
 *
 * @param groups effects that vary between the levels of a grouping factor, by factor; empty for models without them
 * @param smooths smooth functions; empty for models without them
 * @param sigma residual standard deviation; null where there is none
 */
public record MixedEffectsSection(
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<GroupSection> groups,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<SmoothSummary> smooths,
        @Nullable SummaryRow sigma) {

    static final MixedEffectsSection NONE = new MixedEffectsSection(List.of(), List.of(), null);

    static MixedEffectsSection of(@Nullable MixedSummary mixed) {
        if (mixed == null) {
            return NONE;
        }
        List<LevelEffects> levels = LevelEffects.of(mixed);
        List<MixedSummary.EffectsSummary> all = mixed.effectsSummaries();
        List<GroupSection> groups = new ArrayList<>();
        for (int e = 0; e < all.size(); e++) {
            groups.add(GroupSection.of(all.get(e), levels.get(e)));
        }
        return new MixedEffectsSection(groups, mixed.smoothSummaries(), mixed.residualSd());
    }
}
