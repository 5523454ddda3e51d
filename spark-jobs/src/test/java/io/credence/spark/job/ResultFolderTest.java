package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.credence.config.FitConfig.Output;
import io.credence.result.MissingFiles;
import io.credence.spark.backend.TemporaryName;
import io.credence.spark.score.LevelTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class ResultFolderTest extends CommandLineContract {

    private static final int FITS = 3;
    private static final int TIMES = 8;

    private static ResultFiles files(int fit) {
        return new ResultFiles(
                "posterior of " + fit,
                1,
                Map.of("trace.jsonl", "trace of " + fit, "log.txt", "log of " + fit),
                null,
                Map.of(),
                LevelTable.NONE,
                null);
    }

    private String written(String name) throws IOException {
        return Files.readString(output().resolve(name)).replaceAll("\\D", "");
    }

    /** Fits that overwrite one another at once leave the files of one of them. */
    @Test
    void fitsAtOnce_doNotMixTheirFiles() throws IOException, InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(FITS);
        Output target = new Output(output().toString(), true);
        try {
            for (int time = 0; time < TIMES; time++) {
                List<Future<?>> done = new ArrayList<>();
                for (int fit = 0; fit < FITS; fit++) {
                    ResultFiles mine = files(fit);
                    done.add(pool.submit(
                            () -> ResultFolder.open(target, new Configuration()).write(mine, spark)));
                }
                for (Future<?> each : done) {
                    each.get();
                }
                String winner = written("posterior.json");
                assertEquals(winner, written("trace.jsonl"));
                assertEquals(winner, written("log.txt"));
                assertEquals(List.of("log.txt", "posterior.json", "trace.jsonl"), files(output()));
            }
        } finally {
            pool.shutdownNow();
        }
    }

    /** Tasks of a table that could not be written may begin its folder again after it was deleted. */
    @Test
    void missingTableThatTasksBeganAgain_isNotPublished() throws IOException {
        Path staged = Files.createDirectories(output().resolve("staged"));
        Path table = Files.createDirectories(staged.resolve("covariance.parquet"));
        Files.writeString(table.resolve("part-0"), "half a part");
        Files.writeString(staged.resolve("trace.jsonl"), "a trace");
        Files.writeString(staged.resolve("posterior.json"), "a posterior");
        ResultFolder.open(new Output(output().toString(), true), new Configuration())
                .publishStaged(
                        new org.apache.hadoop.fs.Path(staged.toUri()),
                        new MissingFiles(Map.of("covariance.parquet", "no space")));
        assertFalse(Files.exists(output().resolve("covariance.parquet")));
        assertEquals("a trace", Files.readString(output().resolve("trace.jsonl")));
        assertEquals("a posterior", Files.readString(output().resolve("posterior.json")));
    }

    /** What a job of this machine left that was killed is removed at once, its turn too; that of another, after a day. */
    @Test
    void leftoversOfDeadJobs_areRemovedAndNotWaitedFor() throws Exception {
        Process killed = new ProcessBuilder("true").start();
        killed.waitFor();
        String pid = "-" + ProcessHandle.current().pid() + "-";
        for (String kind : List.of("result", "turn", "file")) {
            Path left = output().resolve(TemporaryName.hidden(kind).replace(pid, "-" + killed.pid() + "-"));
            Files.createDirectories(left);
            Files.writeString(left.resolve("posterior.json"), "half");
        }
        Path running = Files.createDirectories(output().resolve(TemporaryName.hidden("result")));
        Path old = Files.createDirectories(output().resolve(".credence-table-0-7-1000-0123abcd"));
        Files.setLastModifiedTime(old, java.nio.file.attribute.FileTime.fromMillis(1_000_000));
        Path young = Files.createDirectories(output().resolve(".credence-table-0-7-1000-0123abce"));
        ResultFolder.open(new Output(output().toString(), false), new Configuration())
                .write(files(7), spark);
        assertEquals("7", written("posterior.json"));
        Files.delete(running);
        Files.delete(young);
        try (java.util.stream.Stream<Path> all = Files.list(output())) {
            assertEquals(3, all.count());
        }
    }

    /** What a job elsewhere moves meanwhile, or this one may not list, is its own affair, and that of others is removed all the same. */
    @Test
    void foldersThatCannotBeListed_refuseNoResult() throws IOException {
        for (String name : List.of(UnlistedFileSystem.CLOSED, UnlistedFileSystem.GONE)) {
            Files.createDirectories(output().resolve(name + "-0-7-1000-0123abcd"));
        }
        Path old = Files.createDirectories(output().resolve(".credence-table-0-7-1000-0123abcd"));
        Files.setLastModifiedTime(old, java.nio.file.attribute.FileTime.fromMillis(1_000_000));
        ResultFolder.open(new Output("unlisted:" + output(), false), UnlistedFileSystem.configuration());
        assertFalse(Files.exists(old));
        Path closed = Files.createDirectories(output().resolve(UnlistedFileSystem.CLOSED));
        ResultFolder.open(new Output("unlisted:" + closed, false), UnlistedFileSystem.configuration());
    }

    /** A job that died while it replaced the files does not stop others for ever. */
    @Test
    void aMarkOfADeadJob_isPassedOver() throws IOException {
        Path mark = Files.createDirectories(output()).resolve(".credence-turn-dead");
        Files.createFile(mark);
        Files.setLastModifiedTime(mark, java.nio.file.attribute.FileTime.fromMillis(1_000_000));
        ResultFolder.open(new Output(output().toString(), false), new Configuration())
                .write(files(7), spark);
        assertEquals("7", written("posterior.json"));
        assertEquals(List.of("log.txt", "posterior.json", "trace.jsonl"), files(output()));
    }
}
