package io.credence.benchmark;

import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.family.GaussianStructure;
import io.credence.fit.Algorithm;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState.FitListener;
import io.credence.fit.FitState.Phase;
import io.credence.fit.InProcessBackend;
import io.credence.kind.GroupingFactor;
import io.credence.kind.RandomEffects;
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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * What mixed models take and how their variance components compare with what was simulated: normal responses with correlated slopes, two
 * crossed factors, counts and labels. Arguments: a file of lme4's InstEval, written by {@code write.csv}, to fit it too.
 */
public final class MixedModels {

    private static final long SEED = 28;
    private static final DenseKernel KERNEL = Kernels.named("auto");

    private MixedModels() {}

    /** A set of rows with the model that made them; true standard deviations in the order of the model's. */
    private record Rows(String name, RowBlock block, MixedModel model, double[] truth) {}

    public static void main(String[] arguments) throws IOException {
        System.out.println(
                "| rows | effects | evaluations | passes | s to the mode | s | sds: posterior (true) | reached |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
        run(simulated("gaussian", 100_000, new int[] {10_000}, 2));
        run(simulated("gaussian", 20_000, new int[] {600, 200}, 1));
        run(simulated("poisson", 10_000, new int[] {1_000}, 2));
        run(simulated("bernoulli", 10_000, new int[] {1_000}, 2));
        if (arguments.length > 0) {
            Rows rows = instEval(Path.of(arguments[0]));
            run(rows);
            run(rows);
        }
    }

    private static void run(Rows rows) {
        long begun = System.nanoTime();
        double[] units = new double[rows.block().columns()];
        Arrays.fill(units, 1);
        FitSettings settings = FitSettings.of(GaussianStructure.FULL);
        List<List<RowBlock>> partitions = List.of(List.of(rows.block()));
        try (InProcessBackend backend = new InProcessBackend(partitions, KERNEL, 1)) {
            Algorithm algorithm = MixedAlgorithmChoice.jointAlgorithm(rows.model(), units, settings, backend, KERNEL);
            double[] toMode = new double[1];
            FitListener clock = state -> {
                if (Objects.requireNonNull(state.lastStep()).phase() == Phase.MODE) {
                    toMode[0] = seconds(begun);
                }
            };
            FitResult result = algorithm.result(algorithm.run(algorithm.init(), List.of(clock)));
            MixedPosterior found = (MixedPosterior) Objects.requireNonNull(result.detail(), "a mixed model");
            int effects = found.effects().stream()
                    .mapToInt(each -> each.levels() * each.effects().size())
                    .sum();
            System.out.printf(
                    Locale.ROOT,
                    "| %s, %d | %d | %d | %.0f | %.1f | %.1f | %s | %s |%n",
                    rows.name(),
                    rows.block().rows(),
                    effects,
                    result.iterations(),
                    result.passes(),
                    toMode[0],
                    seconds(begun),
                    sds(found, rows.truth()),
                    result.status());
        }
    }

    private static double seconds(long begun) {
        return (System.nanoTime() - begun) * 1e-9;
    }

    private static String sds(MixedPosterior found, double[] truth) {
        StringBuilder text = new StringBuilder();
        int at = 0;
        for (EffectsPosterior effects : found.effects()) {
            for (ComponentSummary sd : effects.sds()) {
                text.append(String.format(Locale.ROOT, "%.3f ± %.3f (%.3f) ", sd.mean(), sd.sd(), truth[at++]));
            }
        }
        return text.toString().trim();
    }

    /** Rows dealt at random to the levels of each factor; intercepts, and one slope where there are two effects. */
    private static Rows simulated(String family, int count, int[] levels, int size) {
        Random random = new Random(SEED);
        double[] sds = {0.8, 0.4};
        double[][] effects = new double[levels.length][];
        int[][] of = new int[levels.length][count];
        List<RandomEffects> entries = new ArrayList<>();
        List<GroupingFactor> factors = new ArrayList<>();
        for (int f = 0; f < levels.length; f++) {
            int each = levels[f];
            effects[f] = new double[each * size];
            for (int i = 0; i < effects[f].length; i++) {
                effects[f][i] = sds[i % size] / (f + 1) * random.nextGaussian();
            }
            String name = "f" + f;
            factors.add(new GroupingFactor(name, each));
            List<String> terms = List.of("(Intercept)", "x").subList(0, size);
            entries.add(new RandomEffects(name, terms, IntStream.range(0, size).toArray(), size > 1));
        }
        double[] cells = new double[2 * count];
        double[] labels = new double[count];
        for (int i = 0; i < count; i++) {
            cells[2 * i] = 1;
            cells[2 * i + 1] = random.nextGaussian();
            double eta = 0.3 - 0.5 * cells[2 * i + 1];
            for (int f = 0; f < levels.length; f++) {
                of[f][i] = random.nextInt(levels[f]);
                for (int j = 0; j < size; j++) {
                    eta += cells[2 * i + j] * effects[f][of[f][i] * size + j];
                }
            }
            labels[i] = response(family, eta, random);
        }
        double[] truth = IntStream.range(0, levels.length * size)
                .mapToDouble(i -> sds[i % size] / (i / size + 1))
                .toArray();
        RowBlock block = new DenseBlock(RowAttributes.ofLabels(labels).withLevels(of), 2, cells);
        return new Rows(family, block, model(family, factors, entries, 2.5), truth);
    }

    static double response(String family, double eta, Random random) {
        if (family.equals("gaussian")) {
            return eta + random.nextGaussian();
        }
        if (family.equals("bernoulli")) {
            return random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
        }
        double left = Math.exp(eta);
        int counted = -1;
        while (left >= 0) {
            left += Math.log(1 - random.nextDouble());
            counted++;
        }
        return counted;
    }

    private static MixedModel model(
            String family, List<GroupingFactor> factors, List<RandomEffects> effects, double scale) {
        return new MixedModel(
                factors,
                effects,
                new boolean[] {true, true},
                Likelihoods.named(family, 1, 0),
                new GaussianPrior(new double[2], new double[] {0.01, 0.01}),
                effects.stream()
                        .map(each -> EffectsPrior.halfStudent(each.size(), scale))
                        .toList(),
                family.equals("gaussian") ? new LogHalfStudent(3, scale) : null);
    }

    private static Rows instEval(Path file) throws IOException {
        List<String[]> table = Files.readAllLines(file).stream()
                .skip(1)
                .map(line -> line.replace("\"", "").trim().split(","))
                .toList();
        int count = table.size();
        int first = table.get(0).length - 7;
        int[] columns = {first, first + 1, first + 5};
        int[][] of = new int[columns.length][count];
        List<GroupingFactor> factors = new ArrayList<>();
        for (int f = 0; f < columns.length; f++) {
            int column = columns[f];
            List<String> levels = List.copyOf(
                    new TreeSet<>(table.stream().map(row -> row[column]).toList()));
            factors.add(GroupingFactor.of(List.of("s", "d", "dept").get(f), levels));
            for (int i = 0; i < count; i++) {
                of[f][i] = java.util.Collections.binarySearch(levels, table.get(i)[column]);
            }
        }
        double[] cells = new double[2 * count];
        double[] labels = new double[count];
        for (int i = 0; i < count; i++) {
            cells[2 * i] = 1;
            cells[2 * i + 1] = Double.parseDouble(table.get(i)[first + 4]);
            labels[i] = Double.parseDouble(table.get(i)[first + 6]);
        }
        List<RandomEffects> effects = List.of(
                new RandomEffects("s", List.of("(Intercept)"), new int[] {0}, false),
                new RandomEffects("d", List.of("(Intercept)"), new int[] {0}, false),
                new RandomEffects("dept", List.of("(Intercept)", "service"), new int[] {0, 1}, false));
        RowBlock block = new DenseBlock(RowAttributes.ofLabels(labels).withLevels(of), 2, cells);
        return new Rows("InstEval", block, model("gaussian", factors, effects, 2.5), new double[] {
            0.3248, 0.5126, 0.0609, 0.1812
        });
    }
}
