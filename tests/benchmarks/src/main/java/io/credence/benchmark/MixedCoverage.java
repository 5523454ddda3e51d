package io.credence.benchmark;

import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.family.GaussianStructure;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
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
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogHalfStudent;
import io.credence.summary.MixedSummary;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;

/**
 * How often intervals of 90 % hold coefficients and standard deviations, over simulated sets of few groups: labels of 20 groups of 5 rows,
 * counts of 50 groups of 4, and normal responses of two crossed factors of 30 and 20 levels. The rows of all sets are written too, for
 * {@code mixed-coverage.R}, which has Wald intervals of lme4. Arguments: sets, file of rows, families (all by default).
 */
public final class MixedCoverage {

    private static final double NORMAL_90 = 1.6448536269514722;
    private static final double INTERCEPT = -0.3;
    private static final double SLOPE = 0.5;
    private static final DenseKernel KERNEL = Kernels.named("auto");

    private MixedCoverage() {}

    /** A kind of set: crossed where there are two factors, each row of another pair of levels; else rows of a group in turn. */
    private record Design(String family, int[] levels, double[] sds, int rows) {}

    private static final List<Design> DESIGNS = List.of(
            new Design("bernoulli", new int[] {20}, new double[] {1}, 100),
            new Design("poisson", new int[] {50}, new double[] {0.5}, 200),
            new Design("gaussian", new int[] {30, 20}, new double[] {1, 0.6}, 600));

    public static void main(String[] arguments) throws IOException {
        int sets = Integer.parseInt(arguments[0]);
        System.out.println("| family | levels | sets | reliable | intercept | slope | sds | s of a set |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
        List<String> families = List.of(arguments).subList(2, arguments.length);
        try (PrintWriter rows = new PrintWriter(Files.newBufferedWriter(Path.of(arguments[1])))) {
            rows.println("family,set,y,x,a,b");
            DESIGNS.stream()
                    .filter(design -> families.isEmpty() || families.contains(design.family()))
                    .forEach(design -> cover(design, sets, rows));
        }
    }

    private static void cover(Design design, int sets, PrintWriter rows) {
        int[] within = new int[2 + design.sds().length];
        int reliable = 0;
        long begun = System.nanoTime();
        for (int set = 0; set < sets; set++) {
            RowBlock block = simulated(design, new Random(1000L * design.rows() + set));
            write(design, set, block, rows);
            MixedModel model = model(design);
            try (InProcessBackend backend = new InProcessBackend(List.of(List.of(block)), KERNEL, 1)) {
                FitSettings settings = FitSettings.of(GaussianStructure.FULL);
                FitResult result = MixedAlgorithmChoice.chooseAlgorithm(
                                model, new double[] {1, 1}, settings, backend, KERNEL)
                        .fit();
                MixedPosterior found = (MixedPosterior) Objects.requireNonNull(result.detail(), "a mixed model");
                reliable += new MixedSummary(model, found, List.of(), List.of())
                                .reliability(result, true)
                                .isReliable()
                        ? 1
                        : 0;
                double[] truth = {INTERCEPT, SLOPE};
                for (int j = 0; j < 2; j++) {
                    double away = found.fixedEffectsPosterior().mean()[j] - truth[j];
                    within[j] += Math.abs(away)
                                    < NORMAL_90 * found.fixedEffectsPosterior().sd()[j]
                            ? 1
                            : 0;
                }
                for (int e = 0; e < design.sds().length; e++) {
                    ComponentSummary sd = found.effects().get(e).sds().get(0);
                    boolean holds = sd.lower() < design.sds()[e] && design.sds()[e] < sd.upper();
                    within[2 + e] += holds ? 1 : 0;
                }
            }
        }
        double[] shares =
                Arrays.stream(within).mapToDouble(n -> n / (double) sets).toArray();
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %d | %d | %.3f | %.3f | %s | %.2f |%n",
                design.family(),
                Arrays.toString(design.levels()),
                sets,
                reliable,
                shares[0],
                shares[1],
                Arrays.toString(Arrays.copyOfRange(shares, 2, shares.length)),
                (System.nanoTime() - begun) * 1e-9 / sets);
    }

    private static RowBlock simulated(Design design, Random random) {
        double[][] effects = new double[design.levels().length][];
        for (int f = 0; f < effects.length; f++) {
            effects[f] = new double[design.levels()[f]];
            double sd = design.sds()[f];
            Arrays.setAll(effects[f], g -> sd * random.nextGaussian());
        }
        int n = design.rows();
        int[][] of = new int[effects.length][n];
        double[] cells = new double[2 * n];
        double[] labels = new double[n];
        for (int i = 0; i < n; i++) {
            cells[2 * i] = 1;
            cells[2 * i + 1] = random.nextGaussian();
            double eta = INTERCEPT + SLOPE * cells[2 * i + 1];
            int left = i;
            for (int f = 0; f < effects.length; f++) {
                of[f][i] = left % design.levels()[f];
                left /= design.levels()[f];
                eta += effects[f][of[f][i]];
            }
            labels[i] = MixedModels.response(design.family(), eta, random);
        }
        return new DenseBlock(RowAttributes.ofLabels(labels).withLevels(of), 2, cells);
    }

    private static void write(Design design, int set, RowBlock block, PrintWriter rows) {
        for (int i = 0; i < block.rows(); i++) {
            int[][] levels = Objects.requireNonNull(block.attributes().levels(), "groups");
            rows.printf(
                    Locale.ROOT,
                    "%s,%d,%s,%s,%d,%d%n",
                    design.family(),
                    set,
                    block.attributes().labels()[i],
                    block.value(i, 1),
                    levels[0][i],
                    levels.length > 1 ? levels[1][i] : 0);
        }
    }

    private static MixedModel model(Design design) {
        List<GroupingFactor> factors = new ArrayList<>();
        List<RandomEffects> effects = new ArrayList<>();
        for (int f = 0; f < design.levels().length; f++) {
            String name = "f" + f;
            factors.add(new GroupingFactor(name, design.levels()[f]));
            effects.add(new RandomEffects(name, List.of("(Intercept)"), new int[] {0}, false));
        }
        return new MixedModel(
                factors,
                effects,
                new boolean[] {true, true},
                Likelihoods.named(design.family(), 1, 0),
                new GaussianPrior(new double[2], new double[] {0.04, 0.16}),
                effects.stream().map(each -> EffectsPrior.halfStudent(1, 2.5)).toList(),
                design.family().equals("gaussian") ? new LogHalfStudent(3, 2.5) : null);
    }
}
