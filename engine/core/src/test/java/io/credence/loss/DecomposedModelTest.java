package io.credence.loss;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.family.Blocks;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.JavaDenseKernel;
import io.credence.model.DecomposedModel;
import io.credence.model.Parameter;
import io.credence.model.Parameters;
import io.credence.model.Row;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The losses of each factor's Markov blanket under a model that is a sum of terms, one draw, row and term at a time. */
class DecomposedModelTest {

    private static final List<String> COLUMNS = List.of("a", "b", "c");
    private static final int ROWS = 41;
    private static final int DRAWS = 5;
    /** Unconstrained: 0 a, 1 the logarithm of s, 2 and 3 the shares, 4 b. */
    private static final int D = 5;

    private final RandomArrays random = RandomArrays.of("decomposed");
    private final Map<String, RowBlock> blocks = ModelLossRun.blocks(random, ROWS);

    /** Three terms: of a and s, of the shares and b, and of b alone. */
    record Measurements(List<Set<String>> named, int given) implements DecomposedModel {
        static final List<Set<String>> TERMS = List.of(Set.of("a", "s"), Set.of("b", "shares"), Set.of("b"));

        Measurements() {
            this(TERMS, 3);
        }

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(
                    Parameter.real("a"), Parameter.positive("s"), Parameter.simplex("shares", 3), Parameter.real("b"));
        }

        @Override
        public List<Set<String>> terms(List<Parameter> parameters) {
            return named;
        }

