package io.credence.benchmark;

import io.credence.data.FloatBlock;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.family.GaussianStructure;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.InProcessBackend;
import io.credence.kind.GroupingFactor;
import io.credence.kind.RandomEffects;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.ResponseSampler;
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
import io.credence.summary.MixedSummary;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.random.Well19937c;

/**
 * Labels in very many groups of ten rows, an intercept and slopes that all vary between groups: how far standard deviations and
 * coefficients lie from those that made the data, how often intervals of 90 % hold them and the effects, and what it takes. Arguments:
 * groups, effects of a group, sets of data, threads, family of the labels.
 */
public final class GroupedLabels {

    private static final int EACH = 10;
    private static final int PARTITIONS = 8;
    private static final double NORMAL_90 = 1.6448536269514722;
    private static final DenseKernel KERNEL = Kernels.named("auto");

    private GroupedLabels() {}

    public static void main(String[] arguments) {
        int groups = Integer.parseInt(arguments[0]);
        int effects = Integer.parseInt(arguments[1]);
        String[] sets = arguments[2].split("-");
        int first = sets.length == 1 ? 1 : Integer.parseInt(sets[0]);
        int last = Integer.parseInt(sets[sets.length - 1]);
        int threads = Integer.parseInt(arguments[3]);
        Likelihood likelihood = Likelihoods.named(arguments[4], 1, 0);
        System.out.println(
                "| groups | effects | set | seconds | processor s | passes | chi-squared of coefficients | of log sds | rms z: coefficients | sds"
                        + " | mean z of sds | within 90 %: coefficients | sds | effects | rms z of effects | reliability |");
        System.out.println("| --- ".repeat(16) + "|");
        for (int set = first; set <= last; set++) {
            run(new Population(likelihood, effects, set), groups, threads);
        }
    }

    /** What makes the data. */
    private static final class Population {
        private final Likelihood likelihood;
        private final ResponseSampler response;
        private final RandomGenerator random;
        private final int set;
        private final double[] coefficients;
        private final double[] sds;

        Population(Likelihood likelihood, int effects, int set) {
            this.likelihood = likelihood;
            this.response = Objects.requireNonNull(likelihood.responseSampler());
            this.set = set;
            this.random = new Well19937c(set);
            this.coefficients = new double[effects];
            this.sds = new double[effects];
            for (int j = 0; j < effects; j++) {
                coefficients[j] = j == 0 ? -1 : 0.45 * random.nextGaussian();
                sds[j] = j == 0 ? 0.8 : 0.15 + 0.2 * random.nextDouble();
            }
        }

        float[] level() {
            float[] own = new float[sds.length];
            for (int j = 0; j < own.length; j++) {
                own[j] = (float) (sds[j] * random.nextGaussian());
            }
            return own;
        }

        /** Fills the cells of a row and returns its label. */
        double row(float[] effects, float[] cells, int at) {
            double eta = 0;
            for (int j = 0; j < sds.length; j++) {
                cells[at + j] = j == 0 ? 1 : (float) random.nextGaussian();
                eta += cells[at + j] * (coefficients[j] + effects[j]);
            }
            return response.draw(new double[] {eta}, 1, random);
        }
    }

    private static void run(Population population, int groups, int threads) {
        int k = population.sds.length;
        float[][] effects = new float[groups][];
        Arrays.setAll(effects, g -> population.level());
        List<List<RowBlock>> partitions = new ArrayList<>();
        for (int part = 0; part < PARTITIONS; part++) {
            int own = part;
            int[] levels = IntStream.range(0, groups)
                    .filter(g -> g % PARTITIONS == own)
                    .flatMap(g -> IntStream.generate(() -> g).limit(EACH))
                    .toArray();
            float[] cells = new float[levels.length * k];
            double[] labels = new double[levels.length];
            for (int i = 0; i < labels.length; i++) {
                labels[i] = population.row(effects[levels[i]], cells, i * k);
            }
            partitions.add(List.of(new FloatBlock(RowAttributes.ofLabels(labels).withLevels(levels), k, cells)));
        }
        double begun = processorSeconds();
        long started = System.nanoTime();
        try (InProcessBackend backend = new InProcessBackend(partitions, KERNEL, threads)) {
            FitSettings settings = FitSettings.of(GaussianStructure.FULL);
            double[] units = new double[k];
            Arrays.fill(units, 1);
            MixedModel model = model(population.likelihood, groups, k);
            FitResult result = MixedAlgorithmChoice.chooseAlgorithm(model, units, settings, backend, KERNEL)
                    .fit();
            double seconds = (System.nanoTime() - started) * 1e-9;
            report(population, model, effects, result, seconds, processorSeconds() - begun);
        }
    }

