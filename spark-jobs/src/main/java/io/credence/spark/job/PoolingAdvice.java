package io.credence.spark.job;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.percentile_approx;

import io.credence.Rows;
import io.credence.config.FitConfig;
import io.credence.formula.Formula;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.part.Choice;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * Advice to fit one mixed model of all segments instead of a model of each. Where a coefficient hardly varies more
 * between segments than by chance, its estimate in one of them is mostly noise, which {@code (1 + x | store)} pools
 * away. The variance between segments and the posterior variance within one are compared by quartiles, so that single
 * segments do not decide.
 */
final class PoolingAdvice {

    /** Interquartile range of a standard normal number. */
    private static final double NORMAL_RANGE = 1.3489795003921634;

    /**
     * Smallest number of segments for advice: fewer levels show little of how they vary (Gelman and Hill 2007, section
     * 12.9).
     */
    private static final int FEWEST_SEGMENTS = 5;

    private static final int ACCURACY = 1000;

    private PoolingAdvice() {}

    /**
     * Advice in one sentence; null where segments differ by more than chance, or the family has no mixed models.
     *
     * @param posteriors a row for each number of each segment
     */
    static @Nullable String of(Dataset<Row> posteriors, FitConfig config) {
        Likelihood likelihood = poolableLikelihood(config);
        if (likelihood == null) {
            return null;
        }
        String dispersion = likelihood.dispersionName();
        List<String> noisy = posteriors
                .where(col("status").equalTo("converged"))
                .groupBy("name")
                .agg(count(lit(1)), quantile("mean", 0.25), quantile("mean", 0.75), quantile("sd", 0.5))
                .collectAsList()
                .stream()
                .filter(PoolingAdvice::isMostlyNoise)
                .map(row -> row.getString(0))
                .filter(name -> !name.equals(dispersion)
                        && isPoolableTerm(name, config.data().predictors().formula()))
                .sorted()
                .toList();
        if (noisy.isEmpty()) {
            return null;
        }
        String effects = Stream.concat(Stream.of("1"), noisy.stream().filter(name -> !name.equals(Rows.INTERCEPT)))
                .reduce((left, right) -> left + " + " + right)
                .orElseThrow();
        return "at least half of how " + String.join(", ", noisy)
                + " varies between segments is the uncertainty within them: a formula with (" + effects + " | "
                + String.join(":", config.data().roles().segmentColumns())
                + ") instead of data.by fits all segments together, as levels, and lets each"
                + " borrow from the others";
    }

    /** Whether a coefficient is the intercept or belongs to a numeric column. */
    private static boolean isPoolableTerm(String name, @Nullable Formula formula) {
        return name.equals(Rows.INTERCEPT)
                || name.matches("[A-Za-z.][\\w.]*")
                        && (formula == null
                                || List.of(formula.text().split("[^\\w.]+")).contains(name));
    }

    private static Column quantile(String column, double share) {
        return percentile_approx(col(column), lit(share), lit(ACCURACY));
    }

    private static boolean isMostlyNoise(Row row) {
        if (row.getLong(1) < FEWEST_SEGMENTS) {
            return false;
        }
        double between = (row.getDouble(3) - row.getDouble(2)) / NORMAL_RANGE;
        double within = row.getDouble(4);
        return 2 * within * within >= between * between;
    }

    /** Likelihood of the fit if mixed models support it (one linear predictor, no classes); else null. */
    private static @Nullable Likelihood poolableLikelihood(FitConfig config) {
        Choice<LikelihoodPart> family = config.model().familyChoice();
        if (family == null || family.part().hasClasses()) {
            return null;
        }
        Likelihood likelihood = family.part().likelihood(family.values(), 0);
        return likelihood.predictorCount() > 1 || likelihood.predictorModel(List.of()) != null ? null : likelihood;
    }
}
