package io.credence.loss;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.example.RobustRegression;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.ClassProbabilities;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.Kernels;
import io.credence.loss.ResponseDistributions.ResponseKind;
import io.credence.model.PredictorModel;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.random.JDKRandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ResponseDistributionsTest {

    private static final List<String> COLUMNS = List.of("a", "b");
    private static final int ROWS = 7;

    /** Three classes by two logits, as somebody may write them, but for a constant. */
    record Logits() implements PredictorModel {

        @Override
        public List<String> predictors() {
            return List.of("one", "two");
        }

        @Override
        public int classes() {
            return 3;
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
            T total = predictors[0].exp().add(predictors[1].exp()).add(1).log();
            T own = label == 0 ? total.newInstance(0) : predictors[(int) label - 1];
            return own.subtract(total).add(0.7);
        }
    }

    private static RowBlock rows() {
        Random random = new Random(TestSeed.of("rows with laws"));
        BlockBuilder builder = BlockBuilder.dense(2, Precision.FLOAT64, BlockBuilder.DEFAULT_BLOCK_BYTES);
        for (int i = 0; i < ROWS; i++) {
            builder.add(i % 3, 1, 0, new double[] {random.nextGaussian(), random.nextGaussian()});
        }
        return builder.build();
    }

    private static double[][] draws(int dimension) {
        Random random = new Random(TestSeed.of("draws with laws"));
        double[][] draws = new double[5][dimension];
        for (double[] draw : draws) {
            Arrays.setAll(draw, j -> random.nextGaussian());
        }
        return draws;
    }

    private static ResponseDistributions laws(DrawLoss loss) {
        ResponseDistributions laws = loss.responseDistributions();
        assertNotNull(laws);
        return laws;
    }

    private static double[] shares(ResponseDistributions.AtDraws at, int row, int draw, int classes) {
        double[] shares = new double[classes];
        at.writeClassProbabilities(row, draw, shares);
        return shares;
    }

    @Test
    void classesOfAClass_haveTheSharesOfTheSameFamily() {
        ResponseDistributions family =
                laws(new PredictorLoss(Likelihoods.named("softmax", 4, 3), 2, new DispersionPosterior.Known(1)));
        ResponseDistributions own = laws(ModelLosses.of(new Logits(), COLUMNS));
        assertEquals(ResponseKind.CLASSES, family.responseKind());
        assertEquals(ResponseKind.CLASSES, own.responseKind());
        assertEquals(3, own.classCount());
        ResponseDistributions.AtDraws expected = family.atDraws(Kernels.named("java"), draws(4));
        ResponseDistributions.AtDraws found = own.atDraws(Kernels.named("java"), draws(4));
        expected.moveTo(rows(), 1, ROWS - 1);
        found.moveTo(rows(), 1, ROWS - 1);
        for (int i = 0; i < ROWS - 1; i++) {
            for (int s = 0; s < 5; s++) {
                assertClose("row " + i, shares(expected, i, s, 3), shares(found, i, s, 3), 1e-12);
            }
        }
    }

    @Test
    void orderedClasses_haveCumulativeLogits() {
        DrawLoss loss = ModelLosses.of(Likelihoods.named("ordinal", 1, 3).predictorModel(List.of()), COLUMNS);
        ResponseDistributions laws = laws(loss);
        assertEquals(ResponseKind.ORDERED_CLASSES, laws.responseKind());
        double[][] draws = draws(loss.dimension());
        ResponseDistributions.AtDraws at = laws.atDraws(Kernels.named("java"), draws);
        RowBlock rows = rows();
        at.moveTo(rows, 0, ROWS);
        double[] x = new double[2];
        for (int i = 0; i < ROWS; i++) {
            rows.copyRow(i, x);
            for (int s = 0; s < draws.length; s++) {
                double[] theta = draws[s];
                double eta = x[0] * theta[0] + x[1] * theta[1];
                double first = 1 / (1 + Math.exp(eta - theta[2]));
                double second = 1 / (1 + Math.exp(eta - theta[2] - Math.exp(theta[3])));
                double[] shares = shares(at, i, s, 3);
                assertClose("up to 0", first, shares[0], 1e-12);
                assertClose("up to 1", second, shares[0] + shares[1], 1e-12);
                assertClose("all", 1, shares[0] + shares[1] + shares[2], 1e-12);
            }
        }
    }

    @Test
    void drawnClasses_comeByTheirShares() {
        double[] shares = {0.2, 0.5, 0.05, 0.25};
        double[] found = new double[4];
        JDKRandomGenerator random = new JDKRandomGenerator();
        random.setSeed(TestSeed.of("drawn classes"));
        int times = 40_000;
        for (int s = 0; s < times; s++) {
            found[ClassProbabilities.draw(shares, random)] += 1.0 / times;
        }
        for (int k = 0; k < 4; k++) {
            assertWithin("class " + k, shares[k], found[k], 4 * Math.sqrt(shares[k] * (1 - shares[k]) / times));
        }
    }

    @Test
    void numbersThatAClassDoesNotDraw_areNotDrawn() {
        assertNull(ModelLosses.of(new ModelLossModels.MeanAndSpread(), COLUMNS).responseDistributions());
    }

    /** By Kolmogorov and Smirnov at every row and draw together: the law of what is drawn is that of the density. */
    @Test
    void numbersThatAClassDraws_haveItsLaw() {
        DrawLoss loss = ModelLosses.of(new RobustRegression(Map.of("degreesOfFreedom", "3.5")), COLUMNS);
        ResponseDistributions laws = laws(loss);
        assertEquals(ResponseKind.NUMBERS, laws.responseKind());
        assertEquals(0, laws.classCount());
        double[][] draws = draws(3);
        RowBlock rows = rows();
        ResponseDistributions.AtDraws at = laws.atDraws(Kernels.named("java"), draws);
        at.moveTo(rows, 2, ROWS - 2);
        TDistribution law = new TDistribution(3.5);
        JDKRandomGenerator random = new JDKRandomGenerator();
        random.setSeed(TestSeed.of("numbers of a class"));
        int each = 400;
        double[] reached = new double[draws.length * (ROWS - 2) * each];
        double[] x = new double[2];
        int count = 0;
        for (int i = 0; i < ROWS - 2; i++) {
            rows.copyRow(2 + i, x);
            for (int s = 0; s < draws.length; s++) {
                double eta = x[0] * draws[s][0] + x[1] * draws[s][1];
                for (int k = 0; k < each; k++) {
                    double z = (at.drawResponse(i, s, random) - eta) / Math.exp(draws[s][2]);
                    reached[count++] = law.cumulativeProbability(z);
                }
            }
        }
        Arrays.sort(reached);
        double furthest = 0;
        for (int k = 0; k < count; k++) {
            furthest = Math.max(furthest, Math.abs(reached[k] - (k + 0.5) / count));
        }
        assertTrue(furthest < 1.95 / Math.sqrt(count), "distance " + furthest + " of " + count);
    }

    /** A model that draws what it is reported to. */
    private record Reported(double response) implements PredictorModel {

        @Override
        public @Nullable String refuse(double label) {
            return label >= 0 && label == Math.rint(label) ? null : "must be a count";
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
            return predictors[0].multiply(label).subtract(predictors[0].exp());
        }

        @Override
        public double response(double[] predictors, double[] extra, java.util.random.RandomGenerator random) {
            if (response == 7) {
                throw new IllegalStateException("seven");
            }
            return response;
        }
    }

    @Test
    void responsesThatAreNoLabels_areRefusedInWords() {
        for (double response : new double[] {Double.NaN, -1, 0.5, 7}) {
            ResponseDistributions laws = laws(ModelLosses.of(new Reported(response), COLUMNS));
            assertEquals(ResponseKind.COUNTS, laws.responseKind());
            ResponseDistributions.AtDraws at = laws.atDraws(Kernels.named("java"), draws(2));
            at.moveTo(rows(), 0, ROWS);
            String message = assertThrows(
                            ResponseDrawException.class, () -> at.drawResponse(0, 0, new JDKRandomGenerator()))
                    .getMessage();
            assertTrue(
                    message.startsWith("responses of " + Reported.class.getName() + " cannot be drawn: required "),
                    message);
            String found = response == 7
                    ? "found IllegalStateException (seven) at ResponseDistributionsTest.java"
                    : "found " + response;
            assertTrue(message.contains(found), message);
        }
        ResponseDistributions.AtDraws at =
                laws(ModelLosses.of(new Reported(3), COLUMNS)).atDraws(Kernels.named("java"), draws(2));
        at.moveTo(rows(), 0, ROWS);
        assertEquals(3, at.drawResponse(1, 1, new JDKRandomGenerator()));
    }
}
