package io.credence.spark.job;

import io.credence.NetworkInference;
import io.credence.config.FitConfig;
import io.credence.network.train.NetworkBandit;
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

    int run(@Nullable String master, boolean resume, Jars jars) {
        Configuration hadoop = Sessions.hadoop();
        RoundLog log = RoundLog.open(config.output(), resume, rounds.rewards(), hadoop);
        boolean foreign = Sessions.hasForeignSession();
        progress.beginPhase("starting Spark");
        SparkSession spark = Sessions.open(
                master,
                config.redacted()
                        .redaction()
                        .redact("credence fit " + config.data().path()));
        try {
            jars.addTo(spark);
            progress.beginPhase("reading " + config.data().path());
            RoundTable table = RoundTable.of(new TableReader(spark).read(config.data()), config, rounds);
            table.notes().forEach(note -> err.println("note: " + note));
            return play(table, log);
        } finally {
            if (!foreign) {
                spark.stop();
            }
        }
    }

    private int play(RoundTable table, RoundLog log) {
        NetworkBandit bandit = NetworkInference.bandit(
                config.inference(), table.columns(), rounds.rewards().size());
        long end = System.nanoTime() + (long) Math.min(1e18, 1e9 * config.stop().maxSeconds());
        progress.beginPhase("playing " + table.count() + " rounds");
        log.requireRounds(table);
        int replayed = log.count();
        boolean stopped = false;
        try (ShutdownHook interruption = ShutdownHook.register(() -> writeInterrupted(log))) {
            for (int t = 0; t < replayed; t++) {
                bandit.replay(rounds.schedule(), table.context(t), log.arm(t), table.rewards(t)[log.arm(t)]);
            }
            for (int t = replayed; t < table.count() && !stopped; t++) {
                log.add(bandit.play(rounds.schedule(), table.context(t), table.rewards(t)), table.rewards(t));
                stopped = System.nanoTime() > end && t + 1 < table.count();
            }
            if (!interruption.mayWrite()) {
                throw new IllegalStateException("interrupted");
            }
            progress.finish();
            log.write();
        }
        out.println(summary(table, log, replayed));
        out.println("log of the rounds in " + log.displayPath());
        if (stopped) {
            err.println("note: stop.maxSeconds is over after " + log.count() + " of " + table.count()
                    + " rounds; fit --resume plays the others");
        }
        return !stopped || config.stop().acceptUnconverged() ? ExitStatus.SUCCESS : ExitStatus.UNCONVERGED;
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
                "%d rounds%s: regret %.6g, %.3g of that of uniform choice; %s",
                log.count(),
                replayed > 0 ? ", of which " + replayed + " replayed" : "",
                log.regret(),
                log.regret() / uniform,
                log.armCounts());
    }
}
