package io.credence.integration;

import io.credence.spark.job.Credence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** A session of this process in which fits run and on which faults strike. */
final class Cluster implements AutoCloseable {

    /** Where executors are. */
    enum Place {
        /** Two threads of this process. */
        THREADS(Map.of("spark.master", "local[2]")),
        /** Two processes. */
        PROCESSES(Map.of("spark.master", "local-cluster[2,1,1024]", "spark.deploy.maxExecutorRetries", "-1")),
        /** Two processes that Spark takes for two hosts; a task that takes longer than another is started once more on the other one. */
        HOSTS(Map.of(
                "spark.speculation", "true",
                "spark.speculation.interval", "5ms",
                "spark.speculation.minTaskRuntime", "5ms",
                "spark.speculation.multiplier", "1.1",
                "spark.speculation.quantile", "0.25",
                "spark.speculation.efficiency.enabled", "false",
                "spark.locality.wait", "0"));

        private final Map<String, String> settings;

        Place(Map<String, String> settings) {
            this.settings = settings;
        }
    }

    private static final int HELD_MILLISECONDS = 500;

    private final SparkSession spark;
    private final @Nullable Standalone workers;
    private final AtomicInteger toKill = new AtomicInteger();
    private final AtomicInteger copies = new AtomicInteger();
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger due = new AtomicInteger();

    private Cluster(SparkSession spark, @Nullable Standalone workers) {
        this.spark = spark;
        this.workers = workers;
        context().addSparkListener(new Tasks());
    }

    /** With its executors there, and its files in that folder. */
    static Cluster of(Place position, Path folder) throws IOException, InterruptedException {
        Standalone workers = position == Place.HOSTS ? Standalone.onTwoHosts(folder) : null;
        Map<String, String> settings = new HashMap<>(position.settings);
        if (workers != null) {
            settings.put("spark.master", workers.master());
        }
        return new Cluster(session(settings), workers);
    }

    /** Of those settings alone. */
    static Cluster of(Map<String, String> settings) {
        return new Cluster(session(settings), null);
    }

    private static SparkSession session(Map<String, String> chosen) {
        Map<String, String> settings = new HashMap<>(chosen);
        settings.put("spark.executor.extraClassPath", System.getProperty("java.class.path"));
        settings.put("spark.executor.defaultJavaOptions", Submission.COMPILER);
        settings.put("spark.executorEnv.SPARK_SCALA_VERSION", "2.13");
        SparkSession.Builder builder = SparkSession.builder()
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "4")
                .config("spark.hadoop.dfs.client.retry.policy.enabled", "true");
        settings.forEach(builder::config);
        return builder.getOrCreate();
    }

    private SparkContext context() {
        return spark.sparkContext();
    }

    SparkSession spark() {
        return spark;
    }

    /** Runs {@code credence fit} of that configuration. */
    void fit(Path config, String... more) {
        run("fit", config, more);
    }

    /** Runs that command of {@code credence} with that configuration. */
    void run(String command, Path config, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command, config.toString(), "--quiet"));
        arguments.addAll(List.of(more));
        try {
            Credence.main(arguments.toArray(String[]::new));
        } finally {
            due.set(0);
        }
    }

    /** What befalls a fit. */
    interface Strike {
        void run() throws IOException, InterruptedException;
    }

    /** Strikes once so many tasks have started from now on, or a fit has ended before. */
    Thread strikeAt(int task, Strike strike) {
        due.set(started.get() + task);
        Thread thread = new Thread(() -> {
            try {
                while (started.get() < due.get()) {
                    Thread.sleep(1);
                }
                strike.run();
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        return thread;
    }

    /** How many tasks have started. */
    int started() {
        return started.get();
    }

    void strike(String fault, SplittableRandom random) throws IOException, InterruptedException {
        if (fault.equals("executor killed")) {
            executor(random).destroyForcibly();
        } else if (fault.equals("tasks copied, an executor held")) {
            hold(executor(random));
        } else if (fault.equals("task killed twice")) {
            toKill.set(2);
        } else {
            for (int rdd : JavaSparkContext.fromSparkContext(context())
                    .getPersistentRDDs()
                    .keySet()) {
                SparkEnv.get().blockManager().master().removeRdd(rdd, true);
            }
        }
    }

    private ProcessHandle executor(SplittableRandom random) {
        Stream<ProcessHandle> below = workers == null ? ProcessHandle.current().descendants() : workers.executors();
        List<ProcessHandle> executors = below.filter(ProcessHandle::isAlive)
                .filter(process -> process.info().command().orElse("").endsWith("java"))
                .toList();
        return executors.get(random.nextInt(executors.size()));
    }

    /** Stops a process for a while, with all its threads. */
    private static void hold(ProcessHandle process) throws IOException, InterruptedException {
        signal("STOP", process);
        Thread.sleep(HELD_MILLISECONDS);
        signal("CONT", process);
    }

    private static void signal(String name, ProcessHandle process) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
        if (status != 0) {
            throw new IllegalStateException("kill -" + name + " ended with status " + status);
        }
    }

    /** How many tasks were started once more while another copy ran. */
    int copies() {
        return copies.get();
    }

    @Override
    public void close() {
        spark.stop();
        SparkSession.clearActiveSession();
        SparkSession.clearDefaultSession();
        if (workers != null) {
            workers.close();
        }
    }

    /** Sees tasks start, and kills some. */
    private final class Tasks extends SparkListener {

        @Override
        public void onTaskStart(SparkListenerTaskStart start) {
            started.incrementAndGet();
            copies.addAndGet(start.taskInfo().speculative() ? 1 : 0);
            if (toKill.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                context().killTaskAttempt(start.taskInfo().taskId(), true, "struck");
            }
        }
    }
}
