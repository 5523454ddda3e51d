package io.credence.spark.plan;

import io.credence.config.ConfigurationException;
import io.credence.formula.Basis;
import io.credence.formula.Design;
import io.credence.result.SavedPosterior;
import io.credence.spark.row.LabelRule;
import java.util.List;
import java.util.Map;

/**
 * Facts about columns that a fit takes over from an earlier one whose posterior is its prior. Computed anew, the
 * columns might not be those of the prior.
 *
 * @param bases functions that {@code poly}, {@code scale}, {@code ns} and {@code bs} stand for, by the text of the call
 * @param baselines level without a coefficient of each column, which rows need not have
 * @param classNames words for the classes, in order; empty where labels are numbers
 * @param classCount number of classes; 0 where labels are no counted classes
 */
public record EarlierFitColumns(
        Map<String, Basis> bases, Map<String, String> baselines, List<String> classNames, int classCount) {

    /** No facts: there is no earlier fit. */
    public static final EarlierFitColumns NONE = new EarlierFitColumns(Map.of(), Map.of(), List.of(), 0);

    public EarlierFitColumns {
        bases = Map.copyOf(bases);
        baselines = Map.copyOf(baselines);
        classNames = List.copyOf(classNames);
    }

    /** Facts of a saved fit. */
    public static EarlierFitColumns of(SavedPosterior saved) {
        Design design = saved.fittedColumns().design();
        return new EarlierFitColumns(
                design == null ? Map.of() : design.data().bases(),
                saved.fittedColumns().referenceLevels(),
                saved.classNames(),
                Math.max(saved.classNames().size(), saved.model().classCount()));
    }

    /**
     * Copy of a rule with all classes of the earlier fit, even those without a row now.
     *
     * @throws ConfigurationException if the model has another number of them
     */
    public LabelRule withEarlierClasses(LabelRule rule) {
        if (classCount == 0 || rule.mostClasses() == 0) {
            return rule;
        } else if (!rule.countsClasses() && rule.mostClasses() != classCount) {
            throw new ConfigurationException("the prior does not fit the model: required model.classes = " + classCount
                    + ", as the earlier fit has them, found " + rule.mostClasses());
        }
        return rule.withClasses(classNames, classCount);
    }
}
