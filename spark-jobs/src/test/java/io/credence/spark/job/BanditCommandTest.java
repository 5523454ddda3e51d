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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
        assertEquals("round,reward,regret,cumulativeRegret,settings,digest,arm", log.get(0));
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
        cut.set(4, "4,much,0,0,,,up");
        refusesLog(cut, "the log is broken", "required a reward", "round 4");
        cut.set(4, "4,1,0,0,,,else");
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
        run(rounds(9), "data.precision=float32").refuses(ExitStatus.CONFIGURATION, "would round rewards");
        run(rounds(9), "stop.maxPasses=1").refuses(ExitStatus.CONFIGURATION, "a round is played once");
        run(rounds(9), "bandit.order=null").refuses(ExitStatus.CONFIGURATION, "bandit.order is missing");
        run(rounds(9), "data.features=[\"*\"]").refuses(ExitStatus.CONFIGURATION, "all columns in a context");
        run(rounds(9), "objective.kind=gvi", "objective.loss.kind=beta")
                .refuses(ExitStatus.CONFIGURATION, "is not of a bandit");
        run(rounds(9), "data.categorical=[down]").refuses(ExitStatus.DATA, "down");
        run(rounds(9), "model.family=poisson").refuses(ExitStatus.CONFIGURATION, "is not of the rewards of a bandit");
        List<String> missing = new ArrayList<>(rounds(9));
        missing.set(3, "0,0,1,,1,2");
        run(missing).refuses(ExitStatus.DATA, "down");
        nothingIsWritten();
    }

    /** Blocks of so many cells, whose columns vary, are rounded to single precision where nothing says otherwise. */
    @Test
    void rewards_areKeptInDoublePrecision() throws IOException {
        Random random = new Random(5);
        String names = IntStream.range(0, 32).mapToObj(j -> "x" + j).collect(Collectors.joining(","));
        List<String> wide = rows(
                names + ",up,down,flat,t",
                4100,
                t -> random.ints(32, 0, 9).mapToObj(String::valueOf).collect(Collectors.joining(","))
                        + String.format(Locale.ROOT, ",%1$d.1,%1$d.2,%1$d.3,%2$d", t % 3, t));
        run(wide, "data.features=[" + names + "]", "bandit.turns=1400").notes("leaves none of 4100 rounds");
        assertEquals(4101, log().size());
        assertEquals("0.1", log().get(1).split(",")[1]);
        assertEquals("1.2", log().get(4100).split(",")[1]);
    }

    @Test
    void contextsThatKnowRewards_areRefused() throws IOException {
        String derived = "data.derive={ a = \"abs(X) + up\", b = \"-a\", c = \"abs(z)\" }";
        run(rounds(9), derived, "data.features=[x]", "bandit.rewards=[b, down]")
                .refuses(ExitStatus.CONFIGURATION, "found x, which shares x with b of bandit.rewards");
        run(rounds(9), derived, "data.features=[z, a]")
                .refuses(ExitStatus.CONFIGURATION, "found a, which shares up with up of bandit.rewards");
        run(rounds(9), derived, "data.features=[c]", "bandit.rewards=[b, down]").notes();
    }

    @Test
    void order_isThatOfAColumn_notOfFiles() throws IOException {
        run(rounds(41)).notes();
        List<String> whole = log();
        List<String> rows = rounds(41);
        Path parts = Files.createDirectories(folder.resolve("parts"));
        List<String> late = new ArrayList<>(rows.subList(21, 42));
        late.add(0, rows.get(0));
        Files.write(parts.resolve("a.csv"), late);
        Files.write(parts.resolve("b.csv"), rows.subList(0, 21));
        run(rounds(41), "data.path=" + parts).notes();
        assertEquals(whole, log());
        List<String> ties = new ArrayList<>(rows);
        ties.add("0,0,0,0,0,7");
        run(ties).refuses(ExitStatus.DATA, "column 't' of bandit.order has equal numbers", "7.0 more than once");
    }

    @Test
    void divergedNetworks_endWithStatus4() throws IOException {
        List<String> huge = new ArrayList<>(rounds(60));
        huge.replaceAll(
                line -> line.startsWith("x") ? line : line.replaceFirst("^(.*?),(.*?),(.*?),", "$1,$2,$3e200,"));
        CommandResult diverged = run(huge, "train.stepSize=100");
        assertEquals(ExitStatus.DIVERGED, diverged.status(), diverged.err());
        assertTrue(diverged.err().contains("the networks of the bandit diverged in round"), diverged.err());
        assertTrue(log().size() < 61, log().toString());
    }

    /** A log tells by which settings, of which contexts and with which rewards its rounds were played. */
    @Test
    void resumedUnderOtherSettingsOrRounds_isRefused() throws IOException {
        run(rounds(30)).notes();
        List<String> whole = log();
        run(rounds(40), "--resume", "train.stepSize=0.02")
                .refuses(ExitStatus.CONFIGURATION, "--resume would change the configuration or the kernel", "round 1");
        List<String> others = new ArrayList<>(rounds(30));
        others.set(12, others.get(12).replaceFirst("^[^,]*", "0.5"));
        run(others, "--resume")
                .refuses(ExitStatus.CONFIGURATION, "the log is not of these rounds", "digest", "round 12");
        List<String> regretted = new ArrayList<>(whole);
        regretted.set(9, regretted.get(9).replaceFirst("^(9,[^,]*),[^,]*", "$1,0.125"));
        Files.write(output().resolve("rounds.csv"), regretted);
        run(rounds(30), "--resume").refuses(ExitStatus.CONFIGURATION, "a regret of 0.125", "round 9");
        List<String> unsigned = new ArrayList<>(whole);
        unsigned.replaceAll(line -> line.startsWith("r") ? line : line.replaceFirst(",[^,]*,[^,]*,([a-z]+)$", ",,,$1"));
        Files.write(output().resolve("rounds.csv"), unsigned);
        run(others.subList(0, 12), "--resume").refuses(ExitStatus.CONFIGURATION, "no such round");
        run(rounds(30), "--resume").notes("30 rounds of", "only their rewards and regrets were compared");
        assertEquals(whole, log());
    }

    @Test
    void resumedWithoutALog_andEqualRewards_areNoted() throws IOException {
        List<String> equal = rows("x,z,up,down,flat,t", 8, t -> t + ",1,2,2,2," + t);
        CommandResult played = run(equal, "--resume");
        played.notes("there are no rounds in", "the first is played anew");
        assertTrue(played.out().contains("all arms pay the same"), played.out());
    }

    @Test
    void posteriors_areNotLookedFor() throws IOException {
        run(rounds(9)).notes();
        String config = folder.resolve("job.conf").toString();
        for (String command : List.of("score", "report", "effects")) {
            credence(
                            command,
                            config,
                            "--set",
                            "score.path=" + folder.resolve("rounds.csv"),
                            "--set",
                            "effects.requests.a.kind=predictions")
                    .refuses(ExitStatus.CONFIGURATION, "a bandit has no posterior", command);
        }
    }

    /** An earlier log stands until another is written. */
    @Test
    void fullDisk_leavesTheEarlierLog() throws IOException {
        FullFileSystem.register(spark.sparkContext().hadoopConfiguration(), Integer.MAX_VALUE);
        String path = "output.path=\"full:" + output() + "\"";
        run(rounds(9), path).notes();
        List<String> whole = log();
        FullFileSystem.register(spark.sparkContext().hadoopConfiguration(), 100);
        run(rounds(9), path).refuses(ExitStatus.CONFIGURATION, "the output cannot be written");
        assertEquals(whole, log());
        Files.delete(output().resolve("rounds.csv"));
        Files.createDirectories(output().resolve("rounds.csv/part"));
        run(rounds(9)).notes();
        assertEquals(whole.size(), log().size());
        assertEquals(List.of("rounds.csv"), files(output()));
    }

    @Test
    void failure_leavesTheRoundsBefore() throws IOException {
        List<String> overflow = new ArrayList<>(rounds(9));
        overflow.set(5, "1.7e308,0,0,1.7e308,0,4");
        assertEquals(ExitStatus.UNEXPECTED, run(overflow).status());
        assertEquals(5, log().size());
    }
}
