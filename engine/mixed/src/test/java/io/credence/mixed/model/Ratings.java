package io.credence.mixed.model;

import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.fit.InProcessBackend;
import io.credence.kind.GroupingFactor;
import io.credence.kind.RandomEffects;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogHalfStudent;
import io.credence.prior.ScalarDensity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.random.Well19937c;

/** Ratings of items by users, some of each rating much more than others; x1 differs by row, x2 by item. */
public record Ratings(RowBlock block, MixedModel model, double[][] truth) {

    public static final double[] UNITS = {1, 1, 1};

    public static Ratings of(Random random, int count, int users, int items) {
        return of(random, count, users, items, "gaussian", eta -> 3.5 + eta + random.nextGaussian());
    }

    /** Labels of 0 and 1 or counts, with a smaller intercept. */
    public static Ratings of(Random random, int count, int users, int items, String family) {
        RandomGenerator responses = new Well19937c(random.nextLong());
        ResponseSampler draw =
                Objects.requireNonNull(Likelihoods.named(family, 1, 0).responseSampler());
        return of(random, count, users, items, family, eta -> draw.draw(new double[] {0.5 + eta}, 1, responses));
    }

    private static Ratings of(
            Random random, int count, int users, int items, String family, DoubleUnaryOperator response) {
        double[][] truth = {normals(random, users, 0.6), normals(random, items, 0.4)};
        double[] popularity = normals(random, items, 1);
        int[][] levels = new int[2][count];
        double[] cells = new double[3 * count];
        double[] labels = new double[count];
        for (int i = 0; i < count; i++) {
            levels[0][i] = Math.min(users - 1, (int) (users * Math.pow(random.nextDouble(), 1.5)));
            levels[1][i] = Math.min(items - 1, (int) (items * Math.pow(random.nextDouble(), 2)));
            cells[3 * i] = 1;
            cells[3 * i + 1] = random.nextGaussian();
            cells[3 * i + 2] = popularity[levels[1][i]];
            labels[i] = response.applyAsDouble(
                    0.1 * cells[3 * i + 1] + 0.2 * cells[3 * i + 2] + truth[0][levels[0][i]] + truth[1][levels[1][i]]);
        }
        return new Ratings(
                new DenseBlock(new RowAttributes(labels, null, null, levels), 3, cells),
                model(List.of(factor("user", users), factor("item", items)), family),
                truth);
    }

    private static double[] normals(Random random, int count, double sd) {
        return IntStream.range(0, count)
                .mapToDouble(i -> sd * random.nextGaussian())
                .toArray();
    }

    public static GroupingFactor factor(String name, int levels) {
        return new GroupingFactor(name, levels);
    }

    public static MixedModel model(List<GroupingFactor> factors, String family) {
        List<RandomEffects> effects = factors.stream()
                .map(each -> new RandomEffects(each.name(), List.of("(Intercept)"), new int[] {0}, false))
                .toList();
        return new MixedModel(
                factors,
                effects,
                new boolean[] {true, true, true},
                Likelihoods.named(family, 1, 0),
                new GaussianPrior(new double[3], new double[] {0.01, 0.01, 0.01}),
                effects.stream().map(each -> EffectsPrior.halfStudent(1, 2.5)).toList(),
                Likelihoods.named(family, 1, 0).dispersionName() == null ? null : new LogHalfStudent(3, 2.5));
    }

    /** The same in a third factor, whose correlated intercepts and slopes of x1 come first among the effects. */
    public Ratings inShops(Random random, int shops) {
        double[] labels = block.attributes().labels().clone();
        double[] row = new double[block.columns()];
        int[] third = random.ints(block.rows(), 0, shops).toArray();
        double[] effects = normals(random, 2 * shops, 0.3);
        for (int i = 0; i < block.rows(); i++) {
            block.copyRow(i, row);
            labels[i] += effects[2 * third[i]] + effects[2 * third[i] + 1] * row[1];
        }
        RandomEffects entry = new RandomEffects("shop", List.of("(Intercept)", "x1"), new int[] {0, 1}, true);
        return inThird(third, shops, labels, 0, entry, EffectsPrior.halfStudent(2, 2.5));
    }

    /** The same in a third factor of at most four levels, whose intercepts come last among the effects. */
    Ratings inFewShops(int shops, ScalarDensity sdPrior) {
        double[] effects = {-0.4, 1.3, 0.2, -1.1};
        double[] labels = block.attributes().labels().clone();
        int[] third = IntStream.range(0, block.rows()).map(i -> i % shops).toArray();
        Arrays.setAll(labels, i -> labels[i] + effects[third[i]]);
        RandomEffects entry = new RandomEffects("shop", List.of("(Intercept)"), new int[] {0}, false);
        EffectsPrior prior = new EffectsPrior(List.of(sdPrior), EffectsPrior.DEFAULT_CONCENTRATION);
        return inThird(third, shops, labels, model.effects().size(), entry, prior);
    }

    private Ratings inThird(int[] third, int levels, double[] labels, int at, RandomEffects entry, EffectsPrior prior) {
        int[][] two = block.attributes().levels();
        List<GroupingFactor> factors = new ArrayList<>(model.factors());
        List<RandomEffects> entries = new ArrayList<>(model.effects());
        List<EffectsPrior> priors = new ArrayList<>(model.priors());
        factors.add(factor("shop", levels));
        entries.add(at, entry);
        priors.add(at, prior);
        return new Ratings(
                block.withAttributes(new RowAttributes(labels, null, null, new int[][] {two[0], two[1], third})),
                new MixedModel(
                        factors,
                        entries,
                        model.isFixedColumn(),
                        model.likelihood(),
                        model.coefficientPrior(),
                        priors,
                        model.residualPrior()),
                truth);
    }

    /** The same with a user for each row, whose effects the labels do not show. */
    public Ratings ofOneUserEach() {
        int count = block.rows();
        double[] cells = new double[count * block.columns()];
        double[] row = new double[block.columns()];
        for (int i = 0; i < count; i++) {
            block.copyRow(i, row);
            System.arraycopy(row, 0, cells, i * row.length, row.length);
        }
        int[][] levels = {
            IntStream.range(0, count).toArray(), block.attributes().levels()[1]
        };
        List<GroupingFactor> factors =
                List.of(factor("user", count), model.factors().get(1));
        return new Ratings(
                new DenseBlock(
                        new RowAttributes(block.attributes().labels(), null, null, levels), block.columns(), cells),
                model(factors, model.likelihood().name()),
                truth);
    }

    /** The same with other effects. */
    public Ratings with(List<RandomEffects> effects) {
        MixedModel other = new MixedModel(
                model.factors(),
                effects,
                model.isFixedColumn(),
                model.likelihood(),
                model.coefficientPrior(),
                effects.stream()
                        .map(each -> EffectsPrior.halfStudent(each.size(), 2.5))
                        .toList(),
                model.residualPrior());
        return new Ratings(block, other, truth);
    }

    public InProcessBackend backend() {
        return new InProcessBackend(MixedRows.dealt(block), MixedRows.KERNEL, 2);
    }
}
