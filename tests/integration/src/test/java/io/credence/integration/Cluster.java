package io.credence.integration;

import io.credence.spark.job.Credence;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.sql.SparkSession;

/** A session of this process in which fits run and on which faults strike. */
final class Cluster implements AutoCloseable {

    private final SparkSession spark;
    private final AtomicInteger toKill = new AtomicInteger();

    private Cluster(SparkSession spark) {
        this.spark = spark;
    }

    /** Two executors in processes of their own. */
    static Cluster ofProcesses() {
        return of(Map.of(
                "spark.master", "local-cluster[2,1,1024]",
                "spark.executor.extraClassPath", System.getProperty("java.class.path"),
                "spark.executorEnv.SPARK_SCALA_VERSION", "2.13",
                "spark.deploy.maxExecutorRetries", "-1"));
    }

    /** Two threads of this process. */
    static Cluster ofThreads() {
        return of(Map.of("spark.master", "local[2]"));
    }

    private static Cluster of(Map<String, String> settings) {
        SparkSession.Builder builder = SparkSession.builder()
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "4")
                .config("spark.hadoop.dfs.client.retry.policy.enabled", "true");
        settings.forEach(builder::config);
        Cluster cluster = new Cluster(builder.getOrCreate());
        cluster.context().addSparkListener(cluster.new Tasks());
        return cluster;
    }

    private SparkContext context() {
        return spark.sparkContext();
    }

    /** Runs {@code credence fit} of that configuration. */
    void fit(Path config, String... more) {
        List<String> arguments = new ArrayList<>(List.of("fit", config.toString(), "--quiet"));
        arguments.addAll(List.of(more));
        Credence.main(arguments.toArray(String[]::new));
    }

    /** Strikes once, after so many milliseconds, unless the fit is over by then. */
    Thread strike(String fault, long milliseconds, long seed) {
        Thread thread = new Thread(() -> {
            try {
                Thread.sleep(milliseconds);
                strike(fault, new SplittableRandom(seed));
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        return thread;
    }

    private void strike(String fault, SplittableRandom random) {
        if (fault.equals("executor killed")) {
            List<ProcessHandle> executors = ProcessHandle.current()
                    .descendants()
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> process.info().command().orElse("").endsWith("java"))
                    .toList();
            executors.get(random.nextInt(executors.size())).destroyForcibly();
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

    @Override
    public void close() {
        spark.stop();
        SparkSession.clearActiveSession();
        SparkSession.clearDefaultSession();
    }

    /** Sees tasks start, and kills some. */
    private final class Tasks extends SparkListener {

        @Override
        public void onTaskStart(SparkListenerTaskStart start) {
            if (toKill.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                context().killTaskAttempt(start.taskInfo().taskId(), true, "struck");
            }
        }
    }
}
