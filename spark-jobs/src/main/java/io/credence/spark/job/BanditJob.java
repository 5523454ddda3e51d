package io.credence.spark.job;

import io.credence.NetworkInference;
import io.credence.config.ConfigDigest;
import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.linalg.Kernels;
import io.credence.network.train.NetworkBandit;
import io.credence.network.train.NetworkRequest;
import io.credence.spark.job.output.ExitStatus;
import io.credence.spark.job.output.Failure;
import io.credence.spark.job.round.RoundLog;
import io.credence.spark.job.round.RoundTable;
import io.credence.spark.read.TableReader;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Job of the command {@code fit} with {@code bandit.rewards}: networks play the rounds of a table, in the driver, and the
 * log of the rounds is written. Resumed, it replays the rounds of an earlier log and plays the others.
 */
record BanditJob(FitConfig config, NetworkBandit.Rounds rounds, Progress progress, PrintStream out, PrintStream err) {

    /** Number of digits of a configuration's digest in a log. */
    private static final int DIGITS = 16;

    /** Rounds that a configuration plays; null where it has no bandit. */
    static NetworkBandit.@Nullable Rounds roundsOf(FitConfig config) {
        NetworkRequest networks = config.model().request(NetworkRequest.class);
        return networks == null ? null : networks.rounds();
    }

    /** Refuses a command that needs a posterior, of which a bandit writes none. */
    static void refuseRounds(FitConfig config, String command) {
        if (roundsOf(config) != null) {
            throw new ConfigurationException(
                    "a bandit has no posterior: required a configuration without bandit.rewards" + " for " + command
                            + ", found one of rounds, whose log is rounds.csv");
        }
    }

    int run(@Nullable String master, boolean resume, Jars jars) {
        Configuration hadoop = Sessions.hadoop();
        RoundLog log = RoundLog.open(config.output(), resume, rounds.rewards(), hadoop);
        if (resume && log.count() == 0) {
            note("there are no rounds in " + log.displayPath() + " to replay; the first is played anew");
        }
        try (LateSession session =
                LateSession.of(master, config, "credence fit " + config.data().path())) {
            progress.beginPhase("starting Spark");
            SparkSession spark = session.get();
            jars.addTo(spark);
            progress.beginPhase("reading " + config.data().path());
            RoundTable table = RoundTable.of(new TableReader(spark).read(config.data()), config, rounds);
            table.notes().forEach(this::note);
            return play(table, log);
        }
    }

    private int play(RoundTable table, RoundLog log) {
        NetworkBandit bandit = NetworkInference.bandit(
                config.inference(), table.columns(), rounds.rewards().size());
        String settings = ConfigDigest.of(config).substring(0, DIGITS) + " "
                + Kernels.named(config.kernel()).name();
        int replayed = log.count();
        int elsewhere = log.requireRounds(table, settings);
        if (elsewhere > 0) {
            note(elsewhere + " rounds of " + log.displayPath() + " have no settings or digest: only their rewards and"
                    + " regrets were compared with the table");
        }
        if ((long) rounds.schedule().turns() * bandit.arms() >= table.count()) {
            note("bandit.turns has each of " + bandit.arms() + " arms played "
                    + rounds.schedule().turns() + " times, which leaves none of " + table.count()
                    + " rounds to choose in");
        }
        progress.beginPhase("playing " + table.count() + " rounds");
        String diverged;
        try (ShutdownHook interruption = ShutdownHook.register(() -> writeInterrupted(log))) {
            diverged = playLogged(bandit, table, log, settings, interruption);
        }
        out.println(summary(table, log, replayed));
        out.println("log of the rounds in " + log.displayPath());
        if (diverged != null) {
            note(diverged + "; the log has the rounds before");
            return ExitStatus.DIVERGED;
        }
        if (log.count() < table.count()) {
            note("stop.maxSeconds is over after " + log.count() + " of " + table.count()
                    + " rounds; fit --resume plays the others");
            return config.stop().acceptUnconverged() ? ExitStatus.SUCCESS : ExitStatus.UNCONVERGED;
        }
        return ExitStatus.SUCCESS;
    }

    /** Plays rounds and writes their log, however they end. Returns how networks diverged; null where they did not. */
    private @Nullable String playLogged(
            NetworkBandit bandit, RoundTable table, RoundLog log, String settings, ShutdownHook interruption) {
        String problem = null;
        try {
            playRounds(bandit, table, log, settings);
        } catch (ArithmeticException diverged) {
            problem = Failure.oneLine(diverged);
        } catch (RuntimeException | OutOfMemoryError failed) {
            if (log.count() > 0 && interruption.mayWrite()) {
                writeBeside(failed, log);
            }
            throw failed;
        }
        if (!interruption.mayWrite()) {
            throw new IllegalStateException("interrupted");
        }
        progress.finish();
        log.write();
        return problem;
    }

    private static void writeBeside(Throwable failed, RoundLog log) {
        try {
            log.write();
        } catch (RuntimeException unwritten) {
            failed.addSuppressed(unwritten);
        }
    }

    private void playRounds(NetworkBandit bandit, RoundTable table, RoundLog log, String settings) {
        long end = System.nanoTime() + (long) Math.min(1e18, 1e9 * config.stop().maxSeconds());
        for (int t = 0; t < log.count(); t++) {
            bandit.replay(rounds.schedule(), table.context(t), log.arm(t), table.rewards(t)[log.arm(t)]);
        }
        while (log.count() < table.count()) {
            int t = log.count();
            log.add(bandit.play(rounds.schedule(), table.context(t), table.rewards(t)), table, settings);
            if (System.nanoTime() > end) {
                return;
            }
        }
    }

    private void note(String sentence) {
        err.println("note: " + sentence);
    }

    /** Writes the log when the process is told to end. */
    private void writeInterrupted(RoundLog log) {
        progress.finish();
        try {
            log.write();
            err.println("credence: interrupted after " + log.count() + " rounds; their log was written to "
                    + log.displayPath() + ", fit --resume plays the others");
        } catch (RuntimeException unwritten) {
            err.println("credence: interrupted: " + Failure.of(unwritten).message());
        }
    }

    private String summary(RoundTable table, RoundLog log, int replayed) {
        double uniform = 0;
        for (int t = 0; t < log.count(); t++) {
            double[] rewards = table.rewards(t);
            uniform += Arrays.stream(rewards).max().orElseThrow()
                    - Arrays.stream(rewards).average().orElseThrow();
        }
        return String.format(
                Locale.ROOT,
                "%d rounds%s: regret %.6g, %s; %s",
                log.count(),
                replayed > 0 ? ", of which " + replayed + " replayed" : "",
                log.regret(),
                uniform > 0
                        ? String.format(Locale.ROOT, "%.3g of that of uniform choice", log.regret() / uniform)
                        : "all arms pay the same",
                log.armCounts());
    }
}
