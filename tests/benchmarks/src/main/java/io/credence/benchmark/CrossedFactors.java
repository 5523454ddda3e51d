package io.credence.benchmark;

import com.sun.management.OperatingSystemMXBean;
import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.family.GaussianStructure;
import io.credence.fit.Algorithm;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.InProcessBackend;
import io.credence.kind.GroupingFactor;
import io.credence.kind.RandomEffects;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.mixed.MixedAlgorithmChoice;
import io.credence.mixed.model.EffectsPrior;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.result.MixedPosterior;
import io.credence.mixed.result.MixedPosterior.ComponentSummary;
import io.credence.mixed.result.MixedPosterior.EffectsPosterior;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogHalfStudent;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.random.Well19937c;

/**
 * Ratings of items by users, of many rows by few of each: the iterative fit of two large crossed factors against the dense one
 * ({@code compare}), its coverage over simulated sets ({@code coverage}), and what it takes at the size of MovieLens ({@code scale CELLS USERS
 * ITEMS FAMILY}).
 */
public final class CrossedFactors {

    private static final DenseKernel KERNEL = Kernels.named("auto");
    private static final FitSettings SETTINGS = FitSettings.of(GaussianStructure.FULL);
    private static final double[] UNITS = {1, 1, 1};
    private static final double[] BETA = {3.5, 0.1, 0.2};
    private static final double[] SDS = {0.44, 0.5, 0.95};
    private static final int BLOCK = 1 << 20;
    private static final Likelihood NORMAL = Likelihoods.named("gaussian", 1, 0);

    private CrossedFactors() {}

    /** Rows with what they were made of. */
    private record Ratings(List<RowBlock> blocks, MixedModel model, double[][] effects, int rows) {}

    public static void main(String[] arguments) {
        switch (arguments[0]) {
            case "compare" -> {
                System.out.println(
                        "| rows | levels | iterative: cpu s | dense: cpu s | sds of u, v: rms (largest), % | means: largest,"
                                + " sds | β: sds, % | σ's: means, sds |");
                System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
                compare(52_000, 1_500, 700);
                compare(300_000, 3_000, 1_500);
            }
            case "coverage" -> coverage(40);
            default ->
                scale(
                        Integer.parseInt(arguments[1]),
                        Integer.parseInt(arguments[2]),
                        Integer.parseInt(arguments[3]),
                        Likelihoods.named(arguments[4], 1, 0));
        }
    }

