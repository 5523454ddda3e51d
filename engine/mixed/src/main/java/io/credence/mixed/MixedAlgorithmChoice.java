package io.credence.mixed;

import io.credence.family.law.DispersionPosterior;
import io.credence.fit.Algorithm;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitSettings;
import io.credence.kind.GroupingFactor;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.mixed.crossed.CrossedDensity;
import io.credence.mixed.crossed.CrossedLayout;
import io.credence.mixed.crossed.CrossedNormalRowsDensity;
import io.credence.mixed.crossed.CrossedProbes;
import io.credence.mixed.crossed.CrossedRowsPass;
import io.credence.mixed.crossed.CrossedSearch;
import io.credence.mixed.crossed.CrossedSiteDensity;
import io.credence.mixed.crossed.CrossedStatistics;
import io.credence.mixed.joint.BoundDensity;
import io.credence.mixed.joint.ComponentDensity;
import io.credence.mixed.joint.JointSearch;
import io.credence.mixed.joint.NormalRowsDensity;
import io.credence.mixed.joint.NormalRowsPass;
import io.credence.mixed.joint.SiteDensity;
import io.credence.mixed.levelwise.LevelwiseDensity;
import io.credence.mixed.levelwise.LevelwisePosteriorBuilder;
import io.credence.mixed.levelwise.LevelwiseSearch;
import io.credence.mixed.levelwise.LevelwiseSurvey;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.result.MixedPosteriorBuilder;
import io.credence.mixed.row.ArrowStatistics;
import io.credence.pass.Lazy;
import java.util.Comparator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Choice of the algorithm that fits a mixed model. Two large crossed factors are fitted by iteration; many levels of
 * one factor with a response that is not normal, each level by itself; all other models, all effects together.
 */
public final class MixedAlgorithmChoice {

    /**
     * Largest number of effects, beside those of the largest factor and the fixed ones, whose dense precision is
     * factored. With normal responses 2,000 take a second or so for an evaluation; the determinant is then known, so
     * that components that are not sharply known are integrated.
     */
    private static final int MOST_DENSE = 2_000;

    /**
     * Smallest number of levels per coefficient and variance component. With so many, these are normal, and the outer
     * products of the levels' gradients give their precision.
     */
    private static final int LEVELS_EACH = 40;

    /**
     * Smallest number of levels for which outer products of gradients are used. Fewer leave a standard deviation
     * uncertain by more than four per cent.
     */
    private static final int LEAST_LEVELS = 400;

    /**
     * Number of rows from which smooths of responses that are not normal are fitted by bounds instead of sites of rows.
     * A bound costs as much as a fit without smooths; sites cost a square of the coefficients for each row.
     */
    private static final int MANY_ROWS = 2_000;

    private MixedAlgorithmChoice() {}

    /**
     * Chooses the fit of the backend's rows, which may be read once.
     *
     * @param units number by which each column of the rows was divided
     * @param kernel dense algebra of the driver
     * @throws IllegalArgumentException if there are too many effects beside the largest factors
     */
    public static Algorithm chooseAlgorithm(
            MixedModel model, double[] units, FitSettings settings, ExecutionBackend backend, DenseKernel kernel) {
        if (hasLargeCrossedFactors(model)) {
            return crossedAlgorithm(model, units, settings, backend, kernel);
        }
        Algorithm levelwise = levelwiseAlgorithm(model, units, settings, backend, kernel);
        return levelwise == null ? jointAlgorithm(model, units, settings, backend, kernel) : levelwise;
    }

    /** Creates the fit of all effects together, whatever their numbers, with parameters as of {@link #chooseAlgorithm}. */
    public static Algorithm jointAlgorithm(
            MixedModel model, double[] units, FitSettings settings, ExecutionBackend backend, DenseKernel kernel) {
        EffectLayout layout = EffectLayout.of(model);
        Supplier<ComponentDensity> density = new Lazy<>(() -> model.likelihood().isNormal()
                ? new NormalRowsDensity(
                        ArrowStatistics.of(layout, backend.run(new NormalRowsPass(layout, units))), kernel)
                : isFittedByBounds(model, backend)
                        ? BoundDensity.of(layout, units, settings, backend, kernel)
                        : new SiteDensity(layout, units, backend, settings.seed(), kernel));
        JointSearch search = new JointSearch(density, new MixedPosteriorBuilder(model, kernel), settings.seed());
        return new MixedAlgorithm<>(search, settings, backend);
    }

