package io.credence.spark.job.round;

import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.spark.job.output.Failure;
import io.credence.spark.job.output.Folder;
import io.credence.spark.job.output.OutputFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;

/** Log of the rounds of a bandit, {@code rounds.csv}: what was played, what it paid, and what the best arm would have. */
public final class RoundLog {

    private static final String NAME = "rounds.csv";
    private static final String HEADER = "round,reward,regret,cumulativeRegret,settings,digest,arm";
    private static final int CELLS = 7;

    /**
     * Round that was played.
     *
     * @param settings configuration and kernel by which it was played; empty where arms were chosen elsewhere
     * @param digest digest of its context and rewards; empty where arms were chosen elsewhere
     */
    private record Round(int arm, double reward, double regret, String settings, String digest) {

        static Round of(int arm, RoundTable table, int t, String settings) {
            double[] rewards = table.rewards(t);
            double best = Arrays.stream(rewards).max().orElseThrow();
            return new Round(arm, rewards[arm], best - rewards[arm], settings, table.digest(t));
        }
    }

    private final OutputFile file;
    private final List<String> arms;
    private final List<Round> rounds = new ArrayList<>();

    private RoundLog(OutputFile file, List<String> arms) {
        this.file = file;
        this.arms = List.copyOf(arms);
    }

    /**
     * Opens the log in a folder.
     *
     * @param resume whether the rounds of a log that is there are read, and others appended
     * @param arms names of the arms
     * @throws ConfigurationException if the log that is there cannot be read
     */
    public static RoundLog open(FitConfig.Output output, boolean resume, List<String> arms, Configuration hadoop) {
        String path = output.path() + "/" + NAME;
        RoundLog log = new RoundLog(OutputFile.of(path, resume || output.overwrite(), hadoop), arms);
        try {
            Folder folder = Folder.of(output.path(), hadoop);
            if (resume && folder.exists(NAME)) {
                log.read(new String(folder.read(NAME), StandardCharsets.UTF_8), path);
            }
        } catch (IOException unreadable) {
            throw new ConfigurationException(
                    "the log cannot be read: " + Failure.oneLine(unreadable) + " (" + path + ")", unreadable);
        }
        return log;
    }

    private void read(String text, String path) {
        List<String> lines = text.lines().toList();
        if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
            throw new ConfigurationException("the log is not one of rounds: required the header " + HEADER + ", found "
                    + (lines.isEmpty() ? "nothing" : lines.get(0)) + " (" + path + ")");
        }
        for (String line : lines.subList(1, lines.size())) {
            rounds.add(round(line, " (" + path + ", round " + (count() + 1) + ")"));
        }
    }

    private Round round(String line, String where) {
        String[] cells = line.split(",", CELLS);
        if (cells.length < CELLS || !cells[0].equals(String.valueOf(count() + 1))) {
            throw new ConfigurationException(
                    "the log is broken: required one line of " + HEADER + " for each round, found " + line + where);
        }
        int arm = quotedArms().indexOf(cells[CELLS - 1]);
        if (arm < 0) {
            throw new ConfigurationException("the log has another arm than bandit.rewards: required one of "
                    + String.join(", ", arms) + ", found " + cells[CELLS - 1] + where);
        }
        try {
            return new Round(arm, Double.parseDouble(cells[1]), Double.parseDouble(cells[2]), cells[4], cells[5]);
        } catch (NumberFormatException noNumber) {
            throw new ConfigurationException(
                    "the log is broken: required a reward and a regret, found " + line + where, noNumber);
        }
    }

    /**
     * Requires that the rounds of the log are the first of a table, and were played by the same settings. Rounds whose
     * cells of settings and digest are empty are compared by rewards and regrets alone.
     *
     * @return number of rounds with such empty cells
     * @throws ConfigurationException naming the first round that is another
     */
    public int requireRounds(RoundTable table, String settings) {
        int unsigned = 0;
        for (int t = 0; t < count(); t++) {
            Round logged = rounds.get(t);
            if (t >= table.count()) {
                throw new ConfigurationException("the log is not of these rounds: required at least " + count()
                        + " rounds, found no such round" + where(t));
            }
            Round same = Round.of(logged.arm, table, t, settings);
            String arm = arms.get(logged.arm);
            requireEqual("a reward of " + logged.reward + " for " + arm, logged.reward, same.reward, t);
            requireEqual("a regret of " + logged.regret + " for " + arm, logged.regret, same.regret, t);
            if (!logged.settings.isEmpty() && !logged.settings.equals(settings)) {
                throw new ConfigurationException("--resume would change the configuration or the kernel: required what"
                        + " the log has, " + logged.settings + ", found " + settings + where(t));
            }
            if (!logged.digest.isEmpty() && !logged.digest.equals(same.digest)) {
                throw new ConfigurationException("the log is not of these rounds: required a context and rewards of"
                        + " digest " + logged.digest + ", found " + same.digest + where(t));
            }
            unsigned += logged.settings.isEmpty() || logged.digest.isEmpty() ? 1 : 0;
            rounds.set(t, same);
        }
        return unsigned;
    }

    private void requireEqual(String required, double logged, double found, int round) {
        if (logged != found) {
            throw new ConfigurationException(
                    "the log is not of these rounds: required " + required + ", found " + found + where(round));
        }
    }

    private String where(int round) {
        return " (" + file.displayPath() + ", round " + (round + 1) + ")";
    }

    /** Adds a round of a table in which an arm was played. */
    public synchronized void add(int arm, RoundTable table, String settings) {
        rounds.add(Round.of(arm, table, rounds.size(), settings));
    }

    /** Number of rounds. */
    public synchronized int count() {
        return rounds.size();
    }

    /** Arm that was played in a round, from 0. */
    public int arm(int round) {
        return rounds.get(round).arm;
    }

    /** Sum of the regrets of all rounds. */
    public double regret() {
        return rounds.stream().mapToDouble(Round::regret).sum();
    }

    /** How often each arm was played, in words. */
    public String armCounts() {
        return IntStream.range(0, arms.size())
                .mapToObj(a -> arms.get(a) + " "
                        + rounds.stream().filter(round -> round.arm == a).count() + " times")
                .collect(Collectors.joining(", "));
    }

    private List<String> quotedArms() {
        return arms.stream()
                .map(name -> name.matches("[^,\"\n\r]*") ? name : "\"" + name.replace("\"", "\"\"") + "\"")
                .toList();
    }

    /** Writes the log, also from a hook while rounds are played. */
    public synchronized void write() {
        List<String> names = quotedArms();
        StringBuilder text = new StringBuilder(HEADER).append('\n');
        double sum = 0;
        for (int t = 0; t < rounds.size(); t++) {
            Round round = rounds.get(t);
            sum += round.regret;
            text.append(t + 1)
                    .append(',')
                    .append(round.reward)
                    .append(',')
                    .append(round.regret)
                    .append(',')
                    .append(sum)
                    .append(',')
                    .append(round.settings)
                    .append(',')
                    .append(round.digest)
                    .append(',')
                    .append(names.get(round.arm))
                    .append('\n');
        }
        file.write(text.toString());
    }

    /** Path of the log as people know it. */
    public String displayPath() {
        return file.displayPath();
    }
}