    private static double processorSeconds() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime() * 1e-9
                : Double.NaN;
    }

    private static MixedModel model(Likelihood likelihood, int groups, int k) {
        List<String> levels = IntStream.range(0, groups)
                .mapToObj(g -> String.format("%07d", g))
                .toList();
        List<String> terms = IntStream.range(0, k)
                .mapToObj(j -> j == 0 ? "(Intercept)" : "x" + j)
                .toList();
        boolean[] fixed = new boolean[k];
        Arrays.fill(fixed, true);
        double[] precision = new double[k];
        Arrays.fill(precision, 1);
        return new MixedModel(
                List.of(GroupingFactor.of("g", levels)),
                List.of(new RandomEffects("g", terms, IntStream.range(0, k).toArray(), false)),
                fixed,
                likelihood,
                new GaussianPrior(new double[k], precision),
                List.of(EffectsPrior.halfStudent(k, 2.5)),
                null);
    }

    /** Distances of estimates from what they estimate, in their standard deviations. */
    private static final class Distances {
        private long count;
        private long within;
        private double sum;
        private double squares;

        void add(double truth, double mean, double sd) {
            double z = (mean - truth) / sd;
            count++;
            within += Math.abs(z) < NORMAL_90 ? 1 : 0;
            sum += z;
            squares += z * z;
        }

        double rootMeanSquare() {
            return Math.sqrt(squares / count);
        }

        double share() {
            return within / (double) count;
        }
    }

    private static void report(
            Population population,
            MixedModel model,
            float[][] effects,
            FitResult result,
            double seconds,
            double processorSeconds) {
        int groups = effects.length;
        MixedPosterior found = (MixedPosterior) Objects.requireNonNull(result.detail(), "a mixed model");
        EffectsPosterior levels = found.effects().get(0);
        Distances coefficients = new Distances();
        Distances sds = new Distances();
        Distances units = new Distances();
        for (int j = 0; j < population.sds.length; j++) {
            coefficients.add(
                    population.coefficients[j],
                    found.fixedEffectsPosterior().mean()[j],
                    found.fixedEffectsPosterior().sd()[j]);
            ComponentSummary sd = levels.sds().get(j);
            sds.add(population.sds[j], sd.mean(), sd.sd());
            for (int g = 0; g < groups; g++) {
                units.add(effects[g][j], levels.mean(g, j), levels.sd(g, j));
            }
        }
        System.out.printf(
                Locale.ROOT,
                "| %d | %d | %d | %.0f | %.0f | %.0f | %.1f | %.1f | %.2f | %.2f | %+.2f | %.2f | %.2f | %.3f | %.3f | %s |%n",
                groups,
                population.sds.length,
                population.set,
                seconds,
                processorSeconds,
                result.passes(),
                coefficientDistance(population, found),
                sdDistance(population, found),
                coefficients.rootMeanSquare(),
                sds.rootMeanSquare(),
                sds.sum / sds.count,
                coefficients.share(),
                sds.share(),
                units.share(),
                units.rootMeanSquare(),
                new MixedSummary(model, found, List.of(), List.of())
                        .reliability(result, true)
                        .text());
    }

    /** Squared Mahalanobis distance of the coefficients that made the data from their posterior mean. */
    private static double coefficientDistance(Population population, MixedPosterior found) {
        return distance(
                population.coefficients,
                found.fixedEffectsPosterior().mean(),
                squareMatrix(found.fixedEffectsPosterior().covariance(), population.coefficients.length));
    }

    /**
     * That of the logarithms of standard deviations, whose covariance is one of n weighted points: its inverse is too large by (n − 1)/(n − k
     * − 2) on average, which is taken out; n is 1/Σw².
     */
    private static double sdDistance(Population population, MixedPosterior found) {
        int k = population.sds.length;
        double[] weights = found.componentDesign().weights();
        List<double[]> logs = found.componentDesign().points().stream()
                .map(point -> logs(Arrays.copyOf(point, k)))
                .toList();
        RealVector mean = new ArrayRealVector(k);
        RealMatrix squares = new Array2DRowRealMatrix(k, k);
        for (int i = 0; i < weights.length; i++) {
            RealVector point = new ArrayRealVector(logs.get(i));
            mean = mean.add(point.mapMultiply(weights[i]));
            squares = squares.add(point.outerProduct(point).scalarMultiply(weights[i]));
        }
        double points = 1 / DoubleStream.of(weights).map(w -> w * w).sum();
        return (points - k - 2)
                / (points - 1)
                * distance(logs(population.sds), mean.toArray(), squares.subtract(mean.outerProduct(mean)));
    }

    private static double[] logs(double[] values) {
        return DoubleStream.of(values).map(Math::log).toArray();
    }

    private static RealMatrix squareMatrix(double[] entries, int dimension) {
        return new Array2DRowRealMatrix(IntStream.range(0, dimension)
                .mapToObj(row -> Arrays.copyOfRange(entries, row * dimension, (row + 1) * dimension))
                .toArray(double[][]::new));
    }

    private static double distance(double[] truth, double[] mean, RealMatrix covariance) {
        RealVector off = new ArrayRealVector(truth).subtract(new ArrayRealVector(mean));
        return off.dotProduct(new CholeskyDecomposition(covariance).getSolver().solve(off));
    }
}
