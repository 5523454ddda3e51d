package io.credence.network.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Inference;
import io.credence.NetworkInference;
import io.credence.config.ConfigurationException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkBanditTest {

    private static final NetworkInference SMALL = Inference.of("gaussian")
            .network(8)
            .with("model.network.ensemble", 4)
            .with("train.batch", 32)
            .with("kernel", "java")
            .seed(3);

    private static final NetworkBandit.Schedule SCHEDULE = new NetworkBandit.Schedule(2, 5, 10);

    /** Arm 0 pays x, arm 1 pays −x, arm 2 pays −2, all with noise. */
    private static int[] played(NetworkBandit bandit, double[] contexts, int rounds) {
        Random random = new Random(11);
        int[] played = new int[rounds];
        for (int t = 0; t < rounds; t++) {
            double[] context = {random.nextGaussian(), random.nextGaussian()};
            contexts[t] = context[0];
            double noise = 0.1 * random.nextGaussian();
            played[t] =
                    bandit.play(SCHEDULE, context, new double[] {context[0] + noise, -context[0] + noise, -2 + noise});
        }
        return played;
    }

    @Test
    void bestArmOfEachContext_isLearned() {
        requireLittleRegret(SMALL);
    }

    /** Objectives over all networks together, by one draw of each. */
    @ParameterizedTest
    @ValueSource(strings = {"density-variance", "weighted-mean-variance"})
    void bestArm_isLearnedByNetworksTogether(String risk) {
        requireLittleRegret(SMALL.with("model.network.joint", true)
                .with("objective.kind", risk)
                .with("estimator.draws", 4));
    }

    private static void requireLittleRegret(NetworkInference inference) {
        double[] contexts = new double[250];
        int[] played = played(inference.bandit(2, 3), contexts, 250);
        double regret = 0;
        double uniform = 0;
        for (int t = 100; t < 250; t++) {
            double best = Math.abs(contexts[t]);
            double paid = played[t] == 0 ? contexts[t] : played[t] == 1 ? -contexts[t] : -2;
            regret += best - paid;
            uniform += best + 2.0 / 3;
        }
        assertTrue(regret < 0.05 * uniform, "regret " + regret + " of " + uniform);
    }

    @Test
    void sameRounds_giveTheSameChoices() {
        int[] first = played(SMALL.bandit(2, 3), new double[60], 60);
        assertArrayEquals(first, played(SMALL.bandit(2, 3), new double[60], 60));
    }

    @Test
    void replayedBandit_choosesAsTheOneThatPlayed() {
        NetworkBandit played = SMALL.bandit(2, 3);
        NetworkBandit replayed = SMALL.bandit(2, 3);
        Random random = new Random(11);
        for (int t = 0; t < 60; t++) {
            double[] context = {random.nextGaussian(), random.nextGaussian()};
            double[] rewards = {context[0], -context[0], -2};
            int arm = played.play(SCHEDULE, context, rewards);
            if (t < 38) {
                replayed.replay(SCHEDULE, context, arm, rewards[arm]);
            } else {
                assertEquals(arm, replayed.play(SCHEDULE, context, rewards), "round " + t);
            }
        }
    }

    @Test
    void divergedNetworks_areRefused() {
        NetworkBandit bandit = SMALL.bandit(2, 3);
        assertThrows(ArithmeticException.class, () -> {
            for (int t = 0; t < 60; t++) {
                bandit.play(SCHEDULE, new double[2], new double[] {1e200, -1e200, 0});
            }
        });
    }

    /** Before any round the networks are random, and so is what they choose. */
    @Test
    void choices_areDrawsOfTheirOwn() {
        NetworkBandit bandit = SMALL.bandit(2, 3);
        long arms = new Random(1)
                .ints(40)
                .map(i -> bandit.choose(new double[] {1, 1}))
                .distinct()
                .count();
        assertTrue(arms > 1, "always the same arm");
        assertEquals(0, bandit.rounds());
    }

    @Test
    void unfitRoundsAndChoices_areRefused() {
        NetworkBandit bandit = SMALL.bandit(2, 3);
        assertThrows(IllegalStateException.class, () -> bandit.train(1));
        assertThrows(IllegalArgumentException.class, () -> bandit.choose(new double[3]));
        assertThrows(IllegalArgumentException.class, () -> bandit.observe(new double[2], 3, 1));
        assertThrows(IllegalArgumentException.class, () -> bandit.observe(new double[2], 0, Double.NaN));
        assertThrows(
                ConfigurationException.class,
                () -> SMALL.with("train.epochs", 5).bandit(2, 3));
        assertThrows(
                ConfigurationException.class,
                () -> SMALL.with("model.network.noise", "predicted").bandit(2, 3));
        assertThrows(ConfigurationException.class, () -> SMALL.bandit(2, 1));
        assertThrows(
                ConfigurationException.class,
                () -> Inference.of("poisson").network(8).bandit(2, 3));
    }
}
