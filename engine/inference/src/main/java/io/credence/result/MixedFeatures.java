package io.credence.result;

import io.credence.formula.Design;
import io.credence.predict.MixedScoring;
import io.credence.predict.MixedScoring.LevelMoments;
import io.credence.summary.LevelEffects;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Features of a row in a mixed model, for its fixed coefficients and for its varying effects. */
public final class MixedFeatures {

    private MixedFeatures() {}

    /** Names of the features of the fixed coefficients, followed by features that only varying effects multiply. */
    public static List<String> features(SavedPosterior posterior) {
        Design design = posterior.fittedColumns().design();
        if (design != null) {
            return design.names();
        }
        Set<String> names = new LinkedHashSet<>(posterior.names());
        posterior.groups().forEach(factor -> names.addAll(factor.terms()));
        return new ArrayList<>(names);
    }

    /** Varying effects of a mixed model, with the columns that they multiply. */
    public static List<MixedScoring.LevelEffects> levelEffects(SavedPosterior posterior, List<LevelEffects> effects) {
        List<String> names = features(posterior);
        Design design = posterior.fittedColumns().design();
        List<String> factors =
                effects.stream().map(LevelEffects::factorName).distinct().toList();
        List<MixedScoring.LevelEffects> scored = new ArrayList<>();
        for (int e = 0; e < effects.size(); e++) {
            LevelEffects each = effects.get(e);
            int[] columns = design == null
                    ? each.effectNames().stream().mapToInt(names::indexOf).toArray()
                    : design.factorEffects().get(e).columnIndices();
            scored.add(new MixedScoring.LevelEffects(
                    factors.indexOf(each.factorName()),
                    columns,
                    new LevelMoments(each.mean(), each.covariance(), each.crossCovariance()),
                    posterior.groups().get(e).covariance()));
        }
        return scored;
    }
}
