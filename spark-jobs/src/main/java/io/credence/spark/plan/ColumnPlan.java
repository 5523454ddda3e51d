package io.credence.spark.plan;

import io.credence.config.DataConfig;
import io.credence.formula.GroupingTerm;
import io.credence.kind.ColumnScales;
import io.credence.kind.RandomEffects;
import io.credence.part.Spelling;
import io.credence.spark.backend.RowPartitions;
import io.credence.spark.row.DataException;
import io.credence.spark.row.FeatureLayout;
import io.credence.spark.row.FeatureSource;
import io.credence.spark.row.LevelPlan;
import io.credence.spark.row.RowOrigin;
import io.credence.spark.row.RowPlan;
import io.credence.summary.Sentences;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Plan of columns that become features one by one. A scan of the rows finds levels and spread where they are needed.
 *
 * @param drafts drafts of the features, followed by those of effects that only vary between levels
 * @param featureDraftCount number of drafts of features
 * @param scanPlan plan that reads rows before their levels are known
 * @param classNames words for the classes of the label, in order
 * @param notes notes on the columns
 */
record ColumnPlan(
        List<FeatureDraft> drafts, int featureDraftCount, RowPlan scanPlan, List<String> classNames, List<String> notes)
        implements FeaturePlan {

    private static final long serialVersionUID = 1;

    ColumnPlan {
        drafts = new ArrayList<>(drafts);
        classNames = new ArrayList<>(classNames);
        notes = new ArrayList<>(notes);
    }

    @Override
    public FeaturePlan withLevelPlan(LevelPlan levels) {
        return new ColumnPlan(drafts, featureDraftCount, scanPlan.withLevelPlan(levels), classNames, notes);
    }

    @Override
    public Features complete(RowPartitions rows, RowOrigin origin, DataConfig config, EarlierFitColumns earlier) {
        boolean needsScan = config.standardize() || drafts.stream().anyMatch(FeatureDraft::isCategory);
        return new Completion(this, origin, config, earlier)
                .features(needsScan ? ColumnScan.run(rows, scanPlan, config.standardize(), origin) : null);
    }

    /** Completion of a plan by the levels and spreads of its rows. */
    private static final class Completion {

        private final ColumnPlan columns;
        private final RowOrigin origin;
        private final DataConfig config;
        private final EarlierFitColumns earlier;
        private final List<String> names = new ArrayList<>();
        private final Map<String, String> baselines = new LinkedHashMap<>();
        private final List<String> notes;
        private final List<String> single = new ArrayList<>();
        private int fixed;

        Completion(ColumnPlan columns, RowOrigin origin, DataConfig config, EarlierFitColumns earlier) {
            this.earlier = earlier;
            this.columns = columns;
            this.origin = origin;
            this.config = config;
            this.notes = new ArrayList<>(columns.notes);
        }

        Features features(@Nullable ColumnScan scan) {
            RowPlan plan = rowPlan(scan);
            if (!single.isEmpty()) {
                notes.add("categorical "
                        + Sentences.columnSentence(
                                single, "has one level and gives no feature", "have one level and give no feature"));
            }
            return new Features(
                    plan,
                    names,
                    baselines,
                    columns.classNames,
                    List.of(),
                    null,
                    notes,
                    new Features.Coefficients(fixed, effects()));
        }

        private List<RandomEffects> effects() {
            List<RandomEffects> effects = new ArrayList<>();
            for (GroupingTerm term : config.predictors().groupingTerms()) {
                int[] at = term.effectNames().stream().mapToInt(names::indexOf).toArray();
                for (int k = 0; k < at.length; k++) {
                    String name = term.effectNames().get(k);
                    if (at[k] < 0) {
                        throw new DataException(
                                "there is no column '" + name + "', whose effects vary by " + term.factorName(),
                                name.equals(INTERCEPT)
                                        ? "data.intercept = true, or a formula"
                                        : "a feature or a column",
                                Spelling.suggest(name, names),
                                origin.where());
                    }
                }
                effects.add(new RandomEffects(term.factorName(), term.effectNames(), at, term.correlated()));
            }
            return effects;
        }

        private RowPlan rowPlan(@Nullable ColumnScan scan) {
            List<FeatureSource> sources = new ArrayList<>();
            double entries = 0;
            if (config.predictors().intercept()) {
                names.add(INTERCEPT);
                entries = 1;
            }
            int category = 0;
            for (FeatureDraft draft : columns.drafts) {
                fixed = sources.size() <= columns.featureDraftCount ? names.size() : fixed;
                if (draft.source() instanceof FeatureSource.Category source && scan != null) {
                    sources.add(indicatorSource(source, orderedLevels(source, scan.levels(category++))));
                } else {
                    sources.add(draft.withTarget(names.size()));
                    names.addAll(draft.names());
                }
                entries += draft.meanEntries();
            }
            fixed = columns.featureDraftCount == columns.drafts.size() ? names.size() : fixed;
            if (names.isEmpty()) {
                throw new DataException(
                        "there is nothing to estimate",
                        "at least one feature, or the intercept",
                        "no column without another role",
                        origin.where());
            }
            boolean sparse = FeatureLayout.isSparse(entries, names.size());
            RowPlan plan = columns.scanPlan.withSources(sources, names.size(), sparse);
            return config.standardize() && scan != null ? plan.withScales(scales(sources, scan)) : plan;
        }

        private List<String> orderedLevels(FeatureSource.Category source, List<String> ascending) {
            String before = earlier.baselines().get(source.column());
            return Levels.orderedLevels(ascending, before, source.column(), config, origin.where());
        }

        private FeatureSource indicatorSource(FeatureSource.Category source, List<String> levels) {
            if (levels.size() < 2) {
                single.add(source.column());
            }
            Map<UTF8String, Integer> targets = new HashMap<>();
            for (int k = 0; k < levels.size(); k++) {
                targets.put(
                        UTF8String.fromString(levels.get(k)), k == 0 ? FeatureSource.Category.BASELINE : names.size());
                if (k == 0) {
                    baselines.put(source.column(), levels.get(k));
                } else {
                    names.add(source.column() + "=" + levels.get(k));
                }
            }
            return new FeatureSource.Category(source.ordinal(), source.column(), targets, true);
        }

        private double[] scales(List<FeatureSource> sources, ColumnScan scan) {
            double[] scales = ColumnScales.unscaled(names.size()).scales();
            int at = config.predictors().intercept() ? 1 : 0;
            int scanned = at;
            int category = 0;
            for (int s = 0; s < sources.size(); s++) {
                if (sources.get(s) instanceof FeatureSource.Category levels) {
                    double weight = scan.levelWeight(category);
                    for (int k = 1; k < levels.targets().size(); k++) {
                        String level = names.get(at).substring(levels.column().length() + 1);
                        double share = scan.levelShare(category, level, weight);
                        scales[at++] = ColumnScan.scaleFromSd(Math.sqrt(share * (1 - share)));
                    }
                    category++;
                } else {
                    for (int k = 0; k < columns.drafts.get(s).names().size(); k++) {
                        scales[at++] = scan.scale(scanned++);
                    }
                }
            }
            return scales;
        }
    }
}
