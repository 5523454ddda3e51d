package io.credence.network.train;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.Vectors;
import io.credence.network.dense.Member;
import io.credence.network.dense.MemberKind;
import io.credence.network.dense.MemberNetwork;
import io.credence.network.dense.NetworkModel;
import io.credence.network.row.NetworkRows;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Contextual bandit, which learns from the rewards of earlier rounds which of several arms to play in a context. An
 * ensemble of networks with one output for each arm learns expected rewards; a round plays the arm that is best by one
 * draw of the weights of one member (Thompson sampling: Riquelme, Tucker and Snoek 2018). The same rounds give the same
 * choices. Not thread-safe.
 *
 * <p>Contexts and rewards are taken as they are given, and should be of about unit size: moments of the rewards seen
 * would change as choices become better, and with them what the networks have learned.
 */
public final class NetworkBandit {

    private final NetworkProblem problem;
    private final List<MemberTraining> members = new ArrayList<>();
    private final List<MemberNetwork> draws = new ArrayList<>();
    private double[] contexts = new double[0];
    private double[] rewards = new double[0];
    private int[] arms = new int[0];
    private int rounds;
    private long choices;
    private long batches;

    /**
     * Creates a bandit that has seen no round.
     *
     * @param problem networks of normal labels with constant noise, whose number of classes is that of the arms
     * @throws IllegalArgumentException if it is not such a problem, or its objective is not minus the log likelihood and
     *     a divergence
     */
    public NetworkBandit(NetworkProblem problem, DenseKernel kernel) {
        NetworkModel model = problem.model();
        boolean predicted = problem.kinds().stream().anyMatch(MemberKind::hasPredictedNoise);
        if (!model.isGaussian() || model.classes() < 2 || predicted) {
            throw new IllegalArgumentException(
                    "a bandit requires two arms, normal rewards and noise that is constant, found " + model.classes()
                            + " arms, " + model.family() + (predicted ? " and predicted noise" : ""));
        } else if (problem.objective().requiresConstantNoise()) {
            throw new IllegalArgumentException("a bandit minimises minus the log likelihood and a divergence, found "
                    + problem.objective().text());
        }
        this.problem = problem;
        for (Member start : problem.startingMembers()) {
            members.add(new MemberTraining(
                    problem, start, kernel, problem.training().batch()));
        }
        for (MemberKind kind : problem.kinds()) {
            draws.add(new MemberNetwork(model, kind, kernel, 1));
        }
    }

    /**
     * Schedule by which rounds are played.
     *
     * @param turns number of times that each arm is played before draws choose
     * @param every number of rounds from one training to the next
     * @param steps number of steps of a training
     */
    public record Schedule(int turns, int every, int steps) implements Serializable {

        public Schedule {
            if (turns < 0 || every < 1 || steps < 1) {
                throw new IllegalArgumentException("a schedule requires turns of at least 0, trainings every round or"
                        + " more, and a step, found " + turns + ", " + every + " and " + steps);
            }
        }
    }

    /**
     * Rounds that a table has.
     *
     * @param rewards names of the columns of what each arm would have paid
     * @param order name of the column whose numbers, one for each round, order them
     * @param schedule schedule by which they are played
     */
    public record Rounds(List<String> rewards, String order, Schedule schedule) implements Serializable {

        public Rounds {
            rewards = List.copyOf(rewards);
        }
    }

    /**
     * Plays the next round of a schedule: chooses an arm, observes its reward, and trains where it is time.
     *
     * @param rewards reward of each arm, of which that of the chosen one alone is learned from
     * @return the arm, from 0
     */
    public int play(Schedule schedule, double[] context, double[] rewards) {
        int arm = isTurn(schedule) ? rounds % arms() : choose(context);
        learn(schedule, context, arm, rewards[arm]);
        return arm;
    }

    /**
     * Replays the next round of a schedule with an arm that was played. After that the bandit is the same to the bit as
     * one that chose it.
     */
    public void replay(Schedule schedule, double[] context, int arm, double reward) {
        if (!isTurn(schedule)) {
            choices++;
        }
        learn(schedule, context, arm, reward);
    }

    private boolean isTurn(Schedule schedule) {
        return rounds < (long) schedule.turns * arms();
    }

    private void learn(Schedule schedule, double[] context, int arm, double reward) {
        observe(context, arm, reward);
        if (rounds % schedule.every == 0 && !isTurn(schedule)) {
            train(schedule.steps);
        }
    }

    /** Number of arms. */
    public int arms() {
        return problem.model().classes();
    }