    /** Whether coefficients of smooths alone are fitted given each point as those of a model without smooths are. */
    private static boolean isFittedByBounds(MixedModel model, ExecutionBackend backend) {
        return model.factors().isEmpty() && backend.summary().rows() >= MANY_ROWS;
    }

    /**
     * Creates the fit that solves for the second largest factor's effects by iteration, whatever their number, with
     * parameters as of {@link #chooseAlgorithm}.
     *
     * @throws IllegalArgumentException if there is no second factor, too many effects beside the two largest ones, or
     *     both of these divide the rows alike
     */
    public static Algorithm crossedAlgorithm(
            MixedModel model, double[] units, FitSettings settings, ExecutionBackend backend, DenseKernel kernel) {
        if (!model.smooths().isEmpty()) {
            throw new IllegalArgumentException("smooths are not fitted beside two crossed factors of so many levels:"
                    + " required at most " + MOST_DENSE + " effects beside those of the largest factor, or no "
                    + model.smooths().get(0).name());
        }
        CrossedLayout layout = CrossedLayout.of(model);
        Supplier<CrossedDensity> density = new Lazy<>(() -> model.likelihood().isNormal()
                ? new CrossedNormalRowsDensity(
                        CrossedStatistics.of(layout, backend.run(new CrossedRowsPass(layout, units))),
                        CrossedProbes.COUNT,
                        settings.seed(),
                        kernel)
                : new CrossedSiteDensity(layout, units, backend, settings.seed(), kernel));
        density.get().startingPoint();
        CrossedSearch search = new CrossedSearch(density, new MixedPosteriorBuilder(model, kernel), settings.seed());
        return new MixedAlgorithm<>(search, settings, backend);
    }

    /**
     * Whether effects of factors other than the largest are too many for a dense matrix, and may be solved for by
     * iteration.
     */
    public static boolean hasLargeCrossedFactors(MixedModel model) {
        return !model.factors().isEmpty()
                && !CrossedSiteDensity.hasHeavyTails(model)
                && EffectLayout.ofLargestFactor(model).globalCount() > MOST_DENSE;
    }

    /**
     * Least memory in bytes that the driver needs for two large crossed factors: two numbers for each level and
     * right-hand side of their systems. It is 0 for other models.
     */
    public static double leastCrossedBytes(MixedModel model) {
        if (!hasLargeCrossedFactors(model)) {
            return 0;
        }
        long levels = model.factors().stream()
                .map(GroupingFactor::levelCount)
                .sorted(Comparator.reverseOrder())
                .limit(2)
                .mapToLong(Integer::longValue)
                .sum();
        int sides = model.fixedColumns().length + 1 + CrossedProbes.COUNT;
        return 2.0 * Double.BYTES * levels * sides;
    }

    /**
     * Whether each of many levels is fitted by itself, so that its effects stay where its rows are. The rows may still
     * have fewer levels, or divide some between partitions.
     */
    public static boolean keepsLevelsApart(MixedModel model) {
        if (model.likelihood().dispersionName() != null
                || !model.smooths().isEmpty()
                || hasLargeCrossedFactors(model)) {
            return false;
        }
        EffectLayout layout = EffectLayout.ofLargestFactor(model);
        return layout.others().isEmpty() && layout.localLevels() >= leastLevels(model);
    }

    private static int leastLevels(MixedModel model) {
        int unknowns = model.fixedColumns().length + new VarianceCoordinates(model).dimension();
        return Math.max(LEAST_LEVELS, LEVELS_EACH * unknowns);
    }

    /**
     * Creates the fit of each level by itself. Null where levels are of several factors, are few, or have rows in
     * several partitions.
     */
    private static @Nullable Algorithm levelwiseAlgorithm(
            MixedModel model, double[] units, FitSettings settings, ExecutionBackend backend, DenseKernel kernel) {
        if (!keepsLevelsApart(model)) {
            return null;
        }
        EffectLayout layout = EffectLayout.of(model);
        VarianceCoordinates coordinates = new VarianceCoordinates(model);
        RowLoss loss = model.likelihood().loss(new DispersionPosterior.Known(1));
        LevelwiseSurvey survey = backend.run(new LevelwiseSurvey.SurveyPass(layout, units, loss));
        if (survey.levelCount() < leastLevels(model) || survey.isSplit()) {
            return null;
        }
        LevelwiseDensity density =
                new LevelwiseDensity(layout, coordinates, units, loss, backend, survey, settings.seed());
        LevelwisePosteriorBuilder result =
                new LevelwisePosteriorBuilder(density, new MixedPosteriorBuilder(model, kernel));
        return new MixedAlgorithm<>(new LevelwiseSearch(density, result), settings, backend);
    }
}
