package io.credence.loss;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.data.DenseBlock;
import io.credence.data.Draws;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.family.Serialised;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.likelihood.robust.PoweredLikelihood;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Generalised losses where fits by draws see them: at points, with gradients in all parameters. */
class GeneralisedDrawLossTest {

    private static final int ROWS = 23;
    private static final int COLUMNS = ModelLossRun.COLUMNS;

    /** Kind, hyperparameter and family of a loss, by draws. */
    record Named(String kind, double hyperparameter, String family) {

        Likelihood likelihood() {
            return NamedLoss.of(kind, hyperparameter, 0.7, Likelihoods.named(family, 4, 3));
        }

        RowBlock block() {
            RandomArrays random = RandomArrays.of("generalised draw loss");
            double[] labels = random.normals(ROWS);
            for (int i = 0; i < ROWS; i++) {
                labels[i] = switch (family) {
                    case "bernoulli", "bernoulli-probit" -> i % 2;
                    case "softmax" -> i % 3;
                    case "poisson",
                            "negative-binomial",
                            "zero-inflated-poisson",
                            "zero-inflated-negative-binomial",
                            "hurdle-poisson",
                            "hurdle-negative-binomial" -> i % 5;
                    case "gamma", "tweedie" -> Math.exp(labels[i]);
                    case "beta" -> 1 / (1 + Math.exp(-labels[i]));
                    case "beta-binomial" -> (1 << 26) * 5.0 + i % 5;
                    default -> 2 * labels[i];
                };
            }
            return new DenseBlock(
                    new RowAttributes(labels, null, random.normals(ROWS)), COLUMNS, random.normals(ROWS * COLUMNS));
        }
    }

    static List<Named> losses() {
        List<Named> losses = new ArrayList<>();
        for (String family : Likelihoods.ALL.names()) {
            if (Likelihoods.named(family, 4, 3) instanceof PoweredLikelihood) {
                losses.add(new Named("beta", 1.5, family));
                losses.add(new Named("gamma", 1.2, family));
            }
            if (Likelihoods.named(family, 4, 3).cutpointCount() == 0) {
                losses.add(new Named("power", 0.4, family));
            }
        }
        losses.add(new Named("absolute", 0, "gaussian"));
        losses.add(new Named("huber", 0.9, "gaussian"));
        losses.add(new Named("quantile", 0.2, "gaussian"));
        losses.add(new Named("hinge", 0, "bernoulli"));
        return losses;
    }

    private static void assertGradient(DrawLoss loss, RowBlock block, double tolerance) {
        double[] theta = RandomArrays.of("generalised theta").normals(loss.dimension());
        for (int j = 0; j < theta.length; j++) {
            theta[j] *= 0.4;
        }
        double[][] weights = {RandomArrays.of("generalised weights").uniforms(block.rows(), 0.5, 2)};
        double[] expected = FiniteDifference.gradient(x -> total(loss, block, x, weights[0]), theta);
        double[] found = run(loss, theta).gradients(block, weights, 0);
        assertClose(loss.toString(), expected, found, tolerance);
    }

    private static ModelLossRun run(DrawLoss loss, double[] theta) {
        Draws draws = ModelLossRun.draws(theta, loss.dimension());
        return new ModelLossRun(loss, draws, null, 8);
    }

    private static double total(DrawLoss loss, RowBlock block, double[] theta, double[] weights) {
        double[] losses = run(loss, theta).losses(block)[0];
        double sum = 0;
        for (int i = 0; i < losses.length; i++) {
            sum += weights[i] * losses[i];
        }
        return sum;
    }

    @ParameterizedTest
    @MethodSource("losses")
    void gradients_matchFiniteDifferences(Named named) {
        assertGradient(
                new PredictorLoss(named.likelihood(), COLUMNS, new DispersionPosterior.Known(0.6)),
                named.block(),
                1e-7);
    }

    /** A drawn dispersion enters p and I alike. */
    @ParameterizedTest
    @MethodSource("losses")
    void gradientsInTheLogDispersion_matchFiniteDifferences(Named named) {
        if (named.likelihood().dispersionName() != null) {
            assertGradient(new PredictorLoss(named.likelihood(), COLUMNS, null), named.block(), 1e-6);
        }
    }

    @ParameterizedTest
    @MethodSource("losses")
    void lossesSentToExecutors_staySame(Named named) {
        DrawLoss loss = new PredictorLoss(named.likelihood(), COLUMNS, new DispersionPosterior.Known(0.6));
        DrawLoss sent = Serialised.copy(loss);
        double[] theta = RandomArrays.of("sent").normals(loss.dimension());
        double[] weights = RandomArrays.of("sent weights").uniforms(ROWS, 0.5, 2);
        assertEquals(
                total(loss, named.block(), theta, weights),
                total(sent, named.block(), theta, weights),
                named.toString());
    }

    @Test
    void weightedDrawLoss_scalesLossesAndGradients() {
        Named named = new Named("log-likelihood", 0, "softmax");
        RowBlock block = named.block();
        DrawLoss inner =
                new PredictorLoss(Likelihoods.named("softmax", 4, 3), COLUMNS, new DispersionPosterior.Known(1));
        DrawLoss weighted = new WeightedDrawLoss(inner, 0.3);
        double[] theta = RandomArrays.of("two draws").normals(2 * inner.dimension());
        double[][] losses = run(inner, theta).losses(block);
        double[][] scaled = run(weighted, theta).losses(block);
        for (int s = 0; s < 2; s++) {
            double[] expected = Arrays.stream(losses[s]).map(loss -> 0.3 * loss).toArray();
            assertClose("losses of draw " + s, expected, scaled[s], 1e-15);
        }
        double[][] weights = {
            RandomArrays.of("first").uniforms(ROWS, 0.5, 2),
            RandomArrays.of("second").uniforms(ROWS, 0.5, 2)
        };
        double[] gradients = run(inner, theta).gradients(block, weights, 0);
        double[] expected = Arrays.stream(gradients).map(g -> 0.3 * g).toArray();
        assertClose("gradients", expected, run(weighted, theta).gradients(block, weights, 0), 1e-14);
        assertGradient(weighted, block, 1e-7);
    }
}