    /** Number of rounds seen. */
    public int rounds() {
        return rounds;
    }

    /**
     * Chooses the arm to play next: the best by one draw of the posterior. Each call makes a draw of its own.
     *
     * @param context numbers of the context, without one that is 1
     * @throws ArithmeticException if an expected reward is not finite
     */
    public int choose(double[] context) {
        double[] drawn = drawRewards(context, choices++);
        int best = 0;
        for (int a = 1; a < drawn.length; a++) {
            best = drawn[a] > drawn[best] ? a : best;
        }
        return best;
    }

    /** Expected rewards of the arms by draw {@code s}. */
    private double[] drawRewards(double[] context, long s) {
        double uniform = AddressedRandom.uniform(problem.seed(), RandomUse.BANDIT_MEMBERS.firstAddressWord(), s);
        int m = (int) (uniform * draws.size());
        MemberNetwork of = draws.get(m);
        double[] values = problem.networkValues(
                members.stream().map(MemberTraining::values).toList(), m);
        double[] weights = MemberNetwork.drawWeights(of.shape(), values, m, Math.toIntExact(s), problem.seed());
        double[] expected = new double[arms()];
        of.computeOutputs(weights, contextRow(context), 1, expected);
        requireFinite(Arrays.stream(expected));
        return expected;
    }

    private double[] contextRow(double[] context) {
        int columns = problem.model().columns();
        if (context.length != columns - 1) {
            throw new IllegalArgumentException(
                    "a context must have " + (columns - 1) + " numbers but has " + context.length);
        }
        return Vectors.withIntercept(context);
    }

    /**
     * Adds a round, which is learned by {@link #train}.
     *
     * @param arm arm that was played, from 0
     * @param reward reward that it paid
     */
    public void observe(double[] context, int arm, double reward) {
        double[] row = contextRow(context);
        if (arm < 0
                || arm >= arms()
                || !Double.isFinite(reward + Arrays.stream(row).sum())) {
            throw new IllegalArgumentException("a round must have an arm from 0 to " + (arms() - 1)
                    + " and finite numbers but round " + rounds + " has arm " + arm + ", reward " + reward
                    + " and context " + Arrays.toString(context));
        }
        if (rounds == rewards.length) {
            int room = Math.max(64, 2 * rounds);
            contexts = Arrays.copyOf(contexts, Math.multiplyExact(room, row.length));
            rewards = Arrays.copyOf(rewards, room);
            arms = Arrays.copyOf(arms, room);
        }
        System.arraycopy(row, 0, contexts, rounds * row.length, row.length);
        rewards[rounds] = reward;
        arms[rounds] = arm;
        rounds++;
    }

    /**
     * Trains each network for {@code steps} steps. Each step has its own batch of rounds, drawn from all that were seen;
     * networks that are trained together share it.
     *
     * @throws ArithmeticException if weights are not finite after that; the bandit can be used no more
     */
    public void train(int steps) {
        if (rounds == 0) {
            throw new IllegalStateException("a bandit learns from rounds that it has seen, found none");
        }
        NetworkRows seen = observedRows();
        IntStream.range(0, members.size()).parallel().forEach(m -> train(m, seen, steps));
        batches += steps;
        requireFinite(members.stream().flatMapToDouble(member -> Arrays.stream(member.values())));
    }

    private void requireFinite(DoubleStream numbers) {
        if (!numbers.allMatch(Double::isFinite)) {
            throw new ArithmeticException("the networks of the bandit diverged in round " + rounds
                    + ": required contexts and rewards of about unit size, or a smaller train.stepSize, found weights or"
                    + " expected rewards that are not finite");
        }
    }

    private void train(int member, NetworkRows seen, int steps) {
        int rows = Math.min(problem.training().batch(), rounds);
        NetworkRows.Batch room = seen.allocateBatch(rows);
        int[] order = new int[rows];
        for (int s = 0; s < steps; s++) {
            AddressedRandom.NumberSequence random = AddressedRandom.sequenceAfter(
                    problem.seed(), RandomUse.BANDIT_ROUNDS.firstAddressWord(), member, batches + s);
            Arrays.setAll(order, i -> (int) (random.uniform(i) * rounds));
            members.get(member)
                    .step(
                            seen.fill(room, order, 0, rows),
                            rounds,
                            problem.training().stepSize());
        }
    }

    private NetworkRows observedRows() {
        return new NetworkRows(problem.model().columns(), contexts, rewards, Vectors.ones(rounds), arms);
    }
}