        @Override
        public double[] logLikelihoods(Row row, double[] p) {
            double z = (row.feature(0) - p[0]) / p[1];
            double share = p[2] + 2 * p[3] - p[4];
            double[] terms = {
                -Math.log(p[1]) - 0.5 * z * z,
                -Math.pow(row.feature(1) - share * p[5], 2),
                -Math.abs(row.label() - p[5])
            };
            return Arrays.copyOf(terms, given);
        }
    }

    private static final int[][] INVOLVED = {{0, 1}, {2, 3, 4}, {4}};

    private static double[] terms(RowBlock block, int i, double[] theta) {
        double s = Math.exp(theta[1]);
        double[] shares = simplex(theta[2], theta[3]);
        double share = shares[0] + 2 * shares[1] - shares[2];
        return new double[] {
            theta[1] + 0.5 * Math.pow((block.value(i, 0) - theta[0]) / s, 2),
            Math.pow(block.value(i, 1) - share * theta[4], 2),
            Math.abs(block.attributes().labels()[i] - theta[4])
        };
    }

    private static double[] simplex(double x, double y) {
        return new Parameters(List.of(Parameter.simplex("shares", 3))).constrain(new double[] {x, y});
    }

    private static double[] blankets(DrawLoss loss, RowBlock block, Draws draws, double[] weights, Blocks factors) {
        DrawLoss.Evaluator evaluator = loss.evaluator(JavaDenseKernel.INSTANCE, draws, null);
        double[] sums = new double[draws.count() * factors.count()];
        evaluator.announceBlankets(factors);
        double[] losses = new double[draws.count() * PredictorChunk.CAPACITY];
        double[] own = new double[losses.length];
        for (int first = 0; first < block.rows(); ) {
            int rows = Math.min(7, evaluator.rowCountTogether(block, first));
            evaluator.computeLosses(block, first, rows, losses);
            for (int s = 0; s < draws.count(); s++) {
                System.arraycopy(weights, first, own, s * PredictorChunk.CAPACITY, rows);
            }
            evaluator.addBlankets(own, sums);
            first += rows;
        }
        return sums;
    }

    @ParameterizedTest
    @ValueSource(strings = {"dense", "float", "sparse"})
    void blankets_areTheTermsThatInvolveAFactor(String storage) {
        RowBlock block = Objects.requireNonNull(blocks.get(storage));
        double[] theta = random.uniforms(DRAWS * D, -0.8, 0.8);
        double[] weights = random.uniforms(ROWS, 0.2, 2);
        Draws draws = ModelLossRun.draws(theta, D);
        DrawLoss loss = ModelLosses.of(new Measurements(), COLUMNS);
        assertTrue(loss.isDecomposed());
        for (Blocks factors : List.of(Blocks.diagonal(D), Blocks.of(1, 2, 2), Blocks.of(2, 3), Blocks.of(1, 1, 1))) {
            double[] expected = new double[DRAWS * factors.count()];
            for (int s = 0; s < DRAWS; s++) {
                for (int i = 0; i < ROWS; i++) {
                    double[] terms = terms(block, i, Arrays.copyOfRange(theta, s * D, (s + 1) * D));
                    for (int f = 0; f < factors.count(); f++) {
                        for (int t = 0; t < terms.length; t++) {
                            expected[s * factors.count() + f] += involves(factors, f, t) ? weights[i] * terms[t] : 0;
                        }
                    }
                }
            }
            assertClose(factors.toString(), expected, blankets(loss, block, draws, weights, factors), 1e-12);
            double[] twice = blankets(new WeightedDrawLoss(loss, 2), block, draws, weights, factors);
            assertClose(
                    "weighted " + factors,
                    Arrays.stream(expected).map(x -> 2 * x).toArray(),
                    twice,
                    1e-12);
        }
    }

    private static boolean involves(Blocks factors, int f, int t) {
        return Arrays.stream(INVOLVED[t])
                .anyMatch(j -> j >= factors.firstCoefficient(f) && j < factors.firstCoefficient(f) + factors.size(f));
    }

    @Test
    void wholeLoss_isTheSumOfItsTerms() {
        RowBlock block = Objects.requireNonNull(blocks.get("dense"));
        double[] theta = random.uniforms(D, -0.8, 0.8);
        DrawLoss loss = ModelLosses.of(new Measurements(), COLUMNS);
        double[][] losses = new ModelLossRun(loss, ModelLossRun.draws(theta, D), null, 9).losses(block);
        Row row = Row.of(0.4, 0.1, 0.2, 0.3);
        double[] p = {0.1, 1.2, 0.2, 0.3, 0.5, -0.3};
        assertEquals(
                Arrays.stream(new Measurements().logLikelihoods(row, p)).sum(),
                new Measurements().logLikelihood(row, p));
        for (int i = 0; i < ROWS; i++) {
            assertClose("loss", Arrays.stream(terms(block, i, theta)).sum(), losses[0][i], 1e-13);
        }
    }

    @Test
    void manyDraws_keepAFewRowsAtATime() {
        RowBlock block = Objects.requireNonNull(blocks.get("dense"));
        Draws many = new Draws.ExplicitDraws(new double[20_000 * D], 20_000, D);
        DrawLoss.Evaluator evaluator =
                ModelLosses.of(new Measurements(), COLUMNS).evaluator(JavaDenseKernel.INSTANCE, many, null);
        assertEquals(17, evaluator.rowCountTogether(block, 3));
        assertEquals(2, evaluator.rowCountTogether(block, ROWS - 2));
    }

    @Test
    void wrongTerms_areRefusedWithTheirNames() {
        refused("at least one term", new Measurements(List.of(), 0));
        refused("term 1 names []", new Measurements(List.of(Set.of("a"), Set.of()), 2));
        refused(
                "[a, b, s, shares] and no other, but term 0 names [a, t]",
                new Measurements(List.of(Set.of("a", "t")), 1));
        DrawLoss fewer = ModelLosses.of(new Measurements(Measurements.TERMS, 2), COLUMNS);
        RowBlock block = Objects.requireNonNull(blocks.get("dense"));
        String message = assertThrows(
                        IllegalStateException.class,
                        () -> new ModelLossRun(fewer, ModelLossRun.draws(new double[D], D), null, 9).losses(block))
                .getMessage();
        assertTrue(message.contains("must give its 3 terms for every row but gave 2"), message);
    }

    private static void refused(String part, Measurements model) {
        String message = assertThrows(IllegalArgumentException.class, () -> ModelLosses.of(model, COLUMNS))
                .getMessage();
        assertTrue(message.contains(part), message);
    }

    @Test
    void modelThatIsNoSum_hasNoBlankets() {
        DrawLoss loss = ModelLosses.of(new ModelLossModels.ShrunkValues(), COLUMNS);
        assertFalse(loss.isDecomposed());
        DrawLoss.Evaluator evaluator =
                loss.evaluator(JavaDenseKernel.INSTANCE, ModelLossRun.draws(new double[5], 5), null);
        assertThrows(
                IllegalStateException.class,
                () -> evaluator.addBlankets(new double[PredictorChunk.CAPACITY], new double[5]));
    }
}
