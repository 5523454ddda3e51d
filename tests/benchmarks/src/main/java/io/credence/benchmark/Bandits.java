package io.credence.benchmark;

import io.credence.Inference;
import io.credence.NetworkInference;
import io.credence.network.train.NetworkBandit;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * Contextual bandits by Thompson sampling over networks of 50 units: cumulative regret in per cent of that of uniform choice, beside an
 * ensemble of four networks in the literature (Riquelme, Tucker and Snoek 2018; all steps, 30 trials).
 *
 * <p>Arguments: names of data, or {@code all}; rounds; seeds; then keys of the configuration.
 * Without the data it reports that and ends.
 */
public final class Bandits {

    private static final Map<String, String> KNOWN = Map.of("mushroom", "13.4", "shuttle", "7.1", "financial", "11.3");
    private static final int TURNS = 3;
    private static final int EVERY = 20;
    private static final int STEPS = 10;

    private Bandits() {}

    /** Runs it. */
    public static void main(String[] arguments) {
        if (!Files.exists(UciData.folder())) {
            System.out.println("skipped: no data in " + UciData.folder());
            return;
        }
        List<String> names = arguments.length == 0 || arguments[0].equals("all")
                ? List.of("mushroom", "shuttle", "financial", "covertype")
                : List.of(arguments[0].split(","));
        int rounds = arguments.length < 2 ? 2000 : Integer.parseInt(arguments[1]);
        int seeds = arguments.length < 3 ? 3 : Integer.parseInt(arguments[2]);
        String[] keys = Arrays.copyOfRange(arguments, Math.min(3, arguments.length), arguments.length);
        MarkdownTable.open(
                "Contextual bandits",
                "Regret of " + rounds + " rounds in per cent of uniform choice, ± standard error over " + seeds
                        + " seeds. Keys: " + String.join(" ", keys),
                List.of("data", "regret", "each seed", "ensemble of four in the literature", "s a run"));
        for (String name : names) {
            List<Double> regrets = new ArrayList<>();
            long begin = System.nanoTime();
            for (int seed = 1; seed <= seeds; seed++) {
                regrets.add(regret(BanditProblem.read(name, rounds, seed), seed, keys));
            }
            double seconds = (System.nanoTime() - begin) * 1e-9 / seeds;
            MarkdownTable.line(List.of(
                    name,
                    MarkdownTable.meanAndError(
                            regrets.stream().mapToDouble(x -> x).toArray(), 1),
                    String.join(
                            " ",
                            regrets.stream()
                                    .map(x -> MarkdownTable.number(x, 1))
                                    .toList()),
                    KNOWN.getOrDefault(name, MarkdownTable.NONE),
                    MarkdownTable.number(seconds, 1)));
        }
    }

    private static double regret(BanditProblem problem, long seed, String[] keys) {
        NetworkInference inference = Inference.of("gaussian")
                .network(50)
                .with("model.network.ensemble", 20)
                .with("train.batch", 64)
                .with("train.stepSize", 0.003)
                .seed(seed);
        for (String key : keys) {
            inference = inference.with(key.substring(0, key.indexOf('=')), key.substring(key.indexOf('=') + 1));
        }
        NetworkBandit bandit = inference.bandit(problem.contexts()[0].length, problem.arms());
        double regret = 0;
        double uniform = 0;
        NetworkBandit.Schedule schedule = new NetworkBandit.Schedule(TURNS, EVERY, STEPS);
        for (int t = 0; t < problem.contexts().length; t++) {
            double[] context = problem.contexts()[t];
            double[] expected = problem.expected()[t];
            int arm = bandit.play(schedule, context, problem.rewards()[t]);
            double best = DoubleStream.of(expected).max().orElseThrow();
            regret += best - expected[arm];
            uniform += best - DoubleStream.of(expected).average().orElseThrow();
        }
        return 100 * regret / uniform;
    }
}
