package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.spark.job.output.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BanditCommandTest extends CommandLineContract {

    /** Rounds in which arm "up" pays x, arm "down" −x, arm "flat" −2; the number of the round stands last. */
    private static List<String> rounds(int count) {
        Random random = new Random(4);
        return rows("x,z,up,down,flat,t", count, t -> {
            double x = random.nextGaussian();
            return String.format(
                    Locale.ROOT,
                    "%.4f,%.4f,%.4f,%.4f,%.4f,%d",
                    x,
                    random.nextGaussian(),
                    x + 0.1 * random.nextGaussian(),
                    -x + 0.1 * random.nextGaussian(),
                    -2 + 0.1 * random.nextGaussian(),
                    t);
        });
    }

    private CommandResult run(List<String> rounds, String... overrides) throws IOException {
        Path table = write("rounds.csv", rounds.toArray(String[]::new));
        Path config = write(
                "job.conf",
                "data { path = \"" + table + "\", features = [x, z] }",
                "model { family = gaussian, network { layers = [8], ensemble = 4 } }",
                "bandit { rewards = [up, down, flat], order = t, turns = 2, every = 5 }",
                "train { batch = 32 }",
                "output { path = \"" + output() + "\", overwrite = true }");
        List<String> arguments = new ArrayList<>(List.of("fit", config.toString(), "--quiet"));
        for (String override : overrides) {
            arguments.addAll(override.startsWith("--") ? List.of(override) : List.of("--set", override));
        }
        return credence(arguments.toArray(String[]::new));
    }

    private List<String> log() throws IOException {
        return Files.readAllLines(output().resolve("rounds.csv"));
    }

    /** The regret of its later rounds is little; equal rounds in another order of lines give the same log. */
    @Test
    void rounds_arePlayedInTheirOrder_withLittleRegret() throws IOException {
        CommandResult played = run(rounds(250));
        played.notes();
        assertTrue(played.out().contains("250 rounds: regret "), played.out());
        List<String> log = log();
        assertEquals("round,reward,regret,cumulativeRegret,arm", log.get(0));
        assertEquals(251, log.size());
        assertTrue(log.get(1).endsWith(",up")
                && log.get(2).endsWith(",down")
                && log.get(3).endsWith(",flat"));
        double before = Double.parseDouble(log.get(100).split(",")[3]);
        double end = Double.parseDouble(log.get(250).split(",")[3]);
        // uniform choice regrets |x| + 2/3 a round, of x ~ N(0, 1)
        assertTrue(end - before < 0.1 * 150 * (Math.sqrt(2 / Math.PI) + 2.0 / 3), before + " to " + end);

        List<String> shuffled = new ArrayList<>(rounds(250));
        Collections.shuffle(shuffled.subList(1, 251), new Random(1));
        run(shuffled).notes();
        assertEquals(log, log());
    }

    /** Rounds that came later are played as if they had been there from the start. */
    @Test
    void resumed_isTheSameLog() throws IOException {
        run(rounds(83)).notes();
        List<String> whole = log();
        CommandResult stopped = run(rounds(41), "stop.maxSeconds=1e-9");
        assertEquals(ExitStatus.UNCONVERGED, stopped.status(), stopped.err());
        assertEquals(whole.subList(0, 2), log());
        run(rounds(41), "--resume").notes();
        assertEquals(whole.subList(0, 42), log());
        CommandResult resumed = run(rounds(83), "--resume");
        resumed.notes();
        assertTrue(resumed.out().contains("83 rounds, of which 41 replayed"), resumed.out());
        assertEquals(whole, log());
        List<String> others = new ArrayList<>(rounds(83));
        others.set(6, "0,0,7,7,7,5");
        run(others, "--resume")
                .refuses(ExitStatus.CONFIGURATION, "the log is not of these rounds: required a reward of", "round 6");
        run(rounds(83), "output.overwrite=false").refuses(ExitStatus.CONFIGURATION, "rounds.csv");
        assertEquals(whole, log());
    }

    @Test
    void brokenLogs_areRefused() throws IOException {
        run(rounds(9)).notes();
        List<String> whole = log();
        List<String> cut = new ArrayList<>(whole);
        cut.set(9, cut.get(9).substring(0, 5));
        refusesLog(cut, "the log is broken", "round 9");
        cut.remove(4);
        refusesLog(cut, "the log is broken", "round 4");
        cut.set(4, "4,much,0,0,up");
        refusesLog(cut, "the log is broken", "required a reward", "round 4");
        cut.set(4, "4,1,0,0,else");
        refusesLog(cut, "required one of up, down, flat, found else", "round 4");
        refusesLog(whole.subList(1, 9), "required the header");
    }

    private void refusesLog(List<String> log, String... parts) throws IOException {
        Files.write(output().resolve("rounds.csv"), log);
        run(rounds(9), "--resume").refuses(ExitStatus.CONFIGURATION, parts);
    }

    @Test
    void keysOfOtherFits_areRefused() throws IOException {
        run(rounds(9), "data.label=x").refuses(ExitStatus.CONFIGURATION, "a round has a reward for each arm");
        run(rounds(9), "train.epochs=3").refuses(ExitStatus.CONFIGURATION, "a bandit has no last epoch");
        run(rounds(9), "bandit.rewards=[up]").refuses(ExitStatus.CONFIGURATION, "leaves nothing to choose");
        run(rounds(9), "bandit.rewards=[up, x]").refuses(ExitStatus.DATA, "used twice");
        run(rounds(9), "bandit.rewards=[up, away]")
                .refuses(ExitStatus.DATA, "there is no column 'away', required by bandit.rewards");
        run(rounds(9), "bandit.rewards=[]").refuses(ExitStatus.CONFIGURATION, "is of a bandit");
        run(rounds(9), "model.family=poisson").refuses(ExitStatus.CONFIGURATION, "is not of the rewards of a bandit");
        List<String> missing = new ArrayList<>(rounds(9));
        missing.set(3, "0,0,1,,1,2");
        run(missing).refuses(ExitStatus.DATA, "down");
        nothingIsWritten();
    }
}
