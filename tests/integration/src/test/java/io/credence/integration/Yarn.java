package io.credence.integration;

import io.credence.integration.Submission.Mode;
import io.credence.integration.Submission.Running;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.MiniYARNCluster;

/** Hadoop's own small YARN: a ResourceManager and two NodeManagers in this process, containers in processes of their own. */
final class Yarn implements AutoCloseable {

    private final MiniYARNCluster cluster;
    private final YarnClient client = YarnClient.createYarnClient();
    private final Path folder;
    private final Path sparkHome;

    private Yarn(MiniYARNCluster cluster, Path folder, Path sparkHome) {
        this.cluster = cluster;
        this.folder = folder;
        this.sparkHome = sparkHome;
        client.init(cluster.getConfig());
        client.start();
    }

    /** With its files, and the settings that clients read, in that folder; clients are of that Spark. */
    static Yarn in(Path folder, Path sparkHome) throws IOException {
        System.setProperty("test.build.data", folder.toString());
        YarnConfiguration configuration = new YarnConfiguration();
        // The shaded jar lacks capacity-scheduler.xml
        configuration.set("yarn.scheduler.capacity.root.queues", "default");
        configuration.set("yarn.scheduler.capacity.root.default.capacity", "100");
        configuration.set("yarn.scheduler.capacity.maximum-am-resource-percent", "1");
        configuration.set("yarn.scheduler.minimum-allocation-mb", "256");
        // A disk that is nearly full, and a machine without much memory, are none of these tests' business
        configuration.set("yarn.nodemanager.disk-health-checker.enable", "false");
        configuration.set("yarn.nodemanager.pmem-check-enabled", "false");
        configuration.set("yarn.nodemanager.vmem-check-enabled", "false");
        MiniYARNCluster cluster = new MiniYARNCluster("yarn", 2, 1, 1);
        cluster.init(configuration);
        cluster.start();
        try (OutputStream out = Files.newOutputStream(folder.resolve("yarn-site.xml"))) {
            cluster.getConfig().writeXml(out);
        }
        return new Yarn(cluster, folder, sparkHome);
    }

    /** The script spark-submit of the jar, the driver here ({@code client}) or in a container ({@code cluster}). */
    Running submit(String deployMode, int attempts, String... arguments) throws IOException {
        Mode mode = new Mode(
                "--deploy-mode",
                deployMode,
                "--num-executors",
                "2",
                "--driver-memory",
                "1g",
                "--executor-memory",
                "1g",
                "--driver-java-options",
                Submission.COMPILER,
                "--conf",
                "spark.yarn.jars=local:" + sparkHome.resolve("jars") + "/*",
                "--conf",
                "spark.yarn.stagingDir=" + folder.resolve("staging").toUri(),
                "--conf",
                "spark.yarn.maxAppAttempts=" + attempts,
                "--conf",
                "spark.yarn.appMasterEnv.SPARK_LOCAL_IP=127.0.0.1",
                "--conf",
                "spark.executorEnv.SPARK_LOCAL_IP=127.0.0.1");
        List<String> command =
                new ArrayList<>(List.of(sparkHome.resolve("bin/spark-submit").toString()));
        command.addAll(Submission.arguments("yarn", mode, arguments));
        Map<String, String> environment = Map.of(
                "SPARK_HOME", sparkHome.toString(),
                "HADOOP_CONF_DIR", folder.toString(),
                "JAVA_HOME", System.getProperty("java.home"),
                "SPARK_LOCAL_IP", "127.0.0.1");
        return Submission.start(folder, command, environment);
    }

    /** What the ResourceManager knows of the application that was submitted last. */
    ApplicationReport last() throws IOException, YarnException {
        return Collections.max(client.getApplications(), Comparator.comparing(ApplicationReport::getApplicationId));
    }

    /** How many application masters that one has had. */
    int attempts() throws IOException, YarnException {
        return client.getApplicationAttempts(last().getApplicationId()).size();
    }

    /** Ends that one, as {@code yarn application -kill} does. */
    void killLast() throws IOException, YarnException {
        client.killApplication(last().getApplicationId());
    }

    /** The application masters that run, in which drivers are; a shell beside each is no Java. */
    static Stream<ProcessHandle> masters() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("java"))
                .filter(process -> process.info().commandLine().orElse("").contains("yarn.ApplicationMaster"));
    }

    @Override
    public void close() throws IOException {
        client.stop();
        cluster.close();
    }
}