    private static double processorSeconds() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() * 1e-9;
    }

    private static MixedPosterior detail(FitResult result) {
        return (MixedPosterior) Objects.requireNonNull(result.detail(), "a mixed model");
    }

    private static void compare(int rows, int users, int items) {
        Ratings ratings = simulated(rows, users, items, NORMAL, 5);
        try (InProcessBackend backend = new InProcessBackend(List.of(ratings.blocks()), KERNEL, 1)) {
            double begun = processorSeconds();
            FitResult found = MixedAlgorithmChoice.crossedAlgorithm(ratings.model(), UNITS, SETTINGS, backend, KERNEL)
                    .fit();
            double between = processorSeconds();
            FitResult dense = MixedAlgorithmChoice.jointAlgorithm(ratings.model(), UNITS, SETTINGS, backend, KERNEL)
                    .fit();
            double ended = processorSeconds();
            StringBuilder sds = new StringBuilder();
            double means = 0;
            for (int f = 0; f < 2; f++) {
                EffectsPosterior one = detail(dense).effects().get(f);
                EffectsPosterior two = detail(found).effects().get(f);
                double square = 0;
                double largest = 0;
                for (int level = 0; level < one.levels(); level++) {
                    double off = 100 * (two.sd(level, 0) / one.sd(level, 0) - 1);
                    square += off * off / one.levels();
                    largest = Math.max(largest, Math.abs(off));
                    means = Math.max(means, Math.abs(two.mean(level, 0) - one.mean(level, 0)) / one.sd(level, 0));
                }
                sds.append(text(" %.2f (%.1f)", Math.sqrt(square), largest));
            }
            double fixed = IntStream.range(0, 3)
                    .mapToDouble(j -> 100
                            * Math.abs(found.posterior().sd()[j]
                                            / dense.posterior().sd()[j]
                                    - 1))
                    .max()
                    .orElseThrow();
            System.out.println(text(
                    "| %d | %d × %d | %.1f | %.1f |%s | %.3f | %.2f |%s |",
                    ratings.rows(),
                    users,
                    items,
                    between - begun,
                    ended - between,
                    sds,
                    means,
                    fixed,
                    components(detail(dense), detail(found))));
        }
    }

    private static String components(MixedPosterior dense, MixedPosterior found) {
        StringBuilder text = new StringBuilder();
        for (int j = 0; j < 3; j++) {
            ComponentSummary one = component(dense, j);
            ComponentSummary two = component(found, j);
            text.append(
                    text(" %+.3f, %+.0f %%;", (two.mean() - one.mean()) / one.sd(), 100 * (two.sd() / one.sd() - 1)));
        }
        return text.toString();
    }

    private static ComponentSummary component(MixedPosterior of, int j) {
        ComponentSummary residual = of.residualSd();
        if (j == 2 && residual != null) {
            return residual;
        }
        return of.effects().get(j).sds().get(0);
    }

    private static void coverage(int sets) {
        int[] inside = new int[6];
        double[] squares = new double[2];
        long[] levels = new long[2];
        for (int set = 0; set < sets; set++) {
            Ratings ratings = simulated(12_000, 500, 400, NORMAL, 100 + set);
            try (InProcessBackend backend = new InProcessBackend(List.of(ratings.blocks()), KERNEL, 1)) {
                FitResult result = MixedAlgorithmChoice.crossedAlgorithm(
                                ratings.model(), UNITS, SETTINGS, backend, KERNEL)
                        .fit();
                MixedPosterior found = detail(result);
                for (int j = 0; j < 3; j++) {
                    ComponentSummary sd = component(found, j);
                    inside[j] += sd.lower() < SDS[j] && SDS[j] < sd.upper() ? 1 : 0;
                    double z = (result.posterior().mean()[j] - BETA[j])
                            / result.posterior().sd()[j];
                    inside[3 + j] += Math.abs(z) < 1.645 ? 1 : 0;
                }
                for (int f = 0; f < 2; f++) {
                    squares[f] += squares(found.effects().get(f), ratings.effects()[f]);
                    levels[f] += ratings.effects()[f].length;
                }
            }
        }
        System.out.println(text(
                "90 %% intervals of %d sets that hold the truth: sd(user) %d, sd(item) %d, sigma %d, coefficients %d %d %d",
                sets, inside[0], inside[1], inside[2], inside[3], inside[4], inside[5]));
        System.out.println(text(
                "rms z of users %.3f, of items %.3f",
                Math.sqrt(squares[0] / levels[0]), Math.sqrt(squares[1] / levels[1])));
    }

    private static double squares(EffectsPosterior found, double[] truth) {
        double sum = 0;
        for (int level = 0; level < truth.length; level++) {
            double z = (found.mean(level, 0) - truth[level]) / found.sd(level, 0);
            sum += z * z;
        }
        return sum;
    }

    private static void scale(int rows, int users, int items, Likelihood likelihood) {
        Ratings ratings = simulated(rows, users, items, likelihood, 9);
        double begun = processorSeconds();
        long clock = System.nanoTime();
        try (InProcessBackend backend = new InProcessBackend(List.of(ratings.blocks()), KERNEL, 1)) {
            Algorithm algorithm =
                    MixedAlgorithmChoice.chooseAlgorithm(ratings.model(), UNITS, SETTINGS, backend, KERNEL);
            FitResult result = algorithm.result(algorithm.run(
                    algorithm.init(),
                    List.of(state -> System.err.println(
                            text("step %d: %.0f s of processor", state.iteration(), processorSeconds() - begun)))));
            MixedPosterior found = detail(result);
            System.out.println(text(
                    "| %d | %d × %d | %d | %.0f (%.0f) | %s | %.3f, %.3f | %s |",
                    ratings.rows(),
                    users,
                    items,
                    result.iterations(),
                    processorSeconds() - begun,
                    (System.nanoTime() - clock) * 1e-9,
                    IntStream.range(0, ratings.model().estimatesResidual() ? 3 : 2)
                            .mapToObj(j -> text(
                                    "%.4f ± %.4f (%.2f)",
                                    component(found, j).mean(),
                                    component(found, j).sd(),
                                    SDS[j]))
                            .toList(),
                    Math.sqrt(squares(found.effects().get(0), ratings.effects()[0]) / users),
                    Math.sqrt(squares(found.effects().get(1), ratings.effects()[1]) / items),
                    result.status()));
        }
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** Users log-normal and items by a power law in how often they occur, each pair at most once. */
    private static Ratings simulated(int count, int users, int items, Likelihood likelihood, long seed) {
        Random random = new Random(seed);
        double[] often = sums(IntStream.range(0, users)
                .mapToDouble(i -> Math.exp(1.2 * random.nextGaussian()))
                .toArray());
        double[] popular = sums(IntStream.range(0, items)
                .mapToDouble(j -> Math.pow(j + 21, -1.1))
                .toArray());
        long[] pairs = new long[count];
        for (int i = 0; i < count; i++) {
            pairs[i] = (long) pick(random, often) * items + pick(random, popular);
        }
        Arrays.sort(pairs);
        int rows = 0;
        for (int i = 0; i < count; i++) {
            if (i == 0 || pairs[i] != pairs[rows - 1]) {
                pairs[rows++] = pairs[i];
            }
        }
        double[][] effects = {normals(random, users, SDS[0]), normals(random, items, SDS[1])};
        double[] quality = normals(random, items, 1);
        RandomGenerator responses = new Well19937c(seed);
        List<RowBlock> blocks = new ArrayList<>();
        for (int from = 0; from < rows; from += BLOCK) {
            long[] own = Arrays.copyOfRange(pairs, from, Math.min(rows, from + BLOCK));
            blocks.add(block(random, own, effects, quality, eta -> response(likelihood, eta, responses)));
        }
        return new Ratings(List.copyOf(blocks), model(likelihood, users, items), effects, rows);
    }

    private static double response(Likelihood likelihood, double eta, RandomGenerator random) {
        double dispersion = likelihood.dispersionName() != null ? SDS[2] * SDS[2] : 1;
        return Objects.requireNonNull(likelihood.responseSampler()).draw(new double[] {eta}, dispersion, random);
    }

    private static RowBlock block(
            Random random, long[] pairs, double[][] effects, double[] quality, DoubleUnaryOperator response) {
        int[][] levels = new int[2][pairs.length];
        double[] cells = new double[3 * pairs.length];
        double[] labels = new double[pairs.length];
        for (int i = 0; i < pairs.length; i++) {
            levels[0][i] = (int) (pairs[i] / quality.length);
            levels[1][i] = (int) (pairs[i] % quality.length);
            cells[3 * i] = 1;
            cells[3 * i + 1] = random.nextGaussian();
            cells[3 * i + 2] = quality[levels[1][i]];
            double eta = effects[0][levels[0][i]] + effects[1][levels[1][i]];
            for (int j = 0; j < 3; j++) {
                eta += BETA[j] * cells[3 * i + j];
            }
            labels[i] = response.applyAsDouble(eta);
        }
        return new DenseBlock(RowAttributes.ofLabels(labels).withLevels(levels), 3, cells);
    }

    private static double[] sums(double[] weights) {
        Arrays.parallelPrefix(weights, Double::sum);
        return weights;
    }

    private static int pick(Random random, double[] sums) {
        int at = Arrays.binarySearch(sums, random.nextDouble() * sums[sums.length - 1]);
        return Math.min(sums.length - 1, at < 0 ? -at - 1 : at);
    }

    private static double[] normals(Random random, int count, double sd) {
        return IntStream.range(0, count)
                .mapToDouble(i -> sd * random.nextGaussian())
                .toArray();
    }

    private static MixedModel model(Likelihood likelihood, int users, int items) {
        List<GroupingFactor> factors = List.of(factor("user", users), factor("item", items));
        List<RandomEffects> effects = factors.stream()
                .map(each -> new RandomEffects(each.name(), List.of("(Intercept)"), new int[] {0}, false))
                .toList();
        return new MixedModel(
                factors,
                effects,
                new boolean[] {true, true, true},
                likelihood,
                new GaussianPrior(new double[3], new double[] {0.01, 0.01, 0.01}),
                effects.stream().map(each -> EffectsPrior.halfStudent(1, 2.5)).toList(),
                likelihood.dispersionName() == null ? null : new LogHalfStudent(3, 2.5));
    }

    private static GroupingFactor factor(String name, int levels) {
        return new GroupingFactor(name, levels);
    }
}
